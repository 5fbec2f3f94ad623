/**
 * Solves conflicts: the trains that may be changed become a plan, a search on batch threads finds delays, and what
 * it finds is tried exactly as `what_if` tries changes. Where the trial says otherwise the plan learns how the
 * trains then ran, and the search goes on; what can't be made true is not proposed.
 */
import { NO_KNOT, type Solution } from "../../../workers/engine/resolution/plan.ts";
import { given } from "../../platform/given.ts";
import { acceptsLines } from "../../platform/http/answers.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/text_stream.ts";
import type { ConflictParameters } from "../conflict/timetable_conflicts.ts";
import { type CheckedProposal, checkProposal } from "./check_proposal.ts";
import { isVaried } from "./movable_trains.ts";
import { costOfOtherRuns, type Settled, tryOtherRuns } from "./other_runs.ts";
import { printResolution } from "./print_resolution.ts";
import {
  carryOver,
  type Knowledge,
  listDelayed,
  openProblem,
  type PlanOfProblem,
  type Problem,
  planProblem,
} from "./problem.ts";
import { printLines, type Told } from "./proposal_lines.ts";
import type { ResolutionRequest } from "./resolution.schemas.ts";
import { isBetter, type SearchPiece, searchPieces } from "./search_pieces.ts";

/** How often the plan learns from a trial before trains that break it are left as they are. */
const LEARNS_MAX = 4;

/** Whole, or a line for each better proposal and each second, the answer last. */
export async function answerResolution(
  ctx: Context,
  parameters: ConflictParameters & { readonly timetable_id: number },
  request: ResolutionRequest,
): Promise<JsonText | AsyncIterable<Uint8Array>> {
  const problem = await openProblem(ctx, parameters, request);
  if (acceptsLines(ctx)) return encodeGroups(printLines(solve(problem, true)), ctx.signal);
  let json = "";
  for await (const told of solve(problem, false)) json = told.json;
  return { json };
}

/** Proposals that hold, each better than the one before; the last one is the answer. */
async function* solve(problem: Problem, tells_all: boolean): AsyncGenerator<Told> {
  const knowledge: Knowledge = { learnt: [], fixed: new Set() };
  const plan = await planProblem(problem, knowledge);
  const settled = yield* settle({ problem, plan, start: null, tells_all }, knowledge);
  const { tracks, routes, hold, hold_at } = problem.request.allow;
  if (!tracks && !routes && (hold === null || hold_at === "stops")) return;
  const varied = await tryOtherRuns(settled, knowledge);
  if (varied === null) return;
  const { left_count, cost } = settled;
  const better_than = { left: left_count, cost: cost + costOfOtherRuns(settled.problem) };
  const begin = { ...varied, start: varied.solution, tells_all, better_than };
  yield* settle(begin, knowledge, settled.work);
}

interface Begin {
  readonly problem: Problem;
  readonly plan: PlanOfProblem;
  readonly start: Solution | null;
  readonly tells_all: boolean;
  /** Only what is better is told. */
  readonly better_than?: Pick<Told, "left" | "cost">;
}

/** Without `tells_all` no proposal but the last is checked. Returns what it has come to. */
async function* settle(
  { problem, plan: first_plan, start: first_start, tells_all, better_than }: Begin,
  knowledge: Knowledge,
  done = 0,
): AsyncGenerator<Told, Settled & { readonly work: number }> {
  let plan = first_plan;
  let start = first_start;
  let work = done;
  const isWorth = (told: Told): boolean =>
    better_than === undefined ||
    told.left < better_than.left ||
    (told.left === better_than.left && told.cost < better_than.cost);
  for (let tries = 0; ; tries++) {
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
      const better = await tell(problem, { plan, knowledge, piece, work, ...checked });
      if (isWorth(better)) yield better;
    }
    const piece = given(best ?? undefined, "a search has at least one piece");
    const tried: Broken = broken ?? (await tryPiece(problem, plan, piece));
    if (tried.broken.size === 0) {
      const last = await tell(problem, { plan, knowledge, piece, work, ...tried });
      if (isWorth(last)) yield last;
      return { problem, plan, ...piece, work };
    }
    // Where trains that run otherwise break the promise again and again, what held without that is the answer.
    if (better_than !== undefined && tries >= LEARNS_MAX) {
      return { problem, plan, ...piece, work };
    }
    for (const one of tried.checked.tried) {
      if (one !== null && tried.broken.has(one.movable.slot)) knowledge.learnt.push(one);
    }
    if (tries >= LEARNS_MAX) for (const slot of tried.broken) knowledge.fixed.add(slot);
    const was = plan;
    plan = await planProblem(problem, knowledge);
    start = carryOver(piece.solution, { problem, plan: was }, { problem, plan }, knowledge);
  }
}

async function tell(
  problem: Problem,
  resolved: Parameters<typeof printResolution>[1],
): Promise<Told> {
  const { piece, work } = resolved;
  const json = await printResolution(problem, resolved);
  return { json, work, left: piece.left_count, cost: piece.cost + costOfOtherRuns(problem) };
}

interface Broken {
  readonly checked: CheckedProposal;
  /** Slots of changed trains that the trial found otherwise than the plan had them; none: it holds. */
  readonly broken: ReadonlySet<number>;
}

async function tryPiece(
  problem: Problem,
  plan: PlanOfProblem,
  { solution }: SearchPiece,
): Promise<Broken> {
  const delayed = listDelayed(problem, solution);
  const checked = await checkProposal(problem.ctx, problem.question, problem.known, delayed);
  return { checked, broken: findBroken(problem, plan, solution, checked) };
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
