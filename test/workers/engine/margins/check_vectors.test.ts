/** Check vectors of engine.md 11.1 with margins, recorded from the reference: totals, energies, times per km and shapes. */
import { describe, expect, it } from "vitest";
import { type Envelope, totalTime_us } from "../../../../workers/engine/envelope/envelope.ts";
import type { Margins, MarginValue } from "../../../../workers/engine/margins/margin_ranges.ts";
import {
  type ScheduledReports,
  ScheduleSimulator,
} from "../../../../workers/engine/margins/scheduled_run.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, type PlainRun } from "../plain_run.ts";

const V = 160 / 3.6;
const slopes: [number, number][] = [
  [3000, 0],
  [6000, 10],
  [10_000, -8],
];
const ramp: [number, number][] = [
  [5000, 0],
  [7000, 30],
  [10_000, 0],
];
const RESTRICTED: Partial<PlainRun> = { limits: [[4000, 5200, 20]] };
const RAMP: Partial<PlainRun> = { maxSpeed_m_s: 30, gradients: ramp };
const TWO_STOPS: Partial<PlainRun> = { stops_m: [5000, 10_000] };

interface Slowed {
  readonly reports: ScheduledReports;
  readonly total_s: number;
  /** End and number of points of each part of the provisional run. */
  readonly shape: readonly { readonly end_m: number; readonly end_m_s: number }[];
}

/** Runs 10 km with margins; the run must succeed. */
function slow(
  run: Partial<PlainRun>,
  constraint_distribution: "LINEAR" | "MARECO",
  margins: Margins,
): Slowed {
  const simulator = new Simulator();
  const scheduler = new ScheduleSimulator(simulator);
  const result = scheduler.simulate(
    makeRun({
      length_m: 10_000,
      stops_m: [10_000],
      maxSpeed_m_s: V,
      items_mm: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((km) => km * 1e6),
      ...run,
    }),
    { constraint_distribution, margins, schedule: [] },
  );
  if (!result.ok) throw new Error(`the run failed: ${JSON.stringify(result.error)}`);
  const { arena } = simulator;
  const envelope: Envelope = result.value.slowed.provisional;
  return {
    reports: result.value,
    total_s: totalTime_us(arena, envelope) / 1e6,
    shape: Array.from(envelope.parts.subarray(0, envelope.count), (part) => ({
      end_m: arena.endX_m(part),
      end_m_s: arena.endV_m_s(part),
    })),
  };
}

const percent = (value: number): MarginValue => ({ kind: "percentage", value });
const minutes = (value: number): MarginValue => ({ kind: "min_per_100km", value });
const TEN_PERCENT: Margins = { boundaries_mm: [], values: [percent(10)] };
const TWO_RANGES: Margins = { boundaries_mm: [4_000_000], values: [percent(5), minutes(4.5)] };

function expectRelative(actual: number, expected: number, relative: number): void {
  expect(Math.abs(actual - expected) / Math.abs(expected)).toBeLessThanOrEqual(relative);
}

interface Row {
  readonly name: string;
  readonly run: Partial<PlainRun>;
  readonly algorithm: "LINEAR" | "MARECO";
  readonly total_s: number;
  readonly energy_j: number;
  readonly times_s: string;
}

