/**
 * Traction and braking at the wheel: closed forms on a level line and a hill; on random runs the force at many places
 * of each step, from heights and the stock's figures alone; the balance of energy; legs beside their sum.
 */
import { describe, expect, it } from "vitest";
import type { Envelope, EnvelopeArena } from "../../../../workers/engine/envelope/envelope.ts";
import { ScheduleSimulator } from "../../../../workers/engine/margins/scheduled_run.ts";
import type { Report } from "../../../../workers/engine/simulation/report.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRun, type PlainRun, STOCK_T, simulate } from "../plain_run.ts";
import { between, cutLength, makeRandom, type Random, wholeBetween } from "../seeded.ts";

const RUNS = countTries({ few: 200, many: 5000 });
const RUNNING_KG = STOCK_T.mass_kg * STOCK_T.inertia_coefficient;
const ROLLING_N = 6000;
const STEADY = { ...STOCK_T, rolling_resistance: { A: ROLLING_N, B: 0, C: 0 } };
const SAMPLES = 40;

describe("closed forms", () => {
  const top_m_s = 20;
  const kinetic_j = (RUNNING_KG * top_m_s ** 2) / 2;
  const braking_m = top_m_s ** 2 / (2 * STEADY.gamma.value);

  it("a level line: traction gives the speed and all rolling up to the brakes, which take the rest", () => {
    const length_m = 12_000;
    const { report } = simulate({ length_m, stock: STEADY, maxSpeed_m_s: top_m_s });
    expect(report.traction_j).toBeCloseTo(kinetic_j + ROLLING_N * (length_m - braking_m), -2);
    expect(report.braking_j).toBeCloseTo(kinetic_j - ROLLING_N * braking_m, -2);
  });

  it("a hill at steady speed: climbing is paid, descending is braked, and where the train lies over the top both", () => {
    const half_m = 5000;
    const { report } = simulate({
      length_m: 2 * half_m,
      stock: STEADY,
      maxSpeed_m_s: top_m_s,
      initialSpeed_m_s: top_m_s,
      gradients: [
        [half_m, 10],
        [2 * half_m, -10],
      ],
      stops_m: [],
    });
    const weight_n = STEADY.mass_kg * 9.81 * Math.sin(Math.atan(0.01));
    const over_m = STEADY.length_m;
    const up_n = weight_n + ROLLING_N;
    const down_n = weight_n - ROLLING_N;
    const traction_j = up_n * half_m + (up_n ** 2 / (4 * weight_n)) * over_m;
    const braking_j = down_n * (half_m - over_m) + (down_n ** 2 / (4 * weight_n)) * over_m;
    expect(Math.abs(report.traction_j / traction_j - 1)).toBeLessThan(1e-5);
    expect(Math.abs(report.braking_j / braking_j - 1)).toBeLessThan(1e-5);
    // The figure of a whole part pays for the climb with the descent.
    expect(report.energy_j).toBeLessThan(report.traction_j / 4);
  });
});

/** Height at a place of the path. */
function height_m(gradients: PlainRun["gradients"], x_m: number): number {
  let begin_m = 0;
  let up_m = 0;
  for (const [end_m, permille] of gradients) {
    up_m += (Math.max(0, Math.min(x_m, end_m) - begin_m) * permille) / 1000;
    begin_m = end_m;
  }
  return up_m;
}

interface Balance {
  readonly traction_j: number;
  readonly braking_j: number;
  readonly kinetic_j: number;
  readonly potential_j: number;
  readonly rolling_j: number;
}

/** The same from the curve's points, by many samples of each step. */
function sample(
  arena: EnvelopeArena,
  envelope: Envelope,
  { gradients, stock: { mass_kg, length_m, rolling_resistance } }: PlainRun,
): Balance {
  const { A, B, C } = rolling_resistance;
  const [sum, speeds] = [{ traction_j: 0, braking_j: 0, potential_j: 0, rolling_j: 0 }, [0, 0]];
  envelope.parts.subarray(0, envelope.count).forEach((part, p) => {
    if (p === 0) speeds[0] = arena.beginV_m_s(part);
    speeds[1] = arena.endV_m_s(part);
    for (let i = arena.first[part]!; i < arena.end[part]! - 1; i++) {
      const [x0, x1] = [arena.x_m[i]!, arena.x_m[i + 1]!];
      const [v0, v1] = [arena.v_m_s[i]!, arena.v_m_s[i + 1]!];
      // A plateau may be as long as the path.
      const n = SAMPLES * Math.ceil((x1 - x0) / 100);
      for (let k = 0; k < n; k++) {
        const share = (k + 0.5) / n;
        const head_m = x0 + share * (x1 - x0);
        const v = Math.sqrt(v0 ** 2 + share * (v1 ** 2 - v0 ** 2));
        const tail_m = Math.max(0, head_m - length_m);
        const grade =
          (height_m(gradients, head_m) - height_m(gradients, tail_m)) / (head_m - tail_m);
        const moved_m = (x1 - x0) / n;
        const potential_j = mass_kg * 9.81 * Math.sin(Math.atan(grade)) * moved_m;
        const rolling_j = (A + B * v + C * v * v) * moved_m;
        const work_j = (RUNNING_KG * (v1 ** 2 - v0 ** 2)) / 2 / n + potential_j + rolling_j;
        sum[work_j > 0 ? "traction_j" : "braking_j"] += Math.abs(work_j);
        sum.potential_j += potential_j;
        sum.rolling_j += rolling_j;
      }
    }
  });
  return { ...sum, kinetic_j: (RUNNING_KG * (speeds[1]! ** 2 - speeds[0]! ** 2)) / 2 };
}

