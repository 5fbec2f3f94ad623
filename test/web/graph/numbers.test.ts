// Method: drawn runs; boxes against brute force over points inside of them; places by hand.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Box } from "../../../web/src/graph/drawing/boxes.ts";
import { letter } from "../../../web/src/graph/drawing/lettering.ts";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import { printSvg } from "../../../web/src/graph/drawing/svg.ts";
import { layNumbers, type TrainNumber } from "../../../web/src/graph/numbers.ts";
import { shareOfRunAt } from "../../../web/src/graph/runs.ts";
import { pan, timeAt, yOf, zoom } from "../../../web/src/graph/viewport.ts";
import { MINUTE_MS, runOf, TWO_HOURS } from "./drawn_runs.ts";

const runs = fc.array(
  fc.record({
    start_min: fc.integer({ min: -100, max: 110 }),
    speed: fc.integer({ min: 20, max: 240 }),
    is_back: fc.boolean(),
    name: fc.string({ minLength: 1, maxLength: 20 }),
  }),
  { maxLength: 60 },
);

const drawn = runs.map((all) =>
  all.map(({ start_min, speed, is_back, name }) => {
    const min = (100 / speed) * 60;
    const line = is_back ? [100, 0] : [0, 100];
    return runOf(name, start_min, [
      [0, line[0] ?? 0],
      [min, line[1] ?? 0],
    ]);
  }),
);

function holds({ x_px, y_px, width_px, height_px, angle }: Box, x: number, y: number): boolean {
  const [dx, dy] = [x - x_px, y - y_px];
  const along = dx * Math.cos(angle) + dy * Math.sin(angle);
  const across = dy * Math.cos(angle) - dx * Math.sin(angle);
  return Math.abs(along) < width_px / 2 - 0.1 && Math.abs(across) < height_px / 2 - 0.1;
}

/** Points of a box, four pixels apart. */
function* pointsOf({ x_px, y_px, width_px, height_px, angle }: Box) {
  for (let along = -width_px / 2; along <= width_px / 2; along += 4) {
    for (let across = -height_px / 2; across <= height_px / 2; across += 4) {
      yield [
        x_px + along * Math.cos(angle) - across * Math.sin(angle),
        y_px + along * Math.sin(angle) + across * Math.cos(angle),
      ] as const;
    }
  }
}

describe("numbers of trains", () => {
  it("never cover each other, nor what is taken, and are in sight as a whole", () => {
    const taken: Box = { x_px: 500, y_px: 300, width_px: 400, height_px: 100, angle: 0 };
    fc.assert(
      fc.property(drawn, (all) => {
        const placed = layNumbers(TWO_HOURS, all, [taken]);
        const boxes: Box[] = [...placed, taken];
        for (const [i, a] of placed.entries()) {
          for (const [x, y] of pointsOf(a)) {
            expect(x >= -0.1 && y >= -0.1 && x <= 1000.1 && y <= 600.1).toBe(true);
            expect(boxes.some((b, k) => k !== i && holds(b, x, y))).toBe(false);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("lie beside their lines, as steep as they are", () => {
    fc.assert(
      fc.property(drawn, (all) => {
        for (const { x_px, y_px, angle, run } of layNumbers(TWO_HOURS, all, [])) {
          // Back on the line, and a step along it.
          const at = [x_px - Math.sin(angle) * 8, y_px + Math.cos(angle) * 8] as const;
          for (const step of [0, 10]) {
            const [x, y] = [at[0] + step * Math.cos(angle), at[1] + step * Math.sin(angle)];
            const share = shareOfRunAt(run, timeAt(TWO_HOURS, x));
            expect(yOf(TWO_HOURS, share ?? Number.NaN)).toBeCloseTo(y, 4);
          }
        }
      }),
    );
  });

  it("are repeated along a long line, once along a short one, and absent where they don't fit", () => {
    const textsAt = (factor: number) => {
      const zoomed = { x_px: 0, y_px: 0, time_factor: factor, share_factor: 1 };
      const line = runOf("4501", 0, [
        [0, 0],
        [110, 100],
      ]);
      return layNumbers(zoom(TWO_HOURS, zoomed), [line], []).map(({ text }) => text);
    };
    expect(textsAt(1)).toEqual(["4501", "4501", "4501"]);
    expect(textsAt(0.2)).toEqual(["4501"]);
    const tiny = runOf("4501", 0, [
      [0, 0],
      [1, 4],
    ]);
    expect(layNumbers(TWO_HOURS, [tiny], [])).toEqual([]);
  });

  it("go to the line with the most room where two would be in one place", () => {
    const long = runOf("1", 0, [
      [0, 0],
      [30, 100],
    ]);
    // Through the middle of the other one.
    const short = runOf("2", 13, [
      [0, 45],
      [4, 57],
    ]);
    expect(layNumbers(TWO_HOURS, [short], []).map(({ text }) => text)).toEqual(["2"]);
    const both = layNumbers(TWO_HOURS, [short, long], []).map(({ text }) => text);
    expect(both).toEqual(["1"]);
  });

  it("stay at their places of the line while it is panned", () => {
    const line = runOf("4501", 0, [
      [0, 0],
      [110, 100],
    ]);
    const timesOf = (placed: readonly TrainNumber[], view = TWO_HOURS) =>
      placed.map(({ x_px }) => Math.round(timeAt(view, x_px) / MINUTE_MS));
    const before = timesOf(layNumbers(TWO_HOURS, [line], []));
    const view = pan(TWO_HOURS, -40, 0);
    const after = timesOf(layNumbers(view, [line], []), view);
    expect(after.length).toBeGreaterThan(1);
    expect(before).toEqual(expect.arrayContaining(after));
  });

  it("are bounded in number, whatever the number of trains", () => {
    // Also where all ids have a common factor, or are odd.
    for (const [count, factor] of [
      [5000, 1],
      [1601, 2],
      [4000, 7],
    ] as const) {
      const many = Array.from({ length: count }, (_one, i) =>
        runOf(String(i * factor + 1), (i % 1000) / 10, [
          [0, 0],
          [40, 100],
        ]),
      );
      const placed = layNumbers(TWO_HOURS, many, []);
      expect(placed.length).toBeGreaterThan(20);
      expect(placed.length).toBeLessThanOrEqual(400);
    }
  });

  it("are on the SVG too, escaped", () => {
    const line = runOf(`<b>"7&`, 0, [
      [0, 0],
      [110, 100],
    ]);
    const scene = {
      stations: [],
      runs: [line],
      turns: [],
      base_runs: [],
      compared_runs: [],
      conflicts: [],
      works: [],
      limits: [],
      zone: "UTC",
    };
    const svg = printSvg(scene, TWO_HOURS, paletteOf(false));
    const written = svg.split("\n").filter((text) => text.includes("rotate("));
    expect(written).toHaveLength(letter(TWO_HOURS, scene).numbers.length);
    expect(written[0]).toContain(">&lt;b&gt;&quot;7&amp;</text>");
  });
});
