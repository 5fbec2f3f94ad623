/**
 * Paths on tracks and switches alone, from the cache or from the workers. As on blocks, a key holds
 * exactly what an answer depends on, so no signalling systems, speed or length of a stock.
 */
import type {
  ListTrackPathsInput,
  ListTrackPathsOutcome,
} from "../../../workers/tasks/list_track_paths.ts";
import type { PathOutcome, TrackPathRequest } from "../../../workers/tasks/types.ts";
import type { RunOptions } from "../../platform/compute/pool.ts";
import { type ComputeSetup, hashKey } from "../../platform/compute/setup.ts";
import type { SharedCodec } from "../../platform/compute/shared_value.ts";
import { outcomeBytes } from "./find_paths.ts";
import { SHARED_PATH, SHARED_PATH_LIST } from "./shared_path.ts";

/** The shortest path over waypoints. */
export async function findTrackPath(
  setup: ComputeSetup,
  request: TrackPathRequest,
): Promise<PathOutcome> {
  const { infra, services } = setup;
  const { items, stock } = request;
  const key = hashKey("track_path", [
    infra.digest,
    items,
    stock.loading_gauge,
    stock.is_thermal,
    stock.supported_electrifications,
  ]);
  return resolveOne(setup, key, {
    sizeOf: outcomeBytes,
    shared: SHARED_PATH,
    compute: async (options) =>
      services.compute.run("find_track_path", { infra, request }, options),
  });
}

/** The shortest paths between two places. */
export async function listTrackPaths(
  setup: ComputeSetup,
  request: Omit<ListTrackPathsInput, "infra">,
): Promise<ListTrackPathsOutcome> {
  const { infra, services } = setup;
  const { starting, ending, number } = request;
  const key = hashKey("track_paths", [infra.digest, starting, ending, number]);
  return resolveOne(setup, key, {
    sizeOf: (outcome) => (outcome.kind === "success" ? 2 * outcome.json.length : 0),
    shared: SHARED_PATH_LIST,
    compute: async (options) =>
      services.compute.run("list_track_paths", { infra, ...request }, options),
  });
}

async function resolveOne<Outcome>(
  { services, signal, share, priority }: ComputeSetup,
  key: string,
  how: {
    readonly sizeOf: (outcome: Outcome) => number;
    readonly shared: SharedCodec<Outcome>;
    readonly compute: (options: RunOptions) => Promise<Outcome>;
  },
): Promise<Outcome> {
  const [outcome] = await services.derived.resolveMany<string, Outcome>([{ key, job: key }], {
    signal,
    split: (jobs) => [jobs],
    compute: async (_, batch_signal) => [
      await how.compute({ share, signal: batch_signal, priority }),
    ],
    sizeOf: how.sizeOf,
    shared: how.shared,
  });
  if (outcome === undefined) throw new Error("a search has no outcome");
  return outcome;
}
