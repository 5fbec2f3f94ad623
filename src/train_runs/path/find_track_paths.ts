/**
 * Paths on tracks and switches alone, from the cache or from the workers. As for blocks, a key contains
 * exactly what an answer depends on; here that includes no signaling systems, speed or length of a stock.
 */
import type {
  ListTrackPathsInput,
  ListTrackPathsOutcome,
} from "../../../workers/tasks/path/list_track_paths.ts";
import type { PathOutcome, TrackPathRequest } from "../../../workers/tasks/types.ts";
import { hashKey } from "../../platform/compute/keys.ts";
import { outcomeBytes } from "./cached_paths.ts";
import { type ComputeSetup, resolveOne, runTask } from "./setup.ts";
import { SHARED_PATH, SHARED_PATH_LIST } from "./shared_path.ts";

/** The shortest path through waypoints. */
export async function findTrackPath(
  setup: ComputeSetup,
  request: TrackPathRequest,
): Promise<PathOutcome> {
  const { items, stock } = request;
  const key = hashKey("track_path", [
    setup.infra.digest,
    items,
    stock.loading_gauge,
    stock.is_thermal,
    stock.supported_electrifications,
  ]);
  return resolveOne(setup, key, {
    compute: async (own) => runTask(own, "find_track_path", { request }),
    sizeOf: outcomeBytes,
    shared: SHARED_PATH,
  });
}

/** The shortest paths between two places. */
export async function listTrackPaths(
  setup: ComputeSetup,
  request: Omit<ListTrackPathsInput, "infra">,
): Promise<ListTrackPathsOutcome> {
  const { starting, ending, number } = request;
  const key = hashKey("track_paths", [setup.infra.digest, starting, ending, number]);
  return resolveOne(setup, key, {
    compute: async (own) => runTask(own, "list_track_paths", request),
    sizeOf: (outcome) => (outcome.kind === "success" ? 2 * outcome.json.length : 0),
    shared: SHARED_PATH_LIST,
  });
}
