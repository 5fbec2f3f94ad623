/** Random trains with margins and up to six wanted times: tight, loose and impossible, some a few metres apart. */
import type { ScheduleSettings } from "../../../../workers/engine/margins/scheduled_run.ts";
import type { ScheduleItem } from "../../../../workers/engine/simulation/schedule.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, STOCK_T } from "../plain_run.ts";
import { between, cutLength, type Random, wholeBetween } from "../seeded.ts";
import type { Line } from "./kept_sweep.ts";

export interface Train {
  readonly line: Line;
  readonly settings: ScheduleSettings;
  /** Wanted moments at places, in path order. */
  readonly wanted: readonly { readonly x_m: number; readonly at_s: number }[];
}

/** Stocks from a railcar to a heavy freight train, neutral sections, and ramps. */
export function drawVariedTrain(random: Random): Train {
  return drawTrain(random, vary);
}

function vary(random: Random, line: Line): Line {
  const { length_m } = line;
  const mass_kg = between(random, 40_000, 1_500_000);
  const effort_n = mass_kg * between(random, 0.25, 1.2);
  const top_m_s = between(random, 20, 70);
  const neutrals: (readonly [number, number])[] = [];
  for (let i = wholeBetween(random, 0, 3), at_m = 0; i > 0; i--) {
    const from_m = at_m + wholeBetween(random, 50, Math.ceil(length_m / 2));
    const to_m = from_m + wholeBetween(random, 20, 400);
    if (to_m < length_m) neutrals.push([from_m, to_m]);
    at_m = to_m;
  }
  const ramp_permille = random() < 0.3 ? between(random, 0, 10) : 0;
  return {
    ...line,
    neutrals,
    gradients: line.gradients!.map(([end_m, value]) => [end_m, value + ramp_permille] as const),
    stock: {
      ...line.stock!,
      mass_kg,
      length_m: wholeBetween(random, 20, 700),
      inertia_coefficient: between(random, 1.02, 1.15),
      rolling_resistance: {
        A: mass_kg * between(random, 0.008, 0.02),
        B: mass_kg * between(random, 0, 0.0004),
        C: between(random, 2, 15),
      },
      effort_curves: {
        default_mode: "thermal",
        modes: {
          thermal: {
            is_electric: false,
            default_curve: {
              speeds: [0, 0.2 * top_m_s, 0.5 * top_m_s, top_m_s],
              max_efforts: [1, 1, 0.45, 0.2].map((share) => share * effort_n),
            },
            curves: [],
          },
        },
      },
    },
  };
}

export function drawTrain(
  random: Random,
  change: (random: Random, line: Line) => Line = (_, line) => line,
): Train {
  const length_m = wholeBetween(random, 200, random() < 0.5 ? 8000 : 60_000);
  const limits = cutLength(random, length_m, wholeBetween(random, 1, 4));
  const ends = cutLength(random, length_m, wholeBetween(random, 1, 5));
  const steep = random() < 0.3 ? 25 : 8;
  const nTargets = wholeBetween(random, 0, 6);
  const places = new Set<number>();
  for (let i = 0; i < nTargets; i++) {
    const near = [...places][0];
    const isNear = near !== undefined && random() < 0.3;
    const x_m = isNear ? near + wholeBetween(random, 1, 30) : wholeBetween(random, 1, length_m);
    places.add(Math.min(length_m, x_m));
  }
  if (random() < 0.7) places.add(length_m);
  const places_m = [...places].sort((a, b) => a - b);
  const stops_m = places_m.filter((x_m) => (x_m === length_m ? random() < 0.6 : random() < 0.3));
  const line: Line = change(random, {
    length_m,
    maxSpeed_m_s: 45,
    limits: limits.map((to_m, i) => [limits[i - 1] ?? 0, to_m, between(random, 10, 45)] as const),
    gradients: ends.map((end_m) => [end_m, between(random, -steep, Math.min(12, steep))] as const),
    stops_m,
    stopDuration_s: 30,
    items_mm: [0, ...places_m.map((x_m) => x_m * 1000), length_m * 1000],
    initialSpeed_m_s: random() < 0.2 ? between(random, 1, 9) : 0,
    stock: {
      ...STOCK_T,
      gamma: { type: random() < 0.3 ? "MAX" : "CONST", value: between(random, 0.3, 0.9) },
    },
  });
  const base = new Simulator().simulateBase(makeRun(line));
  if (!base.ok) return drawTrain(random, change);
  const slack = [1, 1.02, 1.3, 3, 0.7][wholeBetween(random, 0, 4)]!;
  let at_s = 0;
  let previous_s = 0;
  const wanted: { x_m: number; at_s: number }[] = [];
  const schedule: ScheduleItem[] = places_m.map((x_m, i) => {
    const base_s = base.value.itemTimes_ms[i + 1]! / 1000;
    at_s += (base_s - previous_s) * between(random, slack, slack * 1.5);
    previous_s = base_s;
    const isWanted = random() < 0.8;
    // Some in whole minutes, as people ask for them.
    const arrival_s = random() < 0.5 ? Math.round(at_s * 10) / 10 : 60 * Math.round(at_s / 60);
    if (isWanted) wanted.push({ x_m, at_s: arrival_s });
    return {
      offset_mm: x_m * 1000,
      arrival_ms: isWanted ? Math.round(arrival_s * 1000) : null,
      stop_for_ms: stops_m.includes(x_m) ? 30_000 : null,
      reception_signal: "OPEN",
    };
  });
  const bounds_m = cutLength(random, length_m, wholeBetween(random, 1, 3)).slice(0, -1);
  const values = [...bounds_m, length_m].map(() => {
    if (random() < 0.4) return { kind: "percentage", value: 0 } as const;
    return random() < 0.5
      ? ({ kind: "percentage", value: between(random, 0, 40) } as const)
      : ({ kind: "min_per_100km", value: between(random, 0, 10) } as const);
  });
  return {
    line,
    settings: {
      constraint_distribution: random() < 0.5 ? "MARECO" : "LINEAR",
      margins: { boundaries_mm: bounds_m.map((x_m) => x_m * 1000), values },
      schedule,
    },
    wanted,
  };
}
