/**
 * The database of one request: lets no statement that changes something through before the request's
 * checks were made. So a handler that forgets one can't change anything, whatever else it does. All
 * statements are in the name of the request's caller.
 */
import type { Database, QueryOptions, SqlValue, StreamOptions } from "../db/client.ts";
import type { DelayOptions } from "../queues/delay_control.ts";
import type { Owner } from "../queues/fair_queue.ts";

export class CheckedDatabase implements Database {
  readonly #db: Database;
  readonly #owner: Owner;
  readonly #beforeWrite: (query: string) => void;

  /** `beforeWrite` throws to keep a query from running. */
  constructor(db: Database, owner: Owner, beforeWrite: (query: string) => void) {
    this.#db = db;
    this.#owner = owner;
    this.#beforeWrite = beforeWrite;
  }

  async query<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row[]> {
    this.#check(name);
    return await this.#db.query<Row>(name, values, { ...options, owner: this.#owner });
  }

  async queryOne<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row | null> {
    this.#check(name);
    return await this.#db.queryOne<Row>(name, values, { ...options, owner: this.#owner });
  }

  read<Row extends { readonly id: number }>(name: string, id: number): Promise<Row | null> {
    this.#check(name);
    return this.#db.read<Row>(name, id, this.#owner);
  }

  stream<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: StreamOptions,
  ): AsyncIterable<Row[]> {
    this.#check(name);
    return this.#db.stream<Row>(name, values, { ...options, owner: this.#owner });
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

  get load(): number {
    return this.#db.load;
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  #check(name: string): void {
    if (this.#db.isWrite(name)) this.#beforeWrite(name);
  }
}
