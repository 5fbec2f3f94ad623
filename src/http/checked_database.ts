/**
 * The database of one request: lets no statement that changes something through before the request's
 * checks were made. So a handler that forgets one can't change anything, whatever else it does.
 */
import type { Database, QueryOptions, SqlValue } from "../db/client.ts";

export class CheckedDatabase implements Database {
  readonly #db: Database;
  readonly #beforeWrite: (query: string) => void;

  /** `beforeWrite` throws to keep a query from running. */
  constructor(db: Database, beforeWrite: (query: string) => void) {
    this.#db = db;
    this.#beforeWrite = beforeWrite;
  }

  async query<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row[]> {
    this.#check(name);
    return await this.#db.query<Row>(name, values, options);
  }

  async queryOne<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row | null> {
    this.#check(name);
    return await this.#db.queryOne<Row>(name, values, options);
  }

  read<Row extends { readonly id: number }>(name: string, id: number): Promise<Row | null> {
    this.#check(name);
    return this.#db.read<Row>(name, id);
  }

  stream<Row extends object>(
    name: string,
    values: readonly SqlValue[],
    signal?: AbortSignal,
  ): AsyncIterable<Row[]> {
    this.#check(name);
    return this.#db.stream<Row>(name, values, signal);
  }

  async run<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    this.#beforeWrite("a statement without a name");
    return await this.#db.run<Row>(text, values);
  }

  isWrite(name: string): boolean {
    return this.#db.isWrite(name);
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
