// Method: runs with known places are drawn, kept by a browser that is a map, and read back; the kept text is spoilt in every place.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Run } from "../../../web/src/graph/runs.ts";

const KEY = "https://marey.test/planner/ seen";
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("document", { baseURI: "https://marey.test/planner/" });
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const load = async () => await import("../../../web/src/state/records/seen_graph.ts");

const VIEW = {
  from_ms: 1000,
  to_ms: 2000,
  from_share: 0,
  to_share: 1,
  width_px: 800,
  height_px: 500,
};

function makeRun(start_ms: number, times_ms: readonly number[], shares: readonly number[]): Run {
  const curve = {
    times_ms: Float64Array.from(times_ms),
    shares: Float64Array.from(shares),
    positions_mm: Float64Array.from(shares),
    bypassed: new Set<number>(),
    from_share: 0,
    to_share: 1,
  };
  return { curves: [curve], start_ms, look: "REGIONAL_TRAIN" } as unknown as Run;
}

describe("the graph as it was last seen", () => {
  it("has the lines in view at their places, and none beside them", async () => {
    const { drawSeen, SEEN_HEIGHT, SEEN_WIDTH } = await load();
    const runs = [
      makeRun(1000, [0, 500, 1000], [0, 0.5, 1]),
      makeRun(0, [0, 999], [0, 1]),
      makeRun(2001, [0, 999], [0, 1]),
      makeRun(500, [0, 1000], [1, 1]),
    ];
    const [half_x, half_y] = [SEEN_WIDTH / 2, SEEN_HEIGHT / 2];
    expect(drawSeen(runs, [{ share: 0 }, { share: 0.5 }], VIEW)).toEqual({
      stations: [0, half_y],
      lines: [
        ["REGIONAL_TRAIN", `M0 0L${half_x} ${half_y}L${SEEN_WIDTH} ${SEEN_HEIGHT}`],
        ["REGIONAL_TRAIN", `M${-half_x} ${SEEN_HEIGHT}L${half_x} ${SEEN_HEIGHT}`],
      ],
    });
  });

  it("is bounded: of thousands of trains a browser keeps the first", async () => {
    const { drawSeen } = await load();
    const runs = Array.from({ length: 5000 }, (_, i) => makeRun(1000, [0, i], [0, 1]));
    expect(drawSeen(runs, [], VIEW).lines).toHaveLength(150);
  });

  it("is read from what a browser kept, whatever that is", async () => {
    const { readSeenGraph } = await load();
    const graph = { stations: [1, 2], lines: [["FREIGHT_TRAIN", "M0 0L1 1"]] };
    kept.set(KEY, JSON.stringify([[8, graph]]));
    expect(readSeenGraph(8)).toEqual(graph);
    expect(readSeenGraph(9)).toBeNull();
    const spoilt = [
      "",
      "null",
      "7",
      "{}",
      "[null]",
      "[[8]]",
      "[[8, null]]",
      '[[8, {"stations": 1, "lines": []}]]',
      '[[8, {"stations": [null], "lines": []}]]',
      '[[8, {"stations": [], "lines": [["a"]]}]]',
      '[[8, {"stations": [], "lines": [["a", 1]]}]]',
      '[[8, {"stations": [], "lines": ["ab"]}]]',
      '[["8", {"stations": [], "lines": []}]]',
    ];
    for (const text of spoilt) {
      kept.set(KEY, text);
      expect(readSeenGraph(8), text).toBeNull();
    }
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("refused");
      },
    });
    expect(readSeenGraph(8)).toBeNull();
  });
});
