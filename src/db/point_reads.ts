/** Rows by id: one gatherer a query, each row read once however many ask for it. */
import { Gatherer } from "./gatherer.ts";

type Row = { readonly id: number };
type Fetch = (name: string, ids: readonly number[]) => Promise<readonly Row[]>;

export class PointReads {
  readonly #fetch: Fetch;
  readonly #gatherers = new Map<string, Gatherer<number, Row | null>>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** The row with this id, or null. */
  read<R extends Row>(name: string, id: number): Promise<R | null> {
    let gatherer = this.#gatherers.get(name);
    if (gatherer === undefined) {
      gatherer = new Gatherer((ids) => this.#readAll(name, ids));
      this.#gatherers.set(name, gatherer);
    }
    // The caller names the row type of the query, as for `query`.
    return gatherer.ask(id) as Promise<R | null>;
  }

  async #readAll(name: string, ids: readonly number[]): Promise<readonly (Row | null)[]> {
    const rows = await this.#fetch(name, [...new Set(ids)]);
    if (ids.length === 1) return [rows[0] ?? null];
    const byId = new Map<number, Row>();
    for (const row of rows) byId.set(row.id, row);
    return ids.map((id) => byId.get(id) ?? null);
  }
}
