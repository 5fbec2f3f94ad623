/** What a computation runs with (network, caller, priority), keys of its results, and batches. */
import { createHash } from "node:crypto";
import type { Config } from "../config.ts";
import type { Share } from "../queues/fair_queue.ts";
import type { DerivedCache, Lookup } from "./derived_cache.ts";
import type { KeyedInfra } from "./infra_store.ts";
import type { Compute } from "./pool.ts";
import type { Priority } from "./task_queue.ts";
import type { WorkQueue } from "./work_queue.ts";

export interface ComputeSetup {
  readonly services: {
    readonly config: Config;
    readonly compute: Compute;
    readonly derived: DerivedCache;
    readonly work: WorkQueue | null;
  };
  readonly infra: KeyedInfra;
  readonly signal: AbortSignal;
  readonly share: Share;
  readonly priority: Priority;
  readonly lookup?: Lookup;
}

/** A short key of `parts`; equal parts give equal keys in every process. */
export function hashKey(kind: string, parts: readonly unknown[]): string {
  return `${kind}:${hashText(JSON.stringify(parts))}`;
}

export function hashText(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Trains per task: short enough that others get their turn and that a cancellation takes effect. */
const BATCH_MAX = 20;

/** Splits jobs into batches for the pool: evenly over its threads, none longer than `size_max`. */
export function splitIntoBatches<Job>(
  jobs: readonly Job[],
  threads: number,
  size_max = BATCH_MAX,
): Job[][] {
  const size = Math.max(1, Math.min(size_max, Math.ceil(jobs.length / threads)));
  const batches: Job[][] = [];
  for (let i = 0; i < jobs.length; i += size) batches.push(jobs.slice(i, i + size));
  return batches;
}
