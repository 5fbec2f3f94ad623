// Method: things at known distances; a random crowd against a plain search.
import fc from "fast-check";
import { expect, it } from "vitest";
import { nearestShape, type Shape } from "../../../web/src/map/picking.ts";

const at = (thing: string, rank: number, ...line: [number, number][]): Shape<string> => ({
  thing,
  rank,
  lines: [line.map(([x, y]) => ({ x, y }))],
});
const SPOT = { x: 0, y: 0 };

it("takes the first kind within reach, and of it the nearest", () => {
  const all = [
    at("track", 2, [-50, 1], [50, 1]),
    at("far signal", 1, [8, 0]),
    at("signal", 1, [0, 6]),
    at("train out of reach", 0, [0, 11]),
  ];
  expect(nearestShape(all, SPOT, 9)).toBe("signal");
  expect(nearestShape(all, SPOT, 5)).toBe("track");
  expect(nearestShape(all, SPOT, 0.5)).toBe(null);
  expect(nearestShape(all, SPOT, 12)).toBe("train out of reach");
});

it("measures to the line, not to its vertices", () => {
  expect(nearestShape([at("line", 0, [-300, 3], [300, 3])], SPOT, 4)).toBe("line");
  expect(nearestShape([at("behind its end", 0, [10, 0], [300, 0])], SPOT, 9)).toBe(null);
});

it("agrees with a plain search of points", () => {
  const Point = fc.record({
    x: fc.integer({ min: -20, max: 20 }),
    y: fc.integer({ min: -20, max: 20 }),
    rank: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(Point), fc.integer({ min: 1, max: 20 }), (points, reach) => {
      const shapes = points.map(({ x, y, rank }, i) => ({ thing: i, rank, lines: [[{ x, y }]] }));
      const order = points
        .map(({ x, y, rank }, i) => ({ i, rank, far: Math.hypot(x, y) }))
        .filter(({ far }) => far <= reach)
        .sort((a, b) => a.rank - b.rank || a.far - b.far || a.i - b.i);
      expect(nearestShape(shapes, SPOT, reach)).toBe(order[0]?.i ?? null);
    }),
  );
});
