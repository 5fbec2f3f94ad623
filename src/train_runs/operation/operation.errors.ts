/** Errors of opened days, and of what they stand on. */
import {
  profileSetIsUsed,
  profileSetNotFound,
} from "../../network/electrical_profile_set/electrical_profile_set.errors.ts";
import {
  temporarySpeedLimitGroupIsUsed,
  temporarySpeedLimitGroupNotFound,
} from "../../network/temporary_speed_limit/temporary_speed_limit.errors.ts";
import { byReference, type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";
import { userDeleted } from "../../platform/http/resource_errors.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";

export function openDayNotFound(id: number): AppError {
  return new AppError("OpenDayNotFound", `No opened day has the id '${id}'`, { id });
}

export const OPERATION_CONSTRAINTS: ConstraintErrors = {
  operation_day_key: (detail) => {
    const [timetable_id = "", date = ""] = keyValue(detail).split(", ");
    const day = date === "" ? "The day" : `The ${date}`;
    const context = { timetable_id: Number(timetable_id), date: date === "" ? null : date };
    return new AppError(
      "DayIsOpen",
      `${day} of timetable '${timetable_id}' is open already`,
      context,
    );
  },
  operation_opened_by_fkey: userDeleted,
  operation_timetable_fkey: (detail) => timetableNotFound(Number(keyValue(detail))),
  operation_electrical_profile_set_fkey: byReference(profileSetNotFound, (id) =>
    profileSetIsUsed(id, 1),
  ),
  operation_temporary_speed_limit_group_fkey: byReference(
    temporarySpeedLimitGroupNotFound,
    temporarySpeedLimitGroupIsUsed,
  ),
};
