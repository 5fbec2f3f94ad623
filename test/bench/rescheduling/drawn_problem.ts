/** Problems drawn from a seed: trains in both directions over a line of stations and single tracks. */
import { Random } from "../../../bench/network/random.ts";
import { type DispatchProblem, UNBOUNDED } from "../../../bench/rescheduling/problem.ts";

export interface DrawnOptions {
  readonly trains: number;
  /** With a single track between two of them. */
  readonly stations: number;
  /** Tracks of a station. */
  readonly tracks: number;
  /** Greatest durations on single tracks: a train does not wait there. */
  readonly bounded?: boolean;
  /** Closed intervals. */
  readonly closed?: number;
  /** Whether trains stand on a station's track at the begin. */
  readonly standing?: boolean;
  /** Whether stations hold any number of trains, and nothing is held after its end. */
  readonly open?: boolean;
}

interface Operation {
  readonly train: number;
  readonly earliest: number;
  readonly latest: number;
  readonly least: number;
  readonly greatest: number;
  readonly held: readonly number[];
  readonly release: number;
  readonly next: readonly number[];
}

export function drawProblem(seed: number, options: DrawnOptions): DispatchProblem {
  const random = new Random(seed);
  const { stations, tracks } = options;
  const track = (station: number, i: number): number => station * (tracks + 1) + i;
  const between = (station: number): number => station * (tracks + 1) + tracks;
  const operations: Operation[] = [];
  const trainStart = [0];
  const costs: [number, number, number, number][] = [];
  for (let train = 0; train < options.trains; train++) {
    const east = random.next() < 0.5;
    const entry = operations.length;
    const start = random.integer(0, 6);
    const release = random.integer(0, 1) * (options.open === true ? 0 : 1);
    const add = (least: number, held: readonly number[], more: Partial<Operation> = {}): void => {
      const next = more.next ?? [operations.length + 1];
      const free = { earliest: 0, latest: UNBOUNDED, greatest: UNBOUNDED };
      operations.push({ train, least, held, release, ...free, ...more, next });
    };
    const standing = options.standing === true && train < stations;
    if (!standing) add(0, [], { latest: options.open === true ? UNBOUNDED : 0 });
    const begin = east ? train : stations - 1 - train;
    for (let k = standing ? begin : 0; k < stations; k++) {
      const station = east ? k : stations - 1 - k;
      const first = operations.length;
      const after = first + (standing && first === entry ? 1 : tracks);
      const least = random.integer(0, 2);
      for (let i = 0; first + i < after; i++) {
        const earliest = first === entry ? 0 : start;
        const latest = first === entry ? 0 : UNBOUNDED;
        add(least, options.open === true ? [] : [track(station, i)], {
          earliest,
          latest,
          next: [after],
        });
      }
      if (first > entry) {
        const before = operations[first - 1]!;
        const ways = Array.from({ length: after - first }, (_, i) => first + i);
        operations[first - 1] = { ...before, next: ways };
      }
      if (k === stations - 1) break;
      const run = random.integer(1, 4);
      const greatest = options.bounded === true ? run : UNBOUNDED;
      add(run, [between(east ? station : station - 1)], { greatest });
    }
    const exit = operations.length;
    add(0, [], { next: [] });
    trainStart.push(operations.length);
    costs.push([exit, random.integer(0, 12), random.integer(0, 3), random.integer(1, 3)]);
    costs.push([exit, random.integer(5, 20), random.integer(0, 3), 0]);
  }
  const closed = Array.from({ length: options.closed ?? 0 }, (): [number, number, number] => {
    const begin = random.integer(1, 12);
    const resource = random.integer(0, stations * (tracks + 1) - 2);
    return [resource, begin, begin + random.integer(1, 6)];
  }).filter(([resource, begin, end], i, all) =>
    all.slice(0, i).every(([other, from, to]) => other !== resource || to < begin || end < from),
  );
  return toProblem(stations * (tracks + 1), trainStart, operations, costs, closed);
}

function toProblem(
  resources: number,
  trainStart: readonly number[],
  operations: readonly Operation[],
  costs: readonly (readonly [number, number, number, number])[],
  closed: readonly (readonly [number, number, number])[],
): DispatchProblem {
  const starts = (lengths: readonly number[]): Int32Array => {
    let sum = 0;
    return Int32Array.from([0, ...lengths.map((length) => (sum += length))]);
  };
  return {
    resources,
    trainStart: Int32Array.from(trainStart),
    earliest: Int32Array.from(operations, ({ earliest }) => earliest),
    latest: Int32Array.from(operations, ({ latest }) => latest),
    least: Int32Array.from(operations, ({ least }) => least),
    greatest: Int32Array.from(operations, ({ greatest }) => greatest),
    successorStart: starts(operations.map(({ next }) => next.length)),
    successors: Int32Array.from(operations.flatMap(({ next }) => next)),
    heldStart: starts(operations.map(({ held }) => held.length)),
    held: Int32Array.from(operations.flatMap(({ held }) => held)),
    release: Int32Array.from(operations.flatMap(({ held, release }) => held.map(() => release))),
    costOperation: Int32Array.from(costs, ([operation]) => operation),
    costThreshold: Int32Array.from(costs, ([, threshold]) => threshold),
    costStep: Float64Array.from(costs, ([, , step]) => step),
    costSlope: Float64Array.from(costs, ([, , , slope]) => slope),
    closed: Int32Array.from(closed, ([resource]) => resource),
    closedBegin: Int32Array.from(closed, ([, begin]) => begin),
    closedEnd: Int32Array.from(closed, ([, , end]) => end),
  };
}
