/** Problems and answers in the public format, and as the solver has them; docs/dispatch.md describes it. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type DispatchAnswer, type DispatchProblem, UNBOUNDED } from "../rescheduling/problem.ts";

interface PublicOperation {
  readonly start_lb?: number;
  readonly start_ub?: number;
  readonly min_duration: number;
  readonly resources?: readonly { readonly resource: string; readonly release_time?: number }[];
  readonly successors: readonly number[];
}

export interface PublicProblem {
  readonly trains: readonly (readonly PublicOperation[])[];
  readonly objective: readonly {
    readonly train: number;
    readonly operation: number;
    readonly threshold?: number;
    readonly increment?: number;
    readonly coeff?: number;
  }[];
}

export function readPublicProblem(path: string): PublicProblem {
  const bytes = readFileSync(path);
  return JSON.parse((path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString()) as PublicProblem;
}

export function toProblem({ trains, objective }: PublicProblem): DispatchProblem {
  const operations = trains.flat();
  const trainStart = [0];
  for (const train of trains) trainStart.push(trainStart.at(-1)! + train.length);
  const firstOf = trains.flatMap((train, i) => train.map(() => trainStart[i]!));
  const resources = new Map<string, number>();
  const held = operations.map(({ resources: named = [] }) =>
    named.map(({ resource }) => {
      const known = resources.get(resource) ?? resources.size;
      resources.set(resource, known);
      return known;
    }),
  );
  return {
    resources: resources.size,
    trainStart: Int32Array.from(trainStart),
    earliest: Int32Array.from(operations, ({ start_lb = 0 }) => start_lb),
    latest: Int32Array.from(operations, ({ start_ub = UNBOUNDED }) => start_ub),
    least: Int32Array.from(operations, ({ min_duration }) => min_duration),
    greatest: new Int32Array(operations.length).fill(UNBOUNDED),
    successorStart: starts(operations.map(({ successors }) => successors.length)),
    successors: Int32Array.from(
      operations.flatMap(({ successors }, i) => successors.map((to) => firstOf[i]! + to)),
    ),
    heldStart: starts(held.map(({ length }) => length)),
    held: Int32Array.from(held.flat()),
    release: Int32Array.from(
      operations.flatMap(({ resources: named = [] }) =>
        named.map(({ release_time = 0 }) => release_time),
      ),
    ),
    costOperation: Int32Array.from(
      objective,
      ({ train, operation }) => trainStart[train]! + operation,
    ),
    costThreshold: Int32Array.from(objective, ({ threshold = 0 }) => threshold),
    costStep: Float64Array.from(objective, ({ increment = 0 }) => increment),
    costSlope: Float64Array.from(objective, ({ coeff = 0 }) => coeff),
    closed: new Int32Array(),
    closedBegin: new Int32Array(),
    closedEnd: new Int32Array(),
  };
}

function starts(lengths: readonly number[]): Int32Array {
  const all = new Int32Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) all[i + 1] = all[i]! + length;
  return all;
}

export interface PublicAnswer {
  readonly objective_value: number;
  readonly events: readonly {
    readonly time: number;
    readonly train: number;
    readonly operation: number;
  }[];
}

export function writePublicAnswer(problem: DispatchProblem, answer: DispatchAnswer): PublicAnswer {
  const { cost, times, operations, trains } = answer;
  return {
    objective_value: cost,
    events: Array.from(times, (time, i) => ({
      time,
      train: trains[i]!,
      operation: operations[i]! - problem.trainStart[trains[i]!]!,
    })),
  };
}
