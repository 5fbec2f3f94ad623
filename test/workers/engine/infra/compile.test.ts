// Method: hand-drawn networks whose chunks, zones, routes, blocks and attributes are known on paper.

import { describe, expect, it } from "vitest";
import { LOADING_GAUGES } from "../../../../src/railway/network_terms.ts";
import {
  findOperationalPoint,
  findRoute,
  findString,
  findTrack,
  type Infra,
  openInfra,
  stringAt,
} from "../../../../workers/engine/infra/infra.ts";
import {
  NONE,
  STARTS_AT_BUFFER_STOP,
  STOPS_AT_BUFFER_STOP,
} from "../../../../workers/engine/infra/layout.ts";
import { compileNetwork, md5 } from "./compile_network.ts";
import { addTrack, drawLine, emptyNetwork } from "./drawn_network.ts";

const names = (infra: Infra, strings: Uint32Array): string[] =>
  Array.from(strings, (string) => stringAt(infra, string));

/** Pieces of row `row` of a partition: [end, value]. */
function piecesOf(
  start: Uint32Array,
  ends_mm: Float64Array,
  values: ArrayLike<number>,
  row: number,
): [number, number][] {
  const pieces: [number, number][] = [];
  for (let k = start[row]!; k < start[row + 1]!; k++) pieces.push([ends_mm[k]!, values[k]!]);
  return pieces;
}

