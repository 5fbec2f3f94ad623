/** Runs on a compiled network in the form in which days are simulated. */
import { describe, expect, it } from "vitest";
import { sendStock } from "../../../bench/network/send_stock.ts";
import { planDay } from "../../../workers/engine/operation/day_plan.ts";
import { DaySimulator } from "../../../workers/engine/operation/day_simulation.ts";
import { type OperatedRun, openRun } from "../../../workers/engine/operation/operated_run.ts";
import { tabulateRuns } from "../../../workers/tasks/operation/tabulate_runs.ts";
import { simulateTrains } from "../../../workers/tasks/simulation/simulate_trains.ts";
import type { TrainRun } from "../../../workers/tasks/types.ts";
import { compileLine, pathOnLine } from "../engine/line_network.ts";
import { STOCK_T } from "../engine/plain_run.ts";

const LENGTH_M = 20_000;
const END_MM = 19_500_000;
const ref = compileLine({
  length_m: LENGTH_M,
  signals_m: [3000, 6000, 9000, 12_000, 15_000, 18_000],
});
const stocks = [sendStock({ ...STOCK_T, key: "T.1", max_speed_m_s: 40 })];

function trainOn(from_mm: number, to_mm: number, stops_mm: readonly number[]): TrainRun {
  return {
    path: pathOnLine(ref, from_mm, to_mm),
    stock_index: 0,
    initial_speed_m_s: 0,
    comfort: "STANDARD",
    constraint_distribution: "LINEAR",
    speed_limit_tag: null,
    fallback_tags: [],
    use_electrical_profiles: true,
    schedule: [...stops_mm, to_mm - from_mm].map((offset_mm) => ({
      offset_mm,
      arrival_ms: null,
      stop_for_ms: 45_000,
      reception_signal: "OPEN" as const,
    })),
    margins: { boundaries_mm: [], values: [{ kind: "percentage", value: 5 }] },
    power_restrictions: [],
  };
}

function tabulate(train: TrainRun): { run: OperatedRun; signals: readonly (string | null)[] } {
  const { path, stock_index, ...settings } = train;
  const message = { path, stock_index, settings_json: JSON.stringify(settings) };
  const [one] = tabulateRuns({ infra: ref, stocks, profiles: null, trains: [message] });
  if (one?.kind !== "success") throw new Error(JSON.stringify(one));
  return { run: openRun(one.packed), signals: one.signals };
}

function simulateDay(run: OperatedRun, starts_ms: readonly number[]): DaySimulator {
  const plan = planDay([run], new Uint32Array(starts_ms.length), Float64Array.from(starts_ms));
  const simulator = new DaySimulator(plan, 300_000);
  const nPlaces = plan.placeStart[starts_ms.length]!;
  const stuck = simulator.run({
    entries_ms: new Float64Array(starts_ms.length),
    stops_ms: new Float64Array(nPlaces),
    runs_ms: new Float64Array(nPlaces),
  });
  expect(stuck).toBe(0);
  return simulator;
}

describe("a run of the engine, operated", () => {
  const train = trainOn(500_000, END_MM, [6_000_000, 10_000_000]);
  const { run, signals } = tabulate(train);
  const last = run.isStop.length - 1;

  it("asks for a block at each signal of its way", () => {
    expect(signals.slice(1)).toHaveLength(6);
    expect(new Set(signals).size).toBe(7);
    expect(Array.from(run.blockPlace, (place) => run.places_mm[place]!)).toEqual(
      [0, 2.5, 5.5, 8.5, 11.5, 14.5, 17.5].map((km) => km * 1e6),
    );
  });

  it("alone runs as it is planned, margins and stops included", () => {
    const { arrivals_ms, waits } = simulateDay(run, [0]);
    const [outcome] = simulateTrains({ infra: ref, stocks, profiles: null, trains: [train] });
    if (outcome?.kind !== "success") throw new Error("a train runs");
    expect(Math.abs(arrivals_ms[last]! - outcome.final.time_ms)).toBeLessThan(1000);
    expect(waits.count).toBe(0);
  });

  it("waits behind another one, which is told, and is not held up by one that is far ahead", () => {
    const close = simulateDay(run, [0, 20_000]);
    const first = run.isStop.length;
    expect(close.arrivals_ms[last]!).toBe(simulateDay(run, [0]).arrivals_ms[last]!);
    expect(close.arrivals_ms[first + last]!).toBeGreaterThan(20_000 + close.arrivals_ms[last]!);
    expect([...new Set(close.waits.trains.finish())]).toEqual([1]);
    expect([...new Set(close.waits.causes.finish())]).toEqual([0]);
    expect(simulateDay(run, [0, 3_600_000]).waits.count).toBe(0);
  });
});
