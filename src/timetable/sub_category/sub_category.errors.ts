/** Errors of sub-categories. */
import { type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";

export function subCategoryNotFound(code: string): AppError {
  return new AppError("SubCategoryNotFound", `Sub-category '${code}', could not be found`, {
    code,
  });
}

/** Some trains that have it may not be changed by the caller. */
export function subCategoryIsUsed(code: string, count: number): AppError {
  const message = `Sub-category '${code}' is used by ${count} trains`;
  return new AppError("SubCategoryIsUsed", message, { code, count });
}

export const SUB_CATEGORY_CONSTRAINTS: ConstraintErrors = {
  sub_category_pkey: (detail) => {
    const code = keyValue(detail);
    return new AppError("SubCategoryCodeAlreadyUsed", `There is a sub-category '${code}' already`, {
      code,
    });
  },
};
