/**
 * Turns anything thrown into the one error object. AppErrors are thrown by handlers on purpose. Known kinds of database
 * and worker errors have their own answers. Anything else is a bug: 500 with the request's id, details only in the log.
 */
import { ComputeError } from "../compute/errors.ts";
import { DatabaseError } from "../db/errors.ts";
import type { ConstraintErrors } from "./constraints.ts";
import { AppError } from "./errors.ts";
import type { HttpResponse } from "./request.ts";

/** When a client may retry after a lack of capacity. */
export const RETRY_AFTER = { "retry-after": "1" };
/** Longer, because room has to be made first. */
const RETRY_WHEN_FREED = { "retry-after": "10" };

/** The error to answer with; `is_bug`: it was unexpected. */
export interface Failure {
  readonly error: AppError;
  readonly is_bug: boolean;
}

export function toFailure(error: unknown, constraints: ConstraintErrors): Failure {
  if (error instanceof AppError) return { error, is_bug: false };
  if (error instanceof DatabaseError) return fromDatabase(error, constraints);
  if (error instanceof ComputeError) return fromCompute(error);
  return bug();
}

function bug(): Failure {
  return { error: new AppError("Internal", "Something went wrong here"), is_bug: true };
}

function expected(error: AppError): Failure {
  return { error, is_bug: false };
}

function fromDatabase(error: DatabaseError, constraints: ConstraintErrors): Failure {
  switch (error.kind) {
    case "constraint": {
      const makeError = constraints[error.constraint ?? ""];
      return makeError === undefined ? bug() : expected(makeError(error.detail));
    }
    case "unavailable":
      return expected(
        new AppError("DatabaseUnavailable", "The database is not available", {}, RETRY_AFTER),
      );
    case "storage_full": {
      const message = "There is no room for changes on the database's disk; reading goes on";
      return expected(new AppError("StorageFull", message, {}, RETRY_WHEN_FREED));
    }
    case "deadline":
      return expected(new AppError("DeadlineExceeded", "The database took too long"));
    case "overload":
      return expected(new AppError("Overloaded", "The database is busy", {}, RETRY_AFTER));
    case "other":
      return bug();
  }
}

function fromCompute(error: ComputeError): Failure {
  switch (error.kind) {
    case "overloaded":
      return expected(new AppError("Overloaded", "The server is busy", {}, RETRY_AFTER));
    case "deadline":
      return expected(new AppError("DeadlineExceeded", "The computation took too long"));
    case "crashed":
      return {
        error: new AppError("WorkerCrashed", "The computation's thread died"),
        is_bug: true,
      };
    case "failed":
      return bug();
  }
}

/** The answer for an error; `context` replaces the error's own. */
export function errorResponse(
  error: AppError,
  context: AppError["context"] = error.context,
): HttpResponse & { readonly body: string } {
  const headers = ["content-type", "application/json"];
  for (const [name, value] of Object.entries(error.headers)) headers.push(name, value);
  return { status: error.status, headers, body: JSON.stringify({ ...error.body(), context }) };
}

/**
 * The result of a task on a document. The size of the text does not predict how much heap the
 * thread needs: throws BodyTooLarge if the thread ran out of memory.
 */
export async function withinMemory<Value>(task: Promise<Value>): Promise<Value> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof ComputeError && error.kind === "crashed") {
      throw new AppError("BodyTooLarge", "The document is too large for a worker's memory");
    }
    throw error;
  }
}
