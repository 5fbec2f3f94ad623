/**
 * Trains that run otherwise: on another track of a station, by another way, or with a stop where they pass. For each
 * conflict that is left or costs delays its trains are tried so, one after the other, and what follows from it is
 * looked for around them. What brings something is kept.
 */
import type { Solution } from "../../../workers/engine/resolution/plan.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import { costOfVariant, isVaried, type MovableTrain, VARIED_COST } from "./movable_trains.ts";
import { type Candidate, listCandidates } from "./other_run_candidates.ts";
import {
  carryOver,
  type Knowledge,
  numberStretches,
  type Planned,
  type Problem,
  planProblem,
} from "./problem.ts";

const EPSILON = 1e-9;
/** Trains that are tried, at most. */
const TRIES_MAX = 80;

/** The best so far. */
export interface Settled extends Planned {
  readonly solution: Solution;
  readonly left_count: number;
  /** Of delays. */
  readonly cost: number;
}

/** What running otherwise costs beside delays, in minutes. */
export function costOfOtherRuns({ trains }: Problem): number {
  const varied = trains.filter(isVaried);
  return varied.reduce((sum, one) => sum + VARIED_COST + costOfVariant(one), 0);
}

/** Null: nothing of it brings anything. */
export async function tryOtherRuns(first: Settled, knowledge: Knowledge): Promise<Settled | null> {
  let isCostly = findCostly(first);
  const candidates = await listCandidates(first.problem, isCostly);
  let best = first;
  let tries = 0;
  // Trains that run as they do come first; then whether another way suits better those that already run otherwise.
  for (const is_again of [false, true]) {
    for (const candidate of candidates) {
      const { row, index, variant } = candidate;
      const now = best.problem.trains[index];
      if (now === undefined || now === variant || isVaried(now) !== is_again) continue;
      if (!is_again && !isCostly(row)) continue;
      for (const trains of listTogether(first.problem, best.problem, candidate)) {
        if (tries === TRIES_MAX || best.problem.end.is_over) break;
        tries++;
        const next = await settleAround(best, { ...best.problem, trains }, index, knowledge);
        if (!isBetter(next, best)) continue;
        best = next;
        isCostly = findCostly(best);
        break;
      }
    }
  }
  return best === first ? null : best;
}

/** All trains with the candidate: as the others run by now, then with those of its conflict as they are stored. */
function* listTogether(
  { opened, trains: stored }: Problem,
  { trains }: Problem,
  { row, index, variant }: Candidate,
): Generator<readonly MovableTrain[]> {
  const together = trains.with(index, variant);
  yield together;
  const owners = opened.owners[row] ?? [];
  const isBack = (one: MovableTrain): boolean =>
    one !== variant && isVaried(one) && owners.includes(one.slot);
  if (together.some(isBack)) {
    yield together.map((one, i) => (isBack(one) ? given(stored[i], "it is one of them") : one));
  }
}

function isBetter(a: Settled, b: Settled): boolean {
  if (a.left_count !== b.left_count) return a.left_count < b.left_count;
  return a.cost + costOfOtherRuns(a.problem) < b.cost + costOfOtherRuns(b.problem) - EPSILON;
}

async function settleAround(
  was: Settled,
  problem: Problem,
  index: number,
  knowledge: Knowledge,
): Promise<Settled> {
  const { ctx, question } = problem;
  const { share, signal, priority } = question.setup;
  const plan = await planProblem(problem, knowledge);
  const start = carryOver(was.solution, was, { problem, plan }, knowledge);
  const step = { kind: "around", train: index + 1 } as const;
  const stop = { is_over: problem.end.flag, least_work: 0 };
  const input = { plan: plan.plan, start, step, work: 0, stop };
  const options = { share, signal, priority };
  const found: TaskOutput<"search_resolution"> = await ctx.services.compute.run(
    "search_resolution",
    input,
    options,
  );
  const { left_count, cost } = found;
  return { problem, plan, solution: found.solution, left_count, cost };
}

/** Which conflicts, by row, have a train that is delayed, or are left. */
function findCostly({ problem, plan, solution }: Settled): (row: number) => boolean {
  const { opened, trains } = problem;
  const rows = Array.from(opened.asked.keys()).filter((c) => opened.asked[c] === 1);
  const delayed = new Set<number>();
  for (const [start, { slot, waits_at }] of numberStretches(trains)) {
    const own = solution.delays.subarray(start, start + waits_at.length);
    if (own.some((delay) => delay !== 0)) delayed.add(slot);
  }
  return (row) =>
    solution.left[plan.knotOf[rows[row] ?? 0] ?? 0] === 1 ||
    (opened.owners[row] ?? []).some((slot) => delayed.has(slot));
}
