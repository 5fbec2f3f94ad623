/** Rules on the values of a towed rolling stock's form: the bounds are those of a rolling stock. */
import {
  checkBounds,
  checkMass,
  checkRollingResistance,
  collectFaults,
  type FormFaults,
  LIMITS,
} from "../rolling_stock/form_bounds.ts";
import type { TowedRollingStockForm } from "./towed_rolling_stock.schemas.ts";

const { length_m, mass_kg, max_speed_m_s, acceleration_m_s2, inertia_coefficient } = LIMITS;

/** All breaches of a form, in the order of its fields; empty if there are none. */
export function listTowedFormFaults(form: TowedRollingStockForm): FormFaults {
  return collectFaults((reportFault) => {
    checkBounds(
      [
        ["mass", form.mass, { ...mass_kg, above: true }],
        ["length", form.length, { ...length_m, above: true }],
        ["comfort_acceleration", form.comfort_acceleration, acceleration_m_s2],
        ["startup_acceleration", form.startup_acceleration, acceleration_m_s2],
        ["inertia_coefficient", form.inertia_coefficient, inertia_coefficient],
        ["const_gamma", form.const_gamma, { ...acceleration_m_s2, above: true }],
        ["max_speed", form.max_speed, { ...max_speed_m_s, above: true }],
      ],
      reportFault,
    );
    checkMass(form, reportFault);
    checkRollingResistance(form, reportFault);
  });
}
