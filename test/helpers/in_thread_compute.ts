/** A stand-in for the worker pool in tests: the same tasks, run in this thread. */
import type { Compute } from "../../src/platform/compute/pool.ts";
import * as tasks from "../../workers/tasks.ts";

const table = { ...tasks };

export interface InThreadCompute extends Compute {
  /** Names of the tasks that were run, in order. */
  readonly runs: string[];
  readonly evicted: string[];
  /** Those that were simulated so far. */
  readonly countTrains: () => number;
}

/** Each is of a database of its own, where other networks have the same keys; this thread's views are common to all. */
let count = 0;

export function makeInThreadCompute(): InThreadCompute {
  const runs: string[] = [];
  const evicted: string[] = [];
  let train_count = 0;
  const own = ++count;
  return {
    runs,
    evicted,
    countTrains: () => train_count,
    enter: async () => () => undefined,
    threads: 1,
    load: 0,
    run: async (name, input, { signal }) => {
      signal?.throwIfAborted();
      runs.push(name);
      if (name === "simulate_trains" && "trains" in input) train_count += input.trains.length;
      // A thread gets a copy of its input; shared buffers stay shared in both.
      const copy = structuredClone(input);
      const named =
        "infra" in copy && "key" in copy.infra
          ? { ...copy, infra: { ...copy.infra, key: `${own} ${copy.infra.key}` } }
          : copy;
      if ("edited" in named) {
        Object.assign(named.edited.infra, { key: `${own} ${named.edited.infra.key}` });
      }
      const task = table[name] as (input: unknown) => unknown;
      return (await task(named)) as never;
    },
    evict: (key) => {
      evicted.push(key);
    },
    close: async () => undefined,
  };
}
