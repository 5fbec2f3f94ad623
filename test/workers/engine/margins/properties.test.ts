/**
 * Method: generated runs with margins and arrivals, properties that hold for every one of them, and
 * hostile inputs that must end in an answer or a typed failure within bounded work.
 */
import { describe, expect, it } from "vitest";
import { type Envelope, totalTime_us } from "../../../../workers/engine/envelope/envelope.ts";
import { MAX_MARGIN_STEPS } from "../../../../workers/engine/margins/limits.ts";
import type { MarginValue } from "../../../../workers/engine/margins/margin_ranges.ts";
import {
  type ScheduledRuns,
  type ScheduleSettings,
  ScheduleSimulator,
} from "../../../../workers/engine/margins/scheduled_run.ts";
import type { Result } from "../../../../workers/engine/result.ts";
import {
  describeFault,
  type SimulationFault,
} from "../../../../workers/engine/simulation/faults.ts";
import type { ScheduleItem } from "../../../../workers/engine/simulation/schedule.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRun, type PlainRun, STOCK_T } from "../plain_run.ts";
import { between, cutLength, makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { listUnsound } from "./sound.ts";

const SEEDS = countTries({ few: 200, many: 5000 });
/** A third of what one train may take: sections that can't be met are tried in all ways before they are left out. */
const STEPS_MAX = 10_000_000;
type Line = Partial<PlainRun> & { readonly length_m: number };

interface Outcome {
  readonly scheduler: ScheduleSimulator;
  readonly simulator: Simulator;
  readonly result: Result<ScheduledRuns, SimulationFault>;
}

function build(line: Line, settings: Partial<ScheduleSettings>): Outcome {
  const simulator = new Simulator();
  const scheduler = new ScheduleSimulator(simulator);
  const result = scheduler.simulate(makeRun(line), {
    constraint_distribution: "MARECO",
    margins: { boundaries_mm: [], values: [] },
    schedule: [],
    ...settings,
  });
  return { scheduler, simulator, result };
}

const percent = (value: number): MarginValue => ({ kind: "percentage", value });
const arrivalAt = (offset_mm: number, arrival_ms: number | null): ScheduleItem => ({
  offset_mm,
  arrival_ms,
  stop_for_ms: 0,
  reception_signal: "OPEN",
});

function drawLine(random: Random): Line {
  const length_m = wholeBetween(random, 3000, 60_000);
  const limits = cutLength(random, length_m, wholeBetween(random, 1, 5));
  const ends = cutLength(random, length_m, wholeBetween(random, 1, 6));
  const stops_m = cutLength(random, length_m, wholeBetween(random, 1, 3));
  return {
    length_m,
    limits: limits.map((to_m, i) => [limits[i - 1] ?? 0, to_m, between(random, 12, 50)] as const),
    gradients: ends.map((end_m) => [end_m, between(random, -12, 12)] as const),
    maxSpeed_m_s: 50,
    stops_m,
    stock: { ...STOCK_T, gamma: { type: random() < 0.5 ? "MAX" : "CONST", value: 0.5 } },
  };
}

function drawSettings(random: Random, { length_m }: Line): ScheduleSettings {
  const boundaries_mm = cutLength(random, length_m, wholeBetween(random, 1, 3))
    .slice(0, -1)
    .map((x_m) => x_m * 1000);
  const drawValue = (): MarginValue =>
    random() < 0.5
      ? percent(between(random, 0, 25))
      : { kind: "min_per_100km", value: between(random, 0, 8) };
  return {
    constraint_distribution: random() < 0.5 ? "MARECO" : "LINEAR",
    margins: { boundaries_mm, values: Array.from({ length: boundaries_mm.length + 1 }, drawValue) },
    schedule: [],
  };
}

/** The same with lists of parts for envelopes: behind these, arrays may hold what was there before. */
function withParts(result: ReturnType<ScheduleSimulator["simulate"]>): unknown {
  if (!result.ok) return result;
  const { provisional, final } = result.value.slowed;
  const parts = [provisional, final].map((envelope) => envelope.parts.slice(0, envelope.count));
  return { ...result.value, slowed: parts };
}

/** Work of the engine along a curve, J: what braking and downhills take away is lost. */
function tractionWork_j(simulator: Simulator, envelope: Envelope): number {
  const { arena, drawer } = simulator;
  const { forces } = drawer;
  const { inertia_kg } = forces.stock;
  let work_j = 0;
  for (const part of envelope.parts.subarray(0, envelope.count)) {
    for (let i = arena.first[part]!; i < arena.end[part]! - 1; i++) {
      const dx_m = arena.x_m[i + 1]! - arena.x_m[i]!;
      const [v0, v1] = [arena.v_m_s[i]!, arena.v_m_s[i + 1]!];
      // Plateaus have two points only.
      const n = Math.ceil(dx_m / 50);
      for (let k = 0; k < n; k++) {
        const head_m = arena.x_m[i]! + ((k + 0.5) * dx_m) / n;
        const against_n = forces.resistance_n((v0 + v1) / 2) - forces.weight_n(head_m);
        const faster_j = (inertia_kg * (v1 * v1 - v0 * v0)) / 2 / n;
        work_j += Math.max(0, faster_j + (against_n * dx_m) / n);
      }
    }
  }
  return work_j;
}

describe("generated runs with margins", () => {
  it("have sound curves and, when they converge, their time to within 2 s", () => {
    let nDone = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = makeRandom(seed);
      const line = drawLine(random);
      const settings = drawSettings(random, line);
      const { simulator, result } = build(line, settings);
      if (!result.ok) continue;
      nDone++;
      const { arena, stages } = simulator;
      const { slowed } = result.value;
      for (const envelope of [slowed.provisional, slowed.final]) {
        expect(listUnsound(arena, envelope, line.length_m), `seed ${seed}`).toEqual([]);
      }
      const base_s = totalTime_us(arena, stages.base) / 1e6;
      const provisional_s = totalTime_us(arena, slowed.provisional) / 1e6;
      expect(provisional_s, `seed ${seed}`).toBeGreaterThanOrEqual(base_s - 0.01);
      const isExact = result.value.warnings.every(({ kind }) => kind !== "closest_result");
      const { boundaries_mm, values } = settings.margins;
      const added_s = values.every(({ kind }) => kind === "min_per_100km")
        ? values.reduce((sum, { value }, i) => {
            const from_m = (boundaries_mm[i - 1] ?? 0) / 1000;
            const to_m = (boundaries_mm[i] ?? line.length_m * 1000) / 1000;
            return sum + (value * 60 * (to_m - from_m)) / 100_000;
          }, 0)
        : values.length === 1
          ? (base_s * values[0]!.value) / 100
          : Number.NaN;
      if (isExact && added_s === added_s) {
        expect(Math.abs(provisional_s - base_s - added_s), `seed ${seed}`).toBeLessThanOrEqual(
          2.001,
        );
      }
    }
    expect(nDone).toBeGreaterThan(SEEDS * 0.8);
  });

  it("meet an arrival at the destination to within 2 s wherever it is later than the provisional run", () => {
    let nDone = 0;
    for (let seed = 1; seed <= SEEDS / 3; seed++) {
      const random = makeRandom(seed + 10_000);
      const line = { ...drawLine(random), stopDuration_s: 0 };
      const settings = drawSettings(random, line);
      const first = build(line, settings).result;
      if (!first.ok) continue;
      const wanted_ms = Math.ceil(
        first.value.provisional.itemTimes_ms[1]! * between(random, 1, 1.3),
      );
      const schedule = [arrivalAt(line.length_m * 1000, wanted_ms)];
      const { result } = build(line, { ...settings, schedule });
      if (!result.ok) continue;
      nDone++;
      expect(
        Math.abs(result.value.final.itemTimes_ms[1]! - wanted_ms),
        `seed ${seed}`,
      ).toBeLessThanOrEqual(2002);
    }
    expect(nDone).toBeGreaterThan(50);
  });

  it("are the same whatever ran before in the same arena", () => {
    const simulator = new Simulator();
    const scheduler = new ScheduleSimulator(simulator);
    for (let seed = 1; seed <= 40; seed++) {
      const random = makeRandom(seed);
      const line = drawLine(random);
      const settings = drawSettings(random, line);
      const again = scheduler.simulate(makeRun(line), settings);
      expect(withParts(again), `seed ${seed}`).toEqual(withParts(build(line, settings).result));
    }
  });

  it("take less traction work by MARECO than by LINEAR on at least 99 % of lines", () => {
    let nCompared = 0;
    const worse: number[] = [];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const line = drawLine(makeRandom(seed + 20_000));
      const margins = { boundaries_mm: [], values: [percent(12)] };
      const linear = build(line, { margins, constraint_distribution: "LINEAR" });
      const mareco = build(line, { margins });
      if (!linear.result.ok || !mareco.result.ok) continue;
      nCompared++;
      const byLinear_j = tractionWork_j(linear.simulator, linear.result.value.slowed.provisional);
      const byMareco_j = tractionWork_j(mareco.simulator, mareco.result.value.slowed.provisional);
      if (byMareco_j > byLinear_j) worse.push(seed);
    }
    expect(nCompared).toBeGreaterThan(SEEDS * 0.8);
    expect(worse.length, `worse: ${worse.join()}`).toBeLessThanOrEqual(nCompared * 0.01);
  });
});

