/** Tabulated times of a train that is stopped on its way, beside its own run with these stops. */
import { describe, expect, it } from "vitest";
import { RunningTimes } from "../../../../workers/engine/margins/running_times.ts";
import {
  type IntervalTimes,
  runTime_ms,
  tabulateIntervals,
} from "../../../../workers/engine/operation/interval_times.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun } from "../plain_run.ts";
import { cutLength, makeRandom, type Random, wholeBetween } from "../seeded.ts";

interface Drawn {
  readonly length_m: number;
  readonly gradients: readonly (readonly [number, number])[];
  readonly limits: readonly (readonly [number, number, number])[];
  readonly points_m: readonly number[];
  /** Indices of points. */
  readonly places: readonly number[];
  readonly isStop: readonly number[];
}

function draw(random: Random): Drawn {
  const length_m = wholeBetween(random, 5_000, 60_000);
  const points_m = [0, ...cutLength(random, length_m, wholeBetween(random, 5, 60))];
  const last = points_m.length - 1;
  const places = points_m.flatMap((_, p) => (p === 0 || p === last || random() < 0.5 ? [p] : []));
  const slow = cutLength(random, length_m, 6);
  return {
    length_m,
    gradients: cutLength(random, length_m, 8).map((end) => [end, wholeBetween(random, -6, 6)]),
    limits: slow.slice(1).map((end, i) => [slow[i]!, end, wholeBetween(random, 12, 50)]),
    points_m,
    places,
    isStop: places.map((p) => (p === 0 || p === last || random() < 0.15 ? 1 : 0)),
  };
}

/** Running times of the train with stops at some points, at all points. */
function runWithStops(drawn: Drawn, stops_m: readonly number[]): number[] {
  const { length_m, gradients, limits, points_m } = drawn;
  const simulator = new Simulator();
  const built = simulator.buildBase(makeRun({ length_m, gradients, limits, stops_m }));
  if (!built.ok) throw new Error(JSON.stringify(built.error));
  const running = new RunningTimes();
  running.read(simulator.arena, built.value);
  return points_m.map((x_m) => running.timeAt_us(x_m) / 1000);
}

function tabulate(drawn: Drawn): IntervalTimes {
  const { length_m, gradients, limits, points_m, places, isStop } = drawn;
  const stops_m = places.flatMap((p, i) => (p > 0 && isStop[i] === 1 ? [points_m[p]!] : []));
  const tabulated = tabulateIntervals(
    new Simulator(),
    makeRun({ length_m, gradients, limits, stops_m }),
    {
      points_mm: Float64Array.from(points_m, (x_m) => 1000 * x_m),
      placePoint: Uint32Array.from(places),
      isStop: Uint8Array.from(isStop),
    },
  );
  if (!tabulated.ok) throw new Error(JSON.stringify(tabulated.error));
  return tabulated.value;
}

describe("tabulated times", () => {
  it("of a train stopped at signals are those of its run with stops there", () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = makeRandom(seed);
      const drawn = draw(random);
      const { points_m, places, isStop } = drawn;
      const times = tabulate(drawn);
      // Stops for the day: the planned ones, and some signals.
      const stopped = places.flatMap((_, i) => (isStop[i] === 1 || random() < 0.2 ? [i] : []));
      const expected_ms = runWithStops(
        drawn,
        stopped.slice(1).map((i) => points_m[places[i]!]!),
      );
      for (const [k, j] of stopped.entries()) {
        if (k === 0) continue;
        const s = stopped[k - 1]!;
        for (let p = places[s]!; p <= places[j]!; p++) {
          const own_ms = expected_ms[p]! - expected_ms[places[s]!]!;
          const told = `seed ${seed}, from place ${s} to ${j}, point ${p}`;
          expect(Math.abs(runTime_ms(times, s, j, p) - own_ms), told).toBeLessThan(500);
        }
      }
    }
  });

  it("of a train that is not stopped are those of its run", () => {
    for (let seed = 0; seed < 20; seed++) {
      const drawn = draw(makeRandom(seed));
      const { points_m, places, isStop } = drawn;
      const times = tabulate(drawn);
      const stops_m = places.flatMap((p, i) => (p > 0 && isStop[i] === 1 ? [points_m[p]!] : []));
      const expected_ms = runWithStops(drawn, stops_m);
      for (let s = 0; s + 1 < places.length; s = times.sectionEnd[s]!) {
        for (let p = places[s]!; p <= places[times.sectionEnd[s]!]!; p++) {
          const own_ms = expected_ms[p]! - expected_ms[places[s]!]!;
          expect(runTime_ms(times, s, times.sectionEnd[s]!, p), `seed ${seed}`).toBeCloseTo(
            own_ms,
            0,
          );
        }
      }
    }
  });
});
