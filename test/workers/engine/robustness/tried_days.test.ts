/** Figures of tried days, beside the enumeration of all days that could be drawn. */
import { describe, expect, it } from "vitest";
import { planDay } from "../../../../workers/engine/operation/day_plan.ts";
import {
  type Distribution,
  type DrawKey,
  drawDelay_ms,
  ENTRY,
  RUN,
  STOP,
} from "../../../../workers/engine/robustness/draws.ts";
import {
  describeGroup,
  describeTrain,
  describeTrainStop,
  rankPairs,
} from "../../../../workers/engine/robustness/robustness.ts";
import { listReserves_ms } from "../../../../workers/engine/robustness/stop_sums.ts";
import {
  type DayFigures,
  openFigures,
  type TriedTrains,
  tryDays,
} from "../../../../workers/engine/robustness/tried_days.ts";
import { countTries } from "../../../helpers/tried.ts";
import { type DrawnDay, type DrawnTrain, drawDay, operate } from "../operation/drawn_day.ts";
import { judgeDay } from "../operation/judge_day.ts";
import { fastestTime } from "../operation/judge_drive.ts";
import { makeRandom } from "../seeded.ts";

const VALUES_S = [0, 45, 200];

/** Trains without delays of their own: those are drawn. */
function undisturbed(day: DrawnDay, count: number): DrawnDay {
  const trains = day.trains
    .slice(0, count)
    .map((train) => ({ ...train, entry_s: 0, longer_s: train.longer_s.map(() => 0) }));
  return { ...day, trains };
}

function toTry(
  { trains }: DrawnDay,
  distributions: readonly Distribution[],
  kind: number,
): TriedTrains {
  const runs = trains.map((train) => operate(train, fastestTime(train)));
  return {
    plan: planDay(
      runs,
      Uint32Array.from(runs.keys()),
      Float64Array.from(trains, ({ start_s }) => start_s * 1000),
    ),
    keys: Uint32Array.from(runs, (_, t) => 1000 + t),
    stopKeys: trains.map(({ stops }) => Uint32Array.from(stops.keys())),
    stopGroups: trains.map(({ stops }) => Uint32Array.from(stops, () => 2)),
    endGroups: Uint32Array.from(runs, () => 1),
    nGroups: 3,
    isCounted: Uint8Array.from(runs, () => 1),
    distributions,
    drawn: Uint32Array.from(
      trains.flatMap(({ stops }) =>
        stops.flatMap((_, i) => [(i === 0 ? ENTRY : STOP) === kind ? 1 : 0, kind === RUN ? 1 : 0]),
      ),
    ),
    sumsStops: true,
  };
}

const values: Distribution = {
  share: 1,
  max_ms: 3_600_000,
  shape: { type: "values", values_ms: VALUES_S.map((s) => 1000 * s) },
};

function keyOf(day: number, run: number, place = 0, kind = ENTRY): DrawKey {
  return { seed: 5, day, run, place, kind };
}

function lastOf({ start_s, stops, reserve, ...train }: DrawnTrain): number {
  const stood_s = stops.slice(0, -1).reduce((sum, { dwell_s }) => sum + dwell_s, 0);
  return (
    start_s +
    (1 + reserve) * fastestTime({ start_s, stops, reserve, ...train })(train.length_m) +
    stood_s
  );
}

/** Compares figures with those of another simulator on days whose trains enter so late; not where times are too close. */
function expectFigures(
  day: DrawnDay,
  figures: readonly DayFigures[],
  drawn_s: readonly (readonly number[])[],
  told: string,
): void {
  const nTrains = day.trains.length;
  let arrived = 0;
  let within = 0;
  let sum_s = 0;
  let isClose = false;
  const never = day.trains.map(() => 0);
  const judgedOf = new Map<string, ReturnType<typeof judgeDay>>();
  for (const entries_s of drawn_s) {
    const key = entries_s.join();
    const trains = day.trains.map((train, t) => ({ ...train, entry_s: entries_s[t]! }));
    const judged = judgedOf.get(key) ?? judgeDay({ ...day, trains });
    judgedOf.set(key, judged);
    isClose ||= judged.closest_s < 0.05;
    day.trains.forEach((train, t) => {
      const arrival = judged.arrivals[t]!.get(train.length_m);
      if (arrival === undefined) never[t] = never[t]! + 1;
      else {
        const late_s = Math.max(0, arrival - lastOf(train));
        arrived++;
        sum_s += late_s;
        if (Math.abs(late_s - 180) < 0.2) isClose = true;
        if (late_s <= 180) within++;
      }
    });
  }
  if (isClose) return;
  const all = describeGroup(figures, 0, 3);
  const due = drawn_s.length * nTrains;
  expect(all.arrivals, told).toBe(due);
  expect(all.never, told).toBe(due - arrived);
  expect(all.punctual[1]!.share, told).toBeCloseTo(within / due, 9);
  if (arrived > 0) expect(Math.abs(all.mean_s! - sum_s / arrived), told).toBeLessThan(1);
  day.trains.forEach((_, t) => {
    expect(describeTrain(figures, t, nTrains).never, told).toBe(never[t]);
  });
}

