/** What is derived of train schedules: path, simulation and summaries (interface.md 8.3 and 10.2). */
import * as v from "valibot";
import { batchBody, noBody, okText } from "../../platform/http/answers.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { NoParams, NoQuery, pathId } from "../../platform/http/fields.ts";
import { PathfindingResult } from "../path/path.schemas.ts";
import { readSimulationParameters, SIMULATION_ERRORS } from "./scope.ts";
import {
  InfraQuery,
  SimulationQuery,
  SimulationResult,
  SUMMARY_EXAMPLE,
  Summaries,
  SummaryBody,
  SummaryQuery,
} from "./simulation.schemas.ts";
import { answerSummaries, answerTrainPath, answerTrainSimulation } from "./train_answers.ts";

const TrainParams = v.object({ train_schedule_id: pathId });
const SUMMARIES_PATH = "/train_schedule/simulations_summary";

/** Everything that a derived result shows something of. */
const LEVELS = {
  infra: "Reader",
  timetable: "Reader",
  rolling_stock_collection: "Reader",
} as const;

const QUERIED_INFRA = {
  roles: ["infra:read", "timetable:read"],
  levels: LEVELS,
  needs: ({ query }: { query: { infra_id: number } }) => ({ infra: [query.infra_id] }),
  absent: { infra: "TrainScheduleInfraNotFound" },
} as const;

/** The infrastructure of the query; many trains are cheaper looked up after they are read. */
const ofQueriedInfra = checked(QUERIED_INFRA);

/** The infrastructure of the query, and what the one train inherits its rights from. */
const ofTrainOnInfra = checked({
  ...QUERIED_INFRA,
  trains: ({ params }: { params: { train_schedule_id: number } }) => [params.train_schedule_id],
});

export const SIMULATION_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/train_schedule/:train_schedule_id/path",
    summary: "The path of a train schedule on an infrastructure",
    params: TrainParams,
    query: InfraQuery,
    body: noBody,
    answer: okText(PathfindingResult),
    access: ofTrainOnInfra,
    errors: ["TrainScheduleNotFound", "InfraNotUsable"],
    handle: async (ctx, { params: { train_schedule_id }, query: { infra_id } }) =>
      answerTrainPath(ctx, train_schedule_id, infra_id),
  }),
  endpoint({
    method: "get",
    path: "/train_schedule/:train_schedule_id/simulation",
    summary: "The simulated run of a train schedule on an infrastructure",
    params: TrainParams,
    query: SimulationQuery,
    body: noBody,
    answer: okText(SimulationResult),
    access: ofTrainOnInfra,
    errors: ["TrainScheduleNotFound", ...SIMULATION_ERRORS],
    handle: async (ctx, { params: { train_schedule_id }, query }) =>
      answerTrainSimulation(ctx, train_schedule_id, readSimulationParameters(query)),
  }),
  endpoint({
    method: "get",
    path: SUMMARIES_PATH,
    summary: "Whether the paths and simulations of train schedules succeed, and their figures",
    params: NoParams,
    query: SummaryQuery,
    body: noBody,
    answer: okText(Summaries),
    access: ofQueriedInfra,
    errors: ["TrainScheduleBatchNotFound", "TooManyItems", ...SIMULATION_ERRORS],
    handle: async (ctx, { query }) =>
      answerSummaries(ctx, query.ids, readSimulationParameters(query)),
  }),
  endpoint({
    method: "post",
    path: SUMMARIES_PATH,
    summary: "The same for more trains than a URL holds",
    params: NoParams,
    query: NoQuery,
    body: batchBody(SummaryBody, SUMMARY_EXAMPLE),
    answer: okText(Summaries),
    creates: null,
    access: checked({
      roles: ["infra:read", "timetable:read"],
      levels: LEVELS,
      absent: { infra: "TrainScheduleInfraNotFound" },
    }),
    errors: ["TrainScheduleBatchNotFound", "TooManyItems", ...SIMULATION_ERRORS],
    handle: async (ctx, { body: { ids, ...parameters } }) =>
      answerSummaries(ctx, [...new Set(ids)], parameters, { infra: [parameters.infra_id] }),
  }),
];
