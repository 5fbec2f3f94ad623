/**
 * Constraint names are part of the API: the endpoint that writes a table declares which constraints a
 * request can break (`constraints`), for all requests that break them. An undeclared name is a bug: 500.
 */
import { AppError, type ErrorName } from "./errors.ts";

/** Makes the error for a broken constraint; `detail` is PostgreSQL's `Key (…)=(…)` text. */
type ConstraintError = (detail: string) => AppError;
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>;

/** For a unique name; `what` is the kind of its owner: "A rolling stock". */
export function nameIsTaken(error: ErrorName, what: string): ConstraintError {
  return (detail) => {
    const name = keyValue(detail);
    return new AppError(error, `${what} named '${name}' already exists`, { name });
  };
}

/** For a unique key of an id and a name: the name is taken within the record with that id. */
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

/** For a foreign key by id: the referenced record is absent, or it is being deleted but still `used`. */
export function byReference(
  absent: (id: number) => AppError,
  used: (id: number) => AppError,
): ConstraintError {
  return (detail) => {
    const id = Number(keyValue(detail));
    // Tells the two apart by the column; the rest of the text may be in any language.
    return detail.includes("(id)=(") ? used(id) : absent(id);
  };
}

/** The value in PostgreSQL's `Key (name)=(value) …` detail, or the empty text. */
export function keyValue(detail: string): string {
  const start = detail.indexOf(")=(");
  const end = detail.lastIndexOf(")");
  return start < 0 || end < start + 3 ? "" : detail.slice(start + 3, end);
}
