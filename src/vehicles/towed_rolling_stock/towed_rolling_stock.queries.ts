/** Towed rolling stocks in the database: one wrapper per query file. Records are JSON texts. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { type PageAt, pageOffset } from "../../platform/db/query_page.ts";

/** A record with its version, for the ETag. */
export interface StoredTowedStock {
  readonly version: number;
  readonly json: string;
}

/** The columns that come from a form; `record` is JSON text. */
export interface TowedStockColumns {
  readonly name: string;
  readonly record: string;
}

/** An existing name breaks `towed_rolling_stock_name_key`. */
export async function insertTowedRollingStock(
  db: Database,
  { name, record }: TowedStockColumns,
  locked: boolean,
): Promise<StoredTowedStock> {
  const values = [name, locked, record];
  return await queryExactlyOne(db, "vehicles/towed_rolling_stock/insert", values);
}

/** One record, or null. */
export async function getTowedRollingStock(
  db: Database,
  id: number,
): Promise<StoredTowedStock | null> {
  return db.queryOne("vehicles/towed_rolling_stock/get", [id]);
}

/** One page by id, and the total number. */
export async function listTowedRollingStocks(
  db: Database,
  at: PageAt,
): Promise<{ count: number; results: string[] }> {
  const row = await db.queryOne<{ count: number; results: string[] }>(
    "vehicles/towed_rolling_stock/list",
    [at.page_size, pageOffset(at)],
  );
  return row ?? { count: 0, results: [] };
}

/** How a change ended: nothing was done unless `changed`; `version` is the stock's current one. */
export type TowedUpdateOutcome =
  | { readonly outcome: "changed"; readonly version: number; readonly json: string }
  | { readonly outcome: "locked" | "stale"; readonly version: number };

/** Null if there is none. `locked` null: unchanged; `if_version` null: changes any version. */
export async function updateTowedRollingStock(
  db: Database,
  id: number,
  change: {
    readonly columns: TowedStockColumns;
    readonly locked: boolean | null;
    readonly if_version: number | null;
  },
): Promise<TowedUpdateOutcome | null> {
  const { columns, locked, if_version } = change;
  const values = [id, if_version, columns.name, locked, columns.record];
  return db.queryOne("vehicles/towed_rolling_stock/update", values);
}

/** False if there is none. */
export async function setTowedRollingStockLocked(
  db: Database,
  id: number,
  locked: boolean,
): Promise<boolean> {
  return (await db.queryOne("vehicles/towed_rolling_stock/set_locked", [id, locked])) !== null;
}
