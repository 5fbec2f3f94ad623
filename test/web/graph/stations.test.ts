// Method: stops and places by hand; drawn axes; times of stops against the clock.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layMinutes } from "../../../web/src/graph/minutes.ts";
import { countStops, layStations, type PlacedStation } from "../../../web/src/graph/stations.ts";
import { zoom } from "../../../web/src/graph/viewport.ts";
import { runOf, TWO_HOURS } from "./drawn_runs.ts";

function stationOf(share: number, stops_count: number): PlacedStation {
  const name = `at ${share}`;
  return {
    id: name,
    name,
    short_name: name,
    share,
    position_mm: share * 100_000_000,
    stops_count,
    detail: "",
  };
}

const DRAWN = [10, 20, 60].map((km) => ({ id: `at ${km / 100}`, km }));
const STOPPING = runOf(
  "1",
  10,
  [
    [0, 0],
    [10, 20],
    [12, 20],
    [30, 60],
    [31, 60],
    [50, 100],
  ],
  DRAWN,
);
const PASSING = runOf(
  "2",
  20,
  [
    [0, 100],
    [40, 0],
  ],
  DRAWN,
);

describe("stations", () => {
  it("are weighed by the trains that stop there, begin or end", () => {
    const shares = [0, 0.2, 0.4, 0.6, 1];
    expect(countStops([STOPPING, PASSING, PASSING], shares)).toEqual([3, 1, 0, 1, 3]);
    expect(countStops([], shares)).toEqual([0, 0, 0, 0, 0]);
    expect(countStops([STOPPING], [])).toEqual([]);
  });

  it("are named where they fit: the ends, then those with most stops", () => {
    const axis = [stationOf(0, 1), stationOf(0.01, 9), stationOf(0.5, 3), stationOf(0.51, 4)];
    const named = layStations(TWO_HOURS, [...axis, stationOf(1, 0)]).filter(
      ({ has_name }) => has_name,
    );
    expect(named.map(({ station }) => station.share)).toEqual([0, 0.51, 1]);
    expect(named.every(({ has_detail }) => has_detail)).toBe(true);
  });

  it("have names that never cover each other, and details where there is room alone", () => {
    const axes = fc
      .array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), stops: fc.nat(50) }), {
        maxLength: 200,
      })
      .map((all) =>
        all.map(({ share, stops }) => stationOf(share, stops)).sort((a, b) => a.share - b.share),
      );
    fc.assert(
      fc.property(axes, (axis) => {
        const lines = layStations(TWO_HOURS, axis);
        expect(lines).toHaveLength(axis.length);
        const named = lines.filter(({ has_name }) => has_name);
        expect(named.length > 0).toBe(axis.length > 0);
        const gaps = named.slice(1).map(({ y_px }, i) => y_px - (named[i]?.y_px ?? 0));
        expect(gaps.every((gap) => gap >= 15)).toBe(true);
        for (const [i, { has_detail }] of named.entries()) {
          const room = Math.min(gaps[i - 1] ?? Infinity, gaps[i] ?? Infinity);
          expect(has_detail).toBe(room >= 31);
        }
      }),
    );
  });
});

describe("minutes at stations", () => {
  const lines = layStations(TWO_HOURS, [stationOf(0.1, 1), stationOf(0.2, 1), stationOf(0.6, 1)]);
  const near = zoom(TWO_HOURS, { x_px: 0, y_px: 0, time_factor: 1.5, share_factor: 1 });

  it("are those of arrival and departure, or of passing", () => {
    const texts = layMinutes(near, [STOPPING, PASSING], lines).map(({ run, text }) => [
      run.name,
      text,
    ]);
    // 06:15 at km 10; 06:20 to 06:22 at km 20; 06:40 to 06:41 at km 60. Back: from 06:20, 2.5 km a minute.
    expect(texts).toEqual([
      ["1", "15"],
      ["1", "20"],
      ["1", "22"],
      ["1", "40"],
      ["1", "41"],
      ["2", "56"],
      ["2", "52"],
      ["2", "36"],
    ]);
  });

  it("are absent where a minute is narrower than its digits", () => {
    const far = zoom(TWO_HOURS, { x_px: 0, y_px: 0, time_factor: 0.4, share_factor: 1 });
    expect(layMinutes(far, [STOPPING], lines)).toEqual([]);
  });
});
