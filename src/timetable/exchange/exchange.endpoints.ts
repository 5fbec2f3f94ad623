/**
 * Whole timetables: out and in as one document, and what is computed of all their trains as streams. Each
 * stream asks for all rights before its first byte, so a refusal is whole.
 */
import * as v from "valibot";
import { noBody, ok, stream, timetableBody } from "../../platform/http/answers.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { readSurroundings } from "../../train_runs/simulation/scope.ts";
import { SimulationQuery } from "../../train_runs/simulation/simulation.schemas.ts";
import { streamSummaries } from "../../train_runs/streams/stream_summaries.ts";
import { streamTimes } from "../../train_runs/streams/stream_times.ts";
import { ofComputedTimetable, ofTimetable } from "../timetable/timetable.needs.ts";
import { ExportQuery, ImportedTrains } from "./exchange.schemas.ts";
import { exportTimetable } from "./export_timetable.ts";
import { importTimetable } from "./import_timetable.ts";

const TimetableParams = v.object({ timetable_id: pathId });

export const EXCHANGE_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/export",
    summary: "All trains of a timetable as a document that can be imported",
    params: TimetableParams,
    query: ExportQuery,
    body: noBody,
    answer: stream("application/json"),
    access: checked({
      roles: ["timetable:read"],
      levels: { timetable: "Reader", rolling_stock_collection: "Reader" },
      needs: ofTimetable,
    }),
    handle: async (ctx, { params: { timetable_id } }) => exportTimetable(ctx, timetable_id),
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/import",
    summary: "Add the trains of an exported document to a timetable, all or none",
    params: TimetableParams,
    query: v.object({}),
    body: timetableBody,
    answer: ok(ImportedTrains),
    creates: "timetable/timetable/import",
    access: checked({
      roles: ["timetable:write"],
      levels: { timetable: "Creator" },
      needs: ofTimetable,
    }),
    errors: ["InvalidJson", "BodyTooComplex", "InvalidBody", "TooManyItems"],
    handle: async (ctx, { params: { timetable_id }, body }) =>
      importTimetable(ctx, timetable_id, body),
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/times",
    summary: "Arrivals and departures of all trains of a timetable as CSV",
    params: TimetableParams,
    query: SimulationQuery,
    body: noBody,
    answer: stream("text/csv; charset=utf-8; header=present"),
    access: ofComputedTimetable,
    errors: ["InfraNotUsable", "ElectricalProfileSetNotFound", "TemporarySpeedLimitGroupNotFound"],
    handle: async (ctx, { params: { timetable_id }, query }) =>
      streamTimes(ctx, timetable_id, readSurroundings(query)),
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/simulations_summary",
    summary: "Summaries of all trains of a timetable as NDJSON, their number first",
    params: TimetableParams,
    query: SimulationQuery,
    body: noBody,
    answer: stream("application/x-ndjson"),
    access: ofComputedTimetable,
    errors: ["InfraNotUsable", "ElectricalProfileSetNotFound", "TemporarySpeedLimitGroupNotFound"],
    handle: async (ctx, { params: { timetable_id }, query }) =>
      streamSummaries(ctx, timetable_id, readSurroundings(query)),
  }),
];
