// Method: runs by hand; what they show is compared with what tells them apart.

import { describe, expect, it } from "vitest";
import { colourOf, dashOf, paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import type { Run } from "../../../web/src/graph/runs.ts";
import { dress, lookOf } from "../../../web/src/state/looks.ts";
import { bareRun } from "../graph/bare_run.ts";

const run = (more: Partial<Run>): Run =>
  bareRun("k", { name: "1", look: more.category ?? "", ...more });

const shownOf = ({ look }: Run) => `${colourOf(paletteOf(false), look)} ${dashOf(look).join(" ")}`;

describe("how trains look", () => {
  it("is by category, and by stock where none has one", () => {
    expect(lookOf([run({ category: "FREIGHT_TRAIN" }), run({})])).toBe("category");
    expect(lookOf([run({ stock: "a" })])).toBe("stock");
    const own = [run({ category: "FREIGHT_TRAIN" })];
    expect(dress(own)).toBe(own);
  });

  it("is another one for each of thirty values, by colour or by dash", () => {
    const stocks = Array.from({ length: 30 }, (_one, i) => run({ stock: `stock ${i}` }));
    expect(new Set(dress(stocks).map(shownOf)).size).toBe(30);
  });

  it("is the same for the same value, as the reader wants it", () => {
    const [a, b, c] = [
      run({ category: "x", labels: ["one", "two"] }),
      run({ category: "y", labels: ["one"] }),
      run({ category: "x", labels: ["two"], is_back: true }),
    ];
    const looks = (wish: string): string[] => {
      const all = [a, b, c];
      return dress(all, lookOf(all, wish)).map(({ look }) => look);
    };
    expect(looks("label")).toEqual(["#0", "#0", "#1"]);
    expect(looks("direction")).toEqual(["#1", "#1", "#0"]);
    expect(looks("no such look")).toEqual(["x", "y", "x"]);
  });
});
