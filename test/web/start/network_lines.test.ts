// Method: lines by hand in shares of the world, and where they must lie on a card of known size.
import { expect, it } from "vitest";
import { drawLines, LINES_HEIGHT, LINES_WIDTH } from "../../../web/src/start/network_lines.ts";

const pointsOf = (path: string | null): number[][] =>
  [...(path ?? "").matchAll(/[ML](\S+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

it("is as large as its card lets it, in the middle, in its own proportions", () => {
  const wide = [
    [
      { x: 0.5, y: 0.25 },
      { x: 0.6, y: 0.26 },
    ],
  ];
  const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = pointsOf(drawLines(wide));
  expect(left + right).toBe(LINES_WIDTH);
  expect(top + bottom).toBeCloseTo(LINES_HEIGHT, -1);
  expect(right - left).toBe(LINES_WIDTH - 2 * left);
  expect(Math.abs((right - left) / (bottom - top) - 10)).toBeLessThan(0.5);
  const high = wide.map((line) => line.map(({ x, y }) => ({ x: y, y: x })));
  for (const [x = 0, y = 0] of pointsOf(drawLines(high))) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(LINES_WIDTH);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(LINES_HEIGHT);
  }
});

it("draws once what lies at the same pixels, and nothing where there is nothing", () => {
  const line = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ];
  const near = line.map(({ x, y }) => ({ x: x + 1e-9, y }));
  expect(pointsOf(drawLines([line, near, line])).length).toBe(2);
  expect(drawLines([])).toBe(null);
  expect(drawLines([[{ x: 0.3, y: 0.3 }]])).toBe(null);
});
