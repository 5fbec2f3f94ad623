/**
 * How known time sections and margins share out the time of a run (specification, "Schedule building"):
 * sections between stops are runs of their own, so each one's time is known in closed form from the
 * provisional run; where a section can't have its time, the time of the whole is.
 */
import { describe, expect, it } from "vitest";
import type { Margins, MarginValue } from "../../../../workers/engine/margins/margin_ranges.ts";
import {
  type ScheduledReports,
  ScheduleSimulator,
} from "../../../../workers/engine/margins/scheduled_run.ts";
import { describeFault } from "../../../../workers/engine/simulation/faults.ts";
import type { ScheduleItem } from "../../../../workers/engine/simulation/schedule.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, type PlainRun } from "../plain_run.ts";

/** Of one range over a whole path; a part of it is given its share (engine.md 5.4). */
const TOLERANCE_S = 2;
const KM = 1_000_000;

const percent = (value: number): MarginValue => ({ kind: "percentage", value });
const minutes = (value: number): MarginValue => ({ kind: "min_per_100km", value });

/** Two margin sections up to the known arrival at 30 km, then one of its own. */
const MARGINS: Margins = {
  boundaries_mm: [12 * KM, 30 * KM],
  values: [percent(10), minutes(3), percent(5)],
};
const LINE: Partial<PlainRun> & { readonly length_m: number } = {
  length_m: 40_000,
  maxSpeed_m_s: 40,
  limits: [[4000, 9000, 25]],
  gradients: [
    [15_000, 0],
    [25_000, 4],
    [40_000, -3],
  ],
  stops_m: [12_000, 30_000, 40_000],
  stopDuration_s: 0,
  items_mm: [0, 12 * KM, 30 * KM, 40 * KM],
};

type Algorithm = "LINEAR" | "MARECO";
const ALGORITHMS: readonly Algorithm[] = ["LINEAR", "MARECO"];

function arrive(offset_km: number, arrival_s: number): ScheduleItem {
  const arrival_ms = Math.round(arrival_s * 1000);
  return { offset_mm: offset_km * KM, arrival_ms, stop_for_ms: 0, reception_signal: "OPEN" };
}

function build(
  algorithm: Algorithm,
  margins: Margins,
  schedule: readonly ScheduleItem[],
  line = LINE,
): ScheduledReports {
  const result = new ScheduleSimulator(new Simulator()).simulate(makeRun(line), {
    constraint_distribution: algorithm,
    margins,
    schedule,
  });
  if (!result.ok) throw new Error(describeFault(result.error).type);
  return result.value;
}

/** Times from item to item, s. */
function legsOf({ itemTimes_ms }: ScheduledReports["base"]): number[] {
  return Array.from(itemTimes_ms.subarray(1), (time, i) => (time - itemTimes_ms[i]!) / 1000);
}

function expectNear(actual_s: number, wanted_s: number): void {
  // Times are told in whole milliseconds.
  expect(Math.abs(actual_s - wanted_s)).toBeLessThanOrEqual(TOLERANCE_S + 0.002);
}

const sum = (legs: readonly number[]): number => legs.reduce((total, leg) => total + leg, 0);

describe.each(ALGORITHMS)("by %s, the time that a known arrival adds", (algorithm) => {
  it("is shared among its margin sections by their provisional running times", () => {
    const provisional = legsOf(build(algorithm, MARGINS, []).provisional);
    const [first = 0, second = 0] = provisional;
    for (const extra_s of [30, 150, 400]) {
      const schedule = [arrive(30, first + second + extra_s)];
      const { final, warnings } = build(algorithm, MARGINS, schedule);
      const legs = legsOf(final);
      expectNear(legs[0]!, first * (1 + extra_s / (first + second)));
      expectNear(legs[1]!, second * (1 + extra_s / (first + second)));
      expect(warnings).toEqual([]);
    }
  });

  it("leaves the relaxed section behind it to its margin", () => {
    const { provisional, base } = build(algorithm, MARGINS, []);
    const [first = 0, second = 0, third = 0] = legsOf(provisional);
    const { final } = build(algorithm, MARGINS, [arrive(30, first + second + 200)]);
    expectNear(legsOf(final)[2]!, third);
    expectNear(legsOf(final)[2]!, 1.05 * legsOf(base)[2]!);
  });

  it("is taken from the margins where they are too high, and the arrival is met", () => {
    const { provisional, base } = build(algorithm, MARGINS, []);
    const fastest_s = sum(legsOf(base).slice(0, 2));
    const wanted_s = (fastest_s + sum(legsOf(provisional).slice(0, 2))) / 2;
    const { final, warnings } = build(algorithm, MARGINS, [arrive(30, wanted_s)]);
    expectNear(sum(legsOf(final).slice(0, 2)), wanted_s);
    expect(warnings[0]).toMatchObject({ kind: "negative_adjustment", from_mm: 0, to_mm: 30 * KM });
  });

  it("makes one section fewer of n known times than there are places, each met", () => {
    const { provisional } = build(algorithm, MARGINS, []);
    const [first = 0, second = 0, third = 0] = legsOf(provisional);
    const wanted = [first + 20, second + 90, third + 50];
    const schedule = [12, 30, 40].map((km, i) => arrive(km, sum(wanted.slice(0, i + 1))));
    const legs = legsOf(build(algorithm, MARGINS, schedule).final);
    for (const [i, leg] of legs.entries()) expectNear(leg, wanted[i]!);
  });
});

