/**
 * Paths from the cache or from the workers. A cache key is everything that a path depends on (the
 * network, the waypoints' locations and what pathfinding needs of a rolling stock) and nothing else:
 * no train, no time, no subject.
 */
import { createHash } from "node:crypto";
import type { InfraRef, PathOutcome, PathRequest } from "../../../workers/tasks/types.ts";
import type { Share } from "../../platform/queues/fair_queue.ts";
import type { Services } from "../../platform/services.ts";

/** Where and for whom something is computed. */
export interface ComputeScope {
  readonly services: Services;
  readonly infra: InfraRef;
  readonly signal: AbortSignal;
  readonly share: Share;
  /** Interactive requests go before batches. */
  readonly priority: "interactive" | "batch";
}

/** Trains in one task: short enough that others get their turn and that a cancellation bites. */
const BATCH_MAX = 20;
/** Bytes of an outcome beside its packed path: the object, its numbers and the key. */
const OUTCOME_BYTES = 512;

/** A short text for everything in `parts`; equal parts give equal texts in every process. */
export function hashKey(
  kind: "path" | "simulation" | "track_path" | "track_paths",
  parts: readonly unknown[],
): string {
  return `${kind}:${hashText(JSON.stringify(parts))}`;
}

export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** The cache key of a path. */
export function pathKey(infra: InfraRef, { items, stock }: PathRequest): string {
  return hashKey("path", [
    infra.key,
    items,
    stock.loading_gauge,
    stock.is_thermal,
    stock.supported_electrifications,
    stock.supported_signaling_systems,
    stock.maximum_speed_m_s,
  ]);
}

/** Cuts jobs into batches for the pool: evenly over its threads, none longer than `size_max`. */
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

/** A request under its `pathKey`. */
export interface KeyedRequest {
  readonly key: string;
  readonly job: PathRequest;
}

/** The outcome of each request, in order; equal requests are searched once. */
export async function findPaths(
  scope: ComputeScope,
  requests: readonly KeyedRequest[],
): Promise<PathOutcome[]> {
  const { services, infra, signal, share, priority } = scope;
  return services.derived.resolveMany<PathRequest, PathOutcome>(requests, {
    signal,
    split: (jobs) => splitIntoBatches(jobs, services.config.workers.threads),
    compute: async (batch, batch_signal) =>
      services.compute.run(
        "find_paths",
        { infra, requests: batch },
        { share, signal: batch_signal, priority },
      ),
    sizeOf: outcomeBytes,
  });
}

/** Bytes of an outcome in the cache. */
export function outcomeBytes(outcome: PathOutcome): number {
  switch (outcome.kind) {
    case "success":
      return OUTCOME_BYTES + pathBytes(outcome.path);
    case "incompatible_constraints":
      return OUTCOME_BYTES + pathBytes(outcome.relaxed_path);
    case "not_enough_path_items":
    case "invalid_path_items":
    case "not_found_in_blocks":
    case "not_found_in_tracks":
    case "internal_error":
      return OUTCOME_BYTES;
  }
}

function pathBytes({
  packed,
  item_positions_mm,
}: {
  packed: SharedArrayBuffer;
  item_positions_mm: readonly number[];
}): number {
  return packed.byteLength + item_positions_mm.length * 8;
}
