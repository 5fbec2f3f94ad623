/** The error of every endpoint that names a group of work schedules. */
import { AppError } from "../../platform/http/errors.ts";

export function workScheduleGroupNotFound(work_schedule_group_id: number): AppError {
  return new AppError(
    "WorkScheduleGroupNotFound",
    `Work schedule group '${work_schedule_group_id}', could not be found`,
    { work_schedule_group_id },
  );
}
