// Method: drawn delays at the stops of a train that runs evenly; at stops its line has the expected times, between them it never goes back.

import { describe, expect, it } from "vitest";
import { makeCurve, type Run } from "../../../web/src/graph/runs.ts";
import { type ExpectedStop, expectRun } from "../../../web/src/today/expected_runs.ts";
import { makeRandom, wholeBetween } from "../../workers/engine/seeded.ts";
import { bareRun } from "../graph/bare_run.ts";

const START_MS = Date.UTC(2026, 4, 22, 8);
const LEG_MS = 600_000;
const STOP_MS = 60_000;
const STOPS = 5;

const arrivalOf = (i: number): number => i * (LEG_MS + STOP_MS);
const print = (ms: number): string => new Date(START_MS + ms).toISOString();

/** A point at each arrival, at each departure, and half-way between. */
function makeLine(): Run {
  const times: number[] = [];
  const shares: number[] = [];
  for (let i = 0; i < STOPS; i++) {
    times.push(arrivalOf(i), arrivalOf(i) + STOP_MS, arrivalOf(i) + STOP_MS + LEG_MS / 2);
    shares.push(i, i, i + 0.5);
  }
  const figures = {
    times_ms: Float64Array.from(times.slice(0, -2)),
    positions_mm: Float64Array.from(shares.slice(0, -2)),
    shares: Float64Array.from(shares.slice(0, -2)),
  };
  const curves = [makeCurve(figures)];
  return bareRun("train_schedule 1", { name: "1", start_ms: START_MS, curves });
}

function stopsWith(delays_ms: readonly number[], never_from = STOPS): ExpectedStop[] {
  return delays_ms.map((delay_ms, i) => {
    const is_end = i === STOPS - 1;
    const departure_ms = arrivalOf(i) + STOP_MS;
    return {
      planned_arrival: print(arrivalOf(i)),
      planned_departure: is_end ? null : print(departure_ms),
      arrival: i >= never_from ? null : print(arrivalOf(i) + delay_ms),
      departure: is_end || i >= never_from ? null : print(departure_ms + delay_ms),
    };
  });
}

describe("a train as it is expected", () => {
  it("has its expected times at its stops, and none goes back in time", () => {
    const run = makeLine();
    for (let seed = 0; seed < 50; seed++) {
      const random = makeRandom(seed);
      const delays_ms = Array.from({ length: STOPS }, () => 1000 * wholeBetween(random, 60, 500));
      const [curve] = expectRun(run, stopsWith(delays_ms))!.curves;
      for (let i = 0; i < STOPS; i++) {
        expect(curve!.times_ms[3 * i], `seed ${seed}`).toBeCloseTo(arrivalOf(i) + delays_ms[i]!, 3);
      }
      for (let p = 1; p < curve!.times_ms.length; p++) {
        expect(curve!.times_ms[p]!).toBeGreaterThanOrEqual(curve!.times_ms[p - 1]!);
      }
      expect(curve!.shares).toEqual(run.curves[0]!.shares);
    }
  });

  it("is not drawn where it is as planned, and ends where it is stuck", () => {
    const run = makeLine();
    expect(expectRun(run, stopsWith([0, 0, 10_000, 0, 0]))).toBe(null);
    const [curve] = expectRun(run, stopsWith([0, 0, 0, 0, 0], 2))!.curves;
    expect(Array.from(curve!.times_ms)).toEqual(Array.from(run.curves[0]!.times_ms.subarray(0, 5)));
  });
});
