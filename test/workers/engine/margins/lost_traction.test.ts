/**
 * Times at places from which a train can't go on at any speed: in a neutral section, and on a slope that its brakes can't
 * hold. One that is out of reach is left out by itself, with what would be possible; the others are kept.
 */
import { expect, it } from "vitest";
import {
  type ScheduledRuns,
  ScheduleSimulator,
} from "../../../../workers/engine/margins/scheduled_run.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, type PlainRun, STOCK_T } from "../plain_run.ts";

const LENGTH_M = 12_000;

function run(
  line: Partial<PlainRun>,
  arrivals: readonly (readonly [x_m: number, at_s: number])[],
  constraint_distribution: "LINEAR" | "MARECO",
): ScheduledRuns {
  const items_mm = [0, ...arrivals.map(([x_m]) => x_m * 1000)];
  const result = new ScheduleSimulator(new Simulator()).simulate(
    makeRun({ maxSpeed_m_s: 25, stops_m: [LENGTH_M], ...line, length_m: LENGTH_M, items_mm }),
    {
      constraint_distribution,
      margins: { boundaries_mm: [], values: [{ kind: "percentage", value: 0 }] },
      schedule: arrivals.map(([x_m, at_s]) => ({
        offset_mm: x_m * 1000,
        arrival_ms: at_s * 1000,
        stop_for_ms: null,
        reception_signal: "OPEN",
      })),
    },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const CASES = [0, 40, 80, 120, 160].flatMap((into_m) =>
  (["LINEAR", "MARECO"] as const).map((algorithm) => ({ into_m, algorithm })),
);

it.each(CASES)("$into_m m within a neutral section, $algorithm", ({ into_m, algorithm }) => {
  const from_m = 5003;
  const line = { neutrals: [[from_m, from_m + 199] as const] };
  const place_m = from_m + into_m;
  const { final, warnings } = run(
    line,
    [
      [place_m, 30_000],
      [LENGTH_M, 40_000],
    ],
    algorithm,
  );
  expect(final.itemTimes_ms[2]! / 1000).toBeGreaterThan(10_000);
  const told = warnings.find(({ to_mm }) => to_mm === place_m * 1000)!;
  expect(told.latest_s).toBeGreaterThan(1000);
  expect(told.latest_s! * 1000).toBeCloseTo(final.itemTimes_ms[1]!, -2);
  expect(told.earliest_s).toBeLessThan(300);
});

it.each(["LINEAR", "MARECO"] as const)("a slope that brakes can't hold, %s", (algorithm) => {
  const line: Partial<PlainRun> = {
    stock: { ...STOCK_T, gamma: { type: "MAX", value: 0.26 } },
    gradients: [
      [2000, 0],
      [2600, -38],
      [LENGTH_M, 0],
    ],
    initialSpeed_m_s: 10,
  };
  // It can't be as slow on the slope's end as its time asks for, but afterwards.
  const { final, warnings } = run(
    line,
    [
      [2500, 3000],
      [LENGTH_M, 5000],
    ],
    algorithm,
  );
  expect(Math.abs(final.itemTimes_ms[2]! / 1000 - 5000)).toBeLessThan(2.002);
  const told = warnings.filter(({ to_mm }) => to_mm === 2_500_000);
  expect(told.every(({ earliest_s, latest_s }) => earliest_s! <= latest_s!)).toBe(true);
});
