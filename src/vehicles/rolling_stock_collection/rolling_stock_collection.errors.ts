/** Errors of rolling stock collections. */
import { AppError } from "../../platform/http/errors.ts";

export function collectionIsDefault(rolling_stock_collection_id: number): AppError {
  return new AppError(
    "RollingStockCollectionIsDefault",
    "The default rolling stock collection can't be deleted",
    { rolling_stock_collection_id },
  );
}

export function collectionNotEmpty(rolling_stock_collection_id: number): AppError {
  return new AppError(
    "RollingStockCollectionNotEmpty",
    `Rolling stock collection '${rolling_stock_collection_id}' still has rolling stocks`,
    { rolling_stock_collection_id },
  );
}
