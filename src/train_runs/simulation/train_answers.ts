/**
 * The handlers of derived data of trains. One order for all: read the trains, ask for the rights on what
 * they belong to, make sure that infrastructure and profile set exist, then compute what no cache has.
 */

import type { ComputeScope } from "../../platform/compute/scope.ts";
import type { Context, JsonText, Resources } from "../../platform/http/endpoint.ts";
import { type Departure, departTrain } from "../../timetable/train_schedule/departures.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { describeFailure, describePath } from "../path/describe_path.ts";
import { computeDepartures, computeTrains } from "./compute_trains.ts";
import { readTrain, readTrains } from "./read_trains.ts";
import { openPathScope, openSimulationScope, type SimulationParameters } from "./scope.ts";
import type { SimulationScope } from "./simulate_trains.ts";
import {
  printFailedSimulation,
  printSummariesWithRelaxed,
  printSummary,
} from "./simulation_answer.ts";
import { findTrainPaths } from "./train_paths.ts";

const AREA = "TrainScheduleInfraNotFound";

/** The path of one train schedule, in the form of a pathfinding answer. */
export async function answerTrainPath(
  ctx: Context,
  train_id: number,
  infra_id: number,
): Promise<JsonText> {
  const { train, stocks } = await readTrain(ctx, train_id);
  const scope = await openPathScope(ctx, infra_id, { priority: "interactive", area: AREA });
  return await describeTrainPath(scope, train, stocks);
}

/** The simulation of one train schedule. */
export async function answerTrainSimulation(
  ctx: Context,
  train_id: number,
  parameters: SimulationParameters,
): Promise<JsonText> {
  const { train, stocks } = await readTrain(ctx, train_id);
  const options = { priority: "interactive", area: AREA } as const;
  const scope = await openSimulationScope(ctx, parameters, options);
  return await describeTrainSimulation(scope, departTrain(train), stocks);
}

/** Summaries of the given (distinct) train schedules by id. */
export async function answerSummaries(
  ctx: Context,
  ids: readonly number[],
  {
    relaxed_paths = false,
    ...parameters
  }: SimulationParameters & { readonly relaxed_paths?: boolean },
  resources: Resources = {},
): Promise<JsonText> {
  const { records, stocks } = await readTrains(ctx, ids, resources);
  const options = { priority: "batch", area: AREA } as const;
  const scope = await openSimulationScope(ctx, parameters, options);
  const trains = records.map(({ train }) => train);
  const computed = await computeTrains(scope, trains, stocks);
  const texts = relaxed_paths
    ? await printSummariesWithRelaxed(scope, computed)
    : computed.map((one) => JSON.stringify(printSummary(one)));
  const summaries = texts.map((text, i) => `"${records[i]?.id}":${text}`);
  return { json: `{${summaries.join(",")}}` };
}

/** The path of a train as JSON text, or why there is none. */
export async function describeTrainPath(
  scope: ComputeScope,
  train: TrainSchedule,
  stocks: RequestStocks,
): Promise<JsonText> {
  const [path] = await findTrainPaths(scope, [train], stocks);
  if (path === undefined) throw new Error("a train has no path outcome");
  if (path.kind === "found") return { json: await describePath(scope, path.path) };
  const failure = await describeFailure(scope, path.failure, path.items);
  return { json: JSON.stringify({ status: "failure", ...failure }) };
}

/** The simulation of a train as JSON text, or why there is none. */
export async function describeTrainSimulation(
  scope: SimulationScope,
  departure: Departure,
  stocks: RequestStocks,
): Promise<JsonText> {
  const [computed] = await computeDepartures(scope, [departure], stocks);
  if (computed === undefined) throw new Error("a train was not computed");
  if (computed.kind === "failed") {
    const pathfinding_failed = await describeFailure(scope, computed.failure, computed.items);
    return { json: JSON.stringify({ status: "pathfinding_failed", pathfinding_failed }) };
  }
  const { outcome, path } = computed;
  if (outcome.kind !== "success") return { json: JSON.stringify(printFailedSimulation(outcome)) };
  const { infra, services, signal, share, priority } = scope;
  const { packed, requirements } = outcome;
  const ids = departure.train.path.map(({ id }) => id);
  const waypoints = { ids, positions_mm: path.item_positions_mm };
  const input = { infra, packed, requirements, waypoints };
  const options = { share, signal, priority };
  return { json: await services.compute.run("describe_simulation", input, options) };
}
