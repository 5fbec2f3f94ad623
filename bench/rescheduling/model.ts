/**
 * A problem prepared once for the search. Closed intervals become trains that can't move. The costs of an operation
 * become one piecewise linear function. Each operation knows its least time to the train's last cost.
 */
import { type DispatchProblem, UNBOUNDED } from "./problem.ts";

/** The fields of a problem that describe operations. */
type Operations = Pick<
  DispatchProblem,
  | "trainStart"
  | "earliest"
  | "latest"
  | "least"
  | "greatest"
  | "successorStart"
  | "successors"
  | "heldStart"
  | "held"
  | "release"
>;

/** Operations of closed intervals follow those of the problem. An operation names each resource once. */
export interface Model extends Operations {
  readonly problem: DispatchProblem;
  readonly resources: number;
  /** Trains of the problem, then one for each closed interval. */
  readonly trains: number;
  /** The largest number of resources of one operation, at least 1. */
  readonly heldMax: number;
  /** Whether any operation has a greatest duration. */
  readonly bounded: boolean;
  /** [nOperations] its train. */
  readonly trainOf: Int32Array;
  /** [nOperations + 1], then by piece: the time it begins, the cost then, and the cost of each further unit of time. */
  readonly pieceStart: Int32Array;
  readonly pieceTime: Float64Array;
  readonly pieceCost: Float64Array;
  readonly pieceSlope: Float64Array;
  /** [nTrains + 1] a train's first place for events; it has as many as its longest way has operations. */
  readonly eventStart: Int32Array;
  /** [nOperations] least time to the train's last operation with a cost; -1 where a way misses it or it is past. */
  readonly timeToCost: Float64Array;
  /** [nTrains] the last operation with a cost, -1 = none. */
  readonly lastCost: Int32Array;
  /** [nOperations] earliest start if the train were alone. */
  readonly soonest: Float64Array;
  /** [nHeld] the same of the first operation from which the resource is held without a break until this one. */
  readonly heldFrom: Float64Array;
}

/** What the start of an operation at a time costs. */
export function costAt(model: Model, operation: number, time: number): number {
  const { pieceStart, pieceTime } = model;
  let low = pieceStart[operation]!;
  let high = pieceStart[operation + 1]!;
  if (low === high || time < pieceTime[low]!) return 0;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (pieceTime[middle]! <= time) low = middle;
    else high = middle;
  }
  return model.pieceCost[low]! + model.pieceSlope[low]! * (time - pieceTime[low]!);
}

/** Merges closed intervals that meet on a resource. */
function mergeClosed(problem: DispatchProblem): [number, number, number][] {
  const { closed, closedBegin, closedEnd } = problem;
  const all = Array.from(closed, (resource, i): [number, number, number] => [
    resource,
    closedBegin[i]!,
    closedEnd[i]!,
  ])
    .filter(([, begin, end]) => begin < end)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: [number, number, number][] = [];
  for (const [resource, begin, end] of all) {
    const last = merged.at(-1);
    if (last !== undefined && last[0] === resource && begin <= last[2]) {
      last[2] = Math.max(last[2], end);
    } else {
      merged.push([resource, begin, end]);
    }
  }
  return merged;
}

/** Operations of the problem, then two for each closed interval: one is the interval, one comes after its end. */
function listOperations(problem: DispatchProblem): Operations {
  const closed = mergeClosed(problem);
  const [begins, ends] = [closed.map(([, begin]) => begin), closed.map(([, , end]) => end)];
  const n = problem.earliest.length;
  const pairs = (first: (i: number) => number, second: (i: number) => number): number[] =>
    closed.flatMap((_, i) => [first(i), second(i)]);
  const begin = (i: number): number => begins[i]!;
  const end = (i: number): number => ends[i]!;
  const span = (i: number): number => end(i) - begin(i);
  const zero = (): number => 0;
  const { heldStart, held, release } = uniteHeld(problem);
  const nHeld = held.length;
  const nNext = problem.successors.length;
  return {
    trainStart: Int32Array.from([...problem.trainStart, ...closed.map((_, i) => n + 2 * i + 2)]),
    earliest: Int32Array.from([...problem.earliest, ...pairs(begin, end)]),
    latest: Int32Array.from([...problem.latest, ...pairs(begin, end)]),
    least: Int32Array.from([...problem.least, ...pairs(span, zero)]),
    greatest: Int32Array.from([...problem.greatest, ...pairs(span, () => UNBOUNDED)]),
    successorStart: Int32Array.from([
      ...problem.successorStart,
      ...pairs(
        (i) => nNext + i + 1,
        (i) => nNext + i + 1,
      ),
    ]),
    successors: Int32Array.from([...problem.successors, ...closed.map((_, i) => n + 2 * i + 1)]),
    heldStart: Int32Array.from([
      ...heldStart,
      ...pairs(
        (i) => nHeld + i + 1,
        (i) => nHeld + i + 1,
      ),
    ]),
    held: Int32Array.from([...held, ...closed.map(([resource]) => resource)]),
    release: Int32Array.from([...release, ...closed.map(zero)]),
  };
}