const FLAT: Line = { length_m: 10_000, maxSpeed_m_s: 40 };
const manyStops = (n: number, length_m: number): number[] =>
  Array.from({ length: n }, (_, i) => ((i + 1) * length_m) / n);

describe("hostile input", () => {
  const rows: { name: string; line: Line; settings: Partial<ScheduleSettings> }[] = [
    {
      name: "a margin of 10,000 %",
      line: FLAT,
      settings: { margins: { boundaries_mm: [], values: [percent(10_000)] } },
    },
    {
      name: "boundaries that go back, repeat and lie outside the path",
      line: FLAT,
      settings: {
        margins: {
          boundaries_mm: [5_000_000, 2_000_000, 5_000_000, 90_000_000],
          values: [percent(5), percent(5), percent(5), percent(5), percent(5)],
        },
      },
    },
    {
      name: "an arrival before the departure",
      line: FLAT,
      settings: { schedule: [arrivalAt(10_000_000, -50_000)] },
    },
    {
      name: "two arrivals at one place and one beyond the path",
      line: FLAT,
      settings: {
        schedule: [
          arrivalAt(5_000_000, 900_000),
          arrivalAt(8_000_000, 100),
          arrivalAt(5_000_000, 300_000),
          arrivalAt(20_000_000, 999_000),
        ],
      },
    },
    {
      name: "a path of 1 m",
      line: { length_m: 1, maxSpeed_m_s: 40 },
      settings: { margins: { boundaries_mm: [500], values: [percent(5), percent(50)] } },
    },
    {
      name: "a speed limit of 0.1 m/s",
      line: { length_m: 2000, maxSpeed_m_s: 0.1 },
      settings: { margins: { boundaries_mm: [], values: [percent(5)] } },
    },
    {
      name: "a stock without resistance",
      line: { ...FLAT, stock: { ...STOCK_T, rolling_resistance: { A: 0, B: 0, C: 0 } } },
      settings: { margins: { boundaries_mm: [], values: [percent(5)] } },
    },
    {
      name: "a resistance that does not grow with speed",
      line: { ...FLAT, stock: { ...STOCK_T, rolling_resistance: { A: 6000, B: 0, C: 0 } } },
      settings: { margins: { boundaries_mm: [], values: [percent(5)] } },
    },
    {
      name: "a downhill of 60 %",
      line: {
        ...FLAT,
        gradients: [
          [2000, 0],
          [9000, -600],
          [10_000, 0],
        ],
      },
      settings: { margins: { boundaries_mm: [3_000_000], values: [percent(5), percent(20)] } },
    },
    {
      name: "tiny brakes",
      line: {
        length_m: 30_000,
        maxSpeed_m_s: 10,
        stock: { ...STOCK_T, gamma: { type: "CONST", value: 0.01 } },
      },
      settings: { margins: { boundaries_mm: [1_000_000], values: [percent(5), percent(20)] } },
    },
    {
      name: "1,000 stops on 3,000 km with a margin",
      line: { length_m: 3_000_000, maxSpeed_m_s: 40, stops_m: manyStops(1000, 3_000_000) },
      settings: { margins: { boundaries_mm: [], values: [percent(5)] } },
    },
    {
      name: "1,000 margin sections that all fail",
      line: { length_m: 100_000, maxSpeed_m_s: 40 },
      settings: {
        margins: {
          boundaries_mm: manyStops(1000, 100_000)
            .slice(0, -1)
            .map((x_m) => Math.round(x_m * 1000)),
          values: Array.from({ length: 1000 }, (_, i) => percent(i % 2 ? 9000 : 1)),
        },
      },
    },
    {
      name: "an endless slope that the train coasts down",
      line: { length_m: 3_000_000, maxSpeed_m_s: 40, gradients: [[3_000_000, -8]] },
      settings: { margins: { boundaries_mm: [], values: [percent(5)] } },
    },
  ];

  it.each(
    rows.flatMap((row) => [
      { ...row, algorithm: "MARECO" as const },
      { ...row, algorithm: "LINEAR" as const },
    ]),
  )(
    "$name by $algorithm: an answer without NaN or a typed failure, by few steps",
    ({ line, settings, algorithm }) => {
      const { simulator, result } = build(line, {
        ...settings,
        constraint_distribution: algorithm,
      });
      // The bound is far beyond what any of these takes.
      expect(MAX_MARGIN_STEPS - simulator.drawer.stepsLeft).toBeLessThan(STEPS_MAX);
      if (!result.ok) {
        expect(describeFault(result.error).type).toMatch(/^core:/);
        return;
      }
      const { final, slowed } = result.value;
      expect(listUnsound(simulator.arena, slowed.final, line.length_m)).toEqual([]);
      expect(final.times_ms.every((t, i) => t >= (final.times_ms[i - 1] ?? 0))).toBe(true);
      expect(final.energy_j).toBeLessThan(Infinity);
      for (const { from_mm, to_mm, wanted_s, possible_s } of result.value.warnings) {
        expect(from_mm).toBeLessThanOrEqual(to_mm);
        expect(Number.isFinite(wanted_s) && Number.isFinite(possible_s)).toBe(true);
      }
    },
  );
});
