/**
 * Bounds of the values in a vehicle's form, and their messages: by field, all at once. Rolling
 * stocks and towed rolling stocks share them. The upper bounds are far above any vehicle: they
 * prevent overflow in the physics. Those of speed and mass reveal a wrong unit.
 */
import {
  type Bounds,
  METRES,
  METRES_PER_SECOND,
  outOfBounds,
  TRAIN_SPEED_MAX_M_S,
} from "../../railway/bounds.ts";

export const LIMITS = {
  length_m: { min: 0, max: 100_000, unit: METRES },
  mass_kg: { min: 0, max: 1e9 },
  max_speed_m_s: { min: 0, max: TRAIN_SPEED_MAX_M_S, unit: METRES_PER_SECOND },
  /** For a curve's points, which may exceed the vehicle's speed. */
  curve_speed_m_s: { min: 0, max: 1_000 },
  acceleration_m_s2: { min: 0, max: 100 },
  inertia_coefficient: { min: 1, max: 1_000 },
  resistance: { min: 0, max: 1e9 },
} as const satisfies Readonly<Record<string, Bounds>>;

/** Even the lightest trolleys weigh more per metre of length. */
const MASS_MIN_KG_PER_M = 100;
const KG_PER_TONNE = 1000;

/** Messages by field. */
export type FormFaults = Record<string, string[]>;

export type ReportFault = (field: string, message: string) => void;

/** Messages per field; further ones are not reported. */
const MESSAGES_MAX = 20;

/** Collects the messages of the checks, in their order. */
export function collectFaults(check: (reportFault: ReportFault) => void): FormFaults {
  // no prototype: `__proto__` is an ordinary key
  const faults: FormFaults = Object.create(null);
  check((field, message) => {
    const messages = faults[field] ?? [];
    faults[field] = messages;
    if (messages.length < MESSAGES_MAX) messages.push(message);
  });
  return faults;
}

/** Field, value (null: absent, never a fault), bounds. */
export type ScalarRule = readonly [string, number | null, Bounds];

export function checkBounds(rules: readonly ScalarRule[], reportFault: ReportFault): void {
  for (const [field, value, bounds] of rules) {
    const breach = value === null ? null : outOfBounds(value, bounds);
    if (breach !== null) reportFault(field, breach);
  }
}

/** A Davis formula: A + B v + C v², no coefficient negative. */
export function checkRollingResistance(
  form: {
    readonly rolling_resistance: {
      readonly type: string;
      readonly A: number;
      readonly B: number;
      readonly C: number;
    };
  },
  reportFault: ReportFault,
): void {
  const { type, A, B, C } = form.rolling_resistance;
  if (type !== "davis") reportFault("rolling_resistance", "type must be davis");
  for (const [name, value] of [
    ["A", A],
    ["B", B],
    ["C", C],
  ] as const) {
    const breach = outOfBounds(value, LIMITS.resistance);
    if (breach !== null) reportFault("rolling_resistance", `${name} ${breach}`);
  }
}

/** Refuses a mass that no rail vehicle has, such as 400 kg for a train of 200 m. */
export function checkMass(
  { mass, length }: { readonly mass: number; readonly length: number },
  reportFault: ReportFault,
): void {
  const least_kg = MASS_MIN_KG_PER_M * length;
  // The bounds of both are checked elsewhere.
  if (mass <= 0 || length <= 0 || length > LIMITS.length_m.max || mass >= least_kg) return;
  const hint = mass * KG_PER_TONNE >= least_kg ? `; ${mass} looks like tonnes` : "";
  const reason = `${MASS_MIN_KG_PER_M} kg for each metre of length`;
  reportFault("mass", `must be at least ${least_kg} kg, ${reason}${hint}`);
}
