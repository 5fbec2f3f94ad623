/** Errors of rolling stocks (interface.md 6.1). */
import { type ConstraintErrors, nameIsTaken } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";
import type { FormFaults } from "./form_bounds.ts";

/** How often a change checks the rights again because others have moved its stocks meanwhile. */
export const ATTEMPTS_MAX = 20;

/** The key by which a request names a rolling stock. */
export type RollingStockKey =
  | { readonly type: "Id"; readonly key: number }
  | { readonly type: "Name"; readonly key: string };

export function rollingStockNotFound(rolling_stock_key: RollingStockKey): AppError {
  return new AppError(
    "RollingStockNotFound",
    `Rolling stock '${rolling_stock_key.key}' could not be found`,
    { rolling_stock_key },
  );
}

export function rollingStockIsLocked(rolling_stock_id: number): AppError {
  return new AppError("RollingStockIsLocked", `Rolling stock '${rolling_stock_id}' is locked`, {
    rolling_stock_id,
  });
}

/** At every attempt others had moved the stocks. */
export function rollingStocksAreBusy(): AppError {
  return new AppError(
    "Overloaded",
    "The rolling stocks are being moved all the time",
    {},
    { "retry-after": "1" },
  );
}

/** Scenarios with trains of a stock: those that the caller may read, and the number of all. */
export interface StockUse {
  readonly usage: readonly unknown[];
  readonly count: number;
}

export function rollingStockIsUsed(rolling_stock_id: number, { usage, count }: StockUse): AppError {
  return new AppError(
    "RollingStockIsUsed",
    `Rolling stock '${rolling_stock_id}' is used by ${count} scenario(s)`,
    { rolling_stock_id, usage, count },
  );
}

export function basePowerClassEmpty(name: string): AppError {
  const message = `${name}: base_power_class must not be empty`;
  return new AppError("RollingStockBasePowerClassEmpty", message);
}

export function formIsInvalid(name: string, faults: FormFaults): AppError {
  const [field, messages] = Object.entries(faults)[0] ?? ["form", []];
  return new AppError("ValidationError", `${name}: ${field}: ${messages.join(", ")}`, faults);
}

export const ROLLING_STOCK_CONSTRAINTS: ConstraintErrors = {
  rolling_stock_name_key: nameIsTaken("RollingStockNameAlreadyUsed", "A rolling stock"),
};
