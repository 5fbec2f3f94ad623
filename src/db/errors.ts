/** What can go wrong with the database, as kinds that a caller can act on. */

/**
 * `constraint`: a named constraint was broken; `unavailable`: no connection, or it was lost;
 * `deadline`: the statement took too long; `overload`: too many statements wait; `other`: a bug.
 */
export type DatabaseErrorKind = "constraint" | "unavailable" | "deadline" | "overload" | "other";

export class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind;
  /** Name of the broken constraint, else null. */
  readonly constraint: string | null;
  /** PostgreSQL's detail text, `Key (name)=(x) already exists.`, else empty. */
  readonly detail: string;

  constructor(
    kind: DatabaseErrorKind,
    message: string,
    more: { constraint?: string; detail?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.constraint = more.constraint ?? null;
    this.detail = more.detail ?? "";
  }
}

/** SQLSTATE of a statement cut by `statement_timeout` or by a cancellation. */
const QUERY_CANCELED = "57014";
/** Classes: connection exceptions, operator intervention, insufficient resources (53300: too many connections). */
const UNAVAILABLE_STATE = /^(08|57P|53)/;
/** Lock time-out, serialization failure, deadlock: the same request may succeed a moment later. */
const BUSY_STATE = /^(55P03|40001|40P01)$/;
/** The driver's own codes and the sockets'. */
const UNAVAILABLE_CODE =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/;

/** Sorts what the driver throws. */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code, message, constraint_name, detail } = readDriverError(error);
  if (code === QUERY_CANCELED) {
    return new DatabaseError("deadline", "the statement took too long", { cause: error });
  }
  if (BUSY_STATE.test(code)) {
    return new DatabaseError("overload", "the statement met too many others", { cause: error });
  }
  if (UNAVAILABLE_STATE.test(code) || UNAVAILABLE_CODE.test(code)) {
    return new DatabaseError("unavailable", `the database is not available (${code})`, {
      cause: error,
    });
  }
  if (constraint_name !== "") {
    return new DatabaseError("constraint", message, {
      constraint: constraint_name,
      detail,
      cause: error,
    });
  }
  return new DatabaseError("other", message, { cause: error });
}

function readDriverError(error: unknown): {
  code: string;
  message: string;
  constraint_name: string;
  detail: string;
} {
  const fields: Record<string, unknown> =
    typeof error === "object" && error !== null ? { ...error } : {};
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    code: text(fields["code"]),
    message: error instanceof Error ? error.message : String(error),
    constraint_name: text(fields["constraint_name"]),
    detail: text(fields["detail"]),
  };
}
