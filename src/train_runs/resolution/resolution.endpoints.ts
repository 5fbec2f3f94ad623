/** Conflicts that resolve themselves (interface.md 11.5). */
import * as v from "valibot";
import { okTextOrLines, optionalJsonBody } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { CONFLICT_ERRORS, readConflictParameters } from "../conflict/timetable_conflicts.ts";
import { TrialQuery } from "../what_if/what_if.schemas.ts";
import { answerResolution } from "./answer_resolution.ts";
import { RESOLUTION_EXAMPLE, ResolutionRequest, ResolutionResult } from "./resolution.schemas.ts";

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
    errors: [...CONFLICT_ERRORS, "TrainScheduleNotFound", "PacedTrainNotFound"],
    handle: async (ctx, { params: { timetable_id }, query, body }) =>
      answerResolution(ctx, { timetable_id, ...readConflictParameters(query) }, body),
  }),
];
