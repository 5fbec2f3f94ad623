/** Single rolling stocks: reading, duplicating and changing them. All throw ApiFault. */
import { signal } from "@preact/signals";
import { api, ask, askFully, listAll, type Schemas } from "../../api/client.ts";
import { needCollection } from "./importing.ts";
import { isAtLeast, readLevels } from "./roles.ts";
import { onceOnly } from "./timetables.ts";

export type LightStock = Schemas["LightRollingStock"];
export type Stock = Schemas["RollingStockWithLiveries"];
type Form = Schemas["RollingStockForm"];

export interface OpenStock {
  readonly stock: Stock;
  readonly etag: string;
}

/** Null: not answered yet. */
export const stocks = signal<readonly LightStock[] | null>(null);

const PAGE_SIZE = 100;

export async function listStocks(): Promise<void> {
  const pageOf = (page: number) => ({ params: { query: { page, page_size: PAGE_SIZE } } });
  const [listed, collections] = await Promise.all([
    listAll((page) => ask(api.GET("/light_rolling_stock", pageOf(page)))),
    listAll((page) => ask(api.GET("/rolling_stock_collection", pageOf(page)))),
  ]);
  stocks.value = listed;
  const ids = collections.map(({ id }) => id);
  const levels = await readLevels("rolling_stock_collection", ids);
  const writable = collections.filter(({ id }) => isAtLeast(levels.get(id) ?? null, "Writer"));
  writable_ids.value = new Set(writable.flatMap((one) => one.rolling_stock_ids));
}

/** Stocks that the caller may change by the rights on their collections, locked ones included. */
export const writable_ids = signal<ReadonlySet<number>>(new Set());

export async function readStock(rolling_stock_id: number): Promise<OpenStock> {
  const params = { path: { rolling_stock_id } };
  const { data, headers } = await askFully(
    api.GET("/rolling_stock/{rolling_stock_id}", { params }),
  );
  return { stock: data, etag: headers.get("etag") ?? "" };
}

/** Makes an unlocked copy where the caller may change it; returns its id. */
export async function duplicateStock(stock: Stock, name: string): Promise<number> {
  const params = { query: { rolling_stock_collection_id: await needCollection("Writer") } };
  const body: Form = { ...stock, name, locked: false };
  const { id } = await ask(api.POST("/rolling_stock", { params, body, ...onceOnly() }));
  await listStocks();
  return id;
}

/** Fields that the page's form has; all others keep their values. */
export type StockChange = Partial<
  Pick<
    Form,
    | "name"
    | "length"
    | "mass"
    | "max_speed"
    | "startup_time"
    | "startup_acceleration"
    | "comfort_acceleration"
    | "gamma"
    | "rolling_resistance"
  >
>;

/** Refused with 412 if somebody else has changed it since it was read. */
export async function changeStock(
  { stock, etag }: OpenStock,
  change: StockChange,
): Promise<OpenStock> {
  const params = { path: { rolling_stock_id: stock.id }, header: { "if-match": etag } };
  const body: Form = { ...stock, ...change };
  await ask(api.PATCH("/rolling_stock/{rolling_stock_id}", { params, body }));
  await listStocks();
  return await readStock(stock.id);
}
