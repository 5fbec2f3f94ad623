/** What a change makes of the same days: beside the mean of daily differences, and how often its bounds hold the truth. */
import { describe, expect, it } from "vitest";
import {
  compareGroups,
  type GroupOfDays,
} from "../../../../workers/engine/robustness/robustness.ts";
import { type DayFigures, SUMS } from "../../../../workers/engine/robustness/tried_days.ts";
import { makeRandom, type Random } from "../seeded.ts";

/** Of one day: arrivals that were due, and how late those were that came, s. */
interface Day {
  readonly due: number;
  readonly late_s: readonly number[];
}

function toGroup(days: readonly Day[]): GroupOfDays {
  const sums = Float64Array.from(
    days.flatMap(({ due, late_s }) => [
      due,
      ...[60, 180, 300].map((within_s) => late_s.filter((one) => one <= within_s).length),
      late_s.length,
      1000 * late_s.reduce((sum, one) => sum + one, 0),
    ]),
  );
  expect(sums).toHaveLength(days.length * SUMS);
  // safe: no other figures are read
  const figures = { sums, lockedDays: new Uint32Array(days.length) } as Partial<DayFigures>;
  return { parts: [figures as DayFigures], group: 0, nGroups: 1 };
}

function drawDays(random: Random, count: number, dues: readonly [number, number]): [Day[], Day[]] {
  const before: Day[] = [];
  const after: Day[] = [];
  for (let day = 0; day < count; day++) {
    // all trains of a bad day are late more often
    const bad = random();
    const drawOne = (share: number): number => (random() < share ? 30 : 400);
    const draw = (due: number, least: number): Day => ({
      due,
      late_s: Array.from({ length: due }, () => drawOne(least + 0.4 * bad)),
    });
    before.push(draw(dues[0], 0.3));
    after.push(draw(dues[1], 0.4));
  }
  return [before, after];
}

describe("compared days", () => {
  it("differ by the mean of what each day differs, where as many trains arrive on each", () => {
    const [before, after] = drawDays(makeRandom(1), 50, [8, 8]);
    const shareOf = ({ due, late_s }: Day): number =>
      late_s.filter((one) => one <= 60).length / due;
    const own = before.map((one, day) => shareOf(after[day]!) - shareOf(one));
    const mean = own.reduce((sum, one) => sum + one, 0) / own.length;
    const variance = own.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (own.length - 1);
    const half = 1.959964 * Math.sqrt(variance / own.length);
    const [within] = compareGroups(toGroup(before), toGroup(after)).punctual;
    expect(within!.change).toBeCloseTo(mean, 12);
    expect(within!.low).toBeCloseTo(mean - half, 12);
    expect(within!.high).toBeCloseTo(mean + half, 12);
  });

  it("are bounded so that the bounds hold the truth in 93 to 97 of 100 cases, other numbers of trains too", () => {
    const random = makeRandom(7);
    let held = 0;
    for (let i = 0; i < 1000; i++) {
      const [before, after] = drawDays(random, 60, [8, 11]);
      const { punctual, mean_s } = compareGroups(toGroup(before), toGroup(after));
      // of each day the shares differ by a tenth, and what is not punctual is 370 s later
      if (punctual[1]!.low <= 0.1 && punctual[1]!.high >= 0.1) held++;
      expect(mean_s!.change).toBeCloseTo(-370 * punctual[0]!.change, 6);
    }
    expect(held).toBeGreaterThanOrEqual(930);
    expect(held).toBeLessThanOrEqual(970);
  });

  it("of no train that arrives have no mean, and nothing differs of the same", () => {
    const [before] = drawDays(makeRandom(2), 5, [4, 4]);
    const never = before.map(({ due }) => ({ due, late_s: [] }));
    expect(compareGroups(toGroup(before), toGroup(never)).mean_s).toBe(null);
    const none = { change: 0, low: 0, high: 0 };
    const same = compareGroups(toGroup(before), toGroup(before));
    expect(same.mean_s).toEqual(none);
    expect(same.punctual).toEqual([60, 180, 300].map((within_s) => ({ within_s, ...none })));
  });
});
