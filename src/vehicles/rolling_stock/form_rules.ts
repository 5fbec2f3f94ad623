/**
 * Rules on the values of a rolling stock's form (interface.md 6.2 to 6.5). All breaches are
 * reported at once, by field; breaches of rules about several fields are under `schema_validation`.
 */
import { type Bounds, outOfBounds } from "../../railway/bounds.ts";
import {
  checkBounds,
  checkMass,
  checkRollingResistance,
  collectFaults,
  type FormFaults,
  LIMITS,
  type ReportFault,
  type ScalarRule,
} from "./form_bounds.ts";
import type { RollingStockForm } from "./rolling_stock.schemas.ts";

const TIME_MAX_S = 86_400;
const FORCE_MAX_N = 1e9;
const POWER_MAX_W = 1e12;
const ENERGY_MAX_J = 1e15;
const {
  length_m,
  mass_kg,
  max_speed_m_s,
  curve_speed_m_s,
  acceleration_m_s2,
  inertia_coefficient,
} = LIMITS;

/** All breaches of a form, in the order of its fields; empty if there are none. */
export function listFormFaults(form: RollingStockForm): FormFaults {
  return collectFaults((reportFault) => {
    checkScalars(form, reportFault);
    checkRollingResistance(form, reportFault);
    checkEffortCurves(form, reportFault);
    checkEnergySources(form, reportFault);
    checkElectricTimes(form, reportFault);
    checkBrakes(form, reportFault);
  });
}

function checkScalars(form: RollingStockForm, reportFault: ReportFault): void {
  const times = { min: 0, max: TIME_MAX_S };
  const rules: readonly ScalarRule[] = [
    ["length", form.length, { ...length_m, above: true }],
    ["mass", form.mass, { ...mass_kg, above: true }],
    ["max_speed", form.max_speed, { ...max_speed_m_s, above: true }],
    ["startup_time", form.startup_time, times],
    ["startup_acceleration", form.startup_acceleration, acceleration_m_s2],
    ["comfort_acceleration", form.comfort_acceleration, acceleration_m_s2],
    ["gamma", form.gamma.value, { ...acceleration_m_s2, above: true }],
    ["inertia_coefficient", form.inertia_coefficient, inertia_coefficient],
    ["electrical_power_startup_time", form.electrical_power_startup_time, times],
    ["raise_pantograph_time", form.raise_pantograph_time, times],
  ];
  checkBounds(rules, reportFault);
  checkMass(form, reportFault);
}

function checkEffortCurves({ effort_curves }: RollingStockForm, reportFault: ReportFault): void {
  const { modes, default_mode } = effort_curves;
  if (!Object.hasOwn(modes, default_mode)) {
    reportFault("effort_curves", `default_mode '${default_mode}' is not one of the modes`);
  }
  for (const [name, mode] of Object.entries(modes)) {
    const curves = [mode.default_curve, ...mode.curves.map((entry) => entry.curve)];
    for (const [i, { speeds, max_efforts }] of curves.entries()) {
      const breach = curveBreach({ speeds, values: max_efforts, what: "max_efforts" }, FORCE_MAX_N);
      const place = i === 0 ? "default_curve" : `curves/${i - 1}`;
      if (breach !== null) reportFault("effort_curves", `modes/${name}/${place} ${breach}`);
    }
  }
}

function checkEnergySources({ energy_sources }: RollingStockForm, reportFault: ReportFault): void {
  for (const [i, source] of energy_sources.entries()) {
    const place = `energy_sources/${i}`;
    const addFault = (name: string, breach: string | null): void => {
      if (breach !== null) reportFault("energy_sources", `${place}/${name} ${breach}`);
    };
    for (const name of ["max_input_power", "max_output_power"] as const) {
      const { speeds, powers } = source[name];
      addFault(name, curveBreach({ speeds, values: powers, what: "powers" }, POWER_MAX_W));
    }
    const share = { min: 0, max: 1 };
    addFault("efficiency", outOfBounds(source.efficiency, share));
    if (source.energy_source_type === "Electrification") continue;
    const { capacity, soc, soc_min, soc_max, refill_law } = source.energy_storage;
    addFault("capacity", outOfBounds(capacity, { min: 0, max: ENERGY_MAX_J }));
    for (const [name, value] of [
      ["soc", soc],
      ["soc_min", soc_min],
      ["soc_max", soc_max],
    ] as const) {
      addFault(name, outOfBounds(value, share));
    }
    if (soc_min > soc_max) addFault("soc_min", "must be at most soc_max");
    if (refill_law === null) continue;
    addFault("tau", outOfBounds(refill_law.tau, { min: 0, max: TIME_MAX_S }));
    addFault("soc_ref", outOfBounds(refill_law.soc_ref, share));
  }
}

function checkElectricTimes(form: RollingStockForm, reportFault: ReportFault): void {
  const is_electric = Object.values(form.effort_curves.modes).some((mode) => mode.is_electric);
  if (!is_electric) return;
  for (const field of ["electrical_power_startup_time", "raise_pantograph_time"] as const) {
    if (form[field] !== null) continue;
    reportFault("schema_validation", `${field} is required for electric rolling stocks`);
  }
}

function checkBrakes({ etcs_brake_params }: RollingStockForm, reportFault: ReportFault): void {
  if (etcs_brake_params === undefined || etcs_brake_params === null) return;
  for (const [name, value] of Object.entries(etcs_brake_params)) {
    const breach =
      typeof value === "number"
        ? outOfBounds(value, { min: 0, max: TIME_MAX_S })
        : brakeBreach(value.boundaries, value.values);
    if (breach !== null) reportFault("etcs_brake_params", `${name} ${breach}`);
  }
}

function brakeBreach(boundaries: readonly number[], values: readonly number[]): string | null {
  if (values.length !== boundaries.length + 1) return "must have one value more than boundaries";
  if (!isIncreasing(boundaries)) return "must have strictly increasing boundaries";
  return (
    firstBreach(boundaries, curve_speed_m_s) ??
    firstBreach(values, { min: 0, max: inertia_coefficient.max })
  );
}

/** A curve over speed: as many values as speeds, at least two points, speeds strictly increasing. */
function curveBreach(
  curve: { speeds: readonly number[]; values: readonly number[]; what: string },
  value_max: number,
): string | null {
  const { speeds, values, what } = curve;
  if (speeds.length !== values.length) return `must have as many ${what} as speeds`;
  if (speeds.length < 2) return "must have at least 2 points";
  const speed_breach = firstBreach(speeds, curve_speed_m_s);
  if (speed_breach !== null) return `speeds ${speed_breach}`;
  const value_breach = firstBreach(values, { min: 0, max: value_max });
  if (value_breach !== null) return `${what} ${value_breach}`;
  return isIncreasing(speeds) ? null : "speeds must be strictly increasing";
}

function firstBreach(values: readonly number[], bounds: Bounds): string | null {
  for (const value of values) {
    const breach = outOfBounds(value, bounds);
    if (breach !== null) return breach;
  }
  return null;
}

function isIncreasing(values: readonly number[]): boolean {
  return values.every((value, i) => i === 0 || value > (values[i - 1] ?? Number.POSITIVE_INFINITY));
}
