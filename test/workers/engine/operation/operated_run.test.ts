/** Signals that are waited at, beside runs of the train that is stopped at each of them alone. */
import { describe, expect, it } from "vitest";
import { RunningTimes } from "../../../../workers/engine/margins/running_times.ts";
import { operateRun } from "../../../../workers/engine/operation/operated_run.ts";
import type { WayLayout } from "../../../../workers/engine/operation/way_layout.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun } from "../plain_run.ts";
import { cutLength, makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { stockOf } from "./drawn_day.ts";

/** Steeper than this it does not start: 0.3 m/s² against gravity. */
const STOCK = stockOf({
  length_m: 100,
  accelerating_m_s2: 0.3,
  braking_m_s2: 0.6,
  fastest_m_s: 40,
});

/** Short ramps that it climbs with a run-up only. */
function draw(random: Random) {
  const length_m = wholeBetween(random, 20_000, 40_000);
  const ends_m = cutLength(random, length_m, 12);
  const gradients = ends_m.map((end, i): [number, number] => [
    end,
    i % 3 === 2 && end - (ends_m[i - 1] ?? 0) < 900 ? 40 : 0,
  ]);
  const signals_m = cutLength(random, length_m, 30).slice(0, -1);
  const stop_m = wholeBetween(random, 1, length_m - 1);
  return { length_m, gradients, signals_m, stop_m };
}

function wayAlong(length_m: number, signals_m: readonly number[]): WayLayout {
  const entries_mm = Float64Array.from([0, ...signals_m], (x_m) => 1000 * x_m);
  const nBlocks = entries_mm.length;
  const count = Uint32Array.from({ length: nBlocks + 1 }, (_, b) => b);
  return {
    names: Array.from(entries_mm, (x_mm) => `S${x_mm}`),
    length_mm: 1000 * length_m,
    signals_mm: entries_mm.slice(1),
    sightings_mm: entries_mm.slice(1).map((x_mm) => x_mm - 300_000),
    entries_mm,
    blockZone: count,
    lockEnd: count.slice(1),
    leads_ms: new Float64Array(nBlocks),
    zones: count.slice(0, -1),
    configs: count.slice(0, -1),
    zoneEnds_mm: Float64Array.from([...entries_mm.slice(1), 1000 * length_m]),
  };
}

describe("a train that may be stopped at signals", () => {
  it("is stopped at each where it can start again, and at no other", () => {
    let hopeless = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { length_m, gradients, signals_m, stop_m } = draw(makeRandom(seed));
      const runWith = (stops_m: readonly number[]) =>
        makeRun({ length_m, gradients, stops_m: [...stops_m].sort((a, b) => a - b), stock: STOCK });
      const simulator = new Simulator();
      const canRun = (stops_m: readonly number[]) => simulator.buildBase(runWith(stops_m)).ok;
      const run = runWith([stop_m, length_m]);
      const base = simulator.buildBase(run);
      if (!base.ok) continue;
      const running = new RunningTimes();
      running.read(simulator.arena, base.value);
      const planned = (x_mm: number) => running.timeAt_us(x_mm / 1000);
      const operated = operateRun(simulator, {
        way: wayAlong(length_m, signals_m),
        run,
        planned: { arrival_us: planned, departure_us: planned },
      });
      if (!operated.ok) throw new Error(`seed ${seed}: ${JSON.stringify(operated.error)}`);
      const { entries_mm, names, blockZone } = operated.value.way;
      const expected_m = signals_m.filter((x_m) => canRun([stop_m, x_m, length_m]));
      expect(
        Array.from(entries_mm, (x_mm) => x_mm / 1000),
        `seed ${seed}`,
      ).toEqual([0, ...expected_m]);
      expect(names).toHaveLength(entries_mm.length);
      expect(blockZone).toHaveLength(entries_mm.length + 1);
      hopeless += signals_m.length - expected_m.length;
    }
    expect(hopeless).toBeGreaterThan(20);
  });
});
