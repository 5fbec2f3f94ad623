/**
 * Rolling stock physics compiled for the integrator: every tractive effort curve of the stock in
 * three flat arrays, and the choice of the curve for a given power supply (engine.md 4.1, 4.3).
 * Compiled once per stock and thread, so that a simulation only uses curve indices.
 */
import { assert } from "../result.ts";
import { fromMilli, toMilli } from "../units.ts";

export interface EffortCurve {
  readonly speeds: readonly number[];
  readonly max_efforts: readonly number[];
}

export interface EffortMode {
  readonly is_electric: boolean;
  readonly default_curve: EffortCurve;
  readonly curves: readonly {
    readonly cond: {
      readonly comfort: string | null;
      readonly electrical_profile_level: string | null;
      readonly power_restriction_code: string | null;
    };
    readonly curve: EffortCurve;
  }[];
}

/** A rolling stock as it is stored, SI units. */
export interface StoredRollingStock {
  readonly length_m: number;
  readonly mass_kg: number;
  readonly max_speed_m_s: number;
  readonly gamma: { readonly type: "CONST" | "MAX"; readonly value: number };
  readonly inertia_coefficient: number;
  readonly rolling_resistance: { readonly A: number; readonly B: number; readonly C: number };
  readonly base_power_class: string | null;
  readonly power_restrictions: Readonly<Record<string, string>>;
  readonly effort_curves: {
    readonly default_mode: string;
    readonly modes: Readonly<Record<string, EffortMode>>;
  };
}

/** Curve index that stands for "no traction" (neutral section under an electric mode). */
export const NO_EFFORT_CURVE = -1;

interface CompiledCondition {
  readonly comfort: string | null;
  readonly profile: string | null;
  readonly restriction: string | null;
  readonly curveIdx: number;
}

interface CompiledMode {
  readonly is_electric: boolean;
  readonly defaultCurveIdx: number;
  readonly conditions: readonly CompiledCondition[];
}

/** The power supply at one position; `voltage` null: not electrified. */
export interface PowerSupply {
  readonly voltage: string | null;
  readonly is_neutral: boolean;
  readonly profile: string | null;
  readonly restriction: string | null;
}

export interface CompiledStock {
  readonly mass_kg: number;
  /** Mass times inertia coefficient. */
  readonly inertia_kg: number;
  readonly length_m: number;
  readonly max_speed_m_s: number;
  readonly resistance_a_n: number;
  readonly resistance_b: number;
  readonly resistance_c: number;
  /** The rate of all braking, in runs and in searches. */
  readonly braking_m_s2: number;
  /** Braking ignores every other force. */
  readonly brakesSteadily: boolean;
  readonly base_power_class: string | null;
  readonly power_restrictions: Readonly<Record<string, string>>;
  /** Curve c has its points at curveStart[c] .. curveStart[c + 1] - 1. */
  readonly curveStart: Int32Array;
  /** Ascending within a curve. */
  readonly curveSpeeds_m_s: Float64Array;
  readonly curveEfforts_n: Float64Array;
  /** Effort change per m/s from this point to the next of the curve; 0 at its last point. */
  readonly curveSlopes: Float64Array;
  readonly modes: ReadonlyMap<string, CompiledMode>;
  readonly defaultMode: CompiledMode;
}

/** Rounds to the precision of the physics: whole mm or mm/s. */
function roundMilli(value: number): number {
  return fromMilli(toMilli(value));
}

function compileMode(mode: EffortMode, curves: EffortCurve[]): CompiledMode {
  const add = (curve: EffortCurve): number => curves.push(curve) - 1;
  return {
    is_electric: mode.is_electric,
    defaultCurveIdx: add(mode.default_curve),
    conditions: mode.curves.map(({ cond, curve }) => ({
      comfort: cond.comfort,
      profile: cond.electrical_profile_level,
      restriction: cond.power_restriction_code,
      curveIdx: add(curve),
    })),
  };
}

/** What bounds the rate of braking belongs here: the engine reads it from nowhere else. */
function brakingRate_m_s2({ gamma }: StoredRollingStock): number {
  return gamma.value;
}

