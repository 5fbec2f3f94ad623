/** Errors of projects. */
import { type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";

/** The image is unknown, or the caller may not use it; also raised by SQL functions. */
export const PROJECT_CONSTRAINTS: ConstraintErrors = {
  project_image_fkey: imageNotFound,
  project_image_id_key: imageNotFound,
};

function imageNotFound(detail: string): AppError {
  const document_key = Number(keyValue(detail));
  return new AppError(
    "ProjectImageNotFound",
    `There is no image '${document_key}' that this project may show`,
    { document_key },
  );
}
