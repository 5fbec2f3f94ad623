/** A stand-in for the worker pool in tests: the same tasks, run in this thread. */
import { BroadcastChannel } from "node:worker_threads";
import type { Compute } from "../../src/platform/compute/pool.ts";
import { EVICT_CHANNEL } from "../../workers/tasks/infra_views.ts";
import * as tasks from "../../workers/tasks.ts";

const table = { ...tasks };

export interface InThreadCompute extends Compute {
  /** Names of the tasks that were run, in order. */
  readonly runs: string[];
  readonly evicted: string[];
  /** Those that were simulated so far. */
  readonly countTrains: () => number;
}

/** Keys of the networks that tests before have opened: another database has others under the same. */
const opened = new Set<string>();
const evictions = new BroadcastChannel(EVICT_CHANNEL);
evictions.unref();

export function makeInThreadCompute(): InThreadCompute {
  const runs: string[] = [];
  const evicted: string[] = [];
  let train_count = 0;
  for (const key of opened) evictions.postMessage({ evict: key });
  opened.clear();
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
      if ("infra" in input && "key" in input.infra) opened.add(input.infra.key);
      // A thread gets a copy of its input; shared buffers stay shared in both.
      const task = table[name] as (input: unknown) => unknown;
      return (await task(structuredClone(input))) as never;
    },
    evict: (key) => {
      evicted.push(key);
    },
    close: async () => undefined,
  };
}
