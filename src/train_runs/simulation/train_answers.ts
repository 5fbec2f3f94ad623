/**
 * The handlers of derived results of trains of either kind. One order for all: read the trains, check the
 * rights on what they belong to, make sure that infrastructure and profile set exist, then compute what is
 * not cached.
 */
import { given } from "../../platform/given.ts";
import type { Context, JsonText, Resources } from "../../platform/http/endpoint.ts";
import { readVariant, readVariants } from "../../timetable/train/read_trains.ts";
import type { TrainKind, Variants } from "../../timetable/train/train_kind.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import { describeFailure, describePath } from "../path/describe_path.ts";
import { openPathSetup, runTask } from "../path/setup.ts";
import { computeStored, type StoredDeparture } from "./compute_together.ts";
import { computeOne } from "./compute_trains.ts";
import type { DerivedKind } from "./derived_kinds.ts";
import { openSimulationSetup, type SimulationParameters } from "./setup.ts";
import {
  printFailedSimulation,
  printSummariesWithRelaxed,
  printSummary,
} from "./simulation_answer.ts";
import { findTrainPaths } from "./train_paths.ts";

/** Which train, or which of its exceptions. */
interface Wanted {
  readonly id: number;
  readonly exception_key?: string | undefined;
}

/** The path of a train in the form of a pathfinding answer. */
export async function answerTrainPath(
  ctx: Context,
  { kind, area }: DerivedKind,
  { infra_id, ...wanted }: Wanted & { readonly infra_id: number },
): Promise<JsonText> {
  const { departure, stocks } = await readVariant(ctx, kind, wanted);
  const setup = await openPathSetup(ctx, infra_id, { priority: "interactive", area });
  const [found] = await findTrainPaths(setup, [departure.train], stocks);
  const path = given(found, "every train has a path outcome");
  if (path.kind === "found") return { json: await describePath(setup, path.path) };
  const failure = await describeFailure(setup, path.failure, path.items);
  return { json: JSON.stringify({ status: "failure", ...failure }) };
}

/** The simulation of a train, or why there is none. */
export async function answerTrainSimulation(
  ctx: Context,
  { kind, area }: DerivedKind,
  { parameters, ...wanted }: Wanted & { readonly parameters: SimulationParameters },
): Promise<JsonText> {
  const { departure, stocks } = await readVariant(ctx, kind, wanted);
  const setup = await openSimulationSetup(ctx, parameters, { priority: "interactive", area });
  const computed = await computeOne(setup, departure, stocks);
  if (computed.kind === "failed") {
    const pathfinding_failed = await describeFailure(setup, computed.failure, computed.items);
    return { json: JSON.stringify({ status: "pathfinding_failed", pathfinding_failed }) };
  }
  const { outcome, path } = computed;
  if (outcome.kind !== "success") return { json: JSON.stringify(printFailedSimulation(outcome)) };
  const { packed, requirements } = outcome;
  const ids = departure.train.path.map(({ id }) => id);
  const waypoints = { ids, positions_mm: path.item_positions_mm };
  const input = { packed, requirements, waypoints };
  return { json: await runTask(setup, "describe_simulation", input) };
}

/** The request of summaries. */
interface SummariesWanted {
  /** Each once. */
  readonly ids: readonly number[];
  readonly parameters: SimulationParameters;
  readonly relaxed_paths: boolean;
  /** Other resources that the caller needs rights on. */
  readonly resources: Resources;
}

/** Summaries of the given trains by id. */
export async function answerSummaries(
  ctx: Context,
  derived: DerivedKind,
  { ids, parameters, relaxed_paths, resources }: SummariesWanted,
): Promise<JsonText> {
  const { kind, area } = derived;
  const { variants, stocks } = await readVariants(ctx, kind, { ids, resources });
  const setup = await openSimulationSetup(ctx, parameters, { priority: "batch", area });
  const computed = await computeStored(setup, storedVariants(kind, variants), stocks);
  const texts = relaxed_paths
    ? await printSummariesWithRelaxed(setup, computed)
    : computed.map((one) => JSON.stringify(printSummary(one)));
  return printTrains(derived, variants, texts);
}

/** The base train and then its exceptions'. */
export function departuresOf({ base, exceptions }: Variants): Departure[] {
  return [base, ...exceptions];
}

/** The same of many trains of a kind, as they are computed. */
export function storedVariants(
  { name }: Pick<TrainKind, "name">,
  trains: readonly Variants[],
): StoredDeparture[] {
  return trains.flatMap((train) => {
    const record = { kind: name, id: train.id };
    return departuresOf(train).map((departure) => ({ ...departure, record }));
  });
}

/**
 * From one JSON text per departure, in the order of `departuresOf` each train, an answer by id; null: there
 * is none. A train without any is left out; otherwise a missing one is an empty list.
 */
export function printTrains(
  { printTrain }: DerivedKind,
  trains: readonly Variants[],
  texts: readonly (string | null)[],
): JsonText {
  let next = 0;
  const entries = trains.flatMap((train) => {
    const own = texts.slice(next, next + 1 + train.exceptions.length);
    next += own.length;
    if (own.every((text) => text === null)) return [];
    const printed = printTrain(
      train,
      own.map((text) => text ?? "[]"),
    );
    return [`"${train.id}":${printed}`];
  });
  return { json: `{${entries.join(",")}}` };
}
