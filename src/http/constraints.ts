/**
 * Constraint names are API: each that a client's request can break is mapped here to its error, one
 * row a constraint. A name that is not in the table is a bug and gives 500.
 */
import { AppError } from "./errors.ts";

/** Makes the error of a broken constraint; `detail` is PostgreSQL's `Key (…)=(…)` text, for context. */
export type ConstraintError = (detail: string) => AppError;

export const CONSTRAINTS: Readonly<Record<string, ConstraintError>> = {
  // raised by functions that find the key with another body
  idempotency_key_reused: () =>
    new AppError("IdempotencyKeyReused", "This idempotency key was used with another body"),
  rolling_stock_name_key: (detail) => {
    const name = keyValue(detail);
    return new AppError(
      "RollingStockNameAlreadyUsed",
      `A rolling stock named '${name}' already exists`,
      { name },
    );
  },
  train_schedule_timetable_fkey: (detail) => {
    const timetable_id = Number(keyValue(detail));
    return new AppError("TimetableNotFound", `Timetable '${timetable_id}', could not be found`, {
      timetable_id,
    });
  },
  // a clone whose source was deleted meanwhile
  infra_content_fkey: () =>
    new AppError("InfraNotFound", "The infrastructure was deleted meanwhile"),
};

/** The value in PostgreSQL's `Key (name)=(value) …` detail, or the empty text. */
export function keyValue(detail: string): string {
  const start = detail.indexOf(")=(");
  const end = detail.lastIndexOf(")");
  return start < 0 || end < start + 3 ? "" : detail.slice(start + 3, end);
}
