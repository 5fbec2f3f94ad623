/** The error of every endpoint that names a group of temporary speed limits. */
import { AppError } from "../../platform/http/errors.ts";

export function temporarySpeedLimitGroupNotFound(group_id: number): AppError {
  return new AppError(
    "TemporarySpeedLimitGroupNotFound",
    `Temporary speed limit group '${group_id}', could not be found`,
    { group_id },
  );
}
