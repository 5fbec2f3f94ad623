/**
 * Constraint names are API: what a request can break is declared by the endpoint that writes the table
 * (`constraints`), and counts for whatever request breaks it. A name that nobody declares is a bug: 500.
 */
import type { AppError } from "./errors.ts";

/** Error of a broken constraint by its name; `detail` is PostgreSQL's `Key (…)=(…)` text, for context. */
export type ConstraintErrors = Readonly<Record<string, (detail: string) => AppError>>;

/** All of these endpoints. */
export function collectConstraints(
  endpoints: readonly { readonly constraints?: ConstraintErrors }[],
): ConstraintErrors {
  return Object.fromEntries(
    endpoints.flatMap(({ constraints = {} }) => Object.entries(constraints)),
  );
}

/** The value in PostgreSQL's `Key (name)=(value) …` detail, or the empty text. */
export function keyValue(detail: string): string {
  const start = detail.indexOf(")=(");
  const end = detail.lastIndexOf(")");
  return start < 0 || end < start + 3 ? "" : detail.slice(start + 3, end);
}
