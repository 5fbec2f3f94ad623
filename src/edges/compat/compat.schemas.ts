/** Bodies and answers in forms that only existing clients use (interface.md 2.3, 7, 8.3). */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { Period } from "../../railway/days/days.schemas.ts";
import { Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

/** A timetable with the ids of its train schedules. */
export const TimetableTrains = v.strictObject({
  timetable_id: bodyId,
  train_ids: about(v.array(bodyId), "Ids of its train schedules, ascending"),
  period: v.exactOptional(about(Period, "On which days its trains run")),
});

export const TrainIds = v.strictObject({ ids: about(v.array(bodyId), "Ids of train schedules") });

/** Builtin roles, under the names that these clients use. */
export const BuiltinRoles = v.strictObject({
  builtin: about(v.array(Text), "Builtin roles under their names of 2024"),
});

/** The caller; the id is -1 without an identity (if authorization is disabled). */
export const Caller = v.strictObject({
  id: about(v.pipe(v.number(), v.safeInteger()), "Id of the user, -1 without an identity"),
  name: about(Text, "Name of the user, `nobody` without an identity"),
  roles: about(v.array(Text), "Builtin roles that count for the caller"),
});

nameSchemas({ TimetableTrains, TrainIds, BuiltinRoles, Caller });
