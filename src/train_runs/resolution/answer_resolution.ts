/**
 * Solves conflicts: the trains that may be changed become a plan, a search on batch threads finds delays, and what
 * it finds is tried exactly as `what_if` tries changes. Where the trial says otherwise the plan learns how the
 * trains then ran, and the search goes on; what can't be made true is not proposed. When time is over, the best
 * answer by then counts: the timetable as it is, if there is none.
 */
import { NO_KNOT, type Solution } from "../../../workers/engine/resolution/plan.ts";
import { given } from "../../platform/given.ts";
import { acceptsLines } from "../../platform/http/answers.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { withTicks } from "../../platform/http/sending/with_ticks.ts";
import { checkOnAllDays, checkOnDates } from "./check_dates.ts";
import {
  type CheckedProposal,
  checkProposal,
  costOfProposal,
  NOTHING_CHANGED,
} from "./check_proposal.ts";
import { Deadline } from "./deadline.ts";
import { isVaried } from "./movable_trains.ts";
import { type Settled, tryOtherRuns } from "./other_runs.ts";
import { printResolution, type Resolved } from "./print_resolution.ts";
import {
  type AskedResolution,
  allowsOtherRuns,
  carryOver,
  isExact,
  type Knowledge,
  listDelayed,
  openProblem,
  type PlanOfProblem,
  type Problem,
  planProblem,
  readDeadline,
} from "./problem.ts";
import type { ResolutionRequest } from "./resolution.schemas.ts";
import { isBetter, type SearchPiece, searchPieces } from "./search_pieces.ts";
import { liftServices } from "./service_changes.ts";

/* Proposals as lines for clients that want each as soon as it is there. */

const PROGRESS_EVERY_MS = 1000;

/** A proposal that holds, as JSON text. */
export interface Told {
  readonly json: string;
  readonly work: number;
  readonly left: number;
  readonly cost: number;
  readonly bound: number;
}

/** A line for each proposal, and one of progress each second without; the last line is the last proposal. */
export async function* printLines(
  proposals: AsyncGenerator<Told>,
): AsyncGenerator<Iterable<string>> {
  const began_ms = performance.now();
  let told: Told | null = null;
  let is_last = false;
  for await (const one of withTicks(proposals, PROGRESS_EVERY_MS)) {
    is_last = one !== null;
    if (one === null) {
      const { work = 0, left = null, cost = null } = told ?? {};
      const seconds = Math.round((performance.now() - began_ms) / 1000);
      yield [`${JSON.stringify({ progress: { seconds, work, left, cost } })}\n`];
    } else {
      told = one;
      yield [`${one.json}\n`];
    }
  }
  // What was looked for after it has brought nothing.
  if (told !== null && !is_last) yield [`${told.json}\n`];
}

/** How often the plan learns from a trial before trains that break it are left as they are. */
const LEARNS_MAX = 4;
/** How often that is done when time is over, before all are left. */
const LATE_TRIES_MAX = 2;
/** Of the time, for changes of single trains where services may be changed as well. */
const TRAINS_SHARE = 0.8;
/** A request that takes longer is refused; so much of its time may be searched. */
const REQUEST_SHARE = 0.8;
/** Minutes: runs are added up in whole microseconds. */
const NEAR_MIN = 1e-4;

/** Whole, or a line for each better proposal and each second, the answer last. */
export async function answerResolution(
  ctx: Context,
  parameters: AskedResolution,
  request: ResolutionRequest,
): Promise<JsonText | AsyncIterable<Uint8Array>> {
  const { request_deadline_ms } = ctx.services.config.limits;
  const end = new Deadline(Math.min(readDeadline(request), REQUEST_SHARE * request_deadline_ms));
  try {
    const problem = await openProblem(ctx, parameters, request, end);
    // all days are not tried for each better proposal
    const lines = solve(problem, problem.days === null);
    if (acceptsLines(ctx)) return encodeGroups(printLines(lines), ctx.signal);
    let json = "";
    for await (const told of solve(problem, false)) json = told.json;
    return { json };
  } catch (error) {
    end.close();
    throw error;
  }
}

