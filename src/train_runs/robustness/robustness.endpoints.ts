/** A timetable tried on many days (operations.md). */
import * as v from "valibot";
import { jsonBody, okTextOrLines } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import {
  answer_format,
  asAsked,
  PARQUET_TYPE,
} from "../../platform/http/sending/parquet_stream.ts";
import { queryDate } from "../../timetable/calendar/date_query.ts";
import { CHANGE_ERRORS } from "../../timetable/changes/changed_records.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { DATE_ERRORS, readDatedParameters, SIMULATION_ERRORS } from "../simulation/setup.ts";
import { SimulationQuery } from "../simulation/simulation.schemas.ts";
import { answerRobustness } from "./answer_robustness.ts";
import { ROBUSTNESS_EXAMPLE, RobustnessRequest, RobustnessResult } from "./robustness.schemas.ts";

export const ROBUSTNESS_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/robustness",
    summary:
      "How punctual a timetable is with drawn delays: many days run event by event; nothing is stored",
    params: v.object({ timetable_id: pathId }),
    query: v.object({ ...SimulationQuery.entries, date: queryDate, format: answer_format }),
    body: jsonBody(RobustnessRequest, ROBUSTNESS_EXAMPLE),
    answer: okTextOrLines(RobustnessResult, PARQUET_TYPE),
    creates: null,
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS, "TooManyItems", ...CHANGE_ERRORS],
    handle: async (ctx, { params: { timetable_id }, query: { format, ...query }, body }) => {
      const asked = { timetable_id, ...readDatedParameters(query) };
      const told = await answerRobustness(ctx, asked, body);
      // Lines are for a client that waits, whatever their end.
      if (!("json" in told)) return told;
      return await asAsked(ctx, told, { format, table: "robustness" });
    },
  }),
];
