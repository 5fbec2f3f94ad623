/**
 * Results derived from trains of either kind: path, simulation and summaries (interface.md 8.3, 9.3 and
 * 10.2), under the specification's paths and those of later clients.
 */
import * as v from "valibot";
import { given } from "../../platform/given.ts";
import { batchBody, okText } from "../../platform/http/answers.ts";
import {
  type CheckedAccess,
  checked,
  type Endpoint,
  endpoint,
} from "../../platform/http/endpoint.ts";
import { queryOperatingDay } from "../../timetable/calendar/date_query.ts";
import { foreseeTrains } from "../../timetable/train/foresee_trains.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import type { KnownStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { PathfindingResult } from "../path/path.schemas.ts";
import { describeFailure, describePath } from "../path/path_texts.ts";
import { runTask } from "../path/setup.ts";
import { computeOne } from "./compute_trains.ts";
import { DERIVED, type DerivedKind, type DerivedResult } from "./derived_kinds.ts";
import {
  DATE_ERRORS,
  readDatedParameters,
  SIMULATION_ERRORS,
  type SimulationSetup,
} from "./setup.ts";
import {
  PathQuery,
  SimulationQuery,
  SimulationResult,
  SUMMARY_EXAMPLE,
  SummaryBody,
  SummaryQuery,
} from "./simulation.schemas.ts";
import {
  printFailedSimulation,
  printSummaries,
  printSummariesWithRelaxed,
} from "./simulation_answer.ts";
import { answerMany, answerOne, type VariantQuery } from "./train_answers.ts";
import { findTrainPaths } from "./train_paths.ts";

/** Results about one train of either kind, below the train's URL: one row for each. */
export const DERIVED_RESULTS = [
  {
    tail: "path",
    summary: {
      train_schedule: "The path of a train schedule on an infrastructure",
      paced_train: "The path of a paced train, or of one of its exceptions, on an infrastructure",
    },
    query: PathQuery,
    answer: PathfindingResult,
    errors: ["InfraNotUsable"],
    run: answerPath,
  },
  {
    tail: "simulation",
    summary: {
      train_schedule: "The simulated run of a train schedule on an infrastructure",
      paced_train: "The simulated run of a paced train, or of one of its exceptions",
    },
    query: SimulationQuery,
    answer: SimulationResult,
    errors: SIMULATION_ERRORS,
    run: answerSimulation,
  },
] as const satisfies readonly DerivedResult[];

/** The path, in the form of a pathfinding answer. */
async function answerPath(
  setup: SimulationSetup,
  { train }: Departure,
  stocks: KnownStocks,
  { props }: { readonly props?: readonly string[] },
): Promise<string> {
  const [found] = await findTrainPaths(setup, [train], stocks);
  const path = given(found, "every train has a path outcome");
  if (path.kind === "found") return await describePath(setup, path.path, props);
  const failure = await describeFailure(setup, path.failure, path.items);
  return JSON.stringify({ status: "failure", ...failure });
}

/** The simulation, or why there is none. */
async function answerSimulation(
  setup: SimulationSetup,
  departure: Departure,
  stocks: KnownStocks,
): Promise<string | Uint8Array> {
  const computed = await computeOne(setup, departure, stocks);
  if (computed.kind !== "success") return await printFailedSimulation(setup, computed);
  const { path, outcome } = computed;
  const { packed, requirements } = outcome;
  const ids = departure.train.path.map(({ id }) => id);
  const waypoints = { ids, positions_mm: path.item_positions_mm };
  return await runTask(setup, "describe_simulation", { packed, requirements, waypoints });
}

export const SIMULATION_ENDPOINTS: readonly Endpoint[] = makeEndpoints(DERIVED.train_schedule);
export const PACED_SIMULATION_ENDPOINTS: readonly Endpoint[] = makeEndpoints(DERIVED.paced_train);

/** All resources of which a derived result reveals parts; many trains are looked up when they are read. */
export function rightsOnDerived({
  area,
}: DerivedKind): Pick<CheckedAccess<unknown, unknown>, "roles" | "levels" | "absent"> {
  return {
    roles: ["infra:read", "timetable:read"],
    levels: { infra: "Reader", timetable: "Reader", rolling_stock_collection: "Reader" },
    absent: { infra: area },
  };
}

function makeEndpoints(derived: DerivedKind): Endpoint[] {
  return [
    ...DERIVED_RESULTS.map((result) => makeResult(derived, result)),
    ...makeSummaries(derived),
  ];
}

function makeResult(derived: DerivedKind, result: DerivedResult): Endpoint {
  const { kind, variant } = derived;
  const query = v.object({ ...result.query.entries, ...variant, date: queryOperatingDay });
  return endpoint({
    method: "get",
    path: `${kind.path}/${result.tail}`,
    summary: result.summary[kind.name],
    params: kind.params,
    // The query has the entries of both, and those of variants.
    query: query as v.GenericSchema<unknown, VariantQuery>,
    answer: okText(result.answer),
    access: checked({ ...rightsOnDerived(derived), trains: kind.trains }),
    foresee: async (ctx, { params: { id } }) => foreseeTrains(ctx, kind, [id]),
    errors: [...kind.variant_errors, ...result.errors, ...DATE_ERRORS, "TrainNotOnDate"],
    takes_thread: true,
    handle: async (ctx, { params, query: given }) =>
      answerOne(ctx, derived, result, { ...params, ...given }),
  });
}

function makeSummaries(derived: DerivedKind): Endpoint[] {
  const { kind, more_summaries, summaries_path: path } = derived;
  const answer = okText(derived.summaries);
  const errors = [
    kind.batch_not_found,
    "TooManyItems",
    ...SIMULATION_ERRORS,
    ...DATE_ERRORS,
  ] as const;
  return [
    endpoint({
      method: "get",
      path,
      summary: `Whether the paths and simulations of ${kind.noun}s succeed, and their figures`,
      query: SummaryQuery,
      answer,
      access: checked(rightsOnDerived(derived)),
      foresee: async (ctx, { query: { ids } }) => foreseeTrains(ctx, kind, ids),
      errors,
      handle: async (ctx, { query }) =>
        answerMany(
          ctx,
          derived,
          { ids: query.ids, parameters: readDatedParameters(query), resources: {} },
          async (_, computed) => printSummaries(computed),
        ),
    }),
    endpoint({
      method: "post",
      path,
      summary: more_summaries,
      body: batchBody(SummaryBody, SUMMARY_EXAMPLE),
      answer,
      creates: null,
      access: checked(rightsOnDerived(derived)),
      errors,
      handle: async (ctx, { body: { ids, relaxed_paths, ...parameters } }) =>
        answerMany(
          ctx,
          derived,
          { ids: [...new Set(ids)], parameters, resources: { infra: [parameters.infra_id] } },
          async (setup, computed) =>
            relaxed_paths
              ? await printSummariesWithRelaxed(setup, computed)
              : printSummaries(computed),
        ),
    }),
  ];
}
