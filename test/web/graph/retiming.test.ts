// Method: moments by hand; random ones against the order and the ends that they must keep.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listMoments, retimed, retimeSent } from "../../../web/src/graph/retiming.ts";

const PATH = [{ id: "a" }, { id: "b" }, { id: "c" }];

describe("a run at other times", () => {
  it("has an arrival and a departure at each waypoint", () => {
    const schedule = [{ at: "b", stop_for: "PT2M" }, { at: "c" }];
    expect(listMoments(PATH, schedule, [0, 60_000, 300_000])).toEqual([
      0, 0, 60_000, 180_000, 300_000, 300_000,
    ]);
  });

  it("stands for longer where its stop is longer, and is later by that from there on", () => {
    const retiming = {
      before_ms: listMoments(PATH, [{ at: "b", stop_for: "PT60S" }], [0, 100_000, 300_000]),
      after_ms: listMoments(PATH, [{ at: "b", stop_for: "PT120S" }], [0, 100_000, 360_000]),
    };
    const sent = { positions: [0, 50, 100, 100, 150, 200], times: [0, 50, 100, 160, 230, 300] };
    const line = { ...sent, times: sent.times.map((t) => t * 1000), bypassed: [] };
    const pass = { station: "B", track: "t", waypoint: 1, is_stop: true, is_estimated: false };
    const passes = [{ ...pass, arrival_ms: 100_000, departure_ms: 160_000 }];
    expect(retimeSent({ lines: [line], passes }, retiming)).toEqual({
      lines: [{ ...line, times: [0, 50, 100, 220, 290, 360].map((t) => t * 1000) }],
      passes: [{ ...pass, arrival_ms: 100_000, departure_ms: 220_000 }],
    });
  });

  it("is pulled evenly between two waypoints, and shifted beyond the last", () => {
    const retiming = { before_ms: [0, 0, 100, 100], after_ms: [0, 0, 150, 150] };
    expect([25, 50, 100, 130].map((t) => retimed(t, retiming))).toEqual([37.5, 75, 150, 180]);
  });

  it("never goes back in time, and stays as it is where nothing is another", () => {
    const spans = fc.array(fc.nat(1000), { minLength: 2, maxLength: 8 });
    const sum = (steps: readonly number[]): number[] => {
      let total = 0;
      return steps.map((step) => (total += step));
    };
    fc.assert(
      fc.property(spans, spans, fc.array(fc.nat(9000)), (before, after, moments) => {
        const before_ms = sum(before);
        const after_ms = sum(before.map((_step, i) => after[i % after.length] ?? 0));
        const sorted = moments.toSorted((a, b) => a - b);
        const moved = sorted.map((t) => retimed(t, { before_ms, after_ms }));
        expect(moved.every((t, i) => i === 0 || t >= (moved[i - 1] ?? 0) - 1e-6)).toBe(true);
        const kept = sorted.map((t) => retimed(t, { before_ms, after_ms: before_ms }));
        for (const [i, t] of kept.entries()) expect(t).toBeCloseTo(sorted[i] ?? 0, 6);
      }),
    );
  });
});
