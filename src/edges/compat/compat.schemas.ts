/** Bodies and answers of existing clients that have a shape of their own (interface.md 2.3, 7, 8.3, 11.3). */
import * as v from "valibot";
import { bodyId, queryInfra } from "../../platform/http/fields.ts";
import { Milliseconds } from "../../railway/quantities.ts";
import { Count, FiniteNumber, Text } from "../../railway/scalars.ts";
import { DateTime } from "../../railway/time.schemas.ts";
import { COMFORTS } from "../../railway/train_entries.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { PathItem } from "../../train_runs/path/path.schemas.ts";

const STEPS_MAX = 10_000;

/** A timetable as the ids of its train schedules. */
export const TimetableTrains = v.strictObject({
  timetable_id: bodyId,
  train_ids: about(v.array(bodyId), "Ids of its train schedules, ascending"),
});

export const TrainIds = v.object({ ids: v.array(bodyId) });

/** Builtin roles, under the names that these clients know. */
export const BuiltinRoles = v.strictObject({ builtin: v.array(Text) });

/** The caller; without an identity, where authorization is disabled, the id is -1. */
export const Caller = v.strictObject({
  id: about(v.pipe(v.number(), v.safeInteger()), "Id of the user, -1 without an identity"),
  name: Text,
  roles: v.array(Text),
});

export const StdcmQuery = v.object({ infra_id: queryInfra });

const Step = v.object({
  location: PathItem,
  duration: v.nullish(about(Count, "Stop, milliseconds")),
  timing_data: v.nullish(
    about(
      v.object({
        arrival_time: DateTime,
        arrival_time_tolerance_before: Milliseconds,
        arrival_time_tolerance_after: Milliseconds,
      }),
      "When to be there",
    ),
  ),
});

const positive = v.pipe(FiniteNumber, v.gtValue(0, "must be above 0"));

/** A train to be fitted in between others; times in milliseconds. */
export const StdcmRequest = v.object({
  steps: about(
    v.pipe(v.array(Step), v.maxLength(STEPS_MAX, "is too long")),
    "Where the train passes, in its order",
  ),
  rolling_stock_id: bodyId,
  comfort: about(v.picklist(COMFORTS), "Which effort curves count"),
  start_time: v.nullish(DateTime),
  maximum_departure_delay: v.nullish(Milliseconds),
  maximum_run_time: v.nullish(Milliseconds),
  time_gap_before: v.nullish(Milliseconds),
  time_gap_after: v.nullish(Milliseconds),
  margin: v.nullish(about(Text, "Time added: `5%` or `4.5min/100km`")),
  speed_limit_tags: v.nullish(Text),
  total_mass: v.nullish(about(positive, "Kilograms")),
  total_length: v.nullish(about(positive, "Metres")),
  max_speed: v.nullish(about(positive, "Metres per second")),
  electrical_profile_set_id: v.nullish(bodyId),
  work_schedule_group_id: v.nullish(bodyId),
  temporary_speed_limit_group_id: v.nullish(bodyId),
});
export type StdcmRequest = v.InferOutput<typeof StdcmRequest>;

export const STDCM_EXAMPLE = {
  steps: [
    {
      location: { operational_point: "West_station" },
      timing_data: {
        arrival_time: "2026-05-22T08:00:00Z",
        arrival_time_tolerance_before: 0,
        arrival_time_tolerance_after: 1_800_000,
      },
    },
    { location: { trigram: "MWS", secondary_code: "BV" }, duration: 60_000 },
    { location: { track: "TH1", offset: 4_386_000 } },
  ],
  rolling_stock_id: 7,
  comfort: "STANDARD",
  margin: "5%",
};

nameSchemas({ TimetableTrains, TrainIds, BuiltinRoles, Caller, StdcmRequest });
