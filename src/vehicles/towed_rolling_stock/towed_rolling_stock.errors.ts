/** Errors of towed rolling stocks (interface.md 6.1). */
import { type ConstraintErrors, nameIsTaken } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";

export function towedRollingStockNotFound(towed_rolling_stock_id: number): AppError {
  return new AppError(
    "TowedRollingStockNotFound",
    `Towed rolling stock '${towed_rolling_stock_id}', could not be found`,
    { towed_rolling_stock_id },
  );
}

export function towedRollingStockIsLocked(towed_rolling_stock_id: number): AppError {
  return new AppError(
    "TowedRollingStockIsLocked",
    `Towed rolling stock '${towed_rolling_stock_id}' is locked`,
    { towed_rolling_stock_id },
  );
}

export const TOWED_ROLLING_STOCK_CONSTRAINTS: ConstraintErrors = {
  towed_rolling_stock_name_key: nameIsTaken(
    "TowedRollingStockNameAlreadyUsed",
    "A towed rolling stock",
  ),
};
