/**
 * The handlers of derived data of paced trains (interface.md 9.3, 10.2 and 10.3). What depends on a
 * run is told of the base train once, and of each exception in effect for
 * which it is something else.
 */
import type { Context, JsonText, Resources } from "../../platform/http/endpoint.ts";
import {
  readVariant,
  readVariants,
  type Variants,
} from "../../timetable/paced_train/read_paced_trains.ts";
import { type Departure } from "../../timetable/train_schedule/departures.ts";
import { projectTrains } from "../projection/project_trains.ts";
import type { ProjectionRequest } from "../projection/projection.schemas.ts";
import { computeDepartures } from "../simulation/compute_trains.ts";
import {
  openPathScope,
  openSimulationScope,
  type SimulationParameters,
} from "../simulation/scope.ts";
import { printSummariesWithRelaxed, printSummary } from "../simulation/simulation_answer.ts";
import { describeTrainPath, describeTrainSimulation } from "../simulation/train_answers.ts";

const AREA = "PacedTrainInfraNotFound";

/** The path of the base train or of an exception's, in the form of a pathfinding answer. */
export async function answerPacedPath(
  ctx: Context,
  id: number,
  { infra_id, exception_key }: { infra_id: number; exception_key: string | undefined },
): Promise<JsonText> {
  const { departure, stocks } = await readVariant(ctx, id, exception_key);
  const scope = await openPathScope(ctx, infra_id, { priority: "interactive", area: AREA });
  return await describeTrainPath(scope, departure.train, stocks);
}

/** The simulation of the base train or of an exception's. */
export async function answerPacedSimulation(
  ctx: Context,
  id: number,
  { exception_key, ...parameters }: SimulationParameters & { exception_key: string | undefined },
): Promise<JsonText> {
  const { departure, stocks } = await readVariant(ctx, id, exception_key);
  const options = { priority: "interactive", area: AREA } as const;
  const scope = await openSimulationScope(ctx, parameters, options);
  return await describeTrainSimulation(scope, departure, stocks);
}

/** Summaries of the given (distinct) paced trains by id. */
export async function answerPacedSummaries(
  ctx: Context,
  ids: readonly number[],
  {
    relaxed_paths = false,
    ...parameters
  }: SimulationParameters & { readonly relaxed_paths?: boolean },
  resources: Resources = {},
): Promise<JsonText> {
  const { variants, stocks } = await readVariants(ctx, ids, resources);
  const options = { priority: "batch", area: AREA } as const;
  const scope = await openSimulationScope(ctx, parameters, options);
  const computed = await computeDepartures(scope, listDepartures(variants), stocks);
  const texts = relaxed_paths
    ? await printSummariesWithRelaxed(scope, computed)
    : computed.map((one) => JSON.stringify(printSummary(one)));
  return printVariants(variants, texts);
}

/** Space-time curves of the given paced trains on a path, by id. */
export async function answerPacedProjections(
  ctx: Context,
  request: ProjectionRequest,
): Promise<JsonText> {
  const resources = { infra: [request.infra_id] };
  const { variants, stocks } = await readVariants(ctx, request.ids, resources);
  const options = { priority: "batch", area: AREA } as const;
  const scope = await openSimulationScope(ctx, request, options);
  const computed = await computeDepartures(scope, listDepartures(variants), stocks);
  const projected = await projectTrains(scope, request, computed);
  return printVariants(
    variants,
    projected.map((one) => one?.space_time_curves ?? null),
  );
}

/** Of each paced train the base train and then its exceptions'. */
function listDepartures(variants: readonly Variants[]): Departure[] {
  return variants.flatMap(departuresOf);
}

/** The base train and then its exceptions'. */
export function departuresOf({ base, exceptions }: Variants): Departure[] {
  return [base, ...exceptions];
}

/**
 * One JSON text a train, in the order of `listDepartures`, as an answer by id; null: there is none. A paced
 * train without any is left out; beside others none is an empty list.
 */
function printVariants(variants: readonly Variants[], texts: readonly (string | null)[]): JsonText {
  let next = 0;
  const entries = variants.flatMap((one) => {
    const own = texts.slice(next, next + 1 + one.exceptions.length);
    next += own.length;
    if (own.every((text) => text === null)) return [];
    return [
      `"${one.id}":${printOne(
        one,
        own.map((text) => text ?? "[]"),
      )}`,
    ];
  });
  return { json: `{${entries.join(",")}}` };
}

/** `{"paced_train":…,"exceptions":{…}}` from one JSON text a train, in the order of `departuresOf`. */
export function printOne({ exceptions }: Variants, texts: readonly string[]): string {
  const [base = "", ...others] = texts;
  const differing = exceptions.flatMap(({ key }, i) => {
    const text = others[i] ?? base;
    return text === base ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{"paced_train":${base},"exceptions":{${differing.join(",")}}}`;
}
