/** Converts a form to the stored columns, if its values are valid. */
import { listFormFaults } from "./form_rules.ts";
import { type RollingStockColumns, toColumns } from "./records.ts";
import { basePowerClassEmpty, formIsInvalid } from "./rolling_stock.errors.ts";
import type { RollingStockForm } from "./rolling_stock.schemas.ts";

/** Throws if a rule is broken. */
export function readForm(form: RollingStockForm): RollingStockColumns {
  if (form.base_power_class === "") throw basePowerClassEmpty(form.name);
  const faults = listFormFaults(form);
  if (Object.keys(faults).length > 0) throw formIsInvalid(form.name, faults);
  return toColumns(form);
}
