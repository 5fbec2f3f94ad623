/** The error of every endpoint that names an electrical profile set. */
import { AppError } from "../../platform/http/errors.ts";

export function profileSetNotFound(electrical_profile_set_id: number): AppError {
  return new AppError(
    "ElectricalProfileSetNotFound",
    `Electrical profile set '${electrical_profile_set_id}', could not be found`,
    { electrical_profile_set_id },
  );
}
