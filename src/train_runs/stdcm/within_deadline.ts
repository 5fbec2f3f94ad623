/** The time that a short term request's search has, which is its own: checks and the network are not counted. */
import type { Context } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";

/** Runs until the caller leaves or the search's own deadline has passed. */
export async function withinDeadline<Value>(
  { services, signal }: Pick<Context, "services" | "signal">,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const overdue = new AbortController();
  const timer = setTimeout(
    () => overdue.abort(new AppError("DeadlineExceeded", "The search took too long")),
    services.config.limits.stdcm_deadline_ms,
  );
  try {
    return await run(AbortSignal.any([signal, overdue.signal]));
  } finally {
    clearTimeout(timer);
  }
}
