/** Seeded rolling stocks, schedules and profile sets for the comparison with the oracle. */
import type { RailjsonInput } from "../../workers/engine/infra/compile/railjson_input.ts";
import type { FoundPath, StockPhysics, TrainRun } from "../../workers/tasks/types.ts";
import { between, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { pick, TAGS, VOLTAGES } from "./mutations.ts";
import type { ProfileSet } from "./train.ts";

const CODES = ["C1", "C2", "odd"];
const COMFORTS = ["STANDARD", "AIR_CONDITIONING", "HEATING"] as const;
const LEVELS = ["25000V", "22500V", "O"];

type Curve = StockPhysics["effort_curves"]["modes"][string]["default_curve"];

function drawCurve(random: Random, strength: number): Curve {
  const speeds = [0];
  const max_efforts = [strength];
  let v = 0;
  for (let i = 0; i < wholeBetween(random, 1, 6); i++) {
    v += between(random, 3, 15);
    speeds.push(v);
    max_efforts.push(max_efforts.at(-1)! * between(random, 0.5, 1));
  }
  return { speeds, max_efforts };
}

export function drawStock(random: Random, key: string): StockPhysics {
  const mass_kg = random() < 0.2 ? between(random, 1e6, 3e6) : between(random, 4e4, 9e5);
  const strength =
    mass_kg * (random() < 0.15 ? between(random, 0.02, 0.1) : between(random, 0.3, 1.2));
  const modes: Record<string, StockPhysics["effort_curves"]["modes"][string]> = {};
  const names = ["thermal", ...VOLTAGES].filter((_, i) => i === 0 || random() < 0.6);
  for (const name of names) {
    const orNull = <T>(list: readonly T[]): T | null =>
      random() < 0.4 ? null : pick(random, list);
    modes[name] = {
      is_electric: name !== "thermal",
      default_curve: drawCurve(random, strength),
      curves: Array.from({ length: wholeBetween(random, 0, 5) }, () => ({
        cond: {
          comfort: orNull(COMFORTS),
          electrical_profile_level: orNull(LEVELS),
          power_restriction_code: random() < 0.6 ? null : pick(random, CODES),
        },
        curve: drawCurve(random, strength * between(random, 0.6, 1.1)),
      })),
    };
  }
  return {
    key,
    length_m: random() < 0.5 ? wholeBetween(random, 5, 900) : between(random, 10, 400),
    mass_kg,
    max_speed_m_s:
      random() < 0.3 ? pick(random, [27.7777, 83.3333, 44.4444]) : between(random, 8, 90),
    gamma: {
      type: random() < 0.5 ? "CONST" : "MAX",
      value: random() < 0.5 ? pick(random, [0.25, 0.5, 0.7, 1]) : between(random, 0.2, 1),
    },
    inertia_coefficient: between(random, 1, 1.15),
    rolling_resistance: {
      A: mass_kg * between(random, 0.005, 0.03),
      B: mass_kg * between(random, 0, 3e-4),
      C: mass_kg * between(random, 5e-6, 4e-5),
    },
    base_power_class: random() < 0.2 ? null : pick(random, ["1", "2", "9"]),
    power_restrictions: { C1: "1", C2: pick(random, ["2", "9"]) },
    effort_curves: { default_mode: random() < 0.6 ? "thermal" : pick(random, names), modes },
  };
}

/** The end of the path first: most runs stop there. */
export function drawRun(
  random: Random,
  path: FoundPath,
  fallbacks: Readonly<Record<string, { readonly fallback_list: readonly string[] }>>,
): TrainRun {
  const tag = random() < 0.4 ? null : pick(random, TAGS);
  const place = (): number =>
    random() < 0.5 ? pick(random, path.item_positions_mm) : wholeBetween(random, 0, path.length_mm);
  const offsets = Array.from({ length: wholeBetween(random, 0, 3) }, place).sort((a, b) => a - b);
  if (random() < 0.85) offsets.push(path.length_mm);
  const power_restrictions = [];
  if (random() < 0.4) {
    for (let i = 0; i < wholeBetween(random, 1, 3); i++) {
      const [a, b] = [place(), place()].sort((one, other) => one - other);
      power_restrictions.push({ from_mm: a!, to_mm: b!, value: pick(random, CODES) });
    }
  }
  return {
    path,
    stock_index: 0,
    initial_speed_m_s: random() < 0.7 ? 0 : between(random, 0, 40),
    comfort: pick(random, COMFORTS),
    constraint_distribution: "MARECO",
    speed_limit_tag: tag,
    fallback_tags: tag === null ? [] : (fallbacks[tag]?.fallback_list ?? []),
    use_electrical_profiles: random() < 0.7,
    schedule: offsets.map((offset_mm) => {
      const stops = random() < 0.9;
      return {
        offset_mm,
        arrival_ms: null,
        stop_for_ms: stops ? (random() < 0.3 ? 0 : wholeBetween(random, 0, 300_000)) : null,
        reception_signal:
          stops && random() < 0.3
            ? pick(random, ["STOP", "SHORT_SLIP_STOP"] as const)
            : ("OPEN" as const),
      };
    }),
    margins: { boundaries_mm: [], values: [] },
    power_restrictions,
  };
}

export function drawProfiles(random: Random, { track_sections }: RailjsonInput): ProfileSet {
  return {
    levels: Array.from({ length: wholeBetween(random, 1, 6) }, () => ({
      value: pick(random, LEVELS),
      power_class: pick(random, ["1", "2"]),
      track_ranges: Array.from({ length: wholeBetween(random, 1, 12) }, () => {
        const { id, length } = pick(random, track_sections);
        const [a, b] = [random(), random()].sort((one, other) => one - other);
        const whole = random() < 0.4;
        return {
          track: id,
          begin: whole ? 0 : Math.floor(a! * length),
          end: whole ? length : Math.floor(b! * length),
        };
      }),
    })),
  };
}