const rows: readonly Row[] = [
  {
    name: "flat",
    run: {},
    algorithm: "LINEAR",
    total_s: 362.742332,
    energy_j: 586318150.3,
    times_s: "71.058 106.961 137.203 164.345 189.562 214.390 239.217 264.045 292.954 362.742",
  },
  {
    name: "flat",
    run: {},
    algorithm: "MARECO",
    total_s: 359.916516,
    energy_j: 432238820.8,
    times_s: "64.396 96.933 124.376 151.022 178.438 206.665 235.747 265.730 296.671 359.917",
  },
  {
    name: "20 m/s on [4000, 5200]",
    run: RESTRICTED,
    algorithm: "LINEAR",
    total_s: 440.029193,
    energy_j: 705676546.1,
    times_s: "71.058 106.961 137.244 175.681 230.853 277.331 311.467 340.821 370.241 440.029",
  },
  {
    name: "20 m/s on [4000, 5200]",
    run: RESTRICTED,
    algorithm: "MARECO",
    total_s: 438.488096,
    energy_j: 385583402.5,
    times_s: "64.396 99.700 136.065 175.262 225.262 267.383 301.734 337.311 374.223 438.488",
  },
  {
    name: "10 per mille on 3-6 km, then -8",
    run: { gradients: slopes },
    algorithm: "MARECO",
    total_s: 366.978307,
    energy_j: 496911391.5,
    times_s: "64.396 96.933 124.340 149.990 177.830 208.927 241.806 273.317 303.733 366.978",
  },
  {
    name: "MRSP of 30 m/s, 30 per mille on 5-7 km",
    run: RAMP,
    algorithm: "MARECO",
    total_s: 440.198001,
    energy_j: 535609084.8,
    times_s: "64.396 98.314 131.647 164.980 198.314 232.363 269.680 317.609 368.297 440.198",
  },
  {
    name: "flat with stops at 5000 and 10000",
    run: TWO_STOPS,
    algorithm: "MARECO",
    total_s: 472.352358,
    energy_j: 485484221.5,
    times_s: "64.396 99.196 134.866 171.878 236.176 300.573 335.372 371.042 408.054 472.352",
  },
];

describe("runs of 10 km with a margin of 10 %", () => {
  it.each(rows)(
    "$algorithm, $name: total, energy and times at each km are the reference's",
    (row) => {
      const { reports, total_s } = slow(row.run, row.algorithm, TEN_PERCENT);
      expectRelative(total_s, row.total_s, 1e-7);
      expectRelative(reports.provisional.energy_j, row.energy_j, 1e-6);
      const times_ms = row.times_s.split(" ").map((s) => Math.round(Number(s) * 1000));
      expect([...reports.provisional.itemTimes_ms]).toEqual(times_ms);
    },
  );

  it("MARECO on flat track accelerates to 2859.385 m at 38.2100 m/s, coasts to 8987.260 m at 31.8236 m/s and brakes", () => {
    const { shape } = slow({}, "MARECO", TEN_PERCENT);
    expect(shape.length).toBe(3);
    expectRelative(shape[0]!.end_m, 2859.385, 2e-7);
    expectRelative(shape[0]!.end_m_s, 38.21, 2e-6);
    expectRelative(shape[1]!.end_m, 8987.26, 1e-7);
    expectRelative(shape[1]!.end_m_s, 31.8236, 2e-6);
  });

  it("MARECO on slopes accelerates to 3426.585 m, coasts to 8880.581 m and brakes", () => {
    const { shape } = slow({ gradients: slopes }, "MARECO", TEN_PERCENT);
    expect(shape.length).toBe(3);
    expectRelative(shape[0]!.end_m, 3426.585, 2e-7);
    expectRelative(shape[1]!.end_m, 8880.581, 1e-7);
  });
});

describe("runs of 10 km with 5 % up to 4 km and 4.5 min/100km from there", () => {
  it.each([
    { name: "flat", run: {}, total_s: 352.305035 },
    { name: "restriction", run: RESTRICTED, total_s: 424.283965 },
    { name: "slopes", run: { gradients: slopes }, total_s: 354.566853 },
    { name: "ramp", run: RAMP, total_s: 423.817188 },
  ])("MARECO, $name: the total is the reference's", ({ run, total_s }) => {
    expectRelative(slow(run, "MARECO", TWO_RANGES).total_s, total_s, 1e-7);
  });

  it("MARECO keeps both margins with a stop at 5 km, where the reference merges them", () => {
    const { reports } = slow(TWO_STOPS, "MARECO", TWO_RANGES);
    expect(reports.warnings).toEqual([]);
    expect(reports.step).not.toBe("as_asked");
    const at_s = (report: typeof reports.base, km: number): number =>
      report.itemTimes_ms[km - 1]! / 1000;
    const { base, provisional } = reports;
    const added_s = 0.05 * at_s(base, 4);
    expect(Math.abs(at_s(provisional, 4) - at_s(base, 4) - added_s)).toBeLessThan(0.1);
    const late_s = at_s(provisional, 10) - at_s(base, 10) - added_s;
    expect(Math.abs(late_s - (4.5 * 60 * 6) / 100)).toBeLessThan(0.1);
  });
});
