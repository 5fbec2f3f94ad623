/** Trains at the stations of an axis (interface.md 10.3). */
import * as v from "valibot";
import { batchBody, LINES_TYPE, stream } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId, queryText } from "../../platform/http/fields.ts";
import { queryDate } from "../../timetable/calendar/date_query.ts";
import { CHANGE_ERRORS } from "../../timetable/changes/changed_records.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { PROJECTED_RUNS } from "../projection/projection.schemas.ts";
import { DATE_ERRORS, readDatedParameters, SIMULATION_ERRORS } from "../simulation/setup.ts";
import { SimulationQuery } from "../simulation/simulation.schemas.ts";
import { STATIONS_EXAMPLE, StationsBody, StationsLine } from "./stations.schemas.ts";
import { streamStations } from "./stream_stations.ts";

export const STATION_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/project_stations",
    summary:
      "Arrivals, departures and lines of a timetable's trains on an axis of stations, on whatever tracks they run, as NDJSON",
    params: v.object({ timetable_id: pathId }),
    query: v.object({
      ...SimulationQuery.entries,
      date: queryDate,
      run: v.optional(
        v.pipe(
          queryText,
          v.picklist(PROJECTED_RUNS, "must be base or final"),
          v.description("Whose times: `base` is the fastest run. Default: `final`"),
        ),
        ["final"],
      ),
    }),
    body: batchBody(StationsBody, STATIONS_EXAMPLE),
    answer: stream(LINES_TYPE, StationsLine),
    creates: null,
    access: ofComputedTimetable,
    errors: [
      ...SIMULATION_ERRORS,
      ...DATE_ERRORS,
      "ProjectionInvalidAxis",
      "TooManyItems",
      ...CHANGE_ERRORS,
    ],
    handle: async (ctx, { params: { timetable_id }, query, body }) =>
      streamStations(ctx, { timetable_id, run: query.run, ...readDatedParameters(query) }, body),
  }),
];
