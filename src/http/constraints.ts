/**
 * Constraint names are API: each that a client's request can break is mapped here to its error, one
 * row a constraint. A name that is not in the table is a bug and gives 500.
 */
import type { AppError } from "./errors.ts";

/** Makes the error of a broken constraint; `detail` is PostgreSQL's `Key (…)=(…)` text, for context. */
export type ConstraintError = (detail: string) => AppError;

export const CONSTRAINTS: Readonly<Record<string, ConstraintError>> = {};

/** The value in PostgreSQL's `Key (name)=(value) …` detail, or the empty text. */
export function keyValue(detail: string): string {
  const start = detail.indexOf(")=(");
  const end = detail.lastIndexOf(")");
  return start < 0 || end < start + 3 ? "" : detail.slice(start + 3, end);
}
