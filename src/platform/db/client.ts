/**
 * The database as handlers see it: the named queries of `sql/queries`, one statement each, each
 * with a deadline. The only importer of postgres.js.
 *
 * There are no explicit transactions: when a backend dies inside one, the driver (3.4.9) can run
 * its later statements on another connection, outside of it. One mutation is one statement or one
 * SQL function. JSON is text on both sides, so the driver never parses it.
 */
import postgres from "postgres";
import type { DelayOptions } from "../queues/delay_control.ts";
import type { Owner, Share } from "../queues/fair_queue.ts";
import { traced } from "../tracing.ts";
import { type ArrayElement, parseArray, printArray } from "./arrays.ts";
import { type Claim, ConnectionPool, type Destroyable, SHARED } from "./connection_pool.ts";
import { isStorageFull, storageFull } from "./errors.ts";
import { Listener } from "./listener.ts";
import { PointReads } from "./point_reads.ts";
import { loadQueries } from "./queries.ts";

export type SqlScalar = string | number | boolean | null;
export type SqlValue = SqlScalar | readonly SqlScalar[];

/**
 * A condition that replaces the mark in a query file. Its text consists of fixed pieces and `$n`
 * only; user input is only in the values, which are numbered after the query's own.
 */
export interface SqlCondition {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** The idempotency key of a creation (table `idempotency`). */
export interface AnswerKey {
  /** The user that the key belongs to; 0 without an identity. */
  readonly user_id: number;
  readonly key: string;
  readonly body_hash: string;
}

export interface QueryOptions {
  /** For a query file with a mark. */
  readonly condition?: SqlCondition;
  /** For a creation: keeps its answer, so that a retry creates nothing. */
  readonly kept_under?: AnswerKey;
  /** A longer deadline than the setting's: the statement then runs on the connections for slow statements. */
  readonly deadline_ms?: number;
  /** Who the statement is for, for fair shares. */
  readonly claim?: Claim;
}

export interface Database {
  /** All rows of a query. */
  query<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row[]>;
  /** The first row, or null. */
  queryOne<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row | null>;
  /**
   * One row by id, or null. All reads of one query in the same turn of the event loop become one
   * statement: the query takes `$1::bigint[]` and returns rows with their `id`.
   */
  read<Row extends { readonly id: number }>(
    name: string,
    id: number,
    share?: Share,
  ): Promise<Row | null>;
  /** Runs a statement that is not in a query file: migrations and tests. */
  run<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Whether a query changes something. */
  isWrite(name: string): boolean;
  /** Whether an ordinary statement of a new request of this owner would wait too long. */
  refuses(owner: Owner): boolean;
  /** How long ordinary statements of new requests may wait. */
  readonly waits: DelayOptions;
  /** True if the last write found no room on PostgreSQL's disk. */
  readonly is_storage_full: boolean;
  /** Statements waiting or running now. */
  readonly load: number;
  /**
   * Hears what committed statements announce on a channel, on a connection of its own, until it is
   * closed. `onHeard` is called with its text, and without one whenever an announcement may have been missed.
   */
  listen(channel: string, onHeard: (text: string) => void): Listening;
  close(): Promise<void>;
}

export type Listening = Pick<Listener, "close">;

/** Where the database is: a URL, or the folder of a unix socket for the embedded server. */
const APPLICATION_NAME = "marey";

export type DatabaseTarget =
  | { readonly url: string }
  | {
      readonly socket_dir: string;
      readonly user: string;
      readonly database: string;
      readonly application_name?: string;
    };

/** Of one statement of an import, a clone or a migration. */
export const SLOW_DEADLINE_MS = 120_000;

export interface DatabaseOptions {
  readonly target: DatabaseTarget;
  readonly connections: number;
  /** Connections for statements with a longer deadline. */
  readonly streams: number;
  /** Statements that may wait for a connection. */
  readonly queue: number;
  /** How long statements of new requests may wait. */
  readonly waits: DelayOptions;
  readonly deadline_ms: number;
  /** Longest deadline that a statement may ask for. */
  readonly slow_deadline_ms: number;
  /**
   * After a write found no room on the disk, further writes are refused untried for this long: each failure
   * uses up some of the space left for PostgreSQL's log, without which it stops, reads included.
   */
  readonly storage_retry_ms?: number;
  /** Called for every statement sent, with its query name; for metrics. */
  readonly onStatement?: (name: string) => void;
}

interface Statement {
  readonly is_write: boolean;
  readonly name: string;
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** False for statements that run only once. */
  readonly prepare: boolean;
}

interface DriverConnection extends Destroyable {
  send(statement: Statement): Promise<object[]>;
}

const CONNECT_TIMEOUT_S = 5;
/** The server ends a late statement by itself; the client ends it only if the server hangs. */
const CLIENT_EXTRA_MS = 500;
const CLOSE_GRACE_MS = 2000;
const CONDITION_MARK = "/* condition */ true";
const KEY_MARK = "/* kept under the key */ true";
const STORAGE_RETRY_MS = 1000;

/** PostgreSQL's int8 as a number. Throws for a value that a number can't hold: that is a bug, not to be rounded. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`int8 ${text} is beyond 2^53`);
  return value;
}

const identity = (text: string): string => text;

/** A driver type: how values of these OIDs are read and written. */
function driverType(
  oids: number[],
  serialize: (value: unknown) => string,
  parse: (text: string) => unknown,
): postgres.PostgresType {
  const [to = 0] = oids;
  return { to, from: oids, serialize, parse };
}

/** OIDs of pg_type. JSON stays text: it goes out to clients unchanged. */
const TYPES = {
  int8: driverType([20], String, parseInt8),
  json: driverType([114, 3802], String, identity),
  date: driverType([1082, 1114, 1184], String, identity),
  text_array: driverType([1009, 1015], String, (text) => parseArray(text, identity)),
  int8_array: driverType([1016], String, (text) => parseArray(text, parseInt8)),
  number_array: driverType([1005, 1007, 1021, 1022], String, (text) => parseArray(text, Number)),
};

/** Connects lazily, with the first statement. */
export function connect(options: DatabaseOptions): Database {
  return new PostgresDatabase(options);
}

class PostgresDatabase implements Database {
  readonly waits: DelayOptions;
  readonly #options: DatabaseOptions;
  readonly #queries: ReadonlyMap<string, Statement>;
  readonly #ordinary: ConnectionPool<DriverConnection>;
  /** Slow statements must not block the others. */
  readonly #slow: ConnectionPool<DriverConnection>;
  readonly #reads: PointReads;
  readonly #listeners = new Set<Listener>();
  /** When a write last found no room, on the `performance.now()` clock; null: the last write found room. */
  #storage_full_ms: number | null = null;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#queries = new Map(
      [...loadQueries()].map(([name, { text, is_write }]) => [
        name,
        { name, text, is_write, values: [], prepare: true },
      ]),
    );
    const { connections, streams, queue, waits, deadline_ms, slow_deadline_ms } = options;
    this.waits = waits;
    this.#ordinary = new ConnectionPool({
      ...waits,
      size: connections,
      queue_max: queue,
      open: (onClosed) => openConnection(options.target, deadline_ms, onClosed),
    });
    this.#slow = new ConnectionPool({
      // Slow statements wait behind slow ones.
      target_ms: slow_deadline_ms,
      interval_ms: slow_deadline_ms,
      size: streams,
      queue_max: queue,
      open: (onClosed) => openConnection(options.target, slow_deadline_ms, onClosed),
    });
    this.#reads = new PointReads((name, ids) => this.query(name, [ids], { claim: SHARED }), waits);
  }

  get load(): number {
    return this.#ordinary.load + this.#slow.load;
  }

  async query<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    { deadline_ms, condition, kept_under, claim = null }: QueryOptions = {},
  ): Promise<Row[]> {
    let statement = this.#statement(name, values);
    if (condition !== undefined) statement = withCondition(statement, condition);
    if (kept_under !== undefined) statement = withKey(statement, kept_under);
    return await this.#send<Row>(statement, claim, deadline_ms);
  }

  async queryOne<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row | null> {
    const rows = await this.query<Row>(name, values, options);
    return rows[0] ?? null;
  }

  read<Row extends { readonly id: number }>(
    name: string,
    id: number,
    share: Share | null = null,
  ): Promise<Row | null> {
    return this.#reads.read<Row>(name, id, share);
  }

  async run<Row extends object>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const statement = {
      name: "run",
      text,
      // unknown: not counted as a write
      is_write: false,
      values,
      prepare: false,
    };
    return await this.#send<Row>(statement, null, this.#options.slow_deadline_ms);
  }

  refuses(owner: Owner): boolean {
    return this.#ordinary.refuses(owner) || this.#reads.refuses(owner);
  }

  listen(channel: string, onHeard: (text: string) => void): Listening {
    const { target, deadline_ms } = this.#options;
    const listener = new Listener({
      channel,
      onHeard,
      open: (handlers) => {
        const connection = openConnection(target, deadline_ms, handlers.onClosed, handlers.onHeard);
        const ask = { name: "listen", is_write: false, values: [], prepare: false };
        return {
          send: async (text) => await connection.send({ ...ask, text }),
          destroy: () => connection.destroy(),
        };
      },
    });
    this.#listeners.add(listener);
    return {
      close: () => {
        this.#listeners.delete(listener);
        listener.close();
      },
    };
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners) listener.close();
    await Promise.all([this.#ordinary.close(CLOSE_GRACE_MS), this.#slow.close(CLOSE_GRACE_MS)]);
  }

  isWrite(name: string): boolean {
    return this.#query(name).is_write;
  }

  #query(name: string): Statement {
    const statement = this.#queries.get(name);
    if (statement === undefined) throw new Error(`no query '${name}'`);
    return statement;
  }

  #statement(name: string, values: readonly SqlValue[]): Statement {
    return { ...this.#query(name), values };
  }

  get is_storage_full(): boolean {
    return this.#storage_full_ms !== null;
  }

  async #send<Row extends object>(
    statement: Statement,
    claim: Claim,
    deadline_ms: number | undefined,
  ): Promise<Row[]> {
    if (statement.is_write) this.#checkStorage();
    this.#options.onStatement?.(statement.name);
    const pool = deadline_ms === undefined ? this.#ordinary : this.#slow;
    try {
      const span = { kind: "statement", name: statement.name } as const;
      const rows = await traced(span, () =>
        pool.run(
          // The caller names the row type of its query; test/platform/sql compares it with the database's.
          (connection) => connection.send(statement) as Promise<Row[]>,
          { claim, deadline_ms: (deadline_ms ?? this.#options.deadline_ms) + CLIENT_EXTRA_MS },
        ),
      );
      if (statement.is_write) this.#storage_full_ms = null;
      return rows;
    } catch (error) {
      if (statement.is_write) this.#rememberStorage(error);
      throw error;
    }
  }

  /** While the disk is full, only one write at a time tries again. */
  #checkStorage(): void {
    const now_ms = performance.now();
    if (this.#storage_full_ms === null) return;
    const { storage_retry_ms = STORAGE_RETRY_MS } = this.#options;
    if (now_ms - this.#storage_full_ms < storage_retry_ms) throw storageFull();
    this.#storage_full_ms = now_ms;
  }

  #rememberStorage(error: unknown): void {
    if (isStorageFull(error)) this.#storage_full_ms = performance.now();
  }
}

/** Not prepared: conditions vary without end, and each prepared statement would stay on its connection. */
function withCondition(statement: Statement, { text, values }: SqlCondition): Statement {
  return {
    ...statement,
    text: fillMark(statement, CONDITION_MARK, text),
    values: [...statement.values, ...values],
    prepare: false,
  };
}

/** The creation and its kept answer are one statement: neither is stored without the other. */
function withKey(statement: Statement, { user_id, key, body_hash }: AnswerKey): Statement {
  const { length } = statement.values;
  const [n_user, n_key, n_hash] = [length + 1, length + 2, length + 3];
  const keep = `keep_answer($${n_user}::bigint, $${n_key}, $${n_hash}, row_to_json(answer)::text)`;
  return {
    ...statement,
    text: fillMark(statement, KEY_MARK, keep),
    values: [...statement.values, user_id, key, body_hash],
  };
}

function fillMark({ name, text }: Statement, mark: string, filling: string): string {
  const [before, after, ...more] = text.split(mark);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`'${name}' has no mark '${mark}'`);
  }
  return `${before}${filling}${after}`;
}

