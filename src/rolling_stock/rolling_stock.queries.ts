/** Rolling stocks in the database: one wrapper a query file. Records are JSON texts, never parsed here. */
import type { Database } from "../db/client.ts";
import { pageOffset } from "../http/page.ts";
import type { RollingStockColumns } from "./records.ts";

/** A record with the version that its ETag tells. */
export interface StoredRecord {
  readonly version: number;
  readonly json: string;
}

export async function insertRollingStock(
  db: Database,
  columns: RollingStockColumns,
  locked: boolean,
): Promise<StoredRecord> {
  const row = await db.queryOne<StoredRecord>("rolling_stock/insert", [
    columns.name,
    locked,
    columns.power_restriction_codes,
    columns.electric_modes,
    columns.record,
    columns.light_record,
  ]);
  if (row === null) throw new Error("rolling_stock/insert returned no row");
  return row;
}

/** The full record with liveries, or null. */
export async function getRollingStock(db: Database, id: number): Promise<StoredRecord | null> {
  return db.read<StoredRecord & { id: number }>("rolling_stock/get", id);
}

export async function getRollingStockByName(
  db: Database,
  name: string,
): Promise<StoredRecord | null> {
  return db.queryOne<StoredRecord>("rolling_stock/get_by_name", [name]);
}

export async function getLightRollingStock(db: Database, id: number): Promise<StoredRecord | null> {
  return db.read<StoredRecord & { id: number }>("rolling_stock/get_light", id);
}

export async function getLightRollingStockByName(
  db: Database,
  name: string,
): Promise<StoredRecord | null> {
  return db.queryOne<StoredRecord>("rolling_stock/get_light_by_name", [name]);
}

/** One page of light records as JSON texts, and the number of all. */
export async function listLightRollingStocks(
  db: Database,
  at: { readonly page: number; readonly page_size: number },
): Promise<{ count: number; results: string[] }> {
  const row = await db.queryOne<{ count: number; results: string[] }>("rolling_stock/list_light", [
    at.page_size,
    pageOffset(at),
  ]);
  return row ?? { count: 0, results: [] };
}

/** How a change ended; `old_version` is the one that was found. */
export interface UpdateOutcome {
  readonly was_locked: boolean;
  readonly old_version: number;
  /** Null when nothing was changed. */
  readonly json: string | null;
  readonly version: number | null;
}

/** Null when there is no such rolling stock. `if_version` null changes whatever is there. */
export async function updateRollingStock(
  db: Database,
  id: number,
  change: {
    readonly columns: RollingStockColumns;
    readonly locked: boolean | null;
    readonly if_version: number | null;
  },
): Promise<UpdateOutcome | null> {
  const { columns, locked, if_version } = change;
  return db.queryOne<UpdateOutcome>("rolling_stock/update", [
    id,
    columns.name,
    if_version,
    columns.power_restriction_codes,
    columns.electric_modes,
    columns.record,
    columns.light_record,
    locked,
  ]);
}

/** False when there is no such rolling stock. */
export async function setRollingStockLocked(
  db: Database,
  id: number,
  locked: boolean,
): Promise<boolean> {
  return (await db.queryOne("rolling_stock/set_locked", [id, locked])) !== null;
}

/** Deletes unless locked; null when there is no such rolling stock. */
export async function deleteRollingStock(
  db: Database,
  id: number,
): Promise<{ locked: boolean } | null> {
  return db.queryOne<{ locked: boolean }>("rolling_stock/delete", [id]);
}

export async function listPowerRestrictions(db: Database): Promise<string[]> {
  const row = await db.queryOne<{ codes: string[] }>("rolling_stock/list_power_restrictions", []);
  return row?.codes ?? [];
}

/** Names of all electric modes, sorted by code point. */
export async function listElectricModes(db: Database): Promise<string[]> {
  const row = await db.queryOne<{ modes: string[] }>("rolling_stock/list_electric_modes", []);
  return row?.modes ?? [];
}

/** A rolling stock as a computation reads it. */
export interface NamedRecord {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly record: string;
}

export async function listRollingStocksByNames(
  db: Database,
  names: readonly string[],
): Promise<readonly NamedRecord[]> {
  return db.query<NamedRecord>("rolling_stock/list_by_names", [names]);
}
