/** Reports against second implementations: recursive simplification, energy from its definition, stops by hand. */
import { describe, expect, it } from "vitest";
import {
  mergeSchedule,
  type ScheduleItem,
} from "../../../../workers/engine/simulation/schedule.ts";
import { type ReportPoints, Simplifier } from "../../../../workers/engine/simulation/simplify.ts";
import { makeRun, STOCK_T, simulate } from "../plain_run.ts";
import { between, makeRandom, wholeBetween } from "../seeded.ts";

/** The definition, recursively. */
function naiveKeep(points: ReportPoints, first: number, last: number, kept: Set<number>): void {
  const { x_m, t_s, v_m_s } = points;
  let best = 1.0;
  let split = -1;
  for (let i = first + 1; i < last; i++) {
    const length = x_m[last]! - x_m[first]!;
    const degenerate = Math.abs(length) < 1e-6;
    const at = (values: Float64Array): number =>
      degenerate
        ? values[first]!
        : values[first]! + ((x_m[i]! - x_m[first]!) * (values[last]! - values[first]!)) / length;
    const distance = Math.abs(v_m_s[i]! - at(v_m_s)) * 5 + Math.abs(t_s[i]! - at(t_s)) * 0.2;
    if (distance > best) {
      best = distance;
      split = i;
    }
  }
  if (split < 0) return;
  kept.add(split);
  naiveKeep(points, first, split, kept);
  naiveKeep(points, split, last, kept);
}

function randomPoints(seed: number): ReportPoints {
  const random = makeRandom(seed);
  const count = wholeBetween(random, 1, 300);
  const points = {
    x_m: new Float64Array(count),
    t_s: new Float64Array(count),
    v_m_s: new Float64Array(count),
    count,
  };
  for (let i = 1; i < count; i++) {
    // Repeated positions, as at stops, and exact ties, as in constant braking.
    const jump = random();
    points.x_m[i] = points.x_m[i - 1]! + (jump < 0.1 ? 0 : wholeBetween(random, 1, 60));
    points.t_s[i] = points.t_s[i - 1]! + (jump < 0.03 ? 60 : 2);
    points.v_m_s[i] = Math.abs(
      points.v_m_s[i - 1]! + wholeBetween(random, -1, 1) + between(random, 0, 0.1),
    );
  }
  return points;
}

describe("simplification", () => {
  it("keeps the same points as the recursive definition, on 500 seeds", () => {
    const simplifier = new Simplifier();
    for (let seed = 1; seed <= 500; seed++) {
      const points = randomPoints(seed);
      const kept = new Set<number>([0, points.count - 1]);
      naiveKeep(points, 0, points.count - 1, kept);
      expect(simplifier.mark(points)).toBe(kept.size);
      const own = [...simplifier.keep.subarray(0, points.count)].flatMap((k, i) => (k ? [i] : []));
      expect(own).toEqual([...kept].sort((a, b) => a - b));
    }
  });
});

describe("energy", () => {
  it("is the sum over parts of kinetic, potential and rolling energy, none below zero", () => {
    const gradients = [
      [3000, 4],
      [5000, -12],
      [9000, 7.5],
      [12_000, 0],
    ] as const;
    const plain = { length_m: 12_000, gradients, stops_m: [7000, 12_000], maxSpeed_m_s: 30 };
    const { simulator, report } = simulate(plain);
    const { arena, stages } = simulator;
    const { forces } = makeRun(plain);
    const height_m = (x: number): number => {
      let begin = 0;
      let height = 0;
      for (const [end, value] of gradients) {
        height += (Math.max(0, Math.min(x, end) - begin) * value) / 1000;
        begin = end;
      }
      return height;
    };
    let energy_j = 0;
    for (const part of stages.base.parts.subarray(0, stages.base.count)) {
      const first = arena.first[part]!;
      const last = arena.end[part]! - 1;
      const kinetic = 0.5 * 530_000 * (arena.v_m_s[last]! ** 2 - arena.v_m_s[first]! ** 2);
      const rise_m = height_m(arena.x_m[last]!) - height_m(arena.x_m[first]!);
      let rolling = 0;
      for (let i = first; i < last; i++) {
        const v = (arena.v_m_s[i]! + arena.v_m_s[i + 1]!) / 2;
        rolling += forces.resistance_n(v) * (arena.x_m[i + 1]! - arena.x_m[i]!);
      }
      energy_j += Math.max(0, kinetic + STOCK_T.mass_kg * 9.81 * rise_m + rolling);
    }
    expect(Math.abs(report.energy_j / energy_j - 1)).toBeLessThan(1e-12);
  });
});

describe("stops in a report", () => {
  const plain = {
    length_m: 6000,
    maxSpeed_m_s: 25,
    stopDuration_s: 90,
    items_mm: [0, 2000_000, 6000_000],
  };

  it("delay what follows, not the arrival, and make a vertical step", () => {
    const through = simulate({ ...plain, stops_m: [2000, 6000], stopDuration_s: 0 }).report;
    const { report } = simulate({ ...plain, stops_m: [2000, 6000] });
    expect(report.itemTimes_ms[1]).toBe(through.itemTimes_ms[1]);
    expect(report.itemTimes_ms[2]).toBe(through.itemTimes_ms[2]! + 90_000);
    const at = [...report.positions_mm].flatMap((x, i) => (x === 2000_000 ? [i] : []));
    expect(at).toHaveLength(2);
    expect(report.times_ms[at[1]!]! - report.times_ms[at[0]!]!).toBe(90_000);
  });

  it("at the end of the path is not in its times", () => {
    const { report } = simulate({ ...plain, stops_m: [6000] });
    const none = simulate({ ...plain, stops_m: [6000], stopDuration_s: 0 }).report;
    expect(report.times_ms.at(-1)).toBe(none.times_ms.at(-1));
  });

  it("at the start delays the run without a point of its own", () => {
    const { report } = simulate({ ...plain, stops_m: [0, 6000] });
    const none = simulate({ ...plain, stops_m: [6000] }).report;
    expect([...report.positions_mm].filter((x) => x === 0)).toHaveLength(1);
    expect(report.times_ms[0]).toBe(0);
    expect(report.times_ms.at(-1)).toBe(none.times_ms.at(-1)! + 90_000);
  });
});

describe("schedule items", () => {
  const item = (offset_mm: number, more: Partial<ScheduleItem> = {}): ScheduleItem => ({
    offset_mm,
    arrival_ms: null,
    stop_for_ms: null,
    reception_signal: "OPEN",
    ...more,
  });
  it("at one offset merge to the earliest arrival, all stops and the strictest signal, then sort", () => {
    expect(
      mergeSchedule([
        item(500, { arrival_ms: 900, stop_for_ms: 10, reception_signal: "STOP" }),
        item(500, { arrival_ms: 700 }),
        item(500, { stop_for_ms: 5, reception_signal: "SHORT_SLIP_STOP" }),
        item(100),
      ]),
    ).toEqual([
      item(100),
      item(500, { arrival_ms: 690, stop_for_ms: 15, reception_signal: "SHORT_SLIP_STOP" }),
    ]);
  });
});
