/** Short term path requests (interface.md 11.3). */
import * as v from "valibot";
import { jsonBody, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { SIMULATION_ERRORS } from "../simulation/setup.ts";
import { InfraQuery } from "../simulation/simulation.schemas.ts";
import { answerStdcm } from "./answer_stdcm.ts";
import { STDCM_EXAMPLE, StdcmRequest, StdcmResult } from "./stdcm.schemas.ts";

export const STDCM_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/stdcm",
    summary: "Fit a train in between all others, or list what is in its way",
    params: v.object({ timetable_id: pathId }),
    query: InfraQuery,
    body: jsonBody(StdcmRequest, STDCM_EXAMPLE),
    answer: okText(StdcmResult),
    creates: null,
    access: checked({
      roles: ["stdcm"],
      levels: { timetable: "Reader", infra: "Reader", rolling_stock_collection: "Reader" },
      absent: { timetable: "StdcmTimetableNotFound", infra: "StdcmInfraNotFound" },
    }),
    errors: [
      "StdcmRollingStockNotFound",
      "StdcmInvalidPathItems",
      "StdcmMissingLastStop",
      "StdcmTimingWithoutStop",
      "StdcmInvalidInputs",
      "TimetableTooManyConflicts",
      "TooManyItems",
      "WorkScheduleGroupNotFound",
      ...SIMULATION_ERRORS,
    ],
    handle: async (ctx, { params: { timetable_id }, query: { infra_id }, body }) =>
      answerStdcm(ctx, { timetable_id, infra_id }, body),
  }),
];
