/** Errors of periods and lists of days. */
import { type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";

export function dayListNotFound(code: string): AppError {
  return new AppError("DayListNotFound", `Day list '${code}', could not be found`, { code });
}

export function dayListIsUsed(code: string, count: number): AppError {
  return new AppError("DayListIsUsed", `Day list '${code}' is used by ${count} trains`, {
    code,
    count,
  });
}

/** Trains would not run on dates on which they run now. */
export function trainsLoseDays(count: number, ids: readonly number[]): AppError {
  const message = `${count} trains would not run on dates on which they run; ?force=true does it`;
  return new AppError("TrainsLoseDays", message, { count, ids });
}

export const DAY_LIST_CONSTRAINTS: ConstraintErrors = {
  day_list_pkey: (detail) => {
    const code = keyValue(detail).replace(/^[0-9]+, /, "");
    return new AppError("DayListCodeAlreadyUsed", `There is a day list '${code}' already`, {
      code,
    });
  },
};
