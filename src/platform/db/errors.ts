/** Failures of the database, as kinds that a caller can act on. */

/**
 * `constraint`: a named constraint was broken; `unavailable`: no connection, or it was lost;
 * `storage_full`: PostgreSQL's disk is full, but the connection is still good; `deadline`: the
 * statement took too long; `overload`: too many statements wait; `other`: a bug.
 */
export type DatabaseErrorKind =
  | "constraint"
  | "unavailable"
  | "storage_full"
  | "deadline"
  | "overload"
  | "other";

/** Effect of the statement: `none`, it has changed nothing; `unknown`, it may be committed. */
export type StatementOutcome = "none" | "unknown";

export class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind;
  /** Name of the broken constraint, else null. */
  readonly constraint: string | null;
  /** PostgreSQL's detail text, `Key (name)=(x) already exists.`, else empty. */
  readonly detail: string;
  readonly outcome: StatementOutcome;

  constructor(
    kind: DatabaseErrorKind,
    message: string,
    more: {
      constraint?: string;
      detail?: string;
      cause?: unknown;
      outcome?: StatementOutcome;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.constraint = more.constraint ?? null;
    this.detail = more.detail ?? "";
    this.outcome = more.outcome ?? "none";
  }
}

export function storageFull(cause?: unknown): DatabaseError {
  return new DatabaseError("storage_full", "the database's disk is full", { cause });
}

/** SQLSTATE of a statement ended by `statement_timeout` or by a cancellation. */
const QUERY_CANCELED = "57014";
/** The disk is full, reported as ERROR: the statement is undone and the session goes on. */
const DISK_FULL = "53100";
/** Refused before any statement ran: the server is starting, stopping or full, or rejects our login. */
const NEVER_BEGUN_STATE = /^(57P03|53300|28)/;
/** Codes of sockets that never connected. */
const NEVER_BEGUN_CODE =
  /^(CONNECT_TIMEOUT|ECONNREFUSED|ENOENT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/;
/** Classes: connection exceptions, operator intervention, insufficient resources (53300: too many connections), I/O errors. */
const UNAVAILABLE_STATE = /^(08|57P|53|58030)/;
/** Lock time-out, serialization failure, deadlock: the same request may succeed a moment later. */
const BUSY_STATE = /^(55P03|40001|40P01)$/;
/** Codes of the driver itself and of sockets. */
const UNAVAILABLE_CODE =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/;

/** Classifies what the driver throws. */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code, message, constraint_name, detail, severity } = readDriverError(error);
  if (code === QUERY_CANCELED) {
    return new DatabaseError("deadline", "the statement took too long", { cause: error });
  }
  if (BUSY_STATE.test(code)) {
    return new DatabaseError("overload", "the statement met too many others", { cause: error });
  }
  if (code === DISK_FULL && severity === "ERROR") return storageFull(error);
  if (UNAVAILABLE_STATE.test(code) || UNAVAILABLE_CODE.test(code)) {
    const has_begun = !NEVER_BEGUN_STATE.test(code) && !NEVER_BEGUN_CODE.test(code);
    return new DatabaseError("unavailable", `the database is not available (${code})`, {
      cause: error,
      // a statement that the server ended with an ERROR is undone
      outcome: has_begun && severity !== "ERROR" ? "unknown" : "none",
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
  severity: string;
} {
  const fields: Record<string, unknown> =
    typeof error === "object" && error !== null ? { ...error } : {};
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    code: text(fields["code"]),
    message: error instanceof Error ? error.message : String(error),
    constraint_name: text(fields["constraint_name"]),
    detail: text(fields["detail"]),
    severity: text(fields["severity"]),
  };
}

/** Whether a statement found no room on PostgreSQL's disk. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.kind === "storage_full";
}
