/** Errors of resources that a search environment names, and that are deleted before it or while it names them. */
import {
  profileSetIsUsed,
  profileSetNotFound,
} from "../../network/electrical_profile_set/electrical_profile_set.errors.ts";
import { infraIsUsed, infraNotFound } from "../../network/infra/infra.errors.ts";
import {
  temporarySpeedLimitGroupIsUsed,
  temporarySpeedLimitGroupNotFound,
} from "../../network/temporary_speed_limit/temporary_speed_limit.errors.ts";
import {
  workScheduleGroupIsUsed,
  workScheduleGroupNotFound,
} from "../../network/work_schedule/work_schedule.errors.ts";
import { byReference, type ConstraintErrors } from "../../platform/http/constraints.ts";
import { timetableIsUsed, timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";

export const SEARCH_ENVIRONMENT_CONSTRAINTS: ConstraintErrors = {
  search_environment_infra_fkey: byReference(infraNotFound, (id) =>
    infraIsUsed(id, { usage: [], count: 1 }),
  ),
  search_environment_timetable_fkey: byReference(timetableNotFound, timetableIsUsed),
  search_environment_electrical_profile_set_fkey: byReference(profileSetNotFound, (id) =>
    profileSetIsUsed(id, 1),
  ),
  search_environment_work_schedule_group_fkey: byReference(
    workScheduleGroupNotFound,
    workScheduleGroupIsUsed,
  ),
  search_environment_temporary_speed_limit_group_fkey: byReference(
    temporarySpeedLimitGroupNotFound,
    temporarySpeedLimitGroupIsUsed,
  ),
};
