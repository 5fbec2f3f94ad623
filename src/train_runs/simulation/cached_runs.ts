/**
 * Simulations of many trains from the cache or from the workers. A cache key contains exactly what
 * a run depends on: the path, the rolling stock's physics, the train's schedule, margins and
 * settings, the electrical profiles, and the temporary speed limits that it meets. The start time
 * itself is not part of it, so moving a train recomputes nothing while it meets the same limits.
 */
import type { PathTemporaryLimits } from "../../../workers/engine/simulation/temporary_limits.ts";
import type { TrainOutcome, TrainRunMessage } from "../../../workers/tasks/types.ts";
import { fallbacksOf } from "../../network/speed_limit_tag/speed_limit_tags.ts";
import { hashKey, hashText } from "../../platform/compute/keys.ts";
import { given } from "../../platform/given.ts";
import { mapInTurns } from "../../platform/turns.ts";
import type { EngineStock } from "../../vehicles/rolling_stock/records.ts";
import { resolveAll, runTask } from "../path/setup.ts";
import type { SimulationSetup } from "./setup.ts";
import { SHARED_TRAIN } from "./shared_train.ts";
import type { FoundTrain } from "./train_paths.ts";
import { toRunSettings } from "./train_run.ts";

interface Job {
  /** The index of its stock is set once its batch is known. */
  readonly run: TrainRunMessage;
  readonly stock: EngineStock;
}

const OUTCOME_BYTES = 512;

/** A run's outcome, and the key of everything it depends on. */
export interface KeyedOutcome {
  readonly run_key: string;
  readonly outcome: TrainOutcome;
}

/** A train with the temporary limits that it runs under; absent or null: none. */
interface LimitedTrain {
  readonly found: FoundTrain;
  readonly temporary_limits?: PathTemporaryLimits | null;
}

/** The outcome of each train, in order; equal runs are simulated once. */
export async function simulateTrains(
  setup: SimulationSetup,
  trains: readonly LimitedTrain[],
): Promise<KeyedOutcome[]> {
  const { profiles, signal } = setup;
  const { run_accuracy } = setup.services.config;
  // Two passes, because for the longest train each of them fills a turn.
  const settings = await mapInTurns(trains, signal, ({ found, temporary_limits }) => {
    const { train, path } = found;
    const fallbacks = fallbacksOf(setup.tags, train.speed_limit_tag);
    const own = toRunSettings(train, path, fallbacks, run_accuracy);
    return temporary_limits ? { ...own, temporary_limits } : own;
  });
  const jobs = await mapInTurns(trains, signal, ({ found }, i) => {
    const { stock, path, path_key } = found;
    const settings_json = JSON.stringify(settings[i]);
    const run = { path, stock_index: 0, settings_json };
    const parts = [path_key, stock.physics.key, profiles?.key ?? null, hashText(settings_json)];
    return { key: hashKey("simulation", parts), job: { run, stock } };
  });
  const outcomes = await resolveAll<Job, TrainOutcome, SimulationSetup>(setup, jobs, {
    compute: async (batch, own) => {
      const { runs, stocks } = collectStocks(batch);
      return runTask(own, "simulate_trains", {
        profiles,
        trains: runs,
        stocks: stocks.map((stock) => stock.physics),
      });
    },
    sizeOf: outcomeBytes,
    shared: SHARED_TRAIN,
  });
  return outcomes.map((outcome, i) => ({
    run_key: given(jobs[i], "every outcome has a job").key,
    outcome,
  }));
}

/** The runs of a batch and their rolling stocks, each stock once. */
function collectStocks(batch: readonly Job[]): { runs: TrainRunMessage[]; stocks: EngineStock[] } {
  const indices = new Map<string, number>();
  const stocks: EngineStock[] = [];
  const runs = batch.map(({ run, stock }) => {
    let stock_index = indices.get(stock.physics.key);
    if (stock_index === undefined) {
      stock_index = stocks.push(stock) - 1;
      indices.set(stock.physics.key, stock_index);
    }
    return { ...run, stock_index };
  });
  return { runs, stocks };
}

function outcomeBytes(outcome: TrainOutcome): number {
  if (outcome.kind !== "success") return OUTCOME_BYTES;
  const { packed, requirements, base } = outcome;
  const figures_bytes = base.item_times_ms.length * 24;
  return OUTCOME_BYTES + packed.byteLength + requirements.byte_length + figures_bytes;
}
