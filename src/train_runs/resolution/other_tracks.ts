/**
 * Trains that run on other tracks of stations: for each conflict that is left or costs delays, its trains are put on
 * every other track of the stations where they are then, one after the other, and what follows from it is looked for
 * around them. What brings something is kept.
 */
import type { Solution } from "../../../workers/engine/resolution/plan.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { toPathItem } from "../../railway/waypoint.schemas.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { runTask } from "../path/setup.ts";
import { computeDepartures } from "../simulation/compute_trains.ts";
import { costOfVariant, isVaried, type MovableTrain, varyTrain } from "./movable_trains.ts";
import {
  carryOver,
  type Knowledge,
  numberStretches,
  type PlanOfProblem,
  type Problem,
  planProblem,
} from "./problem.ts";

/** Minutes for each train on other tracks: of equal answers the one that changes least wins. */
const TRACKS_COST = 0.05;
const EPSILON = 1e-9;
/** Trains on other tracks that are simulated, and that are tried, at most. */
const SIMULATED_MAX = 240;
const TRIES_MAX = 80;
/** A train is at a station so long before and after it stands there. */
const NEAR_MS = 60_000;

/** The best so far, with the plan that it is a solution of. */
export interface Settled {
  readonly problem: Problem;
  readonly plan: PlanOfProblem;
  readonly solution: Solution;
  readonly left_count: number;
  /** Of delays. */
  readonly cost: number;
}

/** What running on other tracks costs beside delays, in minutes. */
export function costOfTracks({ trains }: Problem): number {
  const varied = trains.filter(isVaried);
  return varied.reduce((sum, one) => sum + TRACKS_COST + costOfVariant(one), 0);
}

interface Candidate {
  /** Its conflict, by its place among those that are asked about. */
  readonly row: number;
  readonly index: number;
  readonly variant: MovableTrain;
}

/** Null: no other track brings anything. */
export async function tryOtherTracks(
  first: Settled,
  knowledge: Knowledge,
): Promise<Settled | null> {
  const candidates = await listCandidates(first);
  let best = first;
  let tries = 0;
  for (const { row, index, variant } of candidates) {
    if (tries === TRIES_MAX || performance.now() >= best.problem.ends_ms) break;
    const { trains } = best.problem;
    const now = trains[index];
    if (now === undefined || isVaried(now) || !isCostly(best, row)) continue;
    tries++;
    const problem = { ...best.problem, trains: trains.with(index, variant) };
    const next = await settleAround({ ...best, problem }, index, knowledge);
    if (isBetter(next, best)) best = next;
  }
  return best === first ? null : best;
}

function isBetter(a: Settled, b: Settled): boolean {
  if (a.left_count !== b.left_count) return a.left_count < b.left_count;
  return a.cost + costOfTracks(a.problem) < b.cost + costOfTracks(b.problem) - EPSILON;
}

async function settleAround(
  { problem, plan: was, solution }: Settled,
  index: number,
  knowledge: Knowledge,
): Promise<Settled> {
  const { ctx, question } = problem;
  const { share, signal, priority } = question.setup;
  const plan = await planProblem(problem, knowledge);
  const start = carryOver(problem, solution, { was, is: plan }, knowledge);
  const step = { kind: "around", train: index + 1 } as const;
  const input = { plan: plan.plan, start, step, work: 0 };
  const options = { share, signal, priority };
  const found: TaskOutput<"search_resolution"> = await ctx.services.compute.run(
    "search_resolution",
    input,
    options,
  );
  const { left_count, cost } = found;
  return { problem, plan, solution: found.solution, left_count, cost };
}

/** Whether one of a conflict's trains is delayed, or the conflict left. */
function isCostly({ problem, plan, solution }: Settled, row: number): boolean {
  const { opened, trains } = problem;
  const rows = Array.from(opened.asked.keys()).filter((c) => opened.asked[c] === 1);
  const knot = plan.knotOf[rows[row] ?? 0] ?? 0;
  if (solution.left[knot] === 1) return true;
  const owners = new Set(opened.owners[row]);
  for (const [start, { slot, waits_at }] of numberStretches(trains)) {
    if (!owners.has(slot)) continue;
    if (solution.delays.subarray(start, start + waits_at.length).some((delay) => delay !== 0))
      return true;
  }
  return false;
}

interface Place {
  readonly row: number;
  readonly index: number;
  /** On the train's path. */
  readonly item: number;
}

async function listCandidates(settled: Settled): Promise<Candidate[]> {
  const { problem } = settled;
  const places = listPlaces(settled);
  const stations = places.map(({ index, item }) => {
    const waypoint = problem.trains[index]?.train.path[item];
    const { track_reference: _track, ...station } = { track_reference: null, ...waypoint };
    return toPathItem(station as TrainSchedule["path"][number]);
  });
  const { setup, stocks } = problem.question;
  const tracks = await runTask(setup, "list_station_tracks", { stations });
  const wanted = places.flatMap((place, i) => {
    const { train, start_ms } = problem.trains[place.index] as MovableTrain;
    return (tracks[i] ?? []).map((track_id) => {
      const path = train.path.map((waypoint, k) =>
        k === place.item ? { ...waypoint, track_reference: { track_id } } : waypoint,
      );
      return { ...place, departure: { train: { ...train, path }, start_ms } };
    });
  });
  const few = wanted.slice(0, SIMULATED_MAX);
  const departures = few.map(({ departure }) => departure);
  const runs = await computeDepartures(setup, departures, stocks);
  return few.flatMap(({ row, index, departure }, i): Candidate[] => {
    const [run, movable] = [runs[i], problem.trains[index]];
    if (run?.kind !== "success" || movable === undefined) return [];
    return [{ row, index, variant: varyTrain(movable, departure.train, run) }];
  });
}

/** Stations where a train of a conflict is when that is, of conflicts that are left or cost something. */
function listPlaces(settled: Settled): Place[] {
  const { opened, trains } = settled.problem;
  const indexOf = new Map(trains.map(({ slot }, index) => [slot, index]));
  return opened.texts.flatMap((text, row) => {
    if (!isCostly(settled, row)) return [];
    const { start_time, end_time } = JSON.parse(text) as Readonly<Record<string, string>>;
    const [from_ms, to_ms] = [Date.parse(start_time ?? ""), Date.parse(end_time ?? "")];
    return (opened.owners[row] ?? []).flatMap((slot) => {
      const index = indexOf.get(slot);
      const movable = index === undefined ? undefined : trains[index];
      if (index === undefined || movable === undefined || isVaried(movable)) return [];
      return listItems(movable, from_ms, to_ms).map((item) => ({ row, index, item }));
    });
  });
}

function listItems(
  { train, run, start_ms }: MovableTrain,
  from_ms: number,
  to_ms: number,
): number[] {
  const { item_times_ms } = run.outcome.final;
  return train.path.flatMap((waypoint, item) => {
    const arrives_ms = start_ms + (item_times_ms[item] ?? 0);
    const next_ms = start_ms + (item_times_ms[item + 1] ?? item_times_ms[item] ?? 0);
    const is_near = arrives_ms - NEAR_MS <= to_ms && from_ms <= next_ms + NEAR_MS;
    return is_near && !("track" in waypoint) ? [item] : [];
  });
}
