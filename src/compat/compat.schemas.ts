/** Bodies and answers of existing clients that have a shape of their own (interface.md 2.3, 7, 8.3, 11.3). */
import * as v from "valibot";
import { bodyId, queryId } from "../http/fields.ts";
import { Count, FiniteNumber, Text } from "../http/scalars.ts";
import { PathItem } from "../path/path.schemas.ts";
import { DateTime } from "../train_schedule/time.schemas.ts";
import { COMFORTS } from "../train_schedule/train_entries.ts";

const STEPS_MAX = 10_000;

/** A timetable as the ids of its train schedules. */
export const TimetableTrains = v.strictObject({
  timetable_id: bodyId,
  train_ids: v.array(bodyId),
});

export const TrainIds = v.object({ ids: v.array(bodyId) });

/** Builtin roles, under the names that these clients know. */
export const BuiltinRoles = v.strictObject({ builtin: v.array(Text) });

/** The caller; without an identity, where authorization is disabled, the id is -1. */
export const Caller = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger()),
  name: Text,
  roles: v.array(Text),
});

/** `infra` or `infra_id`; the router makes one name of them. */
export const StdcmQuery = v.object({ infra_id: queryId });

const Step = v.object({
  location: PathItem,
  duration: v.nullish(Count),
  timing_data: v.nullish(
    v.object({
      arrival_time: DateTime,
      arrival_time_tolerance_before: Count,
      arrival_time_tolerance_after: Count,
    }),
  ),
});

const positive = v.pipe(FiniteNumber, v.gtValue(0, "must be above 0"));

/** A train to be fitted in between others; times in milliseconds. */
export const StdcmRequest = v.object({
  steps: v.pipe(v.array(Step), v.maxLength(STEPS_MAX, "is too long")),
  rolling_stock_id: bodyId,
  comfort: v.picklist(COMFORTS),
  start_time: v.nullish(DateTime),
  maximum_departure_delay: v.nullish(Count),
  maximum_run_time: v.nullish(Count),
  time_gap_before: v.nullish(Count),
  time_gap_after: v.nullish(Count),
  margin: v.nullish(Text),
  speed_limit_tags: v.nullish(Text),
  total_mass: v.nullish(positive),
  total_length: v.nullish(positive),
  max_speed: v.nullish(positive),
  electrical_profile_set_id: v.nullish(bodyId),
  work_schedule_group_id: v.nullish(bodyId),
  temporary_speed_limit_group_id: v.nullish(bodyId),
});
export type StdcmRequest = v.InferOutput<typeof StdcmRequest>;
