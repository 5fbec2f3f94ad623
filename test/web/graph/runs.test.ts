// Method: runs against brute force over their points; occurrences and durations by hand; projection of an unstored
// run against the positions of its own path.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationMs, listOccurrences, printDuration } from "../../../web/src/graph/occurrences.ts";
import { PickIndex } from "../../../web/src/graph/pick.ts";
import {
  placeCurve,
  pointsWithin,
  type Run,
  shareOfRunAt,
  speedAt,
} from "../../../web/src/graph/runs.ts";
import { traceRun } from "../../../web/src/graph/trace.ts";
import { type Viewport, xOf, yOf } from "../../../web/src/graph/viewport.ts";
import { bareRun } from "./bare_run.ts";

const SCALE = { from: Float64Array.of(0, 100_000), to: Float64Array.of(0, 1) };

function runOf(key: string, start_ms: number, positions: number[], times: number[]): Run {
  return bareRun(key, { start_ms, curves: [placeCurve({ positions, times }, SCALE)] });
}

const VIEW: Viewport = {
  from_ms: 0,
  to_ms: 100_000,
  from_share: 0,
  to_share: 1,
  width_px: 1000,
  height_px: 1000,
};

/** Random runs: never going back in time, and standing now and then. */
const walks = fc
  .array(
    fc.record({ dt: fc.integer({ min: 0, max: 4000 }), dx: fc.integer({ min: 0, max: 3000 }) }),
    {
      minLength: 2,
      maxLength: 60,
    },
  )
  .chain((steps) =>
    fc.record({ steps: fc.constant(steps), start_ms: fc.integer({ min: 0, max: 60_000 }) }),
  )
  .map(({ steps, start_ms }) => {
    const positions = [0];
    const times = [0];
    for (const { dt, dx } of steps) {
      positions.push((positions.at(-1) ?? 0) + dx);
      times.push((times.at(-1) ?? 0) + dt + 1);
    }
    return runOf("walk", start_ms, positions, times);
  });

