// Method: closed forms on straight lines of the plane; cut pieces put together again; the nearest point against a fine search.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { project, unproject } from "../../../web/src/map/plane.ts";
import {
  cutTrack,
  drawTrack,
  nearestOn,
  placeOn,
  type Track,
} from "../../../web/src/map/tracks.ts";

function track(coordinates: [number, number][], length = 1000): Track {
  const drawn = drawTrack({ id: "T", length, geo: { coordinates } });
  if (drawn === null) throw new Error("it has no line");
  return drawn;
}

const EQUATOR = track([
  [0, 0],
  [0.01, 0],
  [0.04, 0],
]);

const Line = fc.array(
  fc.tuple(
    fc.double({ min: 2, max: 2.1, noNaN: true }),
    fc.double({ min: 48, max: 48.1, noNaN: true }),
  ),
  { minLength: 2, maxLength: 8 },
);

describe("the plane", () => {
  it("has Greenwich and the equator in its middle, and comes back from where it was", () => {
    expect(project(0, 0)).toEqual([0.5, 0.5]);
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (lon, lat) => {
          const [back_lon, back_lat] = unproject(...project(lon, lat));
          expect(back_lon).toBeCloseTo(lon, 9);
          expect(back_lat).toBeCloseTo(lat, 9);
        },
      ),
    );
  });
});

describe("a track", () => {
  it("has places by their share of its length, and its ends beyond them", () => {
    const lons = [-5, 0, 100, 250, 500, 1000, 1005].map((at_m) => placeOn(EQUATOR, at_m)[0]);
    for (const [i, lon] of [0, 0, 0.004, 0.01, 0.02, 0.04, 0.04].entries()) {
      expect(lons[i]).toBeCloseTo(lon, 12);
    }
  });

  it("is cut with the vertices between", () => {
    expect(cutTrack(EQUATOR, 100, 500).map(([lon]) => Number(lon.toFixed(9)))).toEqual([
      0.004, 0.01, 0.02,
    ]);
    expect(cutTrack(EQUATOR, 300, 500)).toHaveLength(2);
  });

  it("has no place without a line", () => {
    expect(drawTrack({ id: "T", length: 5, geo: { coordinates: [[1, 1]] } })).toBe(null);
  });

  it("finds the nearest point, as a fine search does", () => {
    fc.assert(
      fc.property(Line, fc.double({ min: 0, max: 1, noNaN: true }), (line, share) => {
        const one = track(line);
        const spot: [number, number] = [2 + share / 10, 48.1 - share / 10];
        const [x, y] = project(...spot);
        const { position_m, far } = nearestOn(one, spot);
        const farAt = (at_m: number): number => {
          const [px, py] = project(...placeOn(one, at_m));
          return Math.hypot(px - x, py - y);
        };
        const fine = Math.min(...Array.from({ length: 2001 }, (_one, i) => farAt(i / 2)));
        expect(far).toBeLessThanOrEqual(fine + 1e-12);
        expect(farAt(position_m)).toBeCloseTo(far, 9);
      }),
      { numRuns: 60 },
    );
  });
});
