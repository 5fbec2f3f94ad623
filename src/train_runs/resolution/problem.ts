/** What a resolution is asked for: conflicts of a timetable, and the trains that may be changed to solve them. */
import { NO_KNOT, type Solution } from "../../../workers/engine/resolution/plan.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import { invalidBody } from "../../platform/http/body/json_body.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { datetimeMs, durationMs } from "../../railway/iso8601.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { type ConflictParameters, openConflicts } from "../conflict/timetable_conflicts.ts";
import { runTask } from "../path/setup.ts";
import type { Deadline } from "./deadline.ts";
import { type AskedDays, readDays } from "./known_days.ts";
import { KnownTrains } from "./known_trains.ts";
import {
  describeMovable,
  findReach,
  isVaried,
  type LearntRun,
  listArrivals,
  type MovableTrain,
  readMovable,
} from "./movable_trains.ts";
import type { DelayedTrain } from "./proposed_changes.ts";
import type { ResolutionRequest, TrainRef } from "./resolution.schemas.ts";

/** Conflicts that one request may ask about. */
const CONFLICTS_MAX = 10_000;
/** Longest search for a resolution of conflicts that a request may ask for. */
const DEADLINE_MAX_MS = 120_000;

type Opened = Extract<TaskOutput<"open_resolution">, { readonly kind: "success" }>;

export interface Problem {
  readonly ctx: Context;
  readonly question: ConflictQuestion;
  readonly request: ResolutionRequest;
  readonly known: KnownTrains;
  readonly opened: Opened;
  readonly trains: readonly MovableTrain[];
  readonly end: Deadline;
  /** Null: conflicts of one date, or of trains at the starts of their records. */
  readonly days: AskedDays | null;
}

/** What trials have taught beyond the problem. */
export interface Knowledge {
  readonly learnt: LearntRun[];
  /** Slots of trains that a trial did not allow to change. */
  readonly fixed: Set<number>;
}

/** Whether trains may also run on other tracks, by other ways or with other stops. */
export function allowsOtherRuns({ request }: Pick<Problem, "request">): boolean {
  const { tracks, routes, hold, hold_at } = request.allow;
  return tracks || routes || (hold !== null && hold_at === "operational_points");
}

/** Whether plans have all runs as they would be: no trial showed another one, and trains meet the same limits at any start. */
export function isExact({ trains, request }: Problem, knowledge: Knowledge): boolean {
  const { allow } = request;
  const isSteady = (one: MovableTrain): boolean => {
    const { from_ms, until_ms } = one.run.same;
    const [earlier_ms, later_ms] = [durationMs(allow.earlier), findReach(one, allow)];
    return one.start_ms - earlier_ms >= from_ms && one.start_ms + later_ms < until_ms;
  };
  return knowledge.learnt.length + knowledge.fixed.size === 0 && trains.every(isSteady);
}

export type PlanOfProblem = TaskOutput<"plan_resolution">;

export interface AskedResolution extends ConflictParameters {
  readonly timetable_id: number;
  /** Conflicts of all days of the period, each train the same on all of its days. */
  readonly all_days: boolean;
}

export async function openProblem(
  ctx: Context,
  { timetable_id, all_days, ...parameters }: AskedResolution,
  request: ResolutionRequest,
  end: Deadline,
): Promise<Problem> {
  if ((all_days || parameters.date !== undefined) && request.services) {
    throw invalidBody([{ path: "/services", reason: "is for trains without dates" }]);
  }
  const question = await openConflicts(ctx, timetable_id, { ...parameters, priority: "batch" });
  const { days, known } = all_days
    ? await readDays(ctx, question)
    : { days: null, known: await KnownTrains.read(question) };
  const opened = await findAsked(question, known, request);
  const trains = await chooseMovable(ctx, { question, known, opened, request });
  return { ctx, question, request, known, opened, trains, end, days };
}

export function readDeadline({ deadline }: ResolutionRequest): number {
  const deadline_ms = durationMs(deadline);
  if (deadline_ms <= DEADLINE_MAX_MS) return deadline_ms;
  throw invalidBody([
    { path: "/deadline", reason: `must be at most PT${DEADLINE_MAX_MS / 1000}S` },
  ]);
}

async function findAsked(
  { setup }: ConflictQuestion,
  known: KnownTrains,
  { conflicts, window }: ResolutionRequest,
): Promise<Opened> {
  const filters =
    conflicts?.map(({ trains, zone, begin, end }) => ({
      slots: trains.map((one) => known.listSlots(one)),
      zone: zone ?? null,
      begin_ms: begin === undefined ? -Infinity : datetimeMs(begin),
      end_ms: end === undefined ? Infinity : datetimeMs(end),
    })) ?? null;
  const opened = await runTask(setup, "open_resolution", {
    occupancy: known.version.occupancy,
    dates: known.named_dates,
    filters,
    window:
      window === undefined
        ? null
        : { begin_ms: datetimeMs(window.begin), end_ms: datetimeMs(window.end) },
    asked_max: CONFLICTS_MAX,
  });
  if (opened.kind === "success") {
    return { ...opened, owners: opened.owners.map((slots) => known.standIns(slots)) };
  }
  throw tooMany(opened.count, CONFLICTS_MAX, "conflicts");
}

function tooMany(count: number, count_max: number, what: string): AppError {
  const message = `${count} ${what} are too many, at most ${count_max}`;
  return new AppError("TooManyItems", message, { count, count_max });
}

