/** Errors of resources that a search environment names and that were deleted meanwhile. */

import { profileSetNotFound } from "../../network/electrical_profile_set/electrical_profile_set.errors.ts";
import { infraNotFound } from "../../network/infra/infra.errors.ts";
import { temporarySpeedLimitGroupNotFound } from "../../network/temporary_speed_limit/temporary_speed_limit.errors.ts";
import { workScheduleGroupNotFound } from "../../network/work_schedule/work_schedule.errors.ts";
import { type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import type { AppError } from "../../platform/http/errors.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";

const ofId =
  (absent: (id: number) => AppError) =>
  (detail: string): AppError =>
    absent(Number(keyValue(detail)));

export const SEARCH_ENVIRONMENT_CONSTRAINTS: ConstraintErrors = {
  search_environment_infra_fkey: ofId(infraNotFound),
  search_environment_timetable_fkey: ofId(timetableNotFound),
  search_environment_electrical_profile_set_fkey: ofId(profileSetNotFound),
  search_environment_work_schedule_group_fkey: ofId(workScheduleGroupNotFound),
  search_environment_temporary_speed_limit_group_fkey: ofId(temporarySpeedLimitGroupNotFound),
};
