/**
 * A bounded pool of connections that each run one statement at a time. The driver can pool and pipeline by
 * itself, but when a backend dies it can leave statements unsettled or mix them up (decisions.md 1). Here a
 * connection is thrown away at the first sign of trouble and replaced by a fresh one, so a loss costs only the
 * statement that ran on it. The queue with its fair shares, the deadlines and the overload control are ours.
 */
import { type AdmissionOptions, AdmissionQueue } from "../queues/admission_queue.ts";
import type { Owner, Share, Ticket } from "../queues/fair_queue.ts";
import { DatabaseError, toDatabaseError } from "./errors.ts";

/** What the pool needs from a connection. */
export interface Destroyable {
  /** Ends it without waiting; its running statement is rejected or never settles. */
  destroy(): void;
}

interface Task<C> {
  readonly claim: Claim;
  readonly start: (slot: Slot<C>) => void;
  readonly reject: (error: DatabaseError) => void;
  /** On the `performance.now()` clock. */
  expires_ms: number;
  /** Makes the error for a missed deadline. */
  overdue: () => DatabaseError;
}

interface Slot<C> {
  connection: C;
  task: Task<C> | null;
}

/** The claim of statements that many requests wait for together: their callers, records that they read. */
export const SHARED = Symbol("shared");

/** The request that a statement is for; without a request its owner, whose statements are never refused as late. */
export type Claim = Share | Owner | typeof SHARED;

export interface TaskOptions {
  readonly claim: Claim;
  /** Counted from queueing, and again from the start, where PostgreSQL's own, gentler deadline begins. */
  readonly deadline_ms: number;
}

export interface ConnectionPoolOptions<C> extends AdmissionOptions {
  readonly size: number;
  /** Tasks that may wait for a connection. */
  readonly queue_max: number;
  /** Opens lazily; `onClosed` is called when the connection is lost. */
  readonly open: (onClosed: () => void) => C;
}

/** How often deadlines are checked: one timer for all is cheaper than one per statement. */
const SWEEP_MS = 50;
/** The driver normally rejects the statement of a lost connection at once; after this time we do. */
const LOST_GRACE_MS = 100;

export class ConnectionPool<C extends Destroyable> {
  readonly #options: ConnectionPoolOptions<C>;
  readonly #slots: Slot<C>[] = [];
  readonly #free: Slot<C>[] = [];
  readonly #waiting: AdmissionQueue<Task<C>>;
  /** Waiting shared statements: few, since each gatherer runs one or two at a time. */
  readonly #shared: Task<C>[] = [];
  #was_shared = false;
  #sweeper: NodeJS.Timeout | null = null;
  #is_closed = false;
  #onIdle: (() => void) | null = null;

