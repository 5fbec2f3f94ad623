/** What is derived of train schedules: path, simulation and summaries (interface.md 8.3 and 10.2). */
import * as v from "valibot";
import type { Need } from "../access/levels.ts";
import { batchBody, noBody, okText } from "../http/answers.ts";
import { checked, type Endpoint, endpoint } from "../http/endpoint.ts";
import { pathId } from "../http/fields.ts";
import { PathfindingResult } from "../path/path.schemas.ts";
import { answerSummaries, answerTrainPath, answerTrainSimulation } from "./derive.ts";
import {
  InfraQuery,
  SimulationQuery,
  SimulationResult,
  Summaries,
  SummaryBody,
  SummaryQuery,
} from "./simulation.schemas.ts";

const NoParams = v.object({});
const NoQuery = v.object({});
const TrainParams = v.object({ train_schedule_id: pathId });
const SUMMARIES_PATH = "/train_schedule/simulations_summary";

function readInfra(infra_id: number): readonly Need[] {
  return [{ type: "infra", id: infra_id, level: "Reader" }];
}

function queriedInfra({ query }: { query: { infra_id: number } }): readonly Need[] {
  return readInfra(query.infra_id);
}

export const SIMULATION_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/train_schedule/:train_schedule_id/path",
    summary: "The path of a train schedule on an infrastructure",
    params: TrainParams,
    query: InfraQuery,
    body: noBody,
    answer: okText(PathfindingResult),
    access: checked(["infra:read", "timetable:read"], queriedInfra, ["timetable"]),
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
    access: checked(["infra:read", "timetable:read"], queriedInfra, ["timetable"]),
    handle: async (ctx, { params: { train_schedule_id }, query }) =>
      answerTrainSimulation(ctx, train_schedule_id, {
        infra_id: query.infra_id,
        electrical_profile_set_id: query.electrical_profile_set_id ?? null,
      }),
  }),
  endpoint({
    method: "get",
    path: SUMMARIES_PATH,
    summary: "Whether the paths and simulations of train schedules succeed, and their figures",
    params: NoParams,
    query: SummaryQuery,
    body: noBody,
    answer: okText(Summaries),
    access: checked(["infra:read", "timetable:read"], queriedInfra, ["timetable"]),
    handle: async (ctx, { query }) =>
      answerSummaries(ctx, query.ids, {
        infra_id: query.infra_id,
        electrical_profile_set_id: query.electrical_profile_set_id ?? null,
      }),
  }),
  endpoint({
    method: "post",
    path: SUMMARIES_PATH,
    summary: "The same for more trains than a URL holds",
    params: NoParams,
    query: NoQuery,
    body: batchBody(SummaryBody),
    answer: okText(Summaries),
    access: checked(
      ["infra:read", "timetable:read"],
      ({ body }: { body: SummaryBody }) => readInfra(body.infra_id),
      ["timetable"],
    ),
    handle: async (ctx, { body: { ids, ...surroundings } }) =>
      answerSummaries(ctx, [...new Set(ids)], surroundings),
  }),
];
