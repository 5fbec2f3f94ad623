/**
 * Paths from the cache or from the workers. A cache key contains exactly what a path depends on (the network, the
 * waypoints' locations and the rolling stock's properties that pathfinding uses): no train, no time, no user.
 */
import type { PathOutcome, PathRequest, PathRequestMessage } from "../../../workers/tasks/types.ts";
import type { KeyedInfra } from "../../platform/compute/infra_store.ts";
import { hashKey, hashText } from "../../platform/compute/keys.ts";
import { type ComputeSetup, resolveAll, runTask } from "./setup.ts";
import { SHARED_PATH } from "./shared_path.ts";

/** Bytes of an outcome besides its packed path: the object, its numbers and the key. */
const OUTCOME_BYTES = 512;

/** A request for a thread, with the cache key of its path. */
export interface KeyedRequest {
  readonly key: string;
  readonly job: PathRequestMessage;
}

export function keyRequest(infra: KeyedInfra, { items, stock }: PathRequest): KeyedRequest {
  const items_json = JSON.stringify(items);
  const key = hashKey("path", [
    infra.digest,
    hashText(items_json),
    stock.loading_gauge,
    stock.is_thermal,
    stock.supported_electrifications,
    stock.supported_signaling_systems,
    stock.maximum_speed_m_s,
  ]);
  return { key, job: { items_json, stock } };
}

/** The outcome of each request, in order; equal requests are searched once. */
export async function findPaths(
  setup: ComputeSetup,
  requests: readonly KeyedRequest[],
): Promise<PathOutcome[]> {
  return resolveAll<PathRequestMessage, PathOutcome, ComputeSetup>(setup, requests, {
    compute: async (batch, own) => runTask(own, "find_paths", { requests: batch }),
    sizeOf: outcomeBytes,
    shared: SHARED_PATH,
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
