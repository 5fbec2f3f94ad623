/** Conflicts of a timetable (interface.md 11.1). */
import * as v from "valibot";
import { okText, okTextOrFile } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { asAsked, PARQUET_TYPE } from "../../platform/http/sending/parquet_stream.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { answerAllDays } from "./all_days.ts";
import {
  ConflictList,
  ConflictQuery,
  ConflictsOfDays,
  DatedConflictQuery,
} from "./conflict.schemas.ts";
import { answerConflicts, CONFLICT_ERRORS, readConflictParameters } from "./timetable_conflicts.ts";

export const CONFLICT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/conflicts",
    summary:
      "Conflicts among the trains of a timetable, and with works; invalid trains are ignored",
    params: v.object({ timetable_id: pathId }),
    query: DatedConflictQuery,
    answer: okTextOrFile(ConflictList, PARQUET_TYPE),
    access: ofComputedTimetable,
    errors: CONFLICT_ERRORS,
    handle: async (ctx, { params: { timetable_id }, query: { format, ...query } }) => {
      const list = await answerConflicts(ctx, timetable_id, readConflictParameters(query));
      return await asAsked(ctx, list, { format, table: "conflicts" });
    },
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/conflicts/days",
    summary:
      "Conflicts of all days of the timetable's period, each once with the days on which it stands",
    params: v.object({ timetable_id: pathId }),
    query: ConflictQuery,
    answer: okText(ConflictsOfDays),
    access: ofComputedTimetable,
    errors: CONFLICT_ERRORS,
    handle: async (ctx, { params: { timetable_id }, query }) =>
      await answerAllDays(ctx, timetable_id, readConflictParameters(query)),
  }),
];
