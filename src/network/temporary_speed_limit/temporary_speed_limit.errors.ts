/** The error of every endpoint that names a group of temporary speed limits. */

import { type ConstraintErrors, nameIsTaken } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";

export function temporarySpeedLimitGroupNotFound(group_id: number): AppError {
  return new AppError(
    "TemporarySpeedLimitGroupNotFound",
    `Temporary speed limit group '${group_id}', could not be found`,
    { group_id },
  );
}

export const TEMPORARY_SPEED_LIMIT_CONSTRAINTS: ConstraintErrors = {
  temporary_speed_limit_group_name_key: nameIsTaken(
    "TemporarySpeedLimitNameAlreadyUsed",
    "A group of temporary speed limits",
  ),
};
