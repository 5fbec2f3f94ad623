/**
 * Whole timetables: exported and imported as one document. An export checks all rights before its first
 * byte, so a refusal is never a partial document.
 */
import * as v from "valibot";
import { okJson, stream, timetableBody } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { PACED_TRAIN_EXAMPLE } from "../paced_train/paced_train.schemas.ts";
import { TRAIN_EXAMPLE } from "../train_schedule/train_schedule.schemas.ts";
import { ExportQuery, ImportedTrains, TimetableDocument } from "./exchange.schemas.ts";
import { exportTimetable } from "./export_timetable.ts";
import { importTimetable } from "./import_timetable.ts";

const TimetableParams = v.object({ timetable_id: pathId });

export const EXCHANGE_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/export",
    summary: "All trains of a timetable as a document that can be imported",
    params: TimetableParams,
    query: ExportQuery,
    answer: stream("application/json", TimetableDocument),
    access: checked({
      roles: ["timetable:read"],
      levels: { timetable: "Reader", rolling_stock_collection: "Reader" },
    }),
    handle: async (ctx, { params: { timetable_id } }) => exportTimetable(ctx, timetable_id),
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/import",
    summary: "Add the trains of an exported document to a timetable, all or none",
    params: TimetableParams,
    body: timetableBody(TimetableDocument, {
      version: 1,
      train_schedules: [TRAIN_EXAMPLE],
      paced_trains: [PACED_TRAIN_EXAMPLE],
    }),
    answer: okJson(ImportedTrains),
    creates: "timetable/timetable/import",
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Creator" } }),
    errors: ["InvalidJson", "BodyTooComplex", "InvalidBody", "TooManyItems"],
    handle: async (ctx, { params: { timetable_id }, body }) =>
      importTimetable(ctx, timetable_id, body),
  }),
];