  constructor(options: ConnectionPoolOptions<C>) {
    this.#options = options;
    this.#waiting = new AdmissionQueue(options, (task) =>
      task.reject(new DatabaseError("overload", "too many statements wait for the database")),
    );
    for (let i = 0; i < options.size; i++) {
      const slot = { task: null } as unknown as Slot<C>; // completed by the next line
      this.#renew(slot);
      this.#slots.push(slot);
      this.#free.push(slot);
    }
  }

  /** Tasks waiting or running. */
  get load(): number {
    return this.#shared.length + this.#waiting.count + this.#slots.length - this.#free.length;
  }

  /** Whether a statement of a new request of this owner would wait too long. */
  refuses(owner: Owner): boolean {
    return this.#waiting.refuses(owner);
  }

  /** Runs one statement; rejects with DatabaseError. */
  run<T>(job: (connection: C) => Promise<T>, { claim, deadline_ms }: TaskOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const task: Task<C> = {
        claim,
        reject,
        expires_ms: performance.now() + deadline_ms,
        // The server ends slow statements by itself, so it hangs or is late in doing that.
        overdue: () => unanswered(deadline_ms),
        start: (slot) => {
          task.expires_ms = performance.now() + deadline_ms;
          job(slot.connection).then(
            (value) => {
              resolve(value);
              this.#finish(slot, task, true);
            },
            (error: unknown) => {
              const known = toDatabaseError(error);
              reject(known);
              this.#finish(slot, task, known.kind !== "unavailable");
            },
          );
        },
      };
      this.#add(task);
    });
  }

  /** Rejects waiting tasks, gives running ones `grace_ms`, then ends all connections. */
  async close(grace_ms: number): Promise<void> {
    this.#is_closed = true;
    for (let task = this.#takeNext(); task !== null; task = this.#takeNext()) {
      task.reject(closed());
    }
    if (this.load > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, grace_ms);
        this.#onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    for (const { connection, task } of this.#slots) {
      connection.destroy();
      task?.reject(abandoned("the database client is closed"));
    }
  }

  #add(task: Task<C>): void {
    if (this.#is_closed) {
      task.reject(closed());
      return;
    }
    const slot = this.#free.pop();
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    if (slot === undefined) this.#wait(task);
    else this.#start(slot, task);
  }

  /** If the queue is full, drops a statement of the owner with the most in it. */
  #wait(task: Task<C>): void {
    const { claim } = task;
    if (claim === SHARED) {
      this.#shared.push(task);
      return;
    }
    const is_request = typeof claim === "object" && claim !== null;
    const owner = is_request ? claim.owner : claim;
    if (this.#waiting.count >= this.#options.queue_max && !this.#waiting.displace(owner)) {
      task.reject(new DatabaseError("overload", "too many statements wait for the database"));
      return;
    }
    this.#waiting.push(owner, task, { is_fresh: is_request && !claim.has_statement });
  }

  /** A shared statement goes before a single request's, but not twice in a row. */
  #takeNext(): Task<C> | null {
    const own = this.#was_shared ? this.#waiting.take() : null;
    const next = own ?? this.#shared.shift() ?? this.#waiting.take();
    this.#was_shared = next !== null && next.claim === SHARED;
    return next;
  }

  #start(slot: Slot<C>, task: Task<C>): void {
    slot.task = task;
    const { claim } = task;
    if (typeof claim === "object" && claim !== null) claim.has_statement = true;
    task.start(slot);
  }

  /** Frees the slot, unless the task has already lost it. */
  #finish(slot: Slot<C>, task: Task<C>, is_reusable: boolean): void {
    if (slot.task !== task) return;
    slot.task = null;
    if (!is_reusable) this.#renew(slot);
    const next = this.#takeNext();
    if (next !== null) {
      this.#start(slot, next);
      return;
    }
    this.#free.push(slot);
    if (this.#onIdle !== null && this.load === 0) this.#onIdle();
  }

  #renew(slot: Slot<C>): void {
    // absent in a slot that is being made
    (slot.connection as C | undefined)?.destroy();
    const connection = this.#options.open(() => {
      if (slot.connection === connection) this.#onClosed(slot);
    });
    slot.connection = connection;
  }

  #onClosed(slot: Slot<C>): void {
    if (this.#is_closed) return;
    const { task } = slot;
    if (task === null) {
      this.#renew(slot);
      return;
    }
    const expires_ms = performance.now() + LOST_GRACE_MS;
    task.expires_ms = Math.min(task.expires_ms, expires_ms);
    task.overdue = () => abandoned("the connection was lost");
  }

  #sweep(): void {
    const now_ms = performance.now();
    for (const slot of this.#slots) {
      const { task } = slot;
      if (task === null || task.expires_ms > now_ms) continue;
      task.reject(task.overdue());
      this.#finish(slot, task, false);
    }
    const overdue: Ticket<Task<C>>[] = [];
    for (const ticket of this.#waiting) {
      if (ticket.item.expires_ms <= now_ms) overdue.push(ticket);
    }
    for (const ticket of overdue) {
      this.#waiting.remove(ticket);
      ticket.item.reject(waitedTooLong());
    }
    while ((this.#shared[0]?.expires_ms ?? now_ms + 1) <= now_ms) {
      this.#shared.shift()?.reject(waitedTooLong());
    }
  }
}

function waitedTooLong(): DatabaseError {
  return new DatabaseError("overload", "waited too long for the database");
}

function closed(): DatabaseError {
  return new DatabaseError("unavailable", "the database client is closed");
}

function unanswered(deadline_ms: number): DatabaseError {
  return new DatabaseError("deadline", `no answer in ${deadline_ms} ms`, { outcome: "unknown" });
}

/** For a statement that had been sent: its outcome is unknown. */
function abandoned(message: string): DatabaseError {
  return new DatabaseError("unavailable", message, { outcome: "unknown" });
}
