/** A rolling stock's rights are those of its collection, which others may change meanwhile. */
import type { Context } from "../../platform/http/endpoint.ts";
import type { AppError } from "../../platform/http/errors.ts";
import {
  ATTEMPTS_MAX,
  rollingStockNotFound,
  rollingStocksAreBusy,
} from "./rolling_stock.errors.ts";
import { getCollectionOfStock } from "./rolling_stock.queries.ts";

export function stockNotFound(id: number): AppError {
  return rollingStockNotFound({ type: "Id", key: id });
}

/** Refuses callers without the level on a rolling stock's collection, or on the one that it moves to. */
export async function foreseeCollections(
  ctx: Context,
  { rolling_stock_id: id }: { readonly rolling_stock_id: number },
  {
    rolling_stock_collection_id: target_id,
  }: { readonly rolling_stock_collection_id?: number | undefined } = {},
): Promise<void> {
  const home_id = await getCollectionOfStock(ctx.services.db, id);
  if (home_id === null) throw stockNotFound(id);
  await ctx.foresee({ rolling_stock_collection: [home_id, target_id ?? home_id] });
}

/**
 * Changes a rolling stock in its current collection, after checking the rights on that one and on
 * `target_id`. `change` returns null if the stock is no longer in the collection.
 */
export async function changeWhereItIs<T>(
  ctx: Context,
  id: number,
  target_id: number | null,
  change: (home_id: number) => Promise<T | null>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const home_id = await getCollectionOfStock(ctx.services.db, id);
    if (home_id === null) throw stockNotFound(id);
    const ids = new Set([home_id, target_id ?? home_id]);
    await ctx.require({ rolling_stock_collection: [...ids] });
    const outcome = await change(home_id);
    if (outcome !== null) return outcome;
  }
  throw rollingStocksAreBusy();
}