/** Proposals that hold, each better than the one before; the last one is the answer. */
async function* solve(problem: Problem, tells_all: boolean): AsyncGenerator<Told> {
  const knowledge: Knowledge = { learnt: [], fixed: new Set() };
  const { request } = problem;
  try {
    const plan = await planProblem(problem, knowledge);
    // Without proof trains are searched to the end: services are tried in what is left then.
    const end = request.services ? problem.end.earlier(TRAINS_SHARE) : problem.end;
    const begin = { problem: { ...problem, end }, plan, start: null, tells_all };
    let best: Ended;
    try {
      best = { ...(yield* settle(begin, knowledge)), problem };
    } finally {
      end.close();
    }
    if (problem.end.is_over) return;
    // One change of a service may spare looking at each of its trains.
    const early = request.services ? await lift(best) : null;
    if (early !== null) yield await tell(early);
    if (early?.piece.left_count === 0) return;
    const varied = allowsOtherRuns(problem) ? await tryOtherRuns(best, knowledge) : null;
    if (varied !== null) {
      const told = early === null ? best.told : await tell(early);
      const again = { ...varied, start: varied.solution, tells_all, better_than: told };
      const next = yield* settle(again, knowledge, best.work);
      if (next.is_worth) {
        best = next;
        const late = request.services ? await lift(best) : null;
        if (late !== null) yield await tell(late);
        if (late !== null || !problem.end.is_over) return;
      }
    }
    // Why conflicts are left is known only now.
    if (problem.end.is_over) yield await tell(early ?? best);
  } finally {
    problem.end.close();
  }
}

/** With services changed themselves; null: that brings nothing. */
async function lift<One extends Resolved>(resolved: One): Promise<One | null> {
  const { problem, piece } = resolved;
  const checked = await liftServices(problem, resolved.checked);
  if (checked === null) return null;
  const left_count = problem.opened.texts.filter((text) => !checked.gone.has(text)).length;
  return { ...resolved, checked, piece: { ...piece, left_count } };
}

interface Begin {
  readonly problem: Problem;
  readonly plan: PlanOfProblem;
  readonly start: Solution | null;
  readonly tells_all: boolean;
  /** Only what is better is told. */
  readonly better_than?: Told;
}

/** What was come to, and the proposal of it. */
type Ended = Settled & Resolved & { readonly told: Told; readonly is_worth: boolean };

/** Without `tells_all` no proposal but the last is checked. */
async function* settle(
  { problem, plan: first_plan, start: first_start, tells_all, better_than }: Begin,
  knowledge: Knowledge,
  done = 0,
): AsyncGenerator<Told, Ended> {
  let plan = first_plan;
  let start = first_start;
  let work = done;
  const isWorth = (told: Told): boolean =>
    better_than === undefined ||
    told.left < better_than.left ||
    (told.left === better_than.left && told.cost < better_than.cost);
  const bound_max = better_than?.bound ?? null;
  const resolve = (piece: SearchPiece, checked: CheckedProposal): Resolved => {
    return { problem, plan, knowledge, checked, piece, work, bound_max };
  };
  for (let tries = 0, late_tries = 0; ; tries++) {
    let best: SearchPiece | null = null;
    let broken: Broken | null = null;
    let told: SearchPiece | null = null;
    for await (const piece of searchPieces(problem, plan, start)) {
      work += piece.work;
      best = piece;
      if (!tells_all || piece.next === null || (told !== null && !isBetter(piece, told))) continue;
      const checked = await tryPiece(problem, plan, piece);
      if (checked.broken.size > 0) {
        broken = checked;
        break;
      }
      told = piece;
      const better = await tell(resolve(piece, checked.checked));
      if (isWorth(better)) yield better;
    }
    let piece = given(best ?? undefined, "a search has at least one piece");
    let tried: Broken = broken ?? (await tryPiece(problem, plan, piece));
    const is_late = problem.end.is_over;
    if (is_late && tried.broken.size > 0 && late_tries++ === LATE_TRIES_MAX) {
      piece = leaveAll(problem, piece);
      tried = { checked: NOTHING_CHANGED, broken: new Set() };
    }
    // Where trains that run otherwise break the promise again and again, what held without that is the answer.
    const gives_up = better_than !== undefined && (is_late || tries >= LEARNS_MAX);
    if (tried.broken.size === 0 || gives_up) {
      const resolved = resolve(piece, tried.checked);
      const last = await tell(resolved);
      const is_worth = tried.broken.size === 0 && isWorth(last);
      if (is_worth) yield last;
      const { solution, left_count, cost } = piece;
      return { ...resolved, solution, left_count, cost, told: last, is_worth };
    }
    for (const one of tried.checked.tried) {
      if (one !== null && tried.broken.has(one.movable.slot)) knowledge.learnt.push(one);
    }
    if (is_late || tries >= LEARNS_MAX || tried.is_beyond === true) {
      for (const slot of tried.broken) knowledge.fixed.add(slot);
    }
    const was = plan;
    plan = await planProblem(problem, knowledge);
    start = carryOver(piece.solution, { problem, plan: was }, { problem, plan }, knowledge);
  }
}

