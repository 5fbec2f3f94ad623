/**
 * Constraint names are API: what a request can break is declared by the endpoint that writes the table
 * (`constraints`), and holds for any request that breaks it. An undeclared name is a bug: 500.
 */
import { AppError, type ErrorName } from "./errors.ts";

/** Makes the error of a broken constraint; `detail` is PostgreSQL's `Key (…)=(…)` text, for context. */
type ConstraintError = (detail: string) => AppError;
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>;

/** For a unique name; `what` owns it: "A rolling stock". */
export function nameIsTaken(error: ErrorName, what: string): ConstraintError {
  return (detail) => {
    const name = keyValue(detail);
    return new AppError(error, `${what} named '${name}' already exists`, { name });
  };
}

/** For a key of an id and a name: the name is taken within what has the id. */
export function nameIsTakenWithin(error: ErrorName, what: string): ConstraintError {
  return (detail) => {
    const name = keyValue(detail).replace(/^[0-9]+, /, "");
    return new AppError(error, `${what} named '${name}' already exists`, { name });
  };
}

/** The constraints of all these endpoints. */
export function collectConstraints(
  endpoints: readonly { readonly constraints?: ConstraintErrors }[],
): ConstraintErrors {
  return Object.fromEntries(
    endpoints.flatMap(({ constraints = {} }) => Object.entries(constraints)),
  );
}

/** For a foreign key by id: what it names is absent, or is to be deleted and `used`. */
export function byReference(
  absent: (id: number) => AppError,
  used: (id: number) => AppError,
): ConstraintError {
  return (detail) => {
    const id = Number(keyValue(detail));
    // The column is the one that names it, or its own; the rest of the text may be in any language.
    return detail.includes("(id)=(") ? used(id) : absent(id);
  };
}

/** The value in PostgreSQL's `Key (name)=(value) …` detail, or the empty text. */
export function keyValue(detail: string): string {
  const start = detail.indexOf(")=(");
  const end = detail.lastIndexOf(")");
  return start < 0 || end < start + 3 ? "" : detail.slice(start + 3, end);
}
