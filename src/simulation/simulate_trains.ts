/**
 * Simulations of many trains from the cache or from the workers. A cache key is everything that a
 * run depends on: the path, the rolling stock's physics, the train's schedule, margins and settings,
 * the electrical profiles. The start time is not among it, so moving a train computes nothing.
 */
import type { TrainOutcome, TrainRun } from "../../workers/tasks/types.ts";
import { type ComputeScope, hashKey, splitIntoBatches } from "../path/find_paths.ts";
import type { EngineStock } from "../rolling_stock/records.ts";
import type { SpeedLimitTags } from "../speed_limit_tag/speed_limit_tags.ts";
import { fallbacksOf } from "../speed_limit_tag/speed_limit_tags.ts";
import type { TrainPath } from "./train_paths.ts";
import { toTrainRun } from "./train_run.ts";

/** An electrical profile set: its id as key, and its JSON text. */
export interface Profiles {
  readonly key: string;
  readonly json: Uint8Array;
}

/** What all trains of a request share. */
export interface SimulationScope extends ComputeScope {
  readonly profiles: Profiles | null;
  readonly tags: SpeedLimitTags;
}

type FoundTrain = Extract<TrainPath, { kind: "found" }>;

interface Job {
  readonly found: FoundTrain;
  readonly fallback_tags: readonly string[];
}

const OUTCOME_BYTES = 512;

/** The outcome of each train, in order; equal runs are simulated once. */
export async function simulateTrains(
  scope: SimulationScope,
  trains: readonly FoundTrain[],
): Promise<TrainOutcome[]> {
  const { services, infra, profiles, signal, priority } = scope;
  const jobs = trains.map((found) => {
    const job = { found, fallback_tags: fallbacksOf(scope.tags, found.train.speed_limit_tag) };
    return { key: simulationKey(job, profiles), job };
  });
  return services.derived.resolveMany<Job, TrainOutcome>(jobs, {
    signal,
    split: (missing) => splitIntoBatches(missing, services.config.workers.threads),
    compute: async (batch, batch_signal) => {
      const { runs, stocks } = makeRuns(batch);
      const input = { infra, profiles, trains: runs, stocks: stocks.map((stock) => stock.physics) };
      return services.compute.run("simulate_trains", input, {
        signal: batch_signal,
        priority,
      });
    },
    sizeOf: outcomeBytes,
  });
}

/** The runs of a batch and the rolling stocks that they point to, each stock once. */
function makeRuns(batch: readonly Job[]): { runs: TrainRun[]; stocks: readonly EngineStock[] } {
  const indices = new Map<string, number>();
  const stocks: EngineStock[] = [];
  const runs = batch.map(({ found, fallback_tags }) => {
    const { key } = found.stock.physics;
    let stock_index = indices.get(key);
    if (stock_index === undefined) {
      stock_index = stocks.push(found.stock) - 1;
      indices.set(key, stock_index);
    }
    return toTrainRun(found.train, { path: found.path, stock_index, fallback_tags });
  });
  return { runs, stocks };
}

function simulationKey({ found, fallback_tags }: Job, profiles: Profiles | null): string {
  const {
    path: _path,
    stock_index: _stock_index,
    ...settings
  } = toTrainRun(found.train, {
    path: found.path,
    stock_index: 0,
    fallback_tags,
  });
  return hashKey("simulation", [
    found.path_key,
    found.stock.physics.key,
    profiles?.key ?? null,
    settings,
  ]);
}

function outcomeBytes(outcome: TrainOutcome): number {
  if (outcome.kind !== "success") return OUTCOME_BYTES;
  return OUTCOME_BYTES + outcome.packed.byteLength + outcome.base.item_times_ms.length * 24;
}