describe("the compiled line of two tracks", () => {
  const infra = compileNetwork(drawLine());

  it("cuts tracks into chunks at waypoints, borders excepted", () => {
    expect(Array.from(infra.trackFirstChunk)).toEqual([0, 2, 4]);
    expect(Array.from(infra.chunkOffset_mm)).toEqual([0, 800_000, 0, 300_000]);
    expect(Array.from(infra.chunkLength_mm)).toEqual([800_000, 200_000, 300_000, 700_000]);
    expect(names(infra, infra.detectorName)).toEqual(["bs.0", "D1", "D2", "bs.1"]);
  });

  it("names zones after the directed detectors that enter them", () => {
    expect(names(infra, infra.zoneName)).toEqual([
      "zone.[D1:DECREASING, bs.0:INCREASING]",
      "zone.[D1:INCREASING, D2:DECREASING]",
      "zone.[D2:INCREASING, bs.1:DECREASING]",
    ]);
    expect(Array.from(infra.chunkZone)).toEqual([0, 1, 1, 2]);
    // Towards the dead ends there is no next zone: that makes them buffer stops.
    expect([infra.detectorNextZone[1], infra.detectorNextZone[6]]).toEqual([NONE, NONE]);
  });

  it("walks routes through links and shares nothing between directions", () => {
    const route = findRoute(infra, "rt.D1->D2");
    const chunks = infra.routeChunks.subarray(
      infra.routeChunkStart[route],
      infra.routeChunkStart[route + 1],
    );
    expect(Array.from(chunks)).toEqual([1 * 2, 2 * 2]);
    expect(infra.routeLength_mm[route]).toBe(500_000);
    const back = findRoute(infra, "rt.D2->D1");
    expect(
      Array.from(
        infra.routeChunks.subarray(infra.routeChunkStart[back], infra.routeChunkStart[back + 1]),
      ),
    ).toEqual([2 * 2 + 1, 1 * 2 + 1]);
  });

  it("makes one block between signals, named by the hash of signals, ends and switch settings", () => {
    const expected = [
      "[S1-BAL];[bs.0, D1];[]",
      "[S1-BAL, S2-BAL];[D1, D2];[]",
      "[S2-BAL];[D2, bs.1];[]",
      "[R2-BAL];[bs.1, D2];[]",
      "[R2-BAL, R1-BAL];[D2, D1];[]",
      "[R1-BAL];[D1, bs.0];[]",
    ];
    expect(names(infra, infra.blockName)).toEqual(expected.map((text) => `block.${md5(text)}`));
    expect(Array.from(infra.blockFlags)).toEqual([
      STARTS_AT_BUFFER_STOP,
      0,
      STOPS_AT_BUFFER_STOP,
      STARTS_AT_BUFFER_STOP,
      0,
      STOPS_AT_BUFFER_STOP,
    ]);
    // The entry signal stands before the block, the exit signal before its end.
    const first = infra.blockSignalStart[1]!;
    expect(infra.blockSignalPosition_mm[first]).toBe(-20_000);
    expect(infra.blockSignalPosition_mm[first + 1]).toBe(480_000);
  });

  it("recovers one block for each route and finds things by name", () => {
    expect(Array.from(infra.routeBlocks)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([findTrack(infra, "A"), findTrack(infra, "B"), findTrack(infra, "C")]).toEqual([
      0,
      1,
      NONE,
    ]);
    // Also names that are more than ASCII, and those that share a prefix.
    const network = drawLine();
    addTrack(network, "Gleis 7ü", 10);
    addTrack(network, "AA", 10);
    const other = compileNetwork(network);
    expect(["Gleis 7ü", "AA", "Gleis 7u", ""].map((name) => findTrack(other, name))).toEqual([
      2,
      3,
      NONE,
      NONE,
    ]);
    // Known as a string, but not as a track or a point.
    expect(findString(infra, "D1")).not.toBe(NONE);
    expect(findTrack(infra, "D1")).toBe(NONE);
    expect(findOperationalPoint(infra, "A")).toBe(NONE);
  });

  it("refuses a buffer that it did not write", () => {
    expect(() => openInfra(new SharedArrayBuffer(64))).toThrow();
    const copy = new SharedArrayBuffer(infra.buffer.byteLength);
    new Uint8Array(copy).set(new Uint8Array(infra.buffer));
    expect(openInfra(copy).trackLength_mm.length).toBe(2);
    new Uint32Array(copy)[1] = 0;
    expect(() => openInfra(copy)).toThrow();
  });
});

describe("block ids", () => {
  it("are those that the reference engine gives for the same content", () => {
    expect(md5("[SA2-BAL];[buffer_stop.0, DA2];[]")).toBe("1053dfcc22f763572986fca41a69581e");
    expect(md5("[SH1_2-BAL];[DH1_2, buffer_stop.7];[]")).toBe("1fd1a71ba69b41b8849eff642ebfcf61");
  });
});

describe("waypoints of one place", () => {
  it("are one detector under the first of their sorted names", () => {
    const network = drawLine();
    network.detectors.push({ id: "A1", track: "A", position: 800.0004 });
    const infra = compileNetwork(network);
    expect(names(infra, infra.detectorName)).toEqual(["bs.0", "A1", "D2", "bs.1"]);
    expect(infra.chunkTrack.length).toBe(4);
  });
});

describe("linear attributes", () => {
  it("mirror slopes and curves and add the curve's resistance in both directions", () => {
    const network = emptyNetwork();
    addTrack(network, "A", 1000, {
      slopes: [
        { gradient: 10, begin: 0, end: 300 },
        { gradient: -4, begin: 500, end: 300 },
      ],
      curves: [{ radius: -400, begin: 200, end: 400 }],
    });
    const infra = compileNetwork(network);
    const slopes = [0, 1].map((row) =>
      piecesOf(infra.slopeStart, infra.slopeEnd_mm, infra.slopeValue_permille, row),
    );
    expect(slopes).toEqual([
      [
        [300_000, 10],
        [500_000, 4],
        [1_000_000, 0],
      ],
      [
        [500_000, 0],
        [700_000, -4],
        [1_000_000, -10],
      ],
    ]);
    const gradients = [0, 1].map((row) =>
      piecesOf(infra.gradientStart, infra.gradientEnd_mm, infra.gradientValue_permille, row),
    );
    expect(gradients).toEqual([
      [
        [200_000, 10],
        [300_000, 12],
        [400_000, 6],
        [500_000, 4],
        [1_000_000, 0],
      ],
      [
        [500_000, 0],
        [600_000, -4],
        [700_000, -2],
        [800_000, -8],
        [1_000_000, -10],
      ],
    ]);
  });

  it("merge speed sections: lowest default, a missing tag counts as the default, routes apart", () => {
    const network = drawLine();
    const range = { track: "A", begin: 0, end: 1000, applicable_directions: "BOTH" } as const;
    network.speed_sections.push(
      { id: "1", speed_limit: 30, speed_limit_by_tag: { X: 40 }, track_ranges: [range] },
      {
        id: "2",
        speed_limit: 20,
        speed_limit_by_tag: { Y: 25 },
        track_ranges: [{ ...range, end: 500 }],
      },
      {
        id: "3",
        speed_limit: 10,
        speed_limit_by_tag: {},
        track_ranges: [{ ...range, applicable_directions: "STOP_TO_START" }],
        on_routes: ["rt.D1->bs.0"],
      },
    );
    const infra = compileNetwork(network);
    const limitOf = (row: number, piece: number): object => {
      const limit = infra.speedLimit[infra.speedStart[row]! + piece]!;
      const tags: Record<string, number> = {};
      for (let k = infra.limitTagStart[limit]!; k < infra.limitTagStart[limit + 1]!; k++) {
        tags[stringAt(infra, infra.limitTag[k]!)] = infra.limitTagSpeed_mm_s[k]!;
      }
      const routes = infra.limitRouteStart[limit + 1]! - infra.limitRouteStart[limit]!;
      return { speed: infra.limitDefault_mm_s[limit], tags, routes };
    };
    expect(limitOf(0, 0)).toEqual({ speed: 20_000, tags: { X: 20_000, Y: 25_000 }, routes: 0 });
    expect(limitOf(0, 1)).toEqual({ speed: 30_000, tags: { X: 40_000 }, routes: 0 });
    expect(limitOf(1, 0)).toEqual({ speed: 30_000, tags: { X: 40_000 }, routes: 1 });
    expect(limitOf(4, 0)).toEqual({ speed: Infinity, tags: {}, routes: 0 });
  });

  it("block every gauge between limits that leave a gap, and none outside of them", () => {
    const network = emptyNetwork();
    addTrack(network, "A", 1000, {
      loading_gauge_limits: [
        { category: "GB", begin: 100, end: 300 },
        { category: "G1", begin: 200, end: 400 },
        { category: "GLOTT", begin: 600, end: 700 },
      ],
    });
    const infra = compileNetwork(network);
    const allowed: [number, number, string[]][] = [];
    for (let g = infra.gaugeStart[0]!; g < infra.gaugeStart[1]!; g++) {
      const blocked = infra.gaugeBlocked[g]!;
      const free = LOADING_GAUGES.filter((_, i) => ((blocked >>> i) & 1) === 0);
      allowed.push([infra.gaugeFrom_mm[g]!, infra.gaugeTo_mm[g]!, free]);
    }
    // GB allows G1 as well, so the overlap adds nothing.
    expect(allowed).toEqual([
      [100_000, 300_000, ["G1", "GA", "GB", "FR3.3/GB/G2"]],
      [300_000, 400_000, ["G1"]],
      [400_000, 600_000, []],
      [600_000, 700_000, ["GLOTT"]],
    ]);
  });
});
