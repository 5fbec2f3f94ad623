/**
 * Whether an answer keeps every rule of a problem, and what it costs: read off the list of events alone, with
 * nothing of the solver but the form of problem and answer. Throws where a rule is broken.
 */
import {
  type DispatchAnswer,
  type DispatchProblem,
  UNBOUNDED,
} from "../../../bench/rescheduling/problem.ts";

interface Use {
  readonly train: number;
  /** Infinity while the train holds it. */
  free: number;
}

export function judge(problem: DispatchProblem, answer: DispatchAnswer): number {
  const at = new Map<number, { operation: number; time: number }>();
  const uses = new Map<number, Use[]>();
  let [last, cost] = [0, 0];
  for (let i = 0; i < answer.times.length; i++) {
    const [time, operation, train] = [answer.times[i]!, answer.operations[i]!, answer.trains[i]!];
    const where = `event ${i}: train ${train} starts operation ${operation} at ${time}`;
    const check = (good: boolean, rule: string): void => {
      if (!good) throw new Error(`${rule} (${where})`);
    };
    check(time >= last, "time goes back");
    last = time;
    check(time >= problem.earliest[operation]!, "too early");
    const latest = problem.latest[operation]!;
    check(latest === UNBOUNDED || time <= latest, "too late");
    const before = at.get(train);
    if (before === undefined) {
      check(operation === problem.trainStart[train], "does not begin at its entry");
    } else {
      check(successorsOf(problem, before.operation).includes(operation), "no successor");
      const lasted = time - before.time;
      check(lasted >= problem.least[before.operation]!, "too short");
      const greatest = problem.greatest[before.operation]!;
      check(greatest === UNBOUNDED || lasted <= greatest, "too long");
      for (const [resource, release] of heldBy(problem, before.operation)) {
        const use = uses.get(resource)!.find((u) => u.train === train && u.free === Infinity)!;
        use.free = time + release;
        check(isOpen(problem, resource, before.time, use.free), "held while closed");
      }
    }
    for (const [resource] of heldBy(problem, operation)) {
      const held = uses.get(resource) ?? [];
      const free = held.every((use) => use.train === train || use.free <= time);
      check(free, `resource ${resource} is held`);
      uses.set(resource, [...held, { train, free: Infinity }]);
    }
    cost += costOf(problem, operation, time);
    at.set(train, { operation, time });
  }
  for (let train = 0; train + 1 < problem.trainStart.length; train++) {
    const end = at.get(train);
    if (end === undefined || successorsOf(problem, end.operation).length > 0) {
      throw new Error(`train ${train} does not arrive`);
    }
    for (const [resource] of heldBy(problem, end.operation)) {
      if (!isOpen(problem, resource, end.time, Infinity)) throw new Error("held while closed");
    }
  }
  if (cost !== answer.cost) throw new Error(`says ${answer.cost}, costs ${cost}`);
  return cost;
}

export function successorsOf(problem: DispatchProblem, operation: number): number[] {
  const { successors, successorStart } = problem;
  return Array.from(successors.slice(successorStart[operation], successorStart[operation + 1]));
}

/** What an operation holds, and for how long after its end. */
export function heldBy(problem: DispatchProblem, operation: number): [number, number][] {
  const { held, release, heldStart } = problem;
  const [from, to] = [heldStart[operation]!, heldStart[operation + 1]!];
  return Array.from(held.slice(from, to), (resource, i) => [resource, release[from + i]!]);
}

export function costOf(problem: DispatchProblem, operation: number, time: number): number {
  let cost = 0;
  for (const [i, other] of problem.costOperation.entries()) {
    const late = time - problem.costThreshold[i]!;
    if (other !== operation || late < 0) continue;
    cost += problem.costSlope[i]! * late + problem.costStep[i]!;
  }
  return cost;
}

function isOpen(problem: DispatchProblem, resource: number, begin: number, end: number): boolean {
  const { closed, closedBegin, closedEnd } = problem;
  return closed.every(
    (other, i) => other !== resource || closedBegin[i]! >= end || closedEnd[i]! <= begin,
  );
}
