/**
 * Path and simulation of every train of a request: what summaries, conflicts and projections start
 * from, of train schedules and of the occurrences of paced trains alike.
 */
import type { TrainOutcome } from "../../workers/tasks/types.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";
import { type SimulationScope, simulateTrains } from "./simulate_trains.ts";
import type { StockBook } from "./stock_book.ts";
import { type FoundTrain, findTrainPaths, type PathlessTrain } from "./train_paths.ts";

/** A train whose path was found, and how its run went. */
export interface SimulatedTrain extends Omit<FoundTrain, "kind"> {
  readonly kind: "simulated";
  readonly outcome: TrainOutcome;
}

export type ComputedTrain = PathlessTrain | SimulatedTrain;

/**
 * One result a train, in order; `stocks` knows the stocks of all of them. Trains that are one object
 * have one result: the occurrences of a paced train cost one look into the cache.
 */
export async function computeTrains(
  scope: SimulationScope,
  trains: readonly TrainSchedule[],
  stocks: StockBook,
): Promise<ComputedTrain[]> {
  const distinct = [...new Set(trains)];
  const paths = await findTrainPaths(scope, distinct, stocks);
  const found = paths.filter((path) => path.kind === "found");
  const outcomes = await simulateTrains(scope, found);
  const computed = new Map<TrainSchedule, ComputedTrain>();
  for (const path of paths) if (path.kind === "failed") computed.set(path.train, path);
  for (const [i, path] of found.entries()) {
    const outcome = outcomes[i];
    if (outcome === undefined) throw new Error("a simulation has no outcome");
    computed.set(path.train, { ...path, kind: "simulated", outcome });
  }
  return trains.map((train) => {
    const one = computed.get(train);
    if (one === undefined) throw new Error("a train was not computed");
    return one;
  });
}