/** A resource that an operation names twice is held once, with the longer release time. */
function uniteHeld(problem: DispatchProblem): {
  heldStart: number[];
  held: number[];
  release: number[];
} {
  const heldStart = [0];
  const held: number[] = [];
  const release: number[] = [];
  for (let op = 0; op < problem.earliest.length; op++) {
    const first = held.length;
    for (let i = problem.heldStart[op]!; i < problem.heldStart[op + 1]!; i++) {
      const same = held.indexOf(problem.held[i]!, first);
      if (same >= 0) {
        release[same] = Math.max(release[same]!, problem.release[i]!);
      } else {
        held.push(problem.held[i]!);
        release.push(problem.release[i]!);
      }
    }
    heldStart.push(held.length);
  }
  return { heldStart, held, release };
}

type Pieces = Pick<Model, "pieceStart" | "pieceTime" | "pieceCost" | "pieceSlope">;

function makePieces(problem: DispatchProblem, nOperations: number): Pieces {
  const { costOperation, costThreshold, costStep, costSlope } = problem;
  const order = Array.from(costOperation, (_, i) => i).sort(
    (a, b) => costOperation[a]! - costOperation[b]! || costThreshold[a]! - costThreshold[b]!,
  );
  const pieceStart = new Int32Array(nOperations + 1);
  const [times, costs, slopes]: [number[], number[], number[]] = [[], [], []];
  let at = 0;
  for (let op = 0; op < nOperations; op++) {
    let cost = 0;
    let slope = 0;
    for (; at < order.length && costOperation[order[at]!] === op; at++) {
      const i = order[at]!;
      const time = costThreshold[i]!;
      const same = times.length > pieceStart[op]! && times.at(-1) === time;
      if (times.length > pieceStart[op]!) cost += slope * (time - times.at(-1)!);
      if (same) {
        times.pop();
        costs.pop();
        slopes.pop();
      }
      cost += costStep[i]!;
      slope += costSlope[i]!;
      times.push(time);
      costs.push(cost);
      slopes.push(slope);
    }
    pieceStart[op + 1] = times.length;
  }
  return {
    pieceStart,
    pieceTime: Float64Array.from(times),
    pieceCost: Float64Array.from(costs),
    pieceSlope: Float64Array.from(slopes),
  };
}

export function makeModel(problem: DispatchProblem): Model {
  const operations = listOperations(problem);
  const { trainStart, earliest, least, greatest, successorStart, successors } = operations;
  const trains = trainStart.length - 1;
  const n = earliest.length;
  const pieces = makePieces(problem, n);
  const trainOf = new Int32Array(n);
  const eventStart = new Int32Array(trains + 1);
  const lastCost = new Int32Array(trains).fill(-1);
  const timeToCost = new Float64Array(n).fill(-1);
  const soonest = new Float64Array(n).fill(Infinity);
  const heldFrom = new Float64Array(operations.held.length).fill(Infinity);
  const depth = new Int32Array(n);
  let heldMax = 1;
  for (let train = 0; train < trains; train++) {
    const [first, end] = [trainStart[train]!, trainStart[train + 1]!];
    soonest[first] = earliest[first]!;
    let longest = 0;
    for (let op = first; op < end; op++) {
      trainOf[op] = train;
      const [start, end] = [operations.heldStart[op]!, operations.heldStart[op + 1]!];
      for (let i = start; i < end; i++) heldFrom[i] = Math.min(heldFrom[i]!, soonest[op]!);
      longest = Math.max(longest, depth[op]! + 1);
      heldMax = Math.max(heldMax, operations.heldStart[op + 1]! - operations.heldStart[op]!);
      if (pieces.pieceStart[op + 1]! > pieces.pieceStart[op]!) lastCost[train] = op;
      for (let i = successorStart[op]!; i < successorStart[op + 1]!; i++) {
        const next = successors[i]!;
        depth[next] = Math.max(depth[next]!, depth[op]! + 1);
        const reached = Math.max(earliest[next]!, soonest[op]! + least[op]!);
        soonest[next] = Math.min(soonest[next]!, reached);
        holdOn(operations, op, next, heldFrom);
      }
    }
    eventStart[train + 1] = eventStart[train]! + longest;
    const goal = lastCost[train]!;
    if (goal >= 0) timeToCost[goal] = 0;
    for (let op = goal - 1; op >= first; op--) {
      let best = Infinity;
      for (let i = successorStart[op]!; i < successorStart[op + 1]!; i++) {
        const rest = timeToCost[successors[i]!]!;
        best = Math.min(best, rest < 0 ? -1 : rest + least[op]!);
      }
      timeToCost[op] = Number.isFinite(best) && best >= 0 ? best : -1;
    }
  }
  return {
    problem,
    resources: problem.resources,
    trains,
    ...operations,
    ...pieces,
    heldMax,
    bounded: greatest.some((time) => time !== UNBOUNDED),
    trainOf,
    eventStart,
    timeToCost,
    lastCost,
    soonest,
    heldFrom,
  };
}

/** What the next operation holds as well is held since the one before has it. */
function holdOn(
  { heldStart, held }: Operations,
  op: number,
  next: number,
  heldFrom: Float64Array,
): void {
  for (let i = heldStart[next]!; i < heldStart[next + 1]!; i++) {
    for (let j = heldStart[op]!; j < heldStart[op + 1]!; j++) {
      if (held[j] === held[i]) heldFrom[i] = Math.min(heldFrom[i]!, heldFrom[j]!);
    }
  }
}
