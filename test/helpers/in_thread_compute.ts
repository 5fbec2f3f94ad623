/** The worker pool's twin for tests: the same tasks, run in this thread. */
import type { Compute } from "../../src/platform/compute/pool.ts";
import * as tasks from "../../workers/tasks.ts";

const table = { ...tasks };

export interface InThreadCompute extends Compute {
  /** Names of the tasks that were run, in order. */
  readonly runs: string[];
  readonly evicted: string[];
}

export function makeInThreadCompute(): InThreadCompute {
  const runs: string[] = [];
  const evicted: string[] = [];
  return {
    runs,
    evicted,
    threads: 1,
    load: 0,
    run: async (name, input, { signal }) => {
      signal?.throwIfAborted();
      runs.push(name);
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
