/**
 * MARECO's traction energy at the wheel beside the least that any driving needs for the same time, on level
 * lines. There the optimum is known to be full effort, a steady speed, a coast and full braking; it is found
 * here by small steps over the distance, with nothing of the engine but the stock's figures.
 */
import { expect, it } from "vitest";
import { totalTime_us } from "../../../../workers/engine/envelope/envelope.ts";
import { ScheduleSimulator } from "../../../../workers/engine/margins/scheduled_run.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, type PlainRun, STOCK_T } from "../plain_run.ts";
import { between, makeRandom } from "../seeded.ts";

const KG = STOCK_T.mass_kg * STOCK_T.inertia_coefficient;
const BRAKING_M_S2 = STOCK_T.gamma.value;
const { A, B, C } = STOCK_T.rolling_resistance;
const { speeds, max_efforts } = STOCK_T.effort_curves.modes["thermal"]!.default_curve;
const STEP_M_S = 0.01;

const resistance_n = (v_m_s: number): number => A + B * v_m_s + C * v_m_s * v_m_s;

function effort_n(v_m_s: number): number {
  const i = speeds.findIndex((speed) => speed > v_m_s);
  if (i < 0) return max_efforts.at(-1)!;
  const share = (v_m_s - speeds[i - 1]!) / (speeds[i]! - speeds[i - 1]!);
  return max_efforts[i - 1]! + share * (max_efforts[i]! - max_efforts[i - 1]!);
}

/** [time s, distance m, traction J] of full effort from standstill, and of a coast down, at each step of speed. */
function tabulate(cap_m_s: number): { pull: number[][]; coast: number[][] } {
  const pull = [[0, 0, 0]];
  const coast = [[0, 0]];
  for (let i = 0; (i + 1) * STEP_M_S <= cap_m_s + 1e-9; i++) {
    const v = (i + 0.5) * STEP_M_S;
    const pull_s = (STEP_M_S * KG) / (effort_n(v) - resistance_n(v));
    const coast_s = (STEP_M_S * KG) / resistance_n(v);
    const [t, x, j] = pull[i]!;
    pull.push([t! + pull_s, x! + v * pull_s, j! + effort_n(v) * v * pull_s]);
    coast.push([coast[i]![0]! + coast_s, coast[i]![1]! + v * coast_s]);
  }
  return { pull, coast };
}

/** The least traction energy for a run of this length in this time, J. */
function leastEnergy_j(length_m: number, cap_m_s: number, time_s: number): number {
  const { pull, coast } = tabulate(cap_m_s);
  let least_j = Infinity;
  for (let top = 200; top < pull.length; top++) {
    const v = top * STEP_M_S;
    const [pull_s, pull_m, pull_j] = pull[top]!;
    /** Time and steady distance if the train brakes from the step `low`. */
    const drive = (low: number): readonly [number, number] => {
      const v_low = low * STEP_M_S;
      const coast_s = coast[top]![0]! - coast[low]![0]!;
      const coast_m = coast[top]![1]! - coast[low]![1]!;
      const steady_m = length_m - pull_m! - coast_m - v_low ** 2 / (2 * BRAKING_M_S2);
      return [pull_s! + coast_s + v_low / BRAKING_M_S2 + steady_m / v, steady_m];
    };
    // A longer coast takes more time: the first step, from the slowest, that is in time and fits.
    let slow = 0;
    let fast = top;
    if (drive(fast)[0] > time_s || drive(fast)[1] < 0) continue;
    while (fast - slow > 1) {
      const middle = (slow + fast) >> 1;
      const [t, steady_m] = drive(middle);
      if (t <= time_s && steady_m >= 0) fast = middle;
      else slow = middle;
    }
    least_j = Math.min(least_j, pull_j! + resistance_n(v) * drive(fast)[1]);
  }
  return least_j;
}

/** A run with a margin: its time and its traction at the wheel, step by step. */
function drive(
  constraint_distribution: "LINEAR" | "MARECO",
  line: Partial<PlainRun> & { readonly length_m: number },
  percentage: number,
): readonly [number, number] {
  const simulator = new Simulator();
  const result = new ScheduleSimulator(simulator).simulate(
    makeRun({ stops_m: [line.length_m], ...line }),
    {
      constraint_distribution,
      margins: { boundaries_mm: [], values: [{ kind: "percentage", value: percentage }] },
      schedule: [],
    },
  );
  if (!result.ok) throw new Error(`the run failed: ${JSON.stringify(result.error)}`);
  const { arena } = simulator;
  const { provisional } = result.value.slowed;
  let traction_j = 0;
  for (const part of provisional.parts.subarray(0, provisional.count)) {
    for (let i = arena.first[part]!; i < arena.end[part]! - 1; i++) {
      const [v0, v1] = [arena.v_m_s[i]!, arena.v_m_s[i + 1]!];
      const moved_m = arena.x_m[i + 1]! - arena.x_m[i]!;
      traction_j += Math.max(
        0,
        (KG * (v1 ** 2 - v0 ** 2)) / 2 + resistance_n((v0 + v1) / 2) * moved_m,
      );
    }
  }
  return [totalTime_us(arena, provisional) / 1e6, traction_j];
}

it("MARECO is within 0.5 % of the least energy for its time on level lines, LINEAR more than 5 % above it", () => {
  const random = makeRandom(41);
  const wrong: string[] = [];
  for (let i = 0; i < 60; i++) {
    const length_m = Math.round(between(random, 3000, 60_000));
    const cap_m_s = Math.round(between(random, 20, 38));
    const percentage = between(random, 4, 25);
    const line = { length_m, maxSpeed_m_s: cap_m_s };
    const isOff = (distribution: "LINEAR" | "MARECO"): boolean => {
      const [time_s, traction_j] = drive(distribution, line, percentage);
      const above = traction_j / leastEnergy_j(length_m, cap_m_s, time_s) - 1;
      return distribution === "LINEAR" ? above < 0.05 : Math.abs(above) > 0.005;
    };
    for (const distribution of ["LINEAR", "MARECO"] as const) {
      if (isOff(distribution)) {
        wrong.push(`${distribution}, ${length_m} m at ${cap_m_s} m/s, ${percentage} %`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