describe("tried days", () => {
  it("have the figures of the same days in another simulator", () => {
    const seeds = countTries({ few: 3, many: 30 });
    for (let seed = 0; seed < seeds; seed++) {
      const day = undisturbed(drawDay(makeRandom(seed)), 3);
      const days = 40;
      const figures = openFigures(
        tryDays(toTry(day, [values], ENTRY), {
          seed: 5,
          from: 0,
          to: days,
          patience_ms: day.patience_s * 1000,
        }),
      );
      const drawn_s = Array.from({ length: days }, (_, d) =>
        day.trains.map((__, t) => drawDelay_ms(values, keyOf(d, 1000 + t)) / 1000),
      );
      expectFigures(day, [figures], drawn_s, `seed ${seed}`);
    }
  });

  it("of each way in which two or three trains can be late have the exact figures of all of them", () => {
    const seeds = countTries({ few: 4, many: 60 });
    let compared = 0;
    for (let seed = 100; seed < 100 + seeds; seed++) {
      const day = undisturbed(drawDay(makeRandom(seed)), seed % 4 === 0 ? 3 : 2);
      if (day.trains.length < 2) continue;
      const patience_ms = day.patience_s * 1000;
      const trains = toTry(day, [values], ENTRY);
      const ways = day.trains.reduce<number[][]>(
        (some) => some.flatMap((way) => VALUES_S.map((late_s) => [...way, late_s])),
        [[]],
      );
      // One day for each of them: all are as probable.
      const missing = new Set(ways.map((way) => way.join()));
      const figures: DayFigures[] = [];
      for (let d = 0; missing.size > 0; d++) {
        const way = day.trains.map((_, t) => drawDelay_ms(values, keyOf(d, 1000 + t)) / 1000);
        if (!missing.delete(way.join())) continue;
        figures.push(openFigures(tryDays(trains, { seed: 5, from: d, to: d + 1, patience_ms })));
      }
      expect(figures).toHaveLength(3 ** day.trains.length);
      expectFigures(day, figures, ways, `seed ${seed}`);
      compared++;
    }
    expect(compared).toBeGreaterThan(seeds / 3);
  });

  it("in parts add up to the whole, whatever the parts", () => {
    const day = drawDay(makeRandom(3));
    const trains = toTry(undisturbed(day, 14), [values], STOP);
    const part = (from: number, to: number) =>
      openFigures(tryDays(trains, { seed: 1, from, to, patience_ms: 300_000 }));
    const whole = [part(0, 30)];
    const parts = [part(0, 7), part(7, 8), part(8, 30)];
    for (const group of [0, 1, 2]) {
      expect(describeGroup(parts, group, 3)).toEqual(describeGroup(whole, group, 3));
    }
    const sorted = (figures: typeof whole) =>
      rankPairs(figures, 1000)
        .map(({ cause, train, count }) => `${cause} ${train} ${count}`)
        .sort();
    expect(sorted(parts)).toEqual(sorted(whole));
    expect(sorted(whole).length).toBeGreaterThan(0);
  });

  it("are not earlier anywhere with larger delays, where orders are fixed and no train brakes", () => {
    // Alone on its way each train never brakes.
    for (let seed = 0; seed < 20; seed++) {
      const day = undisturbed(drawDay(makeRandom(seed)), 1);
      const lateness = [100, 200, 300].map((s) => {
        const one: Distribution = { ...values, shape: { type: "values", values_ms: [1000 * s] } };
        return Array.from(
          openFigures(
            tryDays(toTry(day, [one], STOP), { seed: 1, from: 0, to: 3, patience_ms: Infinity }),
          ).lateness_s,
        );
      });
      for (let d = 0; d < 3; d++) {
        expect(lateness[1]![d]!).toBeGreaterThanOrEqual(lateness[0]![d]!);
        expect(lateness[2]![d]!).toBeGreaterThanOrEqual(lateness[1]![d]!);
      }
    }
  });

  it("add up lateness by stop: alone, a train makes up what its reserves are, stop by stop", () => {
    let compared = 0;
    for (let seed = 0; seed < 40; seed++) {
      const day = undisturbed(drawDay(makeRandom(seed)), 1);
      const trains = toTry(day, [values], ENTRY);
      const days = 20;
      const figures = openFigures(
        tryDays(trains, { seed: 5, from: 0, to: days, patience_ms: 300_000 }),
      );
      const [train] = day.trains;
      const fastest_s = fastestTime(train!);
      const stops = train!.stops;
      const reserves_s = stops.map(({ at_m, dwell_s }, i) => {
        if (i === 0) return 0;
        // what its run is longer than the shortest, and its stop
        const ran_s = fastest_s(at_m) - fastest_s(stops[i - 1]!.at_m);
        const stood_s = i === stops.length - 1 ? 0 : Math.max(0, dwell_s - 30);
        return train!.reserve * ran_s + stood_s;
      });
      const told = listReserves_ms(trains.plan.runs[0]!);
      expect(told).toHaveLength(stops.length);
      const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 0.5;
      for (const [i, reserve_s] of reserves_s.entries()) {
        expect(isNear(told[i]! / 1000, reserve_s), `seed ${seed}, stop ${i}`).toBe(true);
        let late_s = 0;
        let madeUp_s = 0;
        let within = 0;
        for (let d = 0; d < days; d++) {
          let left_s = drawDelay_ms(values, keyOf(d, 1000)) / 1000;
          for (let j = 1; j < i; j++) left_s = Math.max(0, left_s - reserves_s[j]!);
          const before_s = left_s;
          if (i > 0) left_s = Math.max(0, left_s - reserves_s[i]!);
          madeUp_s += before_s - left_s;
          const arrived_s =
            i === 0 || i === stops.length - 1
              ? left_s
              : Math.max(0, before_s - (reserves_s[i]! - Math.max(0, stops[i]!.dwell_s - 30)));
          late_s += arrived_s;
          if (arrived_s <= 180) within++;
        }
        const own = describeTrainStop([figures], i);
        expect(isNear(own.mean_s!, late_s / days), `seed ${seed}, stop ${i}`).toBe(true);
        expect(isNear(own.madeUp_s, madeUp_s / days), `seed ${seed}, stop ${i}`).toBe(true);
        expect(own.punctual[1]!.share).toBeCloseTo(within / days, 9);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(80);
  });

  it("hold the true share in 93 to 97 of 100 of their intervals", () => {
    // A train that is alone: punctual within 3 min with the chance of two of three values.
    const day = undisturbed(drawDay(makeRandom(1)), 1);
    const alone = { ...day, trains: [{ ...day.trains[0]!, reserve: 0 }] };
    const trains = toTry(alone, [values], ENTRY);
    let held = 0;
    for (let seed = 0; seed < 1000; seed++) {
      const figures = openFigures(
        tryDays(trains, { seed, from: 0, to: 100, patience_ms: 300_000 }),
      );
      const { low, high } = describeTrain([figures], 0, 1).punctual[1]!;
      if (low <= 2 / 3 && 2 / 3 <= high) held++;
    }
    expect(held).toBeGreaterThanOrEqual(930);
    expect(held).toBeLessThanOrEqual(970);
  });
});

describe("draws", () => {
  const mean = (distribution: Distribution): number => {
    let sum = 0;
    for (let day = 0; day < 20_000; day++) sum += drawDelay_ms(distribution, keyOf(day, 7, 3, RUN));
    return sum / 20_000;
  };

  it("have the means of their distributions within their bounds", () => {
    const far = { share: 1, max_ms: 86_400_000 };
    const exponential = { type: "exponential", mean_ms: 100_000 } as const;
    expect(Math.abs(mean({ ...far, shape: exponential }) - 100_000)).toBeLessThan(3000);
    // Bounded at its mean: m (1 - 2/e) / (1 - 1/e).
    const bounded = (100_000 * (1 - 2 / Math.E)) / (1 - 1 / Math.E);
    const near = { share: 1, max_ms: 100_000 };
    expect(Math.abs(mean({ ...near, shape: exponential }) - bounded)).toBeLessThan(1000);
    expect(Math.abs(mean({ ...far, share: 0.25, shape: exponential }) - 25_000)).toBeLessThan(2000);
    const lognormal = { type: "lognormal", median_ms: 100_000, sigma: 0.5 } as const;
    expect(Math.abs(mean({ ...far, shape: lognormal }) - 100_000 * Math.exp(0.125))).toBeLessThan(
      3000,
    );
  });

  it("of one place do not depend on other trains, places or days", () => {
    const once = drawDelay_ms(values, keyOf(4, 9, 2));
    for (let day = 0; day < 50; day++) drawDelay_ms(values, keyOf(day, 8, 1));
    expect(drawDelay_ms(values, keyOf(4, 9, 2))).toBe(once);
  });
});
