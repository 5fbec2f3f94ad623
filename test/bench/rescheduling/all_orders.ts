/**
 * The least cost of a tiny problem, by trying every order of events: for one order the earliest times that
 * keep all bounds cost least. Closed intervals are events of their own in that order.
 */
import { type DispatchProblem, UNBOUNDED } from "../../../bench/rescheduling/problem.ts";
import { costOf, heldBy, successorsOf } from "./judge.ts";

interface Step {
  /** A train, or behind those of the problem a closed interval. */
  readonly who: number;
  readonly operation: number;
}

/** `steps[to] ≥ steps[from] + by`. */
interface Arc {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** Infinity = there is no answer. */
export function leastCost(problem: DispatchProblem): number {
  const trains = problem.trainStart.length - 1;
  const steps: Step[] = [];
  /** By who: its last step and what it holds. */
  const at = Array.from({ length: trains + problem.closed.length }, () => -1);
  const holder = new Map<number, number>();
  let best = Infinity;
  const heldIn = (who: number, operation: number): [number, number][] =>
    who < trains
      ? heldBy(problem, operation)
      : operation === 0
        ? [[problem.closed[who - trains]!, 0]]
        : [];
  const nextOf = (who: number): number[] => {
    const last = steps[at[who]!];
    if (who >= trains) return last === undefined ? [0] : last.operation === 0 ? [1] : [];
    if (last === undefined) return [problem.trainStart[who]!];
    return successorsOf(problem, last.operation);
  };
  const go = (): void => {
    let ended = true;
    for (let who = 0; who < at.length; who++) {
      for (const operation of nextOf(who)) {
        ended = false;
        const wanted = heldIn(who, operation);
        if (wanted.some(([r]) => holder.has(r) && holder.get(r) !== who)) continue;
        const before = at[who]!;
        const left = before < 0 ? [] : heldIn(who, steps[before]!.operation);
        for (const [r] of left) holder.delete(r);
        for (const [r] of wanted) holder.set(r, who);
        at[who] = steps.length;
        steps.push({ who, operation });
        go();
        steps.pop();
        at[who] = before;
        for (const [r] of wanted) holder.delete(r);
        for (const [r] of left) holder.set(r, who);
      }
    }
    if (ended) best = Math.min(best, costOfOrder(problem, steps, heldIn));
  };
  go();
  return best;
}

function costOfOrder(
  problem: DispatchProblem,
  steps: readonly Step[],
  heldIn: (who: number, operation: number) => [number, number][],
): number {
  const trains = problem.trainStart.length - 1;
  const arcs: Arc[] = [];
  const lows: number[] = [];
  const highs: number[] = [];
  const last = new Map<number, number>();
  for (const [i, { who, operation }] of steps.entries()) {
    if (i > 0) arcs.push({ from: i - 1, to: i, by: 0 });
    const fixed = (operation === 0 ? problem.closedBegin : problem.closedEnd)[who - trains];
    lows.push(fixed ?? problem.earliest[operation]!);
    highs.push(fixed ?? problem.latest[operation]!);
    const before = last.get(who);
    last.set(who, i);
    if (before !== undefined && who < trains) {
      const from = steps[before]!.operation;
      arcs.push({ from: before, to: i, by: problem.least[from]! });
      const greatest = problem.greatest[from]!;
      if (greatest !== UNBOUNDED) arcs.push({ from: i, to: before, by: -greatest });
    }
    if (before === undefined) continue;
    // Whoever holds the same later waits for the release after this step.
    for (const [resource, release] of heldIn(who, steps[before]!.operation)) {
      for (let j = i + 1; j < steps.length; j++) {
        const other = steps[j]!;
        if (other.who === who) continue;
        if (heldIn(other.who, other.operation).some(([r]) => r === resource)) {
          arcs.push({ from: i, to: j, by: release });
        }
      }
    }
  }
  const times = [...lows];
  for (let round = 0, changed = true; changed; round++) {
    if (round > steps.length) return Infinity;
    changed = false;
    for (const { from, to, by } of arcs) {
      if (times[from]! + by <= times[to]!) continue;
      times[to] = times[from]! + by;
      changed = true;
    }
  }
  if (times.some((time, i) => highs[i] !== UNBOUNDED && time > highs[i]!)) return Infinity;
  return steps.reduce(
    (sum, { who, operation }, i) =>
      who < trains ? sum + costOf(problem, operation, times[i]!) : sum,
    0,
  );
}
