/**
 * The database of one request. No statement that changes data runs before the request's checks have
 * passed, so a handler that forgets one can't change anything. The creating statement runs under
 * the request's idempotency key, if it has one. All statements count for the request's caller.
 */
import type { Database, Listening, QueryOptions, SqlValue } from "../db/client.ts";
import type { DelayOptions } from "../queues/delay_control.ts";
import type { Owner, Share } from "../queues/fair_queue.ts";
import type { RowById } from "./endpoint.ts";
import type { KeyedCreation } from "./idempotency.ts";

export class CheckedDatabase implements Database {
  readonly #db: Database;
  readonly #share: Share;
  readonly #beforeWrite: (query: string) => void;
  /** Writes that have started, and those that have succeeded. */
  readonly #begun = new Set<string>();
  readonly #done = new Set<string>();
  #ahead: (RowById & { readonly row: Promise<{ readonly id: number } | null> }) | null = null;
  /** Set when the request has an idempotency key. */
  creation: KeyedCreation | null = null;

  /** `beforeWrite` throws to prevent a query from running. */
  constructor(db: Database, share: Share, beforeWrite: (query: string) => void) {
    this.#db = db;
    this.#share = share;
    this.#beforeWrite = beforeWrite;
  }

  async query<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row[]> {
    if (!this.#db.isWrite(name)) {
      return await this.#db.query<Row>(name, values, { ...options, claim: this.#share });
    }
    this.#check(name);
    this.#begun.add(name);
    const claimed = { ...options, claim: this.#share };
    const rows =
      this.creation?.query === name
        ? await this.creation.run(this.#db, values, claimed)
        : await this.#db.query<Row>(name, values, claimed);
    this.#done.add(name);
    // The caller names the row type of its query; a kept answer was a row of the same query.
    return rows as Row[];
  }

  async queryOne<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row | null> {
    const rows = await this.query<Row>(name, values, options);
    return rows[0] ?? null;
  }

  /** Starts reading a row that the handler will ask for. */
  readAhead({ query, id }: RowById): void {
    const row = this.#db.read(query, id, this.#share);
    // A caller without rights never awaits it.
    row.catch(() => undefined);
    this.#ahead = { query, id, row };
  }

  read<Row extends { readonly id: number }>(name: string, id: number): Promise<Row | null> {
    this.#check(name);
    const ahead = this.#ahead;
    this.#ahead = null;
    // The caller names the row type of its query, whenever it was sent.
    if (ahead?.query === name && ahead.id === id) return ahead.row as Promise<Row | null>;
    return this.#db.read<Row>(name, id, this.#share);
  }

  async run<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    this.#beforeWrite("a statement without a name");
    return await this.#db.run<Row>(text, values);
  }

  isWrite(name: string): boolean {
    return this.#db.isWrite(name);
  }

  refuses(owner: Owner): boolean {
    return this.#db.refuses(owner);
  }

  get waits(): DelayOptions {
    return this.#db.waits;
  }

  get is_storage_full(): boolean {
    return this.#db.is_storage_full;
  }

  /** Whether a query has begun and whether it has succeeded; null: any write. */
  stateOf(name: string | null): { readonly has_begun: boolean; readonly is_done: boolean } {
    if (name === null) return { has_begun: this.#begun.size > 0, is_done: this.#done.size > 0 };
    return { has_begun: this.#begun.has(name), is_done: this.#done.has(name) };
  }

  get load(): number {
    return this.#db.load;
  }

  listen(channel: string, onHeard: (text: string) => void): Listening {
    return this.#db.listen(channel, onHeard);
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  #check(name: string): void {
    if (this.#db.isWrite(name)) this.#beforeWrite(name);
  }
}
