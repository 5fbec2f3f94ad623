/**
 * Keep-alive of connections. uWebSockets.js closes a connection 10 seconds after its last answer, sooner
 * than any gateway does: a request on its way is then lost. It has no setting for that, and does not report
 * when the last byte of an answer has gone out. So this file relies on the following:
 *
 * - `filter`, missing from its typings, gives a handle for each new connection that outlives requests;
 * - pausing and resuming reads restarts the 10 seconds;
 * - the library closes a connection only once the last byte of its last answer has gone out;
 * - it waits for the rest of a head that it can't read (no Host, a folded line, a space before a colon),
 * and closes a new connection 8 to 12 s later without a word: until then the handle can still answer.
 *
 * A request does not name its connection. But the data callback belongs to the connection, and it is called
 * right after a request's arrival, even for requests without a body. The library clears it at the end of an
 * answer, and at the end of a call that brought the last data. So after an answer that is written within
 * that call ("early") the callback must be set again at the next event. A handle must not be touched once
 * its connection is closed; the close callback comes in time.
 */
import type { TemplatedApp, HttpResponse as UwsResponse } from "uWebSockets.js";

/** The library's timer counts in steps of 4 seconds, so its 10 seconds are at least 8. */
const REARM_MS = 4000;
/** Time for the first head of a new connection; shorter than the library's, so that an error can be sent. */
const HEAD_MS = 6000;

/** A request and its answer; the connection is known from the first data on. */
export interface Carried {
  readonly res: UwsResponse;
  connection: Connection | null;
  /** Called when the connection is known. */
  onKnown: () => void;
  onData(chunk: ArrayBuffer, is_last: boolean): void;
}

export interface Connection {
  /** Valid until the connection ends, not just the answer. */
  readonly handle: UwsResponse;
  carried: Carried | null;
  is_closed: boolean;
  /** Called once. */
  onClosed: () => void;
  opened_ms: number;
  /** When the last answer ended. */
  rested_ms: number;
  armed_ms: number;
  /** The handle's write offset after the last answer; 0 once the next request comes. */
  written_bytes: number;
}

type Filter = (onChange: (handle: UwsResponse, change: 1 | -1) => void) => void;

export class Connections {
  readonly #keep_alive_ms: number;
  /** Connections without a request so far, oldest first. */
  readonly #opening = new Set<Connection>();
  /** Connections between two requests. */
  readonly #resting = new Set<Connection>();
  /** The request whose connection the next data identify. */
  #arriving: Carried | null = null;
  /** The connection whose data came last. */
  #speaking: Connection | null = null;
  /** The connection that was answered before the call that brought its data returned. */
  #early: Connection | null = null;
  #closings = 0;

  constructor(keep_alive_ms: number) {
    this.#keep_alive_ms = keep_alive_ms;
  }

