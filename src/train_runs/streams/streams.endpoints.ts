/**
 * Results of all trains of a timetable, as streams. Each checks all rights before its first byte,
 * so a refusal is never a partial answer.
 */
import * as v from "valibot";
import { LINES_TYPE, stream } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { readSimulationParameters, SIMULATION_ERRORS } from "../simulation/setup.ts";
import { SimulationQuery } from "../simulation/simulation.schemas.ts";
import { streamSummaries } from "./stream_summaries.ts";
import { streamTimes } from "./stream_times.ts";

const TimetableParams = v.object({ timetable_id: pathId });

export const STREAM_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/times",
    summary: "Arrivals and departures of all trains of a timetable as CSV",
    params: TimetableParams,
    query: SimulationQuery,
    answer: stream("text/csv; charset=utf-8; header=present"),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS],
    handle: async (ctx, { params: { timetable_id }, query }) =>
      streamTimes(ctx, timetable_id, readSimulationParameters(query)),
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/simulations_summary",
    summary: "Summaries of all trains of a timetable as NDJSON, their number first",
    params: TimetableParams,
    query: SimulationQuery,
    answer: stream(LINES_TYPE),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS],
    handle: async (ctx, { params: { timetable_id }, query }) =>
      streamSummaries(ctx, timetable_id, readSimulationParameters(query)),
  }),
];