/** The timetable as it is. */
function leaveAll({ opened }: Problem, piece: SearchPiece): SearchPiece {
  const { delays, left } = piece.solution;
  const solution = { delays: delays.map(() => 0), left: left.map(() => 1) };
  return { ...piece, solution, left_count: opened.texts.length, cost: 0, bound: 0 };
}

async function tell(resolved: Resolved): Promise<Told> {
  const { piece, work } = resolved;
  const cost = costOfProposal(resolved.problem, resolved.checked);
  const bound = boundOf(resolved, cost);
  const json = await printResolution(resolved, { cost, bound });
  return { json, work, left: piece.left_count, cost, bound };
}

/** No way of waiting that solves as many costs less; 0 where nothing is known. */
function boundOf({ problem, knowledge, piece, bound_max }: Resolved, cost: number): number {
  if (bound_max !== null) return Math.min(bound_max, cost);
  if (!isExact(problem, knowledge) || piece.cost > cost + NEAR_MIN) return 0;
  return piece.next === null && cost < piece.cost + NEAR_MIN ? cost : Math.min(piece.bound, cost);
}

interface Broken {
  readonly checked: CheckedProposal;
  /** Slots of changed trains that the trial found otherwise than the plan had them; none: it holds. */
  readonly broken: ReadonlySet<number>;
  /** It was found where the plan does not look: on other dates. */
  readonly is_beyond?: boolean;
}

async function tryPiece(
  problem: Problem,
  plan: PlanOfProblem,
  { solution }: SearchPiece,
): Promise<Broken> {
  const { ctx, question, known, days } = problem;
  const { on = null } = question;
  const delayed = listDelayed(problem, solution);
  const checked = await checkProposal(ctx, question, known, delayed);
  const broken = findBroken(problem, plan, solution, checked);
  if (broken.size > 0) return { checked, broken };
  let wider = checked;
  if (on !== null) wider = await checkOnDates(ctx, { question, on, known }, checked);
  if (days !== null) wider = await checkOnAllDays(ctx, { question, days, known }, checked);
  const is_beyond = wider !== checked;
  return { checked: wider, broken: findBroken(problem, plan, solution, wider), is_beyond };
}

function findBroken(
  { opened, trains }: Problem,
  { knotOf }: PlanOfProblem,
  { left }: Solution,
  { made, tried, gone }: CheckedProposal,
): ReadonlySet<number> {
  const changed = tried.flatMap((one) => (one === null ? [] : [one.movable.slot]));
  const broken = new Set<number>();
  const blame = (slots: readonly number[]): void => {
    const own = changed.filter((slot) => slots.includes(slot));
    for (const slot of own.length > 0 ? own : changed) broken.add(slot);
  };
  for (const slots of made) blame(slots);
  if (tried.includes(null)) blame([]);
  const varied = new Set(trains.filter(isVaried).map(({ slot }) => slot));
  const rows = Array.from(opened.asked.keys()).filter((c) => opened.asked[c] === 1);
  for (const [row, c] of rows.entries()) {
    const knot = knotOf[c] ?? NO_KNOT;
    const owners = opened.owners[row] ?? [];
    // Trains that run otherwise are in no conflict any more that they were in.
    const is_left = knot === NO_KNOT ? !owners.some((slot) => varied.has(slot)) : left[knot] === 1;
    if (!is_left && !gone.has(opened.texts[row] ?? "")) blame(owners);
  }
  return broken;
}
