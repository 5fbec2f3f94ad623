// Method: random lines and a box; sampled places of the line are in the box exactly where a clipped part passes by them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipLine } from "../../../workers/map/cut_tile.ts";

type Point = readonly [number, number];

const BOX = { min: -256, max: 4352 };
const coordinate = fc.integer({ min: -9000, max: 13_000 });
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 12 });

function clip(line: readonly Point[]): Point[][] {
  const parts: Point[][] = [];
  const sink = {
    start: () => void parts.push([]),
    add: (x: number, y: number) => void parts.at(-1)?.push([x, y]),
  };
  clipLine(
    line.map(([x]) => x),
    line.map(([, y]) => y),
    BOX,
    sink,
  );
  return parts;
}

function isNear([x, y]: Point, parts: readonly (readonly Point[])[]): boolean {
  return parts.some((part) =>
    part.slice(1).some(([x1, y1], i) => {
      const [x0 = 0, y0 = 0] = part[i] ?? [];
      const [dx, dy] = [x1 - x0, y1 - y0];
      const length = dx * dx + dy * dy;
      const along =
        length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length));
      return Math.hypot(x - x0 - along * dx, y - y0 - along * dy) < 1e-6;
    }),
  );
}

describe("a line that is clipped", () => {
  it("stays in the box, and what is in the box stays", () => {
    fc.assert(
      fc.property(points, (line) => {
        const parts = clip(line);
        for (const value of parts.flat(2)) {
          expect(value).toBeGreaterThanOrEqual(BOX.min - 1e-6);
          expect(value).toBeLessThanOrEqual(BOX.max + 1e-6);
        }
        for (let i = 1; i < line.length; i++) {
          const [[x0, y0] = [0, 0], [x1, y1] = [0, 0]] = [line[i - 1], line[i]];
          for (let step = 0; step <= 20; step++) {
            const at: Point = [x0 + ((x1 - x0) * step) / 20, y0 + ((y1 - y0) * step) / 20];
            const inside = at.every((value) => value > BOX.min + 1e-3 && value < BOX.max - 1e-3);
            if (inside) expect(isNear(at, parts)).toBe(true);
          }
        }
      }),
    );
  });

  it("is one part while it stays inside, and several where it comes back", () => {
    expect(
      clip([
        [0, 0],
        [10, 0],
        [10, 10],
      ]),
    ).toEqual([
      [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
    ]);
    const out_and_back: Point[] = [
      [0, 0],
      [5352, 0],
      [5352, 100],
      [0, 100],
    ];
    expect(clip(out_and_back)).toEqual([
      [
        [0, 0],
        [4352, 0],
      ],
      [
        [4352, 100],
        [0, 100],
      ],
    ]);
    expect(
      clip([
        [-9000, -9000],
        [-9000, 9000],
      ]),
    ).toEqual([]);
  });
});
