/** Errors of endpoints that name a group of work schedules. */
import { type ConstraintErrors, nameIsTaken } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";

export function workScheduleGroupNotFound(work_schedule_group_id: number): AppError {
  return new AppError(
    "WorkScheduleGroupNotFound",
    `Work schedule group '${work_schedule_group_id}', could not be found`,
    { work_schedule_group_id },
  );
}

/** The group is used by the search environment, which the caller may not delete. */
export function workScheduleGroupIsUsed(work_schedule_group_id: number): AppError {
  const message = `Work schedule group '${work_schedule_group_id}' is used by the search environment`;
  return new AppError("WorkScheduleGroupIsUsed", message, { work_schedule_group_id, count: 1 });
}

export const WORK_SCHEDULE_CONSTRAINTS: ConstraintErrors = {
  work_schedule_group_name_key: nameIsTaken(
    "WorkScheduleNameAlreadyUsed",
    "A group of work schedules",
  ),
};
