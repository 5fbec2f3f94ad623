/** The consequences of train changes (interface.md 11.1). */
import * as v from "valibot";
import { batchBody, okText } from "../../platform/http/answers.ts";
import { endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { CHANGES_EXAMPLE, ChangeList } from "../../timetable/changes/change.schemas.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { ConflictQuery } from "../conflict/conflict.schemas.ts";
import { CONFLICT_ERRORS, readConflictParameters } from "../conflict/timetable_conflicts.ts";
import { answerWhatIf } from "./answer_what_if.ts";
import { WhatIfResult } from "./what_if.schemas.ts";

export const WHAT_IF_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/what_if",
    summary:
      "What changes of trains would do to their runs and to all conflicts; nothing is stored",
    params: v.object({ timetable_id: pathId }),
    query: ConflictQuery,
    body: batchBody(ChangeList, CHANGES_EXAMPLE),
    answer: okText(WhatIfResult),
    creates: null,
    access: ofComputedTimetable,
    errors: [
      ...CONFLICT_ERRORS,
      "TrainScheduleNotFound",
      "TrainScheduleTimetableImmutable",
      "PacedTrainNotFound",
      "PacedTrainExceptionNotFound",
      "PacedTrainTimetableImmutable",
    ],
    handle: async (ctx, { params: { timetable_id }, query, body: { changes } }) =>
      answerWhatIf(ctx, { timetable_id, ...readConflictParameters(query) }, changes),
  }),
];
