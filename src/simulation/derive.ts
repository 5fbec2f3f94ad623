/**
 * The handlers of derived data. One order for all: read the trains, ask for the rights on what they
 * belong to, make sure that infrastructure and profile set exist, then compute what no cache has.
 */
import type { TrainOutcome } from "../../workers/tasks/types.ts";
import { profileSetNotFound } from "../electrical_profile_set/electrical_profile_set.errors.ts";
import { getProfileSet } from "../electrical_profile_set/electrical_profile_set.queries.ts";
import type { Context, JsonText, Resources } from "../http/endpoint.ts";
import { loadInfra } from "../infra/load_infra.ts";
import { describeFailure, describePath } from "../path/describe_path.ts";
import type { ComputeScope } from "../path/find_paths.ts";
import { speedLimitTags } from "../speed_limit_tag/speed_limit_tags.ts";
import {
  tooManyTrains,
  trainScheduleBatchNotFound,
  trainScheduleNotFound,
} from "../train_schedule/train_schedule.errors.ts";
import { listTrainRecords, type TrainRecord } from "../train_schedule/train_schedule.queries.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";
import { type Profiles, type SimulationScope, simulateTrains } from "./simulate_trains.ts";
import { printFailedSimulation, printFailedSummary, printSummary } from "./simulation_answer.ts";
import { findTrainPaths, readStocks, type Stocks, type TrainPath } from "./train_paths.ts";

/** What a simulation depends on beside its train. */
export interface Surroundings {
  readonly infra_id: number;
  readonly electrical_profile_set_id: number | null;
}

/** The path of one train, in the form of a pathfinding answer. */
export async function answerTrainPath(
  ctx: Context,
  train_id: number,
  infra_id: number,
): Promise<JsonText> {
  const train = await readTrain(ctx, train_id);
  const scope = await openScope(ctx, infra_id, "interactive");
  const path = await findTrainPath(scope, train);
  if (path.kind === "found") return { json: await describePath(scope, path.path) };
  const failure = await describeFailure(scope, path.failure, path.items);
  return { json: JSON.stringify({ status: "failure", ...failure }) };
}

/** The simulation of one train. */
export async function answerTrainSimulation(
  ctx: Context,
  train_id: number,
  surroundings: Surroundings,
): Promise<JsonText> {
  const train = await readTrain(ctx, train_id);
  const scope = await openSimulationScope(ctx, surroundings, "interactive");
  const path = await findTrainPath(scope, train);
  if (path.kind === "failed") {
    const pathfinding_failed = await describeFailure(scope, path.failure, path.items);
    return { json: JSON.stringify({ status: "pathfinding_failed", pathfinding_failed }) };
  }
  const [outcome] = await simulateTrains(scope, [path]);
  if (outcome === undefined) throw new Error("a simulation has no outcome");
  if (outcome.kind !== "success") return { json: JSON.stringify(printFailedSimulation(outcome)) };
  const { infra, services, signal, priority } = scope;
  const input = { infra, packed: outcome.packed };
  return { json: await services.compute.run("describe_simulation", input, { signal, priority }) };
}

/** Summaries of the given (distinct) trains by id. */
export async function answerSummaries(
  ctx: Context,
  ids: readonly number[],
  surroundings: Surroundings,
  resources: Resources = {},
): Promise<JsonText> {
  const { summary_trains } = ctx.services.config.limits;
  if (ids.length > summary_trains) throw tooManyTrains(ids.length, summary_trains);
  const { records, stocks } = await readTrains(ctx, ids, resources);
  const scope = await openSimulationScope(ctx, surroundings, "batch");
  const trains = records.map(({ train }) => train);
  const paths = await findTrainPaths(scope, trains, stocks);
  const outcomes = await simulateTrains(
    scope,
    paths.filter((path) => path.kind === "found"),
  );
  let next = 0;
  const summaries = paths.map((path, i) => {
    const summary =
      path.kind === "failed"
        ? printFailedSummary(path.failure, path.items)
        : printNextSummary(outcomes[next++]);
    return `"${records[i]?.id}":${JSON.stringify(summary)}`;
  });
  return { json: `{${summaries.join(",")}}` };
}

function printNextSummary(outcome: TrainOutcome | undefined): Readonly<Record<string, unknown>> {
  if (outcome === undefined) throw new Error("a simulation has no outcome");
  return printSummary(outcome);
}

async function findTrainPath(scope: ComputeScope, { train, stocks }: OneTrain): Promise<TrainPath> {
  const [path] = await findTrainPaths(scope, [train], stocks);
  if (path === undefined) throw new Error("a train has no path outcome");
  return path;
}

interface OneTrain {
  readonly train: TrainSchedule;
  readonly stocks: Stocks;
}

/** One train with its rolling stock, after the check of the caller's rights on both. */
async function readTrain(ctx: Context, id: number): Promise<OneTrain> {
  const [record] = await listTrainRecords(ctx.services.db, [id]);
  if (record === undefined) throw trainScheduleNotFound(id);
  return { train: record.train, stocks: await requireStocks(ctx, [record], {}) };
}

/**
 * The trains in the order of their ids and their rolling stocks, after the check of the rights on all
 * of them and on `resources`.
 */
async function readTrains(
  ctx: Context,
  ids: readonly number[],
  resources: Resources,
): Promise<{ records: TrainRecord[]; stocks: Stocks }> {
  const found = await listTrainRecords(ctx.services.db, ids);
  if (found.length < ids.length) throw trainScheduleBatchNotFound(ids.length - found.length);
  const stocks = await requireStocks(ctx, found, resources);
  const byId = new Map(found.map((record) => [record.id, record]));
  return { records: ids.flatMap((id) => byId.get(id) ?? []), stocks };
}

/** The rolling stocks of trains; asks for the rights on timetables, stocks and `resources` at once. */
async function requireStocks(
  ctx: Context,
  records: readonly TrainRecord[],
  resources: Resources,
): Promise<Stocks> {
  const trains = records.map(({ train }) => train);
  const stocks = await readStocks(ctx.services.db, trains);
  await ctx.require({
    ...resources,
    timetable: [...new Set(records.map(({ timetable_id }) => timetable_id))],
    rolling_stock_collection: stocks.collection_ids,
  });
  return stocks;
}

async function openScope(
  ctx: Context,
  infra_id: number,
  priority: ComputeScope["priority"],
): Promise<ComputeScope> {
  const infra = await loadInfra(ctx, infra_id, "TrainScheduleInfraNotFound");
  return { services: ctx.services, infra, signal: ctx.signal, priority };
}

async function openSimulationScope(
  ctx: Context,
  { infra_id, electrical_profile_set_id }: Surroundings,
  priority: ComputeScope["priority"],
): Promise<SimulationScope> {
  const profiles = await readProfiles(ctx, electrical_profile_set_id);
  const scope = await openScope(ctx, infra_id, priority);
  return { ...scope, profiles, tags: speedLimitTags(ctx.services.config) };
}

async function readProfiles(ctx: Context, set_id: number | null): Promise<Profiles | null> {
  if (set_id === null) return null;
  const content = await getProfileSet(ctx.services.db, set_id);
  if (content === null) throw profileSetNotFound(set_id);
  return { key: String(set_id), json: new TextEncoder().encode(content) };
}
