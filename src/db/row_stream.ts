/**
 * Rows from a cursor at the consumer's pace. The driver pushes batches into a callback and waits for
 * its promise; here that becomes an async generator. A consumer that stops early costs the connection:
 * the driver's own early end writes to a socket that may be gone (anchors.md 0.1).
 */
import type { ConnectionPool, Destroyable, TaskOptions } from "./connection_pool.ts";
import { toDatabaseError } from "./errors.ts";

/** A connection that can run a cursor. */
export interface CursorConnection<Statement> extends Destroyable {
  /** Calls `onRows` for each batch and goes on when its promise is resolved; ends with the cursor. */
  stream(statement: Statement, onRows: (rows: object[]) => Promise<void>): Promise<void>;
}

export async function* streamRows<Statement, C extends CursorConnection<Statement>>(
  pool: ConnectionPool<C>,
  statement: Statement,
  { claim, deadline_ms, signal }: TaskOptions & { readonly signal: AbortSignal | undefined },
): AsyncGenerator<object[]> {
  const lease = await pool.lease({ claim, deadline_ms });
  const batches: object[][] = [];
  let has_ended = false;
  let resume: () => void = () => undefined;
  let wake: () => void = () => undefined;
  const onAbort = (): void => wake();
  signal?.addEventListener("abort", onAbort, { once: true });
  const ended = lease.connection
    .stream(statement, async (rows) => {
      batches.push(rows);
      wake();
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    })
    .then(() => {
      has_ended = true;
      wake();
    });
  ended.catch(() => undefined); // seen by the race below, if anyone still waits
  try {
    while (true) {
      signal?.throwIfAborted();
      const rows = batches.shift();
      if (rows !== undefined) {
        lease.expect(null);
        if (rows.length > 0) yield rows;
        lease.expect(deadline_ms);
        resume();
        continue;
      }
      if (has_ended) return;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([woken, ended, lease.lost]);
    }
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : toDatabaseError(error);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    lease.release(has_ended);
  }
}
