/**
 * Method: a place before, in or behind a neutral section is wanted hours later than any train is there. The slowest run
 * that is told must be that of plain runs under limits: 1 m/s, but free for a run-up that begins as late as it can.
 */
import { expect, it } from "vitest";
import { ScheduleSimulator } from "../../../../workers/engine/margins/scheduled_run.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRun, STOCK_T } from "../plain_run.ts";
import { between, makeRandom, wholeBetween } from "../seeded.ts";
import type { Line } from "./kept_sweep.ts";

const SEEDS = countTries({ few: 120, many: 5000 });
const SLOWEST_M_S = 1;
/** Where the run-up begins is found to this. */
const FINE_M = 0.01;
/** By the reference's steps a run-up drawn forward takes that much less or more time: drawn backward it may be later. */
const LESS_SHARE = 0.02;
const MORE_SHARE = 0.04;
const LATE_MS = 40_000_000;

interface Drawn {
  readonly line: Line;
  readonly place_m: number;
  readonly neutralEnd_m: number;
}

function drawLine(seed: number): Drawn {
  const random = makeRandom(seed);
  const length_m = wholeBetween(random, 4000, 12_000);
  const from_m = wholeBetween(random, 1000, length_m - 2000);
  const to_m = from_m + wholeBetween(random, 20, 300);
  const turn_m = wholeBetween(random, 500, length_m - 500);
  const type = random() < 0.5 ? "CONST" : "MAX";
  const line: Line = {
    length_m,
    maxSpeed_m_s: between(random, 15, 40),
    neutrals: [[from_m, to_m]],
    gradients: [turn_m, length_m].map((end_m) => [end_m, between(random, -4, 4)] as const),
    stops_m: [length_m],
    stock: { ...STOCK_T, gamma: { type, value: between(random, 0.3, 0.9) } },
  };
  const [least_m, most_m] = [
    [from_m, to_m],
    [from_m - 600, from_m],
    [to_m, length_m - 1],
  ][wholeBetween(random, 0, 2)] as [number, number];
  return { line, place_m: wholeBetween(random, least_m, most_m), neutralEnd_m: to_m };
}

/** When a plain run is at a place that is slow up to another one; NaN: it stalls, or falls below the least speed. */
function passes_s({ line, place_m, neutralEnd_m }: Drawn, slowUntil_m: number): number {
  const limits = [
    [0, Math.min(slowUntil_m, place_m), SLOWEST_M_S],
    [neutralEnd_m, Math.max(neutralEnd_m, place_m), SLOWEST_M_S],
  ].map(([from_m, to_m, v]) => [from_m!, Math.round(to_m! * 1000) / 1000, v!] as const);
  const simulator = new Simulator();
  const useful = limits.filter(([from_m, to_m]) => to_m > from_m);
  const built = simulator.buildBase(makeRun({ ...line, limits: useful }));
  if (!built.ok) return Number.NaN;
  const { arena } = simulator;
  let at_s = 0;
  let hasStarted = false;
  for (const part of built.value.parts.subarray(0, built.value.count)) {
    for (let i = arena.first[part]!; i < arena.end[part]! - 1; i++) {
      const [x_m, v_m_s] = [arena.x_m[i]!, arena.v_m_s[i]!];
      const [next_m, nextV_m_s] = [arena.x_m[i + 1]!, arena.v_m_s[i + 1]!];
      if (v_m_s >= SLOWEST_M_S - 0.001) hasStarted = true;
      else if (hasStarted) return Number.NaN;
      if (next_m >= place_m) {
        const square =
          v_m_s ** 2 + ((place_m - x_m) / (next_m - x_m)) * (nextV_m_s ** 2 - v_m_s ** 2);
        return at_s + (place_m > x_m ? (2 * (place_m - x_m)) / (v_m_s + Math.sqrt(square)) : 0);
      }
      at_s += arena.h_s[i]!;
    }
  }
  return Number.NaN;
}

function slowest_s(drawn: Drawn): number {
  let [slow_m, stalled_m] = [0, drawn.neutralEnd_m];
  if (!Number.isNaN(passes_s(drawn, stalled_m))) return passes_s(drawn, stalled_m);
  while (stalled_m - slow_m > FINE_M) {
    const mid_m = (slow_m + stalled_m) / 2;
    if (Number.isNaN(passes_s(drawn, mid_m))) stalled_m = mid_m;
    else slow_m = mid_m;
  }
  return passes_s(drawn, slow_m);
}

it("are those of plain runs beside neutral sections", () => {
  const scheduler = new ScheduleSimulator(new Simulator());
  const faults: string[] = [];
  let nTold = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const drawn = drawLine(seed);
    const { line, place_m } = drawn;
    const items_mm = [0, place_m * 1000, line.length_m * 1000];
    const result = scheduler.simulate(makeRun({ ...line, items_mm }), {
      constraint_distribution: "MARECO",
      margins: { boundaries_mm: [], values: [] },
      schedule: [
        {
          offset_mm: place_m * 1000,
          arrival_ms: LATE_MS,
          stop_for_ms: null,
          reception_signal: "OPEN",
        },
      ],
    });
    // On a steep line even the fastest run stalls.
    if (!result.ok) continue;
    const told = result.value.warnings.find(({ to_mm }) => to_mm === place_m * 1000);
    const found_s = slowest_s(drawn);
    const latest_s = told?.latest_s ?? Number.NaN;
    nTold++;
    if (latest_s >= (1 - LESS_SHARE) * found_s && latest_s <= (1 + MORE_SHARE) * found_s) continue;
    faults.push(`seed ${seed} at ${place_m}: told ${latest_s}, found ${found_s}`);
  }
  expect(faults).toEqual([]);
  expect(nTold).toBeGreaterThan(SEEDS / 2);
});