/** Compiles a stored stock; its default mode must be one of its modes (checked where stocks are stored). */
export function compileStock(stock: StoredRollingStock): CompiledStock {
  const curves: EffortCurve[] = [];
  const modes = new Map<string, CompiledMode>();
  for (const [name, mode] of Object.entries(stock.effort_curves.modes)) {
    modes.set(name, compileMode(mode, curves));
  }
  const defaultMode = modes.get(stock.effort_curves.default_mode);
  assert(defaultMode !== undefined, "the default mode is one of the modes");
  const nPoints = curves.reduce((sum, curve) => sum + curve.speeds.length, 0);
  const curveStart = new Int32Array(curves.length + 1);
  const curveSpeeds_m_s = new Float64Array(nPoints);
  const curveEfforts_n = new Float64Array(nPoints);
  const curveSlopes = new Float64Array(nPoints);
  let at = 0;
  curves.forEach((curve, curveIdx) => {
    const n = curve.speeds.length;
    for (let i = 0; i < n; i++) {
      const width = i + 1 < n ? curve.speeds[i + 1]! - curve.speeds[i]! : 0;
      curveSpeeds_m_s[at + i] = curve.speeds[i]!;
      curveEfforts_n[at + i] = curve.max_efforts[i]!;
      curveSlopes[at + i] =
        width > 0 ? (curve.max_efforts[i + 1]! - curve.max_efforts[i]!) / width : 0;
    }
    at += n;
    curveStart[curveIdx + 1] = at;
  });
  const mass_kg = Math.floor(stock.mass_kg + 0.5);
  return {
    mass_kg,
    inertia_kg: mass_kg * stock.inertia_coefficient,
    length_m: roundMilli(stock.length_m),
    max_speed_m_s: roundMilli(stock.max_speed_m_s),
    resistance_a_n: stock.rolling_resistance.A,
    resistance_b: stock.rolling_resistance.B,
    resistance_c: stock.rolling_resistance.C,
    braking_m_s2: brakingRate_m_s2(stock),
    brakesSteadily: stock.gamma.type === "CONST",
    base_power_class: stock.base_power_class,
    power_restrictions: stock.power_restrictions,
    curveStart,
    curveSpeeds_m_s,
    curveEfforts_n,
    curveSlopes,
    modes,
    defaultMode,
  };
}

/** Whether a power restriction of this code can change anything: it has a power class, or curves of its own. */
export function knowsRestriction(
  { power_restrictions, modes }: CompiledStock,
  code: string,
): boolean {
  if (Object.hasOwn(power_restrictions, code)) return true;
  return [...modes.values()].some(({ conditions }) =>
    conditions.some(({ restriction }) => restriction === code),
  );
}

/** Whether each of a condition's three parts is absent or equal to the actual value. */
function holds(condition: CompiledCondition, supply: PowerSupply, comfort: string): boolean {
  return (
    (condition.comfort === null || condition.comfort === comfort) &&
    (condition.profile === null || condition.profile === supply.profile) &&
    (condition.restriction === null || condition.restriction === supply.restriction)
  );
}

/** The curve used under one power supply, and whether it matches the electrical profile there. */
export interface ChosenCurve {
  readonly curveIdx: number;
  /** The profile condition of the chosen curve equals the profile (both absent counts as equal). */
  readonly handlesProfile: boolean;
}

/**
 * Chooses the effort curve under one power supply: first entry of the mode whose conditions hold,
 * else the mode's default curve. Without electrification the default mode is used, whatever it is;
 * in a neutral section an electric mode has no traction.
 */
export function chooseCurve(
  stock: CompiledStock,
  supply: PowerSupply,
  comfort: string,
): ChosenCurve {
  if (supply.voltage === null) {
    const mode = stock.defaultMode;
    const curveIdx = supply.is_neutral && mode.is_electric ? NO_EFFORT_CURVE : mode.defaultCurveIdx;
    return { curveIdx, handlesProfile: supply.profile === null };
  }
  const mode = stock.modes.get(supply.voltage) ?? stock.defaultMode;
  if (supply.is_neutral && mode.is_electric) {
    return { curveIdx: NO_EFFORT_CURVE, handlesProfile: false };
  }
  for (const condition of mode.conditions) {
    if (holds(condition, supply, comfort)) {
      return {
        curveIdx: condition.curveIdx,
        handlesProfile: condition.profile === supply.profile,
      };
    }
  }
  return { curveIdx: mode.defaultCurveIdx, handlesProfile: supply.profile === null };
}
