/** Rolling stocks in the database: one wrapper per query file. Records are JSON texts, never parsed here. */
import { type Database, queryExactlyOne, type SqlValue } from "../../platform/db/client.ts";
import { joinLists, printEach } from "../../platform/db/json_texts.ts";
import {
  PAGE_BYTES_MAX,
  type PageAt,
  pageOffset,
  type TextPage,
} from "../../platform/db/query_page.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import type { RollingStockColumns } from "./records.ts";

/** A record with its version, for the ETag. */
export interface VersionedRecord {
  readonly version: number;
  readonly json: string;
}

/** A record with the collection that its rights depend on. */
export interface CollectedRecord extends VersionedRecord {
  readonly collection_id: number;
}

/** Null if there is no such collection. */
export async function insertRollingStock(
  db: Database,
  columns: RollingStockColumns,
  place: { readonly locked: boolean; readonly collection_id: number },
): Promise<VersionedRecord | null> {
  return db.queryOne("vehicles/rolling_stock/insert", [
    columns.name,
    place.locked,
    columns.power_restriction_codes,
    columns.electric_modes,
    columns.record,
    columns.light_record,
    place.collection_id,
  ]);
}

/** Creates all or none; null if there is no such collection. */
export async function importStocks(
  db: Database,
  stocks: readonly RollingStockColumns[],
  place: {
    readonly locked: boolean;
    readonly collection_id: number;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly rolling_stock_ids: number[] } | null> {
  const parts = joinLists([
    printEach(stocks, ({ name }) => JSON.stringify(name)),
    printEach(stocks, (stock) => JSON.stringify(stock.power_restriction_codes)),
    printEach(stocks, (stock) => JSON.stringify(stock.electric_modes)),
    printEach(stocks, ({ record }) => record),
    printEach(stocks, ({ light_record }) => light_record),
  ]);
  const values = [place.collection_id, place.locked];
  const send = async (text: readonly SqlValue[]) =>
    db.queryOne<{ rolling_stock_ids: number[] }>("vehicles/rolling_stock/import", [
      ...values,
      ...text,
    ]);
  return await sendText(db, { parts, signal: place.signal, send });
}

/** The collection of a rolling stock; null if there is no such stock. */
export async function getCollectionOfStock(db: Database, id: number): Promise<number | null> {
  type Row = { id: number; collection_id: number };
  return (await db.read<Row>("vehicles/rolling_stock/get_collection", id))?.collection_id ?? null;
}

/** The full record with liveries, or null. */
export async function getRollingStock(db: Database, id: number): Promise<CollectedRecord | null> {
  return db.read<CollectedRecord & { id: number }>("vehicles/rolling_stock/get", id);
}

export async function getRollingStockByName(
  db: Database,
  name: string,
): Promise<CollectedRecord | null> {
  return db.queryOne("vehicles/rolling_stock/get_by_name", [name]);
}

export async function getLightRollingStock(
  db: Database,
  id: number,
): Promise<CollectedRecord | null> {
  return db.read<CollectedRecord & { id: number }>("vehicles/rolling_stock/get_light", id);
}

export async function getLightRollingStockByName(
  db: Database,
  name: string,
): Promise<CollectedRecord | null> {
  return db.queryOne("vehicles/rolling_stock/get_light_by_name", [name]);
}

/** One page of light records as JSON text, and the number of all that the viewer may see (null: all). */
export async function listLightRollingStocks(
  db: Database,
  at: PageAt,
  viewer_id: number | null,
): Promise<TextPage> {
  const values = [viewer_id, at.page_size, pageOffset(at), PAGE_BYTES_MAX];
  return await queryExactlyOne(db, "vehicles/rolling_stock/list_light", values);
}

/** How a change ended: nothing was done unless `changed`; `version` is the stock's current one. */
export type UpdateOutcome =
  | { readonly outcome: "changed"; readonly version: number; readonly json: string }
  | { readonly outcome: "locked" | "stale"; readonly version: number }
  | { readonly outcome: "no_collection" };

/**
 * Changes a rolling stock of the collection `home_id` and moves it to `target_id`; null if it is
 * not in `home_id`. `if_version` null: changes any version.
 */
export async function updateRollingStock(
  db: Database,
  id: number,
  change: {
    readonly home_id: number;
    readonly target_id: number;
    readonly columns: RollingStockColumns;
    readonly locked: boolean | null;
    readonly if_version: number | null;
  },
): Promise<UpdateOutcome | null> {
  const { home_id, target_id, columns, locked, if_version } = change;
  return db.queryOne("vehicles/rolling_stock/update", [
    id,
    home_id,
    target_id,
    if_version,
    columns.name,
    locked,
    columns.power_restriction_codes,
    columns.electric_modes,
    columns.record,
    columns.light_record,
  ]);
}

/** False if there is no such rolling stock in the collection. */
export async function setRollingStockLocked(
  db: Database,
  id: number,
  change: { readonly home_id: number; readonly locked: boolean },
): Promise<boolean> {
  const { home_id, locked } = change;
  return (await db.queryOne("vehicles/rolling_stock/set_locked", [id, locked, home_id])) !== null;
}

/** How a deletion ended; `usage` is a JSON array of the scenarios that the viewer may read. */
export interface DeleteOutcome {
  readonly outcome: "deleted" | "locked" | "used";
  readonly use_count: number;
  readonly usage: string;
}

/** Null if there is no such rolling stock in the collection `home_id`. */
export async function deleteRollingStock(
  db: Database,
  id: number,
  how: {
    readonly home_id: number;
    readonly is_forced: boolean;
    readonly viewer_id: number | null;
  },
): Promise<DeleteOutcome | null> {
  const { home_id, is_forced, viewer_id } = how;
  return db.queryOne("vehicles/rolling_stock/delete", [id, home_id, is_forced, viewer_id]);
}

/**
 * The scenarios that the viewer may read (null: all) with trains of a rolling stock, as a JSON
 * array; null if there is no such stock.
 */
export async function listUsage(
  db: Database,
  id: number,
  viewer_id: number | null,
): Promise<string | null> {
  const row = await db.queryOne<{ json: string }>("vehicles/rolling_stock/list_usage", [
    id,
    viewer_id,
  ]);
  return row?.json ?? null;
}

/** Codes of the rolling stocks that the viewer may see (null: all), sorted by code point. */
export async function listPowerRestrictions(
  db: Database,
  viewer_id: number | null,
): Promise<TextPage> {
  const values = [viewer_id, PAGE_BYTES_MAX];
  return await queryExactlyOne(db, "vehicles/rolling_stock/list_power_restrictions", values);
}

/** Voltages and the electric modes of the rolling stocks that the viewer may see (null: all), sorted by code point. */
export async function listElectricModes(
  db: Database,
  voltages: readonly string[],
  viewer_id: number | null,
): Promise<TextPage> {
  const values = [viewer_id, voltages, PAGE_BYTES_MAX];
  return await queryExactlyOne(db, "vehicles/rolling_stock/list_electric_modes", values);
}

/** A rolling stock as computations read it. */
export interface NamedRecord {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  /** The collection that its rights depend on. */
  readonly collection_id: number;
  readonly record: string;
}

export async function listRollingStocksByNames(
  db: Database,
  names: readonly string[],
): Promise<readonly NamedRecord[]> {
  return db.query("vehicles/rolling_stock/list_by_names", [names]);
}

/** The collection for rolling stocks created without one; it can't be deleted. */
export async function getDefaultCollectionId(db: Database): Promise<number> {
  const name = "vehicles/rolling_stock_collection/get_default";
  return (await queryExactlyOne<{ id: number }>(db, name, [])).id;
}
