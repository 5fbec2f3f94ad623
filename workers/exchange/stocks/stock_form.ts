/** Rolling stocks between formats: the fields of a stock that other programs know, and defaults for the rest. */

export interface StockCurve {
  /** Metres per second. */
  readonly speeds: readonly number[];
  /** Newtons. */
  readonly max_efforts: readonly number[];
}

export interface StockMode {
  readonly is_electric: boolean;
  readonly default_curve: StockCurve;
  readonly curves: readonly object[];
}

/** As it is created, all defaults filled in. */
export interface StockForm {
  readonly name: string;
  readonly length: number;
  readonly mass: number;
  readonly max_speed: number;
  readonly startup_time: number;
  readonly startup_acceleration: number;
  readonly comfort_acceleration: number;
  readonly gamma: { readonly type: "CONST" | "MAX"; readonly value: number };
  readonly inertia_coefficient: number;
  readonly rolling_resistance: {
    readonly type: string;
    readonly A: number;
    readonly B: number;
    readonly C: number;
  };
  readonly loading_gauge: string;
  readonly effort_curves: {
    readonly default_mode: string;
    readonly modes: Readonly<Record<string, StockMode>>;
  };
  readonly base_power_class: string | null;
  readonly power_restrictions: Readonly<Record<string, string>>;
  readonly energy_sources: readonly object[];
  readonly electrical_power_startup_time: number | null;
  readonly raise_pantograph_time: number | null;
  readonly supported_signaling_systems: readonly string[];
}

/** Where a source says nothing: told as such. */
export const STOCK_DEFAULTS = {
  startup_time: 10,
  startup_acceleration: 0.05,
  comfort_acceleration: 0.5,
  deceleration: 0.5,
  inertia_coefficient: 1.05,
  loading_gauge: "G1",
  voltage: "25000V",
  electrical_power_startup_time: 5,
  raise_pantograph_time: 15,
  supported_signaling_systems: "BAL BAPR TVM300 TVM430",
} as const;

/** Without the last digits, which come of the change of units. */
export function clean(value: number): number {
  return Number(value.toPrecision(11));
}

/** Of a train of ordinary shape: newtons by tonnes, and of the air. */
export function usualResistance(mass_kg: number): StockForm["rolling_resistance"] {
  return { type: "davis", A: clean(mass_kg * 0.012), B: clean(mass_kg * 0.0003), C: 6 };
}

/**
 * The sum of several curves: between points efforts change linearly, beyond the last one there is none. Null: they have
 * more speeds together than `points_max`.
 */
export function addCurves(curves: readonly StockCurve[], points_max: number): StockCurve | null {
  const [only, ...others] = curves;
  if (only !== undefined && others.length === 0) return only;
  const known = new Set<number>();
  for (const { speeds } of curves) {
    for (const speed of speeds) known.add(speed);
    if (known.size > points_max) return null;
  }
  const speeds = [...known].sort((a, b) => a - b);
  const sums = speeds.map(() => 0);
  for (const curve of curves) addEfforts(sums, speeds, curve);
  return { speeds, max_efforts: sums.map(clean) };
}

/** To the sums at rising speeds. */
function addEfforts(sums: number[], at: readonly number[], curve: StockCurve): void {
  const { speeds } = curve;
  let next = 0;
  for (const [i, speed] of at.entries()) {
    while (next < speeds.length && (speeds[next] ?? 0) < speed) next++;
    if (next === speeds.length) return;
    sums[i] = (sums[i] ?? 0) + effortAt(curve, speed, next);
  }
}

/** Where `next` is the first point at this speed or a higher one. */
function effortAt({ speeds, max_efforts }: StockCurve, speed: number, next: number): number {
  const [to = 0, to_effort = 0] = [speeds[next], max_efforts[next]];
  if (next === 0 || to === speed) return to_effort;
  const [from = 0, from_effort = 0] = [speeds[next - 1], max_efforts[next - 1]];
  return from_effort + ((to_effort - from_effort) * (speed - from)) / (to - from);
}

/** Of an engine's effort at standstill and power, every 10 km/h. */
export function curveOfPower(effort_n: number, power_w: number, speed_m_s: number): StockCurve {
  const step_m_s = 10 / 3.6;
  const count = Math.ceil(speed_m_s / step_m_s) + 1;
  const speeds = Array.from({ length: count }, (_, i) => clean(i * step_m_s));
  const max_efforts = speeds.map((speed) =>
    speed === 0 ? effort_n : clean(Math.min(effort_n, power_w / speed)),
  );
  return { speeds, max_efforts };
}
