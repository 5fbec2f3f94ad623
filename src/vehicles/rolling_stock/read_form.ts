/** From a form of the right shape to what is stored, if its values hold. */
import { listFormFaults } from "./form_rules.ts";
import { type RollingStockColumns, toColumns } from "./records.ts";
import { basePowerClassEmpty, formIsInvalid } from "./rolling_stock.errors.ts";
import type { RollingStockForm } from "./rolling_stock.schemas.ts";

/** Throws when a rule is broken. */
export function readForm(form: RollingStockForm): RollingStockColumns {
  if (form.base_power_class === "") throw basePowerClassEmpty(form.name);
  const faults = listFormFaults(form);
  if (Object.keys(faults).length > 0) throw formIsInvalid(form.name, faults);
  return toColumns(form);
}
