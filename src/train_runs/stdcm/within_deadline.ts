/** The time that a short term request's search has, which is its own: checks and the network are not counted. */
import type { Context } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";

/** After so much of its time the best train that a search has found is answered, or else the first that it finds. */
const SEARCHED_SHARE = 0.9;

/** What ends a search. */
export interface SearchEnd {
  /** The caller has left or the deadline has passed. */
  readonly signal: AbortSignal;
  /** One Int32, 1 when the best train so far is good enough. */
  readonly is_over: SharedArrayBuffer;
}

/** Runs until the caller leaves or the search's own deadline has passed. */
export async function withinDeadline<Value>(
  { services, signal }: Pick<Context, "services" | "signal">,
  run: (end: SearchEnd) => Promise<Value>,
): Promise<Value> {
  const overdue = new AbortController();
  const is_over = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const { stdcm_deadline_ms } = services.config.limits;
  const closing = setTimeout(
    () => Atomics.store(new Int32Array(is_over), 0, 1),
    SEARCHED_SHARE * stdcm_deadline_ms,
  );
  const timer = setTimeout(
    () => overdue.abort(new AppError("DeadlineExceeded", "The search took too long")),
    stdcm_deadline_ms,
  );
  try {
    return await run({ signal: AbortSignal.any([signal, overdue.signal]), is_over });
  } finally {
    clearTimeout(closing);
    clearTimeout(timer);
  }
}