function drawLine(random: Random): PlainRun {
  const length_m = wholeBetween(random, 2000, 40_000);
  const ends_m = cutLength(random, length_m, wholeBetween(random, 1, 25));
  const limits = cutLength(random, length_m, wholeBetween(random, 1, 4));
  const stops_m = cutLength(random, length_m, wholeBetween(random, 1, 4));
  return {
    length_m,
    stock: { ...STOCK_T, length_m: wholeBetween(random, 20, 600) },
    gradients: ends_m.map((end_m) => [end_m, between(random, -15, 15)] as const),
    limits: limits.map((to_m, i) => [limits[i - 1] ?? 0, to_m, between(random, 12, 40)] as const),
    maxSpeed_m_s: 40,
    stops_m: random() < 0.2 ? stops_m.slice(0, -1) : stops_m,
    stopDuration_s: 30,
    items_mm: [0, length_m * 1000],
    initialSpeed_m_s: random() < 0.2 ? 12 : 0,
    isExact: random() < 0.5,
  };
}

function listWrong(own: Report, other: Balance): string[] {
  const turned_j = other.traction_j + other.braking_j;
  const wrong = (["traction_j", "braking_j"] as const)
    .filter((name) => Math.abs(own[name] - other[name]) > 1 + 5e-4 * turned_j)
    .map((name) => `${name} ${own[name]}, not ${other[name]}`);
  const stored_j = other.kinetic_j + other.potential_j + other.rolling_j;
  const spent_j = own.traction_j - own.braking_j;
  if (Math.abs(spent_j - stored_j) > 1 + 1e-3 * turned_j) {
    wrong.push(`spent ${spent_j}, but stored or rolled off ${stored_j}`);
  }
  return wrong;
}

it("on random runs the work is that of the force at every place, and its balance holds", () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = makeRandom(seed);
    const line = drawLine(random);
    const simulator = new Simulator();
    const constraint_distribution = seed % 2 === 0 ? ("LINEAR" as const) : ("MARECO" as const);
    const value = between(random, 0, 20);
    const result = new ScheduleSimulator(simulator).simulate(makeRun(line), {
      constraint_distribution,
      margins: { boundaries_mm: [], values: [{ kind: "percentage", value }] },
      schedule: [],
    });
    if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.error)}`);
    const { base, provisional, slowed } = result.value;
    for (const [report, envelope] of [
      [base, simulator.stages.base],
      [provisional, slowed.provisional],
    ] as const) {
      const faults = listWrong(report, sample(simulator.arena, envelope, line));
      wrong.push(...faults.map((fault) => `seed ${seed}: ${fault}`));
    }
  }
  expect(wrong).toEqual([]);
});

it("a run with stops needs what its legs need", () => {
  const random = makeRandom(7);
  for (let i = 0; i < 20; i++) {
    const stops_m = cutLength(random, wholeBetween(random, 9000, 40_000), 3);
    const plain = { maxSpeed_m_s: between(random, 15, 35) };
    const whole = simulate({ ...plain, length_m: stops_m.at(-1)!, stops_m }).report;
    const legs = stops_m.map((to_m, leg) => {
      const length_m = to_m - (stops_m[leg - 1] ?? 0);
      return simulate({ ...plain, length_m }).report;
    });
    for (const name of ["traction_j", "braking_j"] as const) {
      const sum_j = legs.reduce((sum, leg) => sum + leg[name], 0);
      expect(Math.abs(whole[name] / sum_j - 1)).toBeLessThan(1e-6);
    }
  }
});