describe("a run", () => {
  it("is at each of its points at the point's time", () => {
    const run = runOf("a", 1000, [0, 40_000, 40_000, 100_000], [0, 10_000, 20_000, 30_000]);
    expect([1000, 6000, 11_000, 15_000, 31_000].map((t) => shareOfRunAt(run, t))).toEqual([
      0, 0.2, 0.4, 0.4, 1,
    ]);
    expect([shareOfRunAt(run, 999), shareOfRunAt(run, 31_001)]).toEqual([null, null]);
    expect([speedAt(run, 6000), speedAt(run, 15_000)]).toEqual([4, 0]);
  });

  it("is cut to a time window with all that is visible in it", () => {
    const windows = fc.tuple(
      fc.integer({ min: -1000, max: 90_000 }),
      fc.integer({ min: 1, max: 30_000 }),
    );
    fc.assert(
      fc.property(walks, windows, ({ curves: [curve] }, [from_ms, span_ms]) => {
        if (curve === undefined) return;
        const { begin, end } = pointsWithin(curve, from_ms, from_ms + span_ms);
        const inside = [...curve.times_ms.entries()].filter(
          ([, t]) => t >= from_ms && t <= from_ms + span_ms,
        );
        for (const [i] of inside) expect(i >= begin && i < end).toBe(true);
        expect(end - begin).toBeLessThanOrEqual(inside.length + 4);
      }),
    );
  });

  it("is traced through points of its own, and the simpler line stays within a pixel", () => {
    fc.assert(
      fc.property(walks, (run) => {
        const traced: [number, number][] = [];
        const add = (x: number, y: number): void => void traced.push([x, y]);
        traceRun(VIEW, run, { moveTo: add, lineTo: add });
        const own = [...(run.curves[0]?.times_ms ?? [])].map((t, i) => [
          xOf(VIEW, run.start_ms + t),
          yOf(VIEW, run.curves[0]?.shares[i] ?? 0),
        ]);
        for (const [x, y] of traced) {
          expect(own.some(([a = 0, b = 0]) => Math.hypot(a - x, b - y) < 1e-9)).toBe(true);
        }
        for (const [x = 0, y = 0] of own) {
          if (x < 0 || x > 1000 || y > 1000) continue;
          expect(Math.min(...traced.map(([a, b]) => Math.hypot(a - x, b - y)))).toBeLessThan(1);
        }
      }),
    );
  });

  it("is picked where brute force finds it nearest", () => {
    const spots = fc.record({
      x: fc.integer({ min: 0, max: 1000 }),
      y: fc.integer({ min: 0, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(walks, { minLength: 1, maxLength: 8 }), spots, (runs, { x, y }) => {
        const picked = new PickIndex(runs).pick(VIEW, { x_px: x, y_px: y, radius_px: 12 });
        const nearest = Math.min(...runs.map((run) => distanceTo(run, x, y)));
        if (picked === null) expect(nearest).toBeGreaterThan(12);
        else expect(distanceTo(picked.run, x, y)).toBeCloseTo(nearest, 6);
      }),
    );
  });

  it("is drawn in dashes past stations where it does not run, from point to point", () => {
    const curve = placeCurve(
      {
        positions: [0, 40_000, 80_000, 100_000],
        times: [0, 20_000, 60_000, 80_000],
        bypassed: [2],
      },
      SCALE,
    );
    const run = { ...runOf("a", 0, [], []), curves: [curve] };
    const drawn: number[][] = [];
    let at = [0, 0];
    const sink = {
      moveTo: (x: number, y: number): void => void (at = [x, y]),
      lineTo: (x: number, y: number): void => {
        drawn.push([...at, x, y]);
        at = [x, y];
      },
    };
    traceRun(VIEW, run, sink);
    const lengthOf = (lines: number[][]): number =>
      lines.reduce((sum, [a = 0, b = 0, c = 0, d = 0]) => sum + Math.hypot(c - a, d - b), 0);
    const [dashes, whole] = [drawn.slice(1, -1), [drawn[0]!, drawn.at(-1)!]];
    expect(whole).toEqual([
      [0, 0, 200, 400],
      [600, 800, 800, 1000],
    ]);
    expect(dashes.length).toBeGreaterThan(10);
    expect(lengthOf(dashes)).toBeCloseTo(Math.hypot(400, 400) / 2, 6);
    for (const [x = 0, y = 0] of dashes) expect(y - 400).toBeCloseTo(x - 200, 6);
  });
});

function distanceTo(run: Run, x: number, y: number): number {
  let best = Infinity;
  for (const { times_ms, shares } of run.curves) {
    for (let i = 1; i < times_ms.length; i++) {
      const at = (j: number): [number, number] => [
        xOf(VIEW, run.start_ms + (times_ms[j] ?? 0)),
        yOf(VIEW, shares[j] ?? 0),
      ];
      const [[ax, ay], [bx, by]] = [at(i - 1), at(i)];
      const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
      const raw = length2 === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2;
      const part = Math.min(1, Math.max(0, raw));
      best = Math.min(best, Math.hypot(ax + part * (bx - ax) - x, ay + part * (by - ay) - y));
    }
  }
  return best;
}

describe("a paced train", () => {
  const form = {
    start_time: "2026-03-02T08:00:00Z",
    train_name: "R1",
    paced: { time_window: "PT3600S", interval: "PT900S" },
    exceptions: [
      { key: "gone", occurrence_index: 1, disabled: true },
      {
        key: "late",
        occurrence_index: 2,
        disabled: false,
        start_time: { value: "2026-03-02T08:35:00Z" },
      },
      { key: "more", disabled: false, train_name: { value: "R1 extra" } },
      { key: "never", disabled: true },
    ],
  };

  it("stands for its occurrences, changed, removed and added by exceptions", () => {
    expect(
      listOccurrences(form).map(({ index, exception_key, name, start_ms }) => [
        index,
        exception_key,
        name,
        new Date(start_ms).toISOString().slice(11, 16),
      ]),
    ).toEqual([
      [0, null, "R1", "08:00"],
      [2, "late", "R1", "08:35"],
      [3, null, "R1", "08:45"],
      [null, "more", "R1 extra", "08:00"],
    ]);
  });

  it("reads and prints durations", () => {
    expect(["PT90S", "PT1H5M", "P1DT0.5S"].map(durationMs)).toEqual([
      90_000, 3_900_000, 86_400_500,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (ms) => {
        expect(durationMs(printDuration(ms))).toBe(ms);
      }),
    );
  });
});
