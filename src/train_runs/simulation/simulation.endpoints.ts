/**
 * Results derived from trains of either kind: path, simulation and summaries (interface.md 8.3, 9.3 and
 * 10.2), under the specification's paths and those of later clients.
 */

import { batchBody, noBody, okText } from "../../platform/http/answers.ts";
import {
  type CheckedAccess,
  checked,
  type Endpoint,
  endpoint,
} from "../../platform/http/endpoint.ts";
import { NoParams, NoQuery } from "../../platform/http/fields.ts";
import { foreseeTrains } from "../../timetable/train/foresee_trains.ts";
import { PathfindingResult } from "../path/path.schemas.ts";
import { DERIVED, type DerivedKind } from "./derived_kinds.ts";
import { readSimulationParameters, SIMULATION_ERRORS } from "./setup.ts";
import {
  SimulationResult,
  SUMMARY_EXAMPLE,
  SummaryBody,
  SummaryQuery,
} from "./simulation.schemas.ts";
import { answerSummaries, answerTrainPath, answerTrainSimulation } from "./train_answers.ts";

export const SIMULATION_ENDPOINTS: readonly Endpoint[] = makeEndpoints(DERIVED.train_schedule);
export const PACED_SIMULATION_ENDPOINTS: readonly Endpoint[] = makeEndpoints(DERIVED.paced_train);

/** All resources that a derived result reveals parts of; many trains are looked up when they are read. */
export function rightsOnDerived({
  area,
}: DerivedKind): Pick<CheckedAccess<unknown, unknown>, "roles" | "levels" | "absent"> {
  return {
    roles: ["infra:read", "timetable:read"],
    levels: { infra: "Reader", timetable: "Reader", rolling_stock_collection: "Reader" },
    absent: { infra: area },
  };
}

/** The infrastructure is in the query. */
function ofQueriedInfra({ query }: { readonly query: { readonly infra_id: number } }): {
  infra: number[];
} {
  return { infra: [query.infra_id] };
}

function makeEndpoints(derived: DerivedKind): Endpoint[] {
  return [makePath(derived), makeSimulation(derived), ...makeSummaries(derived)];
}

function makePath(derived: DerivedKind): Endpoint {
  const { kind } = derived;
  return endpoint({
    method: "get",
    path: `${kind.path}/path`,
    summary: derived.texts.path,
    params: kind.params,
    query: derived.path_query,
    body: noBody,
    answer: okText(PathfindingResult),
    access: checked({
      ...rightsOnDerived(derived),
      needs: ofQueriedInfra,
      trains: kind.trains,
    }),
    foresee: async (ctx, { params: { id } }) => foreseeTrains(ctx, kind, [id]),
    errors: [...kind.variant_errors, "InfraNotUsable"],
    task: "interactive",
    handle: async (ctx, { params, query }) =>
      answerTrainPath(ctx, derived, { ...params, ...query }),
  });
}

function makeSimulation(derived: DerivedKind): Endpoint {
  const { kind } = derived;
  return endpoint({
    method: "get",
    path: `${kind.path}/simulation`,
    summary: derived.texts.simulation,
    params: kind.params,
    query: derived.simulation_query,
    body: noBody,
    answer: okText(SimulationResult),
    access: checked({
      ...rightsOnDerived(derived),
      needs: ofQueriedInfra,
      trains: kind.trains,
    }),
    foresee: async (ctx, { params: { id } }) => foreseeTrains(ctx, kind, [id]),
    errors: [...kind.variant_errors, ...SIMULATION_ERRORS],
    task: "interactive",
    handle: async (ctx, { params: { id }, query: { exception_key, ...given } }) =>
      answerTrainSimulation(ctx, derived, {
        id,
        exception_key,
        parameters: readSimulationParameters(given),
      }),
  });
}

function makeSummaries(derived: DerivedKind): Endpoint[] {
  const { kind, texts, summaries_path: path } = derived;
  const answer = okText(derived.summaries);
  const errors = [kind.batch_not_found, "TooManyItems", ...SIMULATION_ERRORS] as const;
  return [
    endpoint({
      method: "get",
      path,
      summary: `Whether the paths and simulations of ${kind.noun}s succeed, and their figures`,
      params: NoParams,
      query: SummaryQuery,
      body: noBody,
      answer,
      access: checked({ ...rightsOnDerived(derived), needs: ofQueriedInfra }),
      foresee: async (ctx, { query: { ids } }) => foreseeTrains(ctx, kind, ids),
      errors,
      handle: async (ctx, { query }) =>
        answerSummaries(ctx, derived, {
          ids: query.ids,
          parameters: readSimulationParameters(query),
          relaxed_paths: false,
          resources: {},
        }),
    }),
    endpoint({
      method: "post",
      path,
      summary: texts.more_summaries,
      params: NoParams,
      query: NoQuery,
      body: batchBody(SummaryBody, SUMMARY_EXAMPLE),
      answer,
      creates: null,
      access: checked(rightsOnDerived(derived)),
      errors,
      handle: async (ctx, { body: { ids, relaxed_paths, ...parameters } }) =>
        answerSummaries(ctx, derived, {
          ids: [...new Set(ids)],
          parameters,
          relaxed_paths,
          resources: { infra: [parameters.infra_id] },
        }),
    }),
  ];
}
