/** Conflicts that resolve themselves (interface.md 11.5). */
import * as v from "valibot";
import { okTextOrLines, optionalJsonBody } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { ConflictQuery } from "../conflict/conflict.schemas.ts";
import { CONFLICT_ERRORS, readConflictParameters } from "../conflict/timetable_conflicts.ts";
import { TrialQuery } from "../what_if/what_if.schemas.ts";
import { answerResolution } from "./answer_resolution.ts";
import {
  RESOLUTION_EXAMPLE,
  ResolutionOfDays,
  ResolutionRequest,
  ResolutionResult,
} from "./resolution.schemas.ts";

const RESOLUTION_ERRORS = [
  ...CONFLICT_ERRORS,
  "TrainScheduleNotFound",
  "PacedTrainNotFound",
] as const;

export const RESOLUTION_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/resolution",
    summary:
      "Changes of trains that solve conflicts, checked as a trial checks them; nothing is stored",
    params: v.object({ timetable_id: pathId }),
    query: TrialQuery,
    body: optionalJsonBody(ResolutionRequest, RESOLUTION_EXAMPLE),
    answer: okTextOrLines(ResolutionResult),
    creates: null,
    access: ofComputedTimetable,
    errors: RESOLUTION_ERRORS,
    handle: async (ctx, { params: { timetable_id }, query, body }) =>
      answerResolution(
        ctx,
        { timetable_id, all_days: false, ...readConflictParameters(query) },
        body,
      ),
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/resolution/days",
    summary:
      "Changes of trains that solve conflicts of all days of the period, checked on all of them; nothing is stored",
    params: v.object({ timetable_id: pathId }),
    query: ConflictQuery,
    body: optionalJsonBody(ResolutionRequest, RESOLUTION_EXAMPLE),
    answer: okTextOrLines(ResolutionOfDays),
    creates: null,
    access: ofComputedTimetable,
    errors: RESOLUTION_ERRORS,
    handle: async (ctx, { params: { timetable_id }, query, body }) =>
      answerResolution(
        ctx,
        { timetable_id, all_days: true, ...readConflictParameters(query) },
        body,
      ),
  }),
];
