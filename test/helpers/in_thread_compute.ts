/** A stand-in for the worker pool in tests: the same tasks, run in this thread. */
import { randomUUID } from "node:crypto";
import { MessagePort } from "node:worker_threads";
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

export function makeInThreadCompute(): InThreadCompute {
  const runs: string[] = [];
  const evicted: string[] = [];
  let train_count = 0;
  // Each is of a database of its own, where other networks have the same keys; this thread's views are common to all,
  // and outlive a count in this file: tests of the page reset modules.
  const own = randomUUID();
  return {
    runs,
    evicted,
    countTrains: () => train_count,
    enter: async () => () => undefined,
    threads: 1,
    load: 0,
    run: async (name, input, { signal, transfer = [] }) => {
      signal?.throwIfAborted();
      runs.push(name);
      if (name === "simulate_trains" && "trains" in input) train_count += input.trains.length;
      // A thread gets a copy of its input; shared buffers stay shared in both, and ports can only move.
      const ports = transfer.filter((one) => one instanceof MessagePort);
      const copy = structuredClone(input, { transfer: ports });
      const prefix = `${own} `;
      if ("infra" in copy && copy.infra !== null && "key" in copy.infra)
        prefixKey(copy.infra, prefix);
      if ("edited" in copy) prefixKey(copy.edited.infra, prefix);
      if ("source" in copy && copy.source?.kind === "difference") {
        prefixKey(copy.source.from.infra, prefix);
      }
      if ("known" in copy && Array.isArray(copy.known)) {
        Object.assign(copy, { known: copy.known.map((key) => prefix + key) });
      }
      const task = table[name] as (input: unknown) => unknown;
      const outcome = await task(copy);
      return withoutOthers(outcome, prefix) as never;
    },
    evict: (key) => {
      evicted.push(key);
    },
    close: async () => undefined,
  };
}

function prefixKey(infra: { readonly key: string }, prefix: string): void {
  Object.assign(infra, { key: prefix + infra.key });
}

/** Keys that a task tells are those of this database. */
function withoutOthers(outcome: unknown, prefix: string): unknown {
  if (typeof outcome !== "object" || outcome === null) return outcome;
  if ("from" in outcome && typeof outcome.from === "string") {
    return { ...outcome, from: outcome.from.slice(prefix.length) };
  }
  if (!("known" in outcome)) return outcome;
  const known = outcome.known as readonly string[];
  const own = known.filter((key) => key.startsWith(prefix));
  return { ...outcome, known: own.map((key) => key.slice(prefix.length)) };
}
