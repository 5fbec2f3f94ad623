/** Finds trains that no longer run as they did when they were accepted (interface.md 10.4). */
import * as v from "valibot";
import { infraNotFound } from "../../network/infra/infra.errors.ts";
import { batchBody, okJson, stream } from "../../platform/http/answers.ts";
import { keyValue } from "../../platform/http/constraints.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { Count, PlainObject } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { SIMULATION_ERRORS } from "../simulation/setup.ts";
import { InfraQuery } from "../simulation/simulation.schemas.ts";
import { acknowledge, streamStatuses } from "./train_statuses.ts";

const TimetableParams = v.object({ timetable_id: pathId });

/** Strict: a misspelt list must not be read as all trains. */
const AcknowledgedIds = v.pipe(
  PlainObject,
  v.strictObject({
    train_schedule_ids: v.optional(
      about(v.array(bodyId), "Train schedules of the timetable; without any list all trains of it"),
    ),
    paced_train_ids: v.optional(about(v.array(bodyId), "Paced trains of the timetable")),
  }),
);

const Acknowledged = v.strictObject({
  acknowledged_count: about(Count, "Trains whose path and times are accepted as they are now"),
  invalid_count: about(Count, "Trains that have none, and keep what was accepted before"),
});

nameSchemas({ AcknowledgedIds, Acknowledged });

export const ACKNOWLEDGEMENT_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/acknowledge",
    summary: "Accept paths and times of trains on an infrastructure as they are now",
    params: TimetableParams,
    query: InfraQuery,
    body: batchBody(AcknowledgedIds, { train_schedule_ids: [12, 13], paced_train_ids: [] }),
    answer: okJson(Acknowledged),
    // Null, since repeating it is harmless: there is one record per train.
    creates: null,
    access: checked({
      ...ofComputedTimetable,
      roles: ["infra:read", "timetable:write"],
      levels: { ...ofComputedTimetable.levels, timetable: "Writer" },
    }),
    constraints: {
      acknowledgement_infra_fkey: (detail) =>
        infraNotFound(Number(keyValue(detail)), "TimetableInfraNotFound"),
    },
    errors: [
      "InfraNotUsable",
      "TimetableNotFound",
      "TooManyItems",
      "TrainScheduleBatchNotFound",
      "PacedTrainBatchNotFound",
    ],
    handle: async (ctx, { params: { timetable_id }, query: { infra_id }, body }) =>
      acknowledge(
        ctx,
        { timetable_id, infra_id },
        { train_schedule: body.train_schedule_ids, paced_train: body.paced_train_ids },
      ),
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/statuses",
    summary: "Which trains are valid, invalid or outdated, as NDJSON, their number first",
    params: TimetableParams,
    query: InfraQuery,
    answer: stream("application/x-ndjson"),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS],
    handle: async (ctx, { params: { timetable_id }, query: { infra_id } }) =>
      streamStatuses(ctx, { timetable_id, infra_id }),
  }),
];
