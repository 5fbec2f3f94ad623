/** Timetables (interface.md 7). */
import * as v from "valibot";
import { created, jsonBody, noBody, noContent, ok, optionalJsonBody } from "../http/answers.ts";
import { checked, type Endpoint, endpoint } from "../http/endpoint.ts";
import { pathId } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { timetableNotFound } from "./timetable.errors.ts";
import { onTimetable } from "./timetable.needs.ts";
import {
  deleteTimetable,
  getTimetable,
  insertTimetable,
  listTimetables,
} from "./timetable.queries.ts";
import {
  NewTimetable,
  Timetable,
  TimetableBody,
  TimetableListQuery,
  TimetablePage,
} from "./timetable.schemas.ts";

const TimetableParams = v.object({ timetable_id: pathId });
const NoParams = v.object({});
const NoQuery = v.object({});

export const TIMETABLE_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/timetable",
    summary: "Create a timetable",
    params: NoParams,
    query: NoQuery,
    body: optionalJsonBody(TimetableBody),
    answer: created(NewTimetable),
    access: checked(["timetable:write"]),
    handle: async ({ services }) => ({ timetable_id: await insertTimetable(services.db) }),
  }),
  endpoint({
    method: "get",
    path: "/timetable",
    summary: "List timetables",
    params: NoParams,
    query: TimetableListQuery,
    body: noBody,
    answer: ok(TimetablePage),
    access: checked(["timetable:read"]),
    handle: async ({ services }, { query }) => {
      const { results, count } = await listTimetables(services.db, query);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "put",
    path: "/timetable/:timetable_id",
    summary: "Replace a timetable, which has no field that can be set",
    params: TimetableParams,
    query: NoQuery,
    body: jsonBody(TimetableBody),
    answer: ok(Timetable),
    access: checked(["timetable:write"], onTimetable("Writer")),
    handle: async ({ services }, { params }) => {
      const timetable = await getTimetable(services.db, params.timetable_id);
      if (timetable === null) throw timetableNotFound(params.timetable_id);
      return timetable;
    },
  }),
  endpoint({
    method: "delete",
    path: "/timetable/:timetable_id",
    summary: "Delete a timetable with its trains",
    params: TimetableParams,
    query: NoQuery,
    body: noBody,
    answer: noContent,
    access: checked(["timetable:write"], onTimetable("Owner")),
    handle: async ({ services }, { params }) => {
      if (!(await deleteTimetable(services.db, params.timetable_id))) {
        throw timetableNotFound(params.timetable_id);
      }
    },
  }),
];
