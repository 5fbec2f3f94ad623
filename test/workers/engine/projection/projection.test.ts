/**
 * Method: small tracks by hand for the rules of engine.md 8.1 (intervals, mirrored trains, stops at an
 * end, interpolation), typed failures for lists that are no path. Random networks are compared
 * with a second evaluation in test/oracle.
 */

import fc from "fast-check";
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
import { emptyNetwork } from "../infra/drawn_network.ts";
import { compileLine } from "../line_network.ts";

/** Three tracks of 1 km that nothing joins: projections read lengths only. */
const INFRA = compileNetwork({
  ...emptyNetwork(),
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

/** A part of the line of three tracks, in either direction; some tracks lie the other way round in it. */
const ways = (turned: readonly boolean[]): fc.Arbitrary<Range[]> =>
  fc
    .record({
      ends: fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 2 }),
      is_back: fc.boolean(),
    })
    .map(({ ends, is_back }) => {
      const [from = 0, to = 0] = ends.toSorted((a, b) => a - b).map((m) => m * 1000);
      const way = turned.flatMap((is_turned, track): Range[] => {
        const begin = Math.max(0, from - track * KM);
        const end = Math.min(KM, to - track * KM);
        if (begin >= end) return [];
        return is_turned ? [[track, 1, KM - end, KM - begin]] : [[track, 0, begin, end]];
      });
      return is_back ? mirror(way) : way;
    });

/** The same tracks the other way round. */
function mirror(way: readonly Range[]): Range[] {
  return way
    .toReversed()
    .map(([track, direction, begin, end]) => [track, direction === 0 ? 1 : 0, begin, end]);
}

function lengthOf(way: readonly Range[]): number {
  return way.reduce((sum, [, , begin, end]) => sum + end - begin, 0);
}

/** A run over a whole way that stops nowhere. */
function runsOver(way: readonly Range[]): fc.Arbitrary<[number, number][]> {
  const length_mm = lengthOf(way);
  return fc
    .uniqueArray(fc.integer({ min: 1, max: length_mm - 1 }), { maxLength: 8 })
    .map((inner) => {
      const places = [0, ...inner.toSorted((a, b) => a - b), length_mm];
      return places.map((x, i) => [x, x * 2 + i * 1000] as [number, number]);
    });
}

interface Curve {
  readonly positions: readonly number[];
  readonly times: readonly number[];
}

describe("trains against the path", () => {
  const cases = fc
    .tuple(fc.boolean(), fc.boolean(), fc.boolean())
    .chain((turned) => fc.tuple(ways(turned), ways(turned)))
    .chain(([on, train]) => fc.tuple(fc.constant(on), fc.constant(train), runsOver(train)));

  it("are where the same trains are on the path the other way round, mirrored", () => {
    fc.assert(
      fc.property(cases, ([on, train, points]) => {
        const there = project(on, train, points) as Curve[];
        const back = project(mirror(on), train, points) as Curve[];
        const length_mm = lengthOf(on);
        expect(
          back.map(({ positions, times }) => ({
            positions: positions.map((x) => length_mm - x),
            times,
          })),
        ).toEqual(there);
      }),
    );
  });

  it("have the curves of their mirror images, run through backwards", () => {
    fc.assert(
      fc.property(cases, ([on, train, points]) => {
        const [length_mm, last_ms] = points.at(-1) ?? [0, 0];
        const turned = points
          .toReversed()
          .map(([x, t]): [number, number] => [length_mm - x, last_ms - t]);
        const there = project(on, train, points) as Curve[];
        const image = (project(on, mirror(train), turned) as Curve[]).toReversed();
        expect(image.map(({ positions }) => positions.toReversed())).toEqual(
          there.map(({ positions }) => positions),
        );
        const times = image.map((curve) => curve.times.toReversed().map((t) => last_ms - t));
        for (const [c, { times: own }] of there.entries()) {
          for (const [i, t] of own.entries()) {
            // Times between two points are cut to whole milliseconds, each way downwards.
            expect(Math.abs((times[c]?.[i] ?? NaN) - t)).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
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
