/**
 * The rolling stocks of one request's trains: each is read once, and only used after the caller's
 * level on its collection was checked.
 */
import { isEnough } from "../../platform/access/levels.ts";
import type { Database } from "../../platform/db/client.ts";
import type { Context, Resources } from "../../platform/http/endpoint.ts";
import { type EngineStock, readEngineStock } from "./records.ts";
import { listRollingStocksByNames, type NamedRecord } from "./rolling_stock.queries.ts";

/** Provides the physics of rolling stocks by name. */
export interface KnownStocks {
  /** Null if there is no stock of that name. */
  find(name: string): EngineStock | null;
}

/** The stocks of trains that are computed without a caller: nothing about them is answered. */
export async function readStocks(db: Database, names: Iterable<string>): Promise<KnownStocks> {
  const rows = await listRollingStocksByNames(db, [...new Set(names)]);
  const stocks = new Map(rows.map(({ name, record }) => [name, readEngineStock(record)]));
  return { find: (name) => stocks.get(name) ?? null };
}

export class RequestStocks implements KnownStocks {
  readonly #ctx: Context;
  /** Null: there is no such stock. */
  readonly #stocks = new Map<string, EngineStock | null>();
  /** Stocks that were read, but whose rights are not checked yet. */
  readonly #ahead = new Map<string, NamedRecord | null>();

  readonly #list: (names: readonly string[]) => Promise<readonly NamedRecord[]>;

  /** `list`: absent, the stocks are read as they are stored now. */
  constructor(
    ctx: Context,
    list: (names: readonly string[]) => Promise<readonly NamedRecord[]> = async (names) =>
      listRollingStocksByNames(ctx.services.db, names),
  ) {
    this.#ctx = ctx;
    this.#list = list;
  }

  /** Reads stocks that will probably be needed, while the request waits for other statements anyway. */
  async readAhead(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const rows = await this.#list(names);
    for (const name of names) this.#ahead.set(name, null);
    for (const row of rows) this.#ahead.set(row.name, row);
  }

  /**
   * Reads the stocks that are not known yet, in one statement, and checks the rights on their
   * collections together with those on `resources`. Throws Forbidden.
   */
  async learn(names: Iterable<string>, resources: Resources = {}): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#stocks.has(name));
    const rows = await this.#read(unknown);
    await this.ask(rows, resources);
    for (const name of unknown) this.#stocks.set(name, null);
    for (const { name, record } of rows) this.#stocks.set(name, readEngineStock(record));
  }

  async #read(names: readonly string[]): Promise<readonly NamedRecord[]> {
    const ahead = names.flatMap((name) => this.#ahead.get(name) ?? []);
    const missing = names.filter((name) => !this.#ahead.has(name));
    if (missing.length === 0) return ahead;
    return [...ahead, ...(await this.#list(missing))];
  }

  /** Checks the rights on stocks that were read and on `resources`. Throws Forbidden. */
  protected async ask(rows: readonly NamedRecord[], resources: Resources): Promise<void> {
    await this.#ctx.require({ ...resources, rolling_stock_collection: collectionsOf(rows) });
  }

  /** A stock that was read before; null if there is none of that name. */
  find(name: string): EngineStock | null {
    const stock = this.#stocks.get(name);
    if (stock === undefined) throw new Error(`nobody has asked for the rolling stock '${name}'`);
    return stock;
  }
}

/**
 * The rolling stocks of trains that occupy tracks, for every caller. All of them count; those in
 * collections that the caller may not read are marked hidden, so that their trains are not named.
 */
export class TakenStocks extends RequestStocks {
  readonly #asked: Context;
  readonly #hidden = new Set<string>();

  constructor(ctx: Context) {
    super(ctx);
    this.#asked = ctx;
  }

  /** Whether any is hidden. */
  get hides(): boolean {
    return this.#hidden.size > 0;
  }

  isHidden(name: string): boolean {
    return this.#hidden.has(name);
  }

  protected override async ask(rows: readonly NamedRecord[], resources: Resources): Promise<void> {
    await this.#asked.require(resources);
    const standings = await this.#asked.findStandings({
      rolling_stock_collection: collectionsOf(rows),
    });
    const shown = new Set(
      standings.flatMap(({ id, standing }) => (isEnough(standing, "Reader") ? [id] : [])),
    );
    for (const { name, collection_id } of rows) {
      if (!shown.has(collection_id)) this.#hidden.add(name);
    }
  }
}

function collectionsOf(rows: readonly NamedRecord[]): number[] {
  return [...new Set(rows.map(({ collection_id }) => collection_id))];
}
