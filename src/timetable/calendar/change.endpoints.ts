/** Changes of a timetable itself: its name, and the period in which its trains run. */
import * as v from "valibot";
import { jsonBody, okJson } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import {
  ChangedTimetable,
  TimetableBody,
  TimetableChangeQuery,
} from "../timetable/timetable.schemas.ts";
import { changeTimetable } from "./change_timetable.ts";

export const TIMETABLE_CHANGE_ENDPOINTS = [
  endpoint({
    method: "put",
    path: "/timetable/:timetable_id",
    summary: "Change a timetable; what the body does not tell stays",
    params: v.object({ timetable_id: pathId }),
    query: TimetableChangeQuery,
    body: jsonBody(TimetableBody, { name: "Winter 2027" }),
    answer: okJson(ChangedTimetable),
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } }),
    errors: ["TrainsLoseDays"],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params: { timetable_id }, query: { force }, body: { name, period } }) =>
      await changeTimetable(ctx, timetable_id, { name, period, force }),
  }),
];