describe("by LINEAR, an arrival that asks for a very slow run", () => {
  // Inside of the first and the last step, and where the base holds its speed.
  const items_mm = [0, 0.0002, 0.001, 0.0043, 0.0044, 0.0098, 0.4, 5, 13.7, 19.9, 19.9999, 20].map(
    (km) => km * KM,
  );
  const line = { length_m: 20_000, maxSpeed_m_s: 40, items_mm, stops_m: [20_000] };
  const margins = { boundaries_mm: [], values: [percent(0)] };

  it.each([29, 31, 100, 1000])(
    "is met at %d times the base time, and scales every time",
    (factor) => {
      const { base } = build("LINEAR", margins, [], line);
      const base_s = sum(legsOf(base));
      const { final, warnings } = build("LINEAR", margins, [arrive(20, factor * base_s)], line);
      // From 40 m/s, that is below 1 m/s all the way.
      const kinds = warnings.map(({ kind }) => kind);
      expect(kinds).toEqual(factor > 40 ? ["below_least_speed"] : []);
      const final_s = sum(legsOf(final));
      expectNear(final_s, factor * base_s);
      final.itemTimes_ms.forEach((time_ms, i) => {
        const wanted_ms = (base.itemTimes_ms[i]! * final_s) / base_s;
        expect(Math.abs(time_ms - wanted_ms)).toBeLessThan(factor + 1e-3 * wanted_ms);
      });
    },
  );
});

describe.each(ALGORITHMS)(
  "by %s, a margin that can't be had with the neighbours' speeds",
  (algorithm) => {
    const line = {
      length_m: 20_000,
      maxSpeed_m_s: 40,
      items_mm: [0, 8 * KM, 10 * KM, 20 * KM],
      stops_m: [20_000],
    };

    /** Every section has its margin, although the reference merges them; `losing` are told to take longer than that. */
    function expectKept(margins: Margins, losing: readonly number[] = []): void {
      const { base, provisional, warnings, step } = build(algorithm, margins, [], line);
      const ends_mm = [...margins.boundaries_mm, 20 * KM];
      margins.values.forEach(({ value }, i) => {
        const [from, to] = [ends_mm[i - 1] ?? 0, ends_mm[i]!].map((mm) =>
          line.items_mm.indexOf(mm),
        );
        const own_s = sum(legsOf(base).slice(from, to));
        const got_s = sum(legsOf(provisional).slice(from, to));
        const late_s = got_s - own_s * (1 + value / 100);
        const told = warnings.find(({ to_mm }) => to_mm === ends_mm[i]);
        expect(told !== undefined).toBe(losing.includes(i));
        if (told === undefined) expect(Math.abs(late_s)).toBeLessThan(0.1);
        else expect(told.possible_s).toBeCloseTo(got_s, 2);
      });
      expect(step).not.toBe("as_asked");
    }

    it("with free speeds only: it is low behind a high one", () => {
      expectKept({ boundaries_mm: [8 * KM], values: [percent(40), percent(1)] });
    });

    it("with free speeds only: it is high between two of nothing, which give way to it", () => {
      // On 2 km the train can't slow down for 50 s and be at full speed again.
      const values = [percent(0), percent(100), percent(0)];
      expectKept({ boundaries_mm: [8 * KM, 10 * KM], values }, [0, 2]);
    });

    it("because no run is slow enough for its arrival, gets the slowest run and is told", () => {
      const margins = { boundaries_mm: [], values: [percent(0)] };
      const { final, warnings } = build(algorithm, margins, [arrive(20, 1e8)], line);
      const [warning] = warnings;
      expect(warning).toMatchObject({ kind: "dropped_target", wanted_s: 1e8 });
      expect(warning!.possible_s).toBeCloseTo(sum(legsOf(final)), 1);
      expect(Math.abs(warning!.possible_s - 20_000)).toBeLessThan(10);
    });
  },
);

describe("a run by LINEAR that is slower than 1 m/s all the way", () => {
  const line = { ...LINE, stops_m: [40_000], items_mm: [0, 40 * KM] };
  const crawl = (value: number): ScheduledReports =>
    build("LINEAR", { boundaries_mm: [], values: [percent(value)] }, [], line);

  it("is told with the time that it takes, the fastest and the slowest at 1 m/s", () => {
    const { base, final, warnings } = crawl(100_000);
    expect(warnings.map(({ kind }) => kind)).toEqual(["below_least_speed"]);
    const { wanted_s, possible_s, earliest_s, latest_s, to_mm } = warnings[0]!;
    expect(to_mm).toBe(40 * KM);
    expect(wanted_s).toBeCloseTo(legsOf(final)[0]!, 2);
    expect(possible_s).toBeCloseTo(legsOf(final)[0]!, 2);
    expect(earliest_s).toBeCloseTo(legsOf(base)[0]!, 2);
    // 40 km at 1 m/s, and a few seconds for the start and the brakes.
    expect(latest_s! - 40_000).toBeGreaterThan(0);
    expect(latest_s! - 40_000).toBeLessThan(10);
  });

  it("is not told where its highest speed is above", () => {
    // The base reaches 40 m/s: its highest speed is 1 m/s with 3,900 % more time.
    expect(crawl(3800).warnings).toEqual([]);
    expect(crawl(4000).warnings).toHaveLength(1);
  });

  it("is not told of a run that was not taken: an arrival asks for less", () => {
    const margins = { boundaries_mm: [], values: [percent(100_000)] };
    const { warnings } = build("LINEAR", margins, [arrive(40, 3000)], line);
    expect(warnings.map(({ kind }) => kind)).toEqual(["negative_adjustment"]);
  });
});