function openConnection(
  target: DatabaseTarget,
  statement_timeout_ms: number,
  onClosed: () => void,
  onHeard: (text: string) => void = () => undefined,
): DriverConnection {
  // The typings lack `onnotify`.
  const shared: postgres.Options<Record<string, postgres.PostgresType>> & {
    readonly onnotify: (channel: string, text: string) => void;
  } = {
    onnotify: (_channel, text) => onHeard(text),
    max: 1,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    onclose: onClosed,
    types: TYPES,
    connection: {
      application_name: APPLICATION_NAME,
      statement_timeout: statement_timeout_ms,
      // Replanning for each set of ids costs more than reading the rows.
      plan_cache_mode: "force_generic_plan",
      // PostgreSQL notices within a second that a client is gone, even a killed one, and ends its statement.
      client_connection_check_interval: 1000,
      TimeZone: "UTC",
      DateStyle: "ISO",
    },
  };
  const sql =
    "url" in target
      ? postgres(target.url, shared)
      : postgres({
          ...shared,
          host: target.socket_dir,
          port: 5432,
          username: target.user,
          database: target.database,
          connection: {
            ...shared.connection,
            application_name: target.application_name ?? APPLICATION_NAME,
          },
        });
  const pend = ({ text, values, prepare }: Statement): postgres.PendingQuery<object[]> => {
    const query = sql.unsafe<object[]>(text, values.map(toDriver), { prepare });
    // Otherwise the driver keeps the text of every failed statement in a cache that never shrinks.
    Reflect.defineProperty(query, "origin", { value: "" });
    return query;
  };
  return {
    send: async (statement) => await pend(statement),
    destroy: () => {
      sql.end({ timeout: 0 }).catch(() => undefined); // the connection is lost, its statements have failed
    },
  };
}

/** The row of a query that always returns one. */
export async function queryExactlyOne<Row extends object>(
  db: Pick<Database, "queryOne">,
  name: string,
  values: readonly SqlValue[],
  options?: QueryOptions,
): Promise<Row> {
  const row = await db.queryOne<Row>(name, values, options);
  if (row === null) throw new Error(`${name} returned no row`);
  return row;
}

function toDriver(value: SqlValue): SqlScalar {
  // Array.isArray does not narrow readonly arrays.
  return Array.isArray(value) ? printArray(value as readonly ArrayElement[]) : (value as SqlScalar);
}

/**
 * Whether an uncaught error is the one that postgres.js 3.4.9 throws from a timer when it writes to
 * a connection that has just died. It is harmless: the pool rejects the statement.
 */
export function isDriverSocketError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    error.message === "Cannot read properties of null (reading 'write')" &&
    /postgres[\\/](src|cjs[\\/]src)[\\/]connection\.js/.test(error.stack ?? "")
  );
}
