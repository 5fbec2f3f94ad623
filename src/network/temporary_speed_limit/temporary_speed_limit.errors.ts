/** Errors of endpoints that name a group of temporary speed limits. */
import { type ConstraintErrors, nameIsTaken } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";

export function temporarySpeedLimitGroupNotFound(group_id: number): AppError {
  return new AppError(
    "TemporarySpeedLimitGroupNotFound",
    `Temporary speed limit group '${group_id}', could not be found`,
    { group_id },
  );
}

/** The group is used by the search environment, which the caller may not delete. */
export function temporarySpeedLimitGroupIsUsed(group_id: number): AppError {
  const message = `Temporary speed limit group '${group_id}' is used by the search environment or an opened day`;
  return new AppError("TemporarySpeedLimitGroupIsUsed", message, { group_id, count: 1 });
}

export const TEMPORARY_SPEED_LIMIT_CONSTRAINTS: ConstraintErrors = {
  temporary_speed_limit_group_name_key: nameIsTaken(
    "TemporarySpeedLimitNameAlreadyUsed",
    "A group of temporary speed limits",
  ),
};
