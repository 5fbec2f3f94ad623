/**
 * The rolling stocks of one request's trains: each is read once, and not before the caller's right on
 * its collection was asked for may anything be computed with it.
 */
import type { Context, Resources } from "../../platform/http/endpoint.ts";
import { type EngineStock, readEngineStock } from "./records.ts";
import { listRollingStocksByNames } from "./rolling_stock.queries.ts";

export class RequestStocks {
  readonly #ctx: Context;
  /** Null: there is no such stock. */
  readonly #stocks = new Map<string, EngineStock | null>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /**
   * Reads the stocks that are not known yet, in one statement, and asks for the rights on their
   * collections together with those on `resources`. Throws Forbidden.
   */
  async learn(names: Iterable<string>, resources: Resources = {}): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#stocks.has(name));
    const { db } = this.#ctx.services;
    const rows = unknown.length === 0 ? [] : await listRollingStocksByNames(db, unknown);
    await this.#ctx.require({
      ...resources,
      rolling_stock_collection: [...new Set(rows.map(({ collection_id }) => collection_id))],
    });
    for (const name of unknown) this.#stocks.set(name, null);
    for (const { id, version, name, record } of rows) {
      this.#stocks.set(name, readEngineStock(`${id}.${version}`, record));
    }
  }

  /** A stock that was learnt; null when there is none of that name. */
  find(name: string): EngineStock | null {
    const stock = this.#stocks.get(name);
    if (stock === undefined) throw new Error(`nobody has asked for the rolling stock '${name}'`);
    return stock;
  }
}