  watch(app: TemplatedApp): void {
    (app as unknown as { filter: Filter }).filter((handle, change) => {
      if (change === -1) {
        this.#closings++;
        return;
      }
      const connection: Connection = {
        handle,
        carried: null,
        is_closed: false,
        onClosed: () => undefined,
        opened_ms: performance.now(),
        rested_ms: 0,
        armed_ms: 0,
        written_bytes: 0,
      };
      handle.onAborted(() => this.#close(connection));
      this.#opening.add(connection);
      this.#listen(connection);
    });
  }

  /** A request has arrived; nothing else may listen for its data. */
  arrive(carried: Carried): void {
    this.#settleEarly();
    if (this.#arriving !== null) this.giveUp(this.#arriving);
    this.#arriving = carried;
  }

  /** Resolves when the connection is known, or if no data came with the request. */
  async find(carried: Carried): Promise<void> {
    if (carried.connection !== null) return;
    await new Promise<void>((resolve) => {
      carried.onKnown = resolve;
      setImmediate(resolve);
    });
    this.giveUp(carried);
  }

  /** For a chunked request whose first chunk is still on its way: its connection stays unknown. */
  giveUp(carried: Carried): void {
    if (this.#arriving !== carried) return;
    carried.res.onData((chunk, is_last) => carried.onData(chunk, is_last));
    this.#arriving = null;
    this.#forgetDoubtful();
  }

  /** The client of a request has left before the end of the answer. */
  leave(carried: Carried): void {
    if (carried.connection !== null) this.#close(carried.connection);
    if (this.#arriving !== carried) return;
    this.#arriving = null;
    this.#forgetDoubtful();
  }

  /** Runs `write`, which may end an answer, and returns whether it did. */
  end(carried: Carried, is_last: boolean, write: () => boolean): boolean {
    const closings = this.#closings;
    const has_ended = write();
    const { connection } = carried;
    if (!has_ended || connection === null) return has_ended;
    connection.carried = null;
    // No other code has run meanwhile, so it was this connection that closed.
    if (this.#closings !== closings) this.#close(connection);
    else {
      connection.handle.onAborted(() => this.#close(connection));
      // Data after a last answer are not a request.
      if (!is_last) this.#rest(connection);
    }
    return true;
  }

  /** Keeps idle connections open, each for its keep-alive time. */
  keepAlive(): void {
    const now_ms = performance.now();
    for (const connection of this.#resting) {
      if (now_ms - connection.rested_ms > this.#keep_alive_ms) this.#resting.delete(connection);
      else if (now_ms - connection.armed_ms >= REARM_MS) {
        connection.armed_ms = now_ms;
        connection.handle.pause();
        connection.handle.resume();
      }
    }
  }

  /** Answers connections whose first request has still not arrived; `write` writes the answer that ends one. */
  endSilent(write: (handle: UwsResponse) => void): void {
    // The arriving request may be on any of these connections.
    if (this.#arriving !== null) return;
    const oldest_ms = performance.now() - HEAD_MS;
    for (const connection of this.#opening) {
      if (connection.opened_ms > oldest_ms) return;
      this.#opening.delete(connection);
      write(connection.handle);
    }
  }

  #listen(connection: Connection): void {
    connection.handle.onData((chunk, is_last) => {
      this.#settleEarly();
      this.#speaking = connection;
      if (connection.carried === null) this.#carry(connection);
      connection.carried?.onData(chunk, is_last);
    });
  }

  #carry(connection: Connection): void {
    const arrived = this.#arriving;
    if (arrived === null) return;
    this.#arriving = null;
    this.#opening.delete(connection);
    this.#resting.delete(connection);
    connection.carried = arrived;
    arrived.connection = connection;
    arrived.onKnown();
  }

  #rest(connection: Connection): void {
    connection.rested_ms = performance.now();
    connection.armed_ms = connection.rested_ms;
    connection.written_bytes = connection.handle.getWriteOffset();
    if (this.#speaking === connection) {
      this.#early = connection;
      setImmediate(() => this.#settleEarly());
    } else this.#await(connection);
  }

  /** Waits for the next request. */
  #await(connection: Connection): void {
    this.#listen(connection);
    this.#resting.add(connection);
  }

  /**
   * Called at another event: the call in which an early answer was written has returned. If the
   * event is the next request of the same connection, its data follow.
   */
  #settleEarly(): void {
    const early = this.#early;
    this.#early = null;
    this.#speaking = null;
    if (early !== null && !early.is_closed) this.#await(early);
  }

  #close(connection: Connection): void {
    this.#opening.delete(connection);
    this.#resting.delete(connection);
    connection.is_closed = true;
    connection.onClosed();
  }

  /** Any idle connection may now carry a request that no data will identify: it no longer counts as idle. */
  #forgetDoubtful(): void {
    this.#opening.clear();
    for (const connection of this.#resting) {
      const { written_bytes, handle } = connection;
      if (written_bytes === 0 || handle.getWriteOffset() !== written_bytes) {
        this.#resting.delete(connection);
      }
    }
  }
}
