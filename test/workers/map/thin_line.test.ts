// Method: random lines; at each zoom the line through the told vertices is held against every vertex by brute force.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { thinLine, ZOOM_WHOLE } from "../../../workers/map/thin_line.ts";

type Point = readonly [number, number];

/** Half a tile's unit at a zoom, in steps. */
const halfUnit = (zoom: number): number => 2 ** (19 - zoom);

function distance([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : ((x - x0) * dx + (y - y0) * dy) / length;
  const along = Math.max(0, Math.min(1, part));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}

/** Vertices of one line among those of others. */
const lines = fc
  .array(fc.tuple(fc.nat(2 ** 22), fc.nat(2 ** 22)), { minLength: 2, maxLength: 60 })
  .chain((points) => fc.tuple(fc.constant(points), fc.integer({ min: 0, max: 12 })))
  .map(([points, shift]) => points.map(([x, y]): Point => [x >> shift, y >> shift]));

describe("a line that is thinned", () => {
  it("is at most half a unit off at any zoom, keeps its ends and is whole from zoom 14", () => {
    fc.assert(
      fc.property(lines, (points) => {
        const zooms = new Uint8Array(points.length);
        const line = { x: points.map(([x]) => x), y: points.map(([, y]) => y) };
        thinLine(line, { start: 0, end: points.length }, zooms);
        expect([zooms[0], zooms.at(-1)]).toEqual([0, 0]);
        expect(Math.max(...zooms)).toBeLessThanOrEqual(ZOOM_WHOLE);
        for (let zoom = 0; zoom < ZOOM_WHOLE; zoom++) {
          const told = points.flatMap((_, i) => ((zooms[i] ?? 0) <= zoom ? [i] : []));
          for (const [at, first] of told.entries()) {
            const last = told[at + 1];
            if (last === undefined) break;
            for (let i = first + 1; i < last; i++) {
              const [a, b] = [points[first], points[last]];
              const off = distance(points[i] ?? [0, 0], a ?? [0, 0], b ?? [0, 0]);
              expect(off).toBeLessThanOrEqual(halfUnit(zoom));
            }
          }
        }
      }),
    );
  });

  it("touches no vertex beside it", () => {
    const zooms = new Uint8Array(6).fill(99);
    const line = { x: [9, 0, 5, 10, 15, 9], y: [9, 0, 0, 0, 0, 9] };
    thinLine(line, { start: 1, end: 5 }, zooms);
    expect([...zooms]).toEqual([99, 0, ZOOM_WHOLE, ZOOM_WHOLE, 0, 99]);
  });
});
