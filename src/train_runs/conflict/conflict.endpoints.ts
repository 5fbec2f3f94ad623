/** Conflicts of a timetable (interface.md 11.1). */
import * as v from "valibot";
import { okTextOrFile } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { asAsked, PARQUET_TYPE } from "../../platform/http/sending/parquet_stream.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { answerAllDays } from "./all_days.ts";
import { ConflictList, ConflictsOfDays, DatedConflictQuery } from "./conflict.schemas.ts";
import { answerConflicts, CONFLICT_ERRORS, readConflictParameters } from "./timetable_conflicts.ts";

export const CONFLICT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/conflicts",
    summary:
      "Conflicts among the trains of a timetable, and with works; invalid trains are ignored",
    params: v.object({ timetable_id: pathId }),
    query: DatedConflictQuery,
    answer: okTextOrFile(v.union([ConflictList, ConflictsOfDays]), PARQUET_TYPE),
    access: ofComputedTimetable,
    errors: CONFLICT_ERRORS,
    handle: async (ctx, { params: { timetable_id }, query: { days, ...query } }) => {
      const parameters = readConflictParameters(query);
      const { date, format } = query;
      if (days === undefined) {
        const list = await answerConflicts(ctx, timetable_id, parameters);
        return await asAsked(ctx, list, { format, table: "conflicts" });
      }
      if (date !== undefined || format === "parquet") {
        const message = "`days` can't be given with `date`, and has no table";
        throw new AppError("InvalidQuery", message);
      }
      return await answerAllDays(ctx, timetable_id, parameters);
    },
  }),
];
