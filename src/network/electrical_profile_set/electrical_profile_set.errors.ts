/** Errors of endpoints that name an electrical profile set. */
import { AppError } from "../../platform/http/errors.ts";

export function profileSetNotFound(electrical_profile_set_id: number): AppError {
  return new AppError(
    "ElectricalProfileSetNotFound",
    `Electrical profile set '${electrical_profile_set_id}', could not be found`,
    { electrical_profile_set_id },
  );
}

/** The set is used by scenarios or the search environment that the caller may not change. */
export function profileSetIsUsed(electrical_profile_set_id: number, count: number): AppError {
  return new AppError(
    "ElectricalProfileSetIsUsed",
    `Electrical profile set '${electrical_profile_set_id}' is used by ${count} records`,
    { electrical_profile_set_id, count },
  );
}
