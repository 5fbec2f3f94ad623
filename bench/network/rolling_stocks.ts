/**
 * Four rolling stocks in the form of interface.md 6.2: an electric intercity train whose effort
 * depends on comfort, supply level and power restriction, a diesel railcar, a freight train and a
 * multiple unit. Figures are invented but of the right size.
 */
import type {
  EffortCurve,
  EffortMode,
  StoredRollingStock,
} from "../../workers/engine/physics/rolling_stock.ts";

export interface RollingStockForm
  extends Omit<StoredRollingStock, "length_m" | "mass_kg" | "max_speed_m_s"> {
  readonly name: string;
  readonly length: number;
  readonly mass: number;
  readonly max_speed: number;
  readonly startup_time: number;
  readonly startup_acceleration: number;
  readonly comfort_acceleration: number;
  readonly rolling_resistance: StoredRollingStock["rolling_resistance"] & {
    readonly type: "davis";
  };
  readonly loading_gauge: string;
  readonly energy_sources: readonly never[];
  readonly electrical_power_startup_time: number | null;
  readonly raise_pantograph_time: number | null;
  readonly supported_signaling_systems: readonly string[];
  readonly metadata: null;
}

const KMH = 1 / 3.6;
const SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"];

/** Constant effort up to the power limit, then power / speed, sampled every 10 km/h. */
function effortOf(traction: { start_n: number; power_w: number; max_kmh: number }): EffortCurve {
  const speeds: number[] = [];
  const max_efforts: number[] = [];
  for (let kmh = 0; kmh <= traction.max_kmh; kmh += 10) {
    const speed_m_s = kmh * KMH;
    speeds.push(speed_m_s);
    max_efforts.push(
      Math.round(Math.min(traction.start_n, traction.power_w / Math.max(speed_m_s, 1))),
    );
  }
  return { speeds, max_efforts };
}

/** A mode with weaker curves for lower supply levels, power restrictions and comfort. */
function conditionalMode(start_n: number, power_w: number, max_kmh: number): EffortMode {
  const scaled = (share: number) => effortOf({ start_n, power_w: power_w * share, max_kmh });
  const levels = [
    ["25000V", 1],
    ["22500V", 0.9],
    ["20000V", 0.78],
  ] as const;
  const curves: EffortMode["curves"][number][] = [];
  for (const [code, code_share] of [
    ["C1", 0.6],
    [null, 1],
  ] as const) {
    for (const [level, level_share] of levels) {
      for (const [comfort, comfort_share] of [
        ["AIR_CONDITIONING", 0.94],
        [null, 1],
      ] as const) {
        curves.push({
          cond: { comfort, electrical_profile_level: level, power_restriction_code: code },
          curve: scaled(code_share * level_share * comfort_share),
        });
      }
    }
  }
  return { is_electric: true, default_curve: scaled(1), curves };
}

function plainMode(is_electric: boolean, default_curve: EffortCurve): EffortMode {
  return { is_electric, default_curve, curves: [] };
}

function electricTimes(is_electric: boolean) {
  const seconds = is_electric ? 5 : null;
  return {
    electrical_power_startup_time: seconds,
    raise_pantograph_time: seconds === null ? null : 15,
  };
}

const COMMON = {
  startup_time: 8,
  startup_acceleration: 0.05,
  comfort_acceleration: 0.25,
  energy_sources: [],
  supported_signaling_systems: SYSTEMS,
  metadata: null,
} as const;

/** The names of the four stocks, by their part in the timetable. */
export const STOCK_NAMES = {
  intercity: "demo_intercity",
  railcar: "demo_railcar",
  freight: "demo_freight",
  multiple_unit: "demo_multiple_unit",
} as const;

export type StockKind = keyof typeof STOCK_NAMES;

export const ROLLING_STOCKS: readonly RollingStockForm[] = [
  {
    ...COMMON,
    ...electricTimes(true),
    name: STOCK_NAMES.intercity,
    length: 220,
    mass: 520_000,
    max_speed: 160 * KMH,
    gamma: { type: "CONST", value: 0.5 },
    inertia_coefficient: 1.05,
    rolling_resistance: { type: "davis", A: 6_000, B: 100, C: 9 },
    loading_gauge: "GB",
    effort_curves: {
      default_mode: "25000V",
      modes: {
        "25000V": conditionalMode(280_000, 4_800_000, 160),
        "1500V": plainMode(true, effortOf({ start_n: 270_000, power_w: 4_000_000, max_kmh: 160 })),
      },
    },
    base_power_class: "5",
    power_restrictions: { C1: "1" },
  },
  {
    ...COMMON,
    ...electricTimes(false),
    name: STOCK_NAMES.railcar,
    length: 58,
    mass: 118_000,
    max_speed: 140 * KMH,
    gamma: { type: "CONST", value: 0.6 },
    inertia_coefficient: 1.04,
    rolling_resistance: { type: "davis", A: 1_900, B: 28, C: 5.5 },
    loading_gauge: "GA",
    effort_curves: {
      default_mode: "thermal",
      modes: {
        thermal: plainMode(false, effortOf({ start_n: 95_000, power_w: 1_250_000, max_kmh: 140 })),
      },
    },
    base_power_class: null,
    power_restrictions: {},
  },
  {
    ...COMMON,
    ...electricTimes(true),
    name: STOCK_NAMES.freight,
    length: 400,
    mass: 1_150_000,
    max_speed: 100 * KMH,
    gamma: { type: "CONST", value: 0.25 },
    inertia_coefficient: 1.04,
    rolling_resistance: { type: "davis", A: 16_000, B: 180, C: 24 },
    loading_gauge: "GB1",
    effort_curves: {
      default_mode: "25000V",
      modes: {
        "25000V": plainMode(true, effortOf({ start_n: 320_000, power_w: 5_600_000, max_kmh: 120 })),
        "1500V": plainMode(true, effortOf({ start_n: 320_000, power_w: 4_600_000, max_kmh: 120 })),
      },
    },
    base_power_class: "1",
    power_restrictions: {},
  },
  {
    ...COMMON,
    ...electricTimes(true),
    name: STOCK_NAMES.multiple_unit,
    length: 110,
    mass: 225_000,
    max_speed: 140 * KMH,
    gamma: { type: "CONST", value: 0.7 },
    inertia_coefficient: 1.06,
    rolling_resistance: { type: "davis", A: 2_700, B: 40, C: 6 },
    loading_gauge: "GA",
    effort_curves: {
      default_mode: "1500V",
      modes: {
        "25000V": plainMode(true, effortOf({ start_n: 190_000, power_w: 2_600_000, max_kmh: 140 })),
        "1500V": plainMode(true, effortOf({ start_n: 190_000, power_w: 2_200_000, max_kmh: 140 })),
      },
    },
    base_power_class: "5",
    power_restrictions: { C1: "1" },
  },
];
