/**
 * What is derived of paced trains: path, simulation, summaries and projections (interface.md 9.3),
 * under the specification's paths and those of later clients.
 */
import * as v from "valibot";
import { batchBody, noBody, okText } from "../../platform/http/answers.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { NoParams, NoQuery, pathId } from "../../platform/http/fields.ts";
import { PathfindingResult } from "../path/path.schemas.ts";
import {
  onQueriedInfra,
  PROJECTION_EXAMPLE,
  ProjectionBody,
  ProjectionQuery,
  readProjectionRequest,
} from "../projection/projection.schemas.ts";
import { readSimulationParameters, SIMULATION_ERRORS } from "../simulation/scope.ts";
import {
  SimulationResult,
  SUMMARY_EXAMPLE,
  SummaryBody,
  SummaryQuery,
} from "../simulation/simulation.schemas.ts";
import {
  PacedPathQuery,
  PacedProjections,
  PacedSimulationQuery,
  PacedSummaries,
} from "./derived.schemas.ts";
import {
  answerPacedPath,
  answerPacedProjections,
  answerPacedSimulation,
  answerPacedSummaries,
} from "./paced_answers.ts";

const PacedTrainParams = v.object({ paced_train_id: pathId });
const SUMMARIES_PATH = "/paced_train/simulations_summary";

/** Everything that a derived result shows something of; timetables and stocks are known after a read. */
const NAMED = {
  roles: ["infra:read", "timetable:read"],
  levels: { infra: "Reader", timetable: "Reader", rolling_stock_collection: "Reader" },
  absent: { infra: "PacedTrainInfraNotFound" },
} as const;

/** The infrastructure is in the query. */
const ofQueriedInfra = checked({
  ...NAMED,
  needs: ({ query }: { query: { infra_id: number } }) => ({ infra: [query.infra_id] }),
});

export const PACED_DERIVED_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/paced_train/:paced_train_id/path",
    summary: "The path of a paced train, or of one of its exceptions, on an infrastructure",
    params: PacedTrainParams,
    query: PacedPathQuery,
    body: noBody,
    answer: okText(PathfindingResult),
    access: ofQueriedInfra,
    errors: ["PacedTrainNotFound", "PacedTrainExceptionNotFound", "InfraNotUsable"],
    handle: async (ctx, { params: { paced_train_id }, query: { infra_id, exception_key } }) =>
      answerPacedPath(ctx, paced_train_id, { infra_id, exception_key }),
  }),
  endpoint({
    method: "get",
    path: "/paced_train/:paced_train_id/simulation",
    summary: "The simulated run of a paced train, or of one of its exceptions",
    params: PacedTrainParams,
    query: PacedSimulationQuery,
    body: noBody,
    answer: okText(SimulationResult),
    access: ofQueriedInfra,
    errors: ["PacedTrainNotFound", "PacedTrainExceptionNotFound", ...SIMULATION_ERRORS],
    handle: async (ctx, { params: { paced_train_id }, query }) =>
      answerPacedSimulation(ctx, paced_train_id, {
        ...readSimulationParameters(query),
        exception_key: query.exception_key,
      }),
  }),
  endpoint({
    method: "get",
    path: SUMMARIES_PATH,
    summary: "Whether the paths and simulations of paced trains succeed, and their figures",
    params: NoParams,
    query: SummaryQuery,
    body: noBody,
    answer: okText(PacedSummaries),
    access: ofQueriedInfra,
    errors: ["PacedTrainBatchNotFound", "TooManyItems", ...SIMULATION_ERRORS],
    handle: async (ctx, { query }) =>
      answerPacedSummaries(ctx, query.ids, readSimulationParameters(query)),
  }),
  endpoint({
    method: "post",
    path: SUMMARIES_PATH,
    summary: "Summaries of more paced trains than a URL holds",
    params: NoParams,
    query: NoQuery,
    body: batchBody(SummaryBody, SUMMARY_EXAMPLE),
    answer: okText(PacedSummaries),
    creates: null,
    access: checked(NAMED),
    errors: ["PacedTrainBatchNotFound", "TooManyItems", ...SIMULATION_ERRORS],
    handle: async (ctx, { body: { ids, ...parameters } }) =>
      answerPacedSummaries(ctx, [...new Set(ids)], parameters, {
        infra: [parameters.infra_id],
      }),
  }),
  endpoint({
    method: "post",
    path: "/paced_train/project_path",
    summary: "Space-time curves of paced trains on a given path",
    params: NoParams,
    query: ProjectionQuery,
    body: batchBody(ProjectionBody, PROJECTION_EXAMPLE),
    answer: okText(PacedProjections),
    creates: null,
    access: checked({
      ...NAMED,
      roles: [...NAMED.roles, "rolling-stock:read"],
      foreseen: onQueriedInfra,
    }),
    errors: [
      "PacedTrainBatchNotFound",
      "TooManyItems",
      ...SIMULATION_ERRORS,
      "ProjectionInvalidPath",
    ],
    handle: async (ctx, { query, body }) =>
      answerPacedProjections(ctx, readProjectionRequest(query, body)),
  }),
];
