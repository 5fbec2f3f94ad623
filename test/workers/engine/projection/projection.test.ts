/**
 * Method: small tracks by hand for the rules of engine.md 8.1 (intervals, mirrored trains, stops at an
 * end, interpolation), typed failures for lists that are no path. Random networks are compared
 * with a second evaluation in test/oracle.
 */
import { describe, expect, it } from "vitest";
import { findRoute, openInfra } from "../../../../workers/engine/infra/infra.ts";
import type { DirectedRanges, PathParts } from "../../../../workers/engine/path/train_path.ts";
import {
  makeProjectionPath,
  type ProjectionPath,
} from "../../../../workers/engine/projection/projection_path.ts";
import {
  projectCurves,
  type SpaceTimeCurves,
} from "../../../../workers/engine/projection/space_time_curves.ts";
import { compileNetwork } from "../infra/compile_network.ts";
import { compileLine } from "../line_network.ts";

/** Three tracks of 1 km that nothing joins: projections read lengths only. */
const INFRA = compileNetwork({
  track_sections: ["a", "b", "c"].map((id) => ({
    id,
    length: 1000,
    slopes: [],
    curves: [],
    geo: {
      coordinates: [
        [0, 45],
        [0.01, 45],
      ],
    },
  })),
  switches: [],
  extended_switch_types: [],
  routes: [],
  signals: [],
  detectors: [],
  buffer_stops: [],
  operational_points: [],
  speed_sections: [],
  electrifications: [],
  neutral_sections: [],
});

type Range = readonly [track: number, direction: 0 | 1, begin_mm: number, end_mm: number];

function rangesOf(list: readonly Range[]): DirectedRanges {
  return {
    directedTracks: Uint32Array.from(list, ([track, direction]) => track * 2 + direction),
    begins_mm: Float64Array.from(list, ([, , begin]) => begin),
    ends_mm: Float64Array.from(list, ([, , , end]) => end),
  };
}

function onTracks(list: readonly Range[]): ProjectionPath {
  const parts = {
    blocks: new Uint32Array(0),
    routes: new Uint32Array(0),
    ranges: rangesOf(list),
  };
  const projection = makeProjectionPath(INFRA, parts);
  if (!projection.ok) throw new Error(projection.error.kind);
  return projection.value;
}

function project(
  on: readonly Range[],
  train: readonly Range[],
  points: [number, number][],
): object[] {
  const curves = projectCurves(onTracks(on), rangesOf(train), {
    positions_mm: Float64Array.from(points, ([x]) => x),
    times_ms: Float64Array.from(points, ([, t]) => t),
  });
  return listCurves(curves);
}

function listCurves({ start, positions_mm, times_ms }: SpaceTimeCurves): object[] {
  return start.slice(1).map((end, c) => ({
    positions: positions_mm.slice(start[c], end),
    times: times_ms.slice(start[c], end),
  }));
}

const KM = 1_000_000;
const ABC: Range[] = [
  [0, 0, 0, KM],
  [1, 0, 0, KM],
  [2, 0, 0, KM],
];
const CBA: Range[] = [
  [2, 1, 0, KM],
  [1, 1, 0, KM],
  [0, 1, 0, KM],
];

describe("space-time curves", () => {
  it("of a train on its own path are its own points", () => {
    const points: [number, number][] = [
      [0, 0],
      [500_000, 60_000],
      [500_000, 90_000],
      [3 * KM, 200_000],
    ];
    expect(project(ABC, ABC, points)).toEqual([
      { positions: points.map(([x]) => x), times: points.map(([, t]) => t) },
    ]);
  });

  it("fall along a train that runs the other way", () => {
    const points: [number, number][] = [
      [0, 0],
      [250_000, 10_000],
      [3 * KM, 100_000],
    ];
    expect(project(ABC, CBA, points)).toEqual([
      { positions: [3 * KM, 2_750_000, 0], times: [0, 10_000, 100_000] },
    ]);
  });

  it("are interpolated in whole milliseconds, cut off, where the paths part", () => {
    const on: Range[] = [[1, 0, 200_000, 800_000]];
    const points: [number, number][] = [
      [0, 0],
      [3 * KM, 100_000],
    ];
    expect(project(on, ABC, points)).toEqual([
      { positions: [0, 600_000], times: [40_000, 60_000] },
    ]);
    expect(
      project(on, ABC, [
        [0, 0],
        [3 * KM, 100_001],
      ]),
    ).toEqual([{ positions: [0, 600_000], times: [40_000, 60_000] }]);
  });

  it("begin with the departure and end with the departure of a train that waits at either end", () => {
    const on: Range[] = [[1, 0, 0, KM]];
    const points: [number, number][] = [
      [0, 0],
      [KM, 50_000],
      [KM, 80_000],
      [2 * KM, 100_000],
      [2 * KM, 130_000],
      [3 * KM, 150_000],
    ];
    expect(project(on, ABC, points)).toEqual([
      { positions: [0, KM, KM], times: [80_000, 100_000, 130_000] },
    ]);
  });

  it("are two where the train leaves the path between them", () => {
    const on: Range[] = [
      [0, 0, 0, KM],
      [2, 0, 0, KM],
    ];
    const points: [number, number][] = [
      [0, 0],
      [3 * KM, 90_000],
    ];
    expect(project(on, ABC, points)).toEqual([
      { positions: [0, KM], times: [0, 30_000] },
      { positions: [KM, 2 * KM], times: [60_000, 90_000] },
    ]);
  });

  it("are none where the paths share nothing or only a point", () => {
    const points: [number, number][] = [
      [0, 0],
      [KM, 30_000],
    ];
    expect(project([[2, 0, 0, KM]], [[0, 0, 0, KM]], points)).toEqual([]);
    expect(project([[0, 0, KM, KM]], [[0, 0, 0, KM]], points)).toEqual([]);
    expect(project([[0, 0, 500_000, KM]], [[0, 0, 0, 500_000]], points)).toEqual([]);
  });
});

describe("a path to project on", () => {
  const line = openInfra(compileLine({ length_m: 5000, signals_m: [1000, 2000, 3000] }).buffer);
  const route = findRoute(line, "rt");
  const blocks = line.routeBlocks.slice(
    line.routeBlockStart[route],
    line.routeBlockStart[route + 1],
  );
  const parts = (changed: Partial<PathParts>): PathParts => ({
    blocks,
    routes: Uint32Array.of(route),
    ranges: rangesOf([[0, 0, 0, 5 * KM]]),
    ...changed,
  });

  it("shows its signals when it has blocks, and none without", () => {
    const whole = makeProjectionPath(line, parts({}));
    const bare = makeProjectionPath(
      line,
      parts({ blocks: new Uint32Array(0), routes: new Uint32Array(0) }),
    );
    expect(whole.ok && whole.value.signals?.chain.signals.length).toBe(3);
    expect(bare.ok && bare.value.signals).toBeNull();
  });

  it("is refused with a kind when a track repeats or its blocks lie elsewhere", () => {
    const twice = rangesOf([
      [0, 0, 0, KM],
      [0, 0, KM, 2 * KM],
    ]);
    expect(makeProjectionPath(line, parts({ ranges: twice }))).toMatchObject({
      ok: false,
      error: { kind: "repeated_track_section" },
    });
    const reversed = rangesOf([[0, 1, 0, 5 * KM]]);
    expect(makeProjectionPath(line, parts({ ranges: reversed }))).toMatchObject({
      ok: false,
      error: { kind: "path_outside_blocks" },
    });
  });
});