/** The trains that may be changed. */
async function chooseMovable(
  { services }: Context,
  { question, known, opened, request }: Pick<Problem, "question" | "known" | "opened" | "request">,
): Promise<MovableTrain[]> {
  const { resolution_trains, what_if_changes } = services.config.limits;
  const { trains, weights, allow } = request;
  // What is answered can be stored at once: with a date each train may be two changes.
  const change_count = question.on ? 2 : 1;
  const most = Math.min(resolution_trains, Math.floor(what_if_changes / change_count));
  const list = (refs: readonly TrainRef[]): Set<number> =>
    new Set(refs.flatMap((one) => known.listSlots(one)));
  const fixed = trains !== undefined && "fixed" in trains ? list(trains.fixed) : new Set<number>();
  const named =
    trains !== undefined && "may_change" in trains
      ? [...list(trains.may_change)]
      : [...new Set(opened.owners.flat())].filter((slot) => !fixed.has(slot));
  if (named.length > most) throw tooMany(named.length, most, "trains");
  const own = await readMovable(question, known, named, weights);
  if (trains !== undefined && "may_change" in trains) return own;
  const met = await runTask(question.setup, "find_met", {
    occupancy: known.version.occupancy,
    slots: Uint32Array.from(own.flatMap(({ slot }) => known.copiesOf(slot))),
    reaches_ms: Float64Array.from(
      own.flatMap((one) => known.copiesOf(one.slot).map(() => findReach(one, allow))),
    ),
  });
  const others = known.standIns(met).filter((slot) => !fixed.has(slot) && !named.includes(slot));
  const few = others.slice(0, most - named.length);
  const all = [...own, ...(await readMovable(question, known, few, weights))];
  return all.sort((a, b) => a.slot - b.slot);
}

export async function planProblem(
  { question, known, opened, trains, request }: Problem,
  { learnt, fixed }: Knowledge,
): Promise<PlanOfProblem> {
  const { allow } = request;
  const varied = trains
    .filter(isVaried)
    .map((movable) => ({ movable, run: movable.run, delays: [] }));
  // What was learnt of a train that ran otherwise than now counts no more.
  const tried = [...varied, ...learnt.filter(({ movable }) => trains.includes(movable))];
  return await runTask(question.setup, "plan_resolution", {
    occupancy: known.version.occupancy,
    movable: describeMovable(trains, known, { allow, fixed }),
    tried: tried.map(({ movable, run, delays }) => ({
      train: trains.indexOf(movable),
      arrivals_ms: listArrivals(run, movable.waits_at),
      delays,
    })),
    tried_requirements: tried.map(({ run }) => run.outcome.requirements),
    asked: opened.asked,
  });
}

/** A plan, and the problem that it is of. */
export interface Planned {
  readonly problem: Problem;
  readonly plan: PlanOfProblem;
}

/**
 * A solution of one plan as one of the next: its knots may be other ones, some trains may run otherwise, and those
 * that are fixed stay.
 */
export function carryOver(
  { delays, left }: Solution,
  { problem: was_problem, plan: was }: Planned,
  { problem, plan: is }: Planned,
  { fixed }: Knowledge,
): Solution {
  // Those that trains would make that run otherwise are left until the search has solved them.
  const is_left = new Uint32Array(is.knot_count).fill(1);
  for (const knot of is.knotOf) if (knot !== NO_KNOT) is_left[knot] = 0;
  for (const [c, knot] of is.knotOf.entries()) {
    const before = given(was.knotOf[c], "both plans are of the same conflicts");
    if (knot !== NO_KNOT && (before === NO_KNOT || left[before] === 1)) is_left[knot] = 1;
  }
  const carried = [0];
  const before = new Map([...numberStretches(was_problem.trains)].map((it) => [it[1].slot, it]));
  for (const one of problem.trains) {
    const [first, old] = given(before.get(one.slot), "both problems are of the same trains");
    const own = delays.subarray(first, first + old.waits_at.length);
    carried.push(...(fixed.has(one.slot) ? one.waits_at.map(() => 0) : carryDelays(old, own, one)));
  }
  return { delays: Float64Array.from(carried), left: is_left };
}

/** At places where it did not wait before it is as late as before them. */
function* carryDelays(
  was: MovableTrain,
  delays: Float64Array,
  is: MovableTrain,
): Generator<number> {
  const idOf = ({ train }: MovableTrain, at: number): string | undefined => train.path[at]?.id;
  const known = new Map(was.waits_at.map((at, k) => [idOf(was, at), delays[k]]));
  let delay = 0;
  for (const at of is.waits_at) {
    delay = known.get(idOf(is, at)) ?? delay;
    yield delay;
  }
}

/** Each train with its first stretch in plans; the one before all is that of what can't move. */
export function* numberStretches(
  trains: readonly MovableTrain[],
): Generator<readonly [number, MovableTrain]> {
  let first = 1;
  for (const one of trains) {
    yield [first, one];
    first += one.waits_at.length;
  }
}

export function listDelayed({ trains }: Problem, { delays }: Solution): DelayedTrain[] {
  const delayed: DelayedTrain[] = [];
  for (const [first, movable] of numberStretches(trains)) {
    const own = Array.from(delays.subarray(first, first + movable.waits_at.length));
    if (isVaried(movable) || own.some((delay) => delay !== 0))
      delayed.push({ movable, delays: own });
  }
  return delayed;
}
