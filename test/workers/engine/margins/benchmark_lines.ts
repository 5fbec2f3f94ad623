/**
 * Trains on lines whose least energy is known: MARECO's traction energy at the wheel beside the least that any driving
 * needs for the time really taken, found by optimal control (optimal_control.ts). The lines are those of the public
 * benchmark TTOBench, where it lies beside the project.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findReference } from "../../../../bench/recorded/cases.ts";
import { ScheduleSimulator } from "../../../../workers/engine/margins/scheduled_run.ts";
import type { StoredRollingStock } from "../../../../workers/engine/physics/rolling_stock.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, STOCK_T } from "../plain_run.ts";
import { OptimalControl, type PointTrain, type Track } from "./optimal_control.ts";

export const GRID = 400;
const PERCENTAGES = [5, 10, 20];
const KMH = 3.6;

export interface Case {
  readonly name: string;
  readonly track: Track;
  readonly train: PointTrain;
}

/** Points of a curve close enough to that of constant power. */
const CURVE_STEP_M_S = 0.1;
const CURVE_END_M_S = 62;

/** Short, for a point; its brakes are a force, on top of what resists. */
function stockOf({
  mass_kg,
  running_kg,
  braking_m_s2,
  effort_n,
  resistance_n,
}: PointTrain): StoredRollingStock {
  const speeds = Array.from(
    { length: CURVE_END_M_S / CURVE_STEP_M_S },
    (_, i) => i * CURVE_STEP_M_S,
  );
  const A = resistance_n(0);
  const C = (resistance_n(2) - 2 * resistance_n(1) + A) / 2;
  const default_curve = { speeds, max_efforts: speeds.map(effort_n) };
  return {
    ...STOCK_T,
    mass_kg,
    inertia_coefficient: running_kg / mass_kg,
    rolling_resistance: { A, B: resistance_n(1) - A - C, C },
    length_m: 1,
    gamma: { type: "MAX", value: braking_m_s2 },
    effort_curves: {
      default_mode: "thermal",
      modes: { thermal: { is_electric: false, default_curve, curves: [] } },
    },
  };
}

interface Driven {
  readonly time_s: number;
  readonly traction_j: number;
}

/** How a run is computed: by the reference's steps or exact ones, and to its 2 s or exactly. */
export interface Accuracy {
  readonly hasExactSteps: boolean;
  readonly hasExactTimes: boolean;
}

export const EXACT: Accuracy = { hasExactSteps: true, hasExactTimes: true };
export const AS_REFERENCE: Accuracy = { hasExactSteps: false, hasExactTimes: false };

export function drive({ track, train }: Case, value: number, accuracy: Accuracy): Driven {
  const isExact = accuracy.hasExactSteps;
  const line = { ...track, stock: stockOf(train), stops_m: [track.length_m], isExact };
  const result = new ScheduleSimulator(new Simulator()).simulate(makeRun(line), {
    constraint_distribution: "MARECO",
    margins: { boundaries_mm: [], values: [{ kind: "percentage", value }] },
    schedule: [],
    is_exact: accuracy.hasExactTimes,
  });
  if (!result.ok) throw new Error(`the run failed: ${JSON.stringify(result.error)}`);
  const { provisional } = result.value;
  const time_s = provisional.times_ms.at(-1)! / 1000;
  return { time_s, traction_j: provisional.traction_j };
}

export function makeOptimum({ track, train }: Case, n: number): OptimalControl {
  return new OptimalControl(track, train, track.length_m / n, n);
}

interface Above {
  readonly percentage: number;
  /** Share of the least energy. */
  readonly above: number;
}

/** How much more than the least each margin needs. */
export function measureAbove(one: Case, accuracy: Accuracy): Above[] {
  const optimum = makeOptimum(one, GRID);
  return PERCENTAGES.map((percentage) => {
    const { time_s, traction_j } = drive(one, percentage, accuracy);
    return { percentage, above: traction_j / optimum.leastEnergy_j(time_s) - 1 };
  });
}

interface Figure {
  readonly value: number;
}

/** Fields of the benchmark's files; units are in their names' documents and the same in all of them. */
// biome-ignore lint/suspicious/noExplicitAny: files of others, of many forms
// oxlint-disable-next-line typescript/no-explicit-any
type Foreign = any;

function readCase(folder: string, listed: Foreign): Case {
  const read = (path: string): Foreign => JSON.parse(readFileSync(join(folder, path), "utf8"));
  const line = read(`tracks/${listed.track}.json`);
  const stock = read(`trains/${listed.train}.json`);
  const figure = (name: string): number => (stock[name] as Figure).value;
  const length_m: number = listed.to_m;
  const pieces = (
    list: readonly (readonly [number, number])[],
  ): (readonly [number, number, number])[] =>
    list
      .filter(([from_m]) => from_m < length_m)
      .map(([from_m, value], i, all) => [from_m, all[i + 1]?.[0] ?? length_m, value]);
  const running_kg = figure("mass") * (1 + figure("rho") / 100);
  const top_kmh = figure("max speed");
  const [A, B, C] = [0, 1, 2].map((n) => figure(`rolling resistance r${n}`) * 1000 * KMH ** n);
  const resistance_n = (v: number): number => A! + B! * v + C! * v * v;
  const comfort_m_s2: number = stock["max acceleration"]?.value ?? Infinity;
  return {
    name: listed.track,
    track: {
      length_m,
      gradients: pieces(line.gradients.values).map(([, to_m, permille]) => [to_m, permille]),
      limits: pieces(line["speed limits"].values).map(([from_m, to_m, kmh]) => [
        from_m,
        to_m,
        Math.min(kmh, top_kmh) / KMH,
      ]),
    },
    train: {
      mass_kg: figure("mass"),
      running_kg,
      braking_m_s2: figure("max deceleration"),
      resistance_n,
      effort_n: (v) =>
        Math.min(
          figure("max traction force") * 1000,
          (figure("max traction power") * 1000) / Math.max(v, 1e-9),
          comfort_m_s2 * running_kg + resistance_n(v),
        ),
    },
  };
}

const FOLDER = findReference("reference_energy");

/** The benchmark's lines; empty where it is not there. */
export function readBenchmark(): Case[] {
  const path = join(FOLDER, "optimum.json");
  if (!existsSync(path)) {
    console.warn(`SKIPPED: the energy benchmark, because ${FOLDER} is missing`);
    return [];
  }
  const listed: Foreign[] = JSON.parse(readFileSync(path, "utf8"));
  return listed.map((one) => readCase(FOLDER, one));
}
