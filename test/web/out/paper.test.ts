// Method: laws of the pages, tried on drawn scales: what is to scale, that the pages tile the whole.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitScale, laySheets, PAPER_NAMES, PAPERS, PX_PER_MM } from "../../../web/src/out/paper.ts";

const BEGIN_MS = Date.parse("2026-03-02T05:00:00Z");
const MINUTE_MS = 60_000;

const drawn = fc.record({
  paper: fc.constantFrom(...PAPER_NAMES),
  mm_per_min: fc.double({ min: 0.2, max: 40, noNaN: true }),
  mm_per_km: fc.double({ min: 0.1, max: 50, noNaN: true }),
  minutes: fc.integer({ min: 1, max: 3000 }),
  length_km: fc.double({ min: 1, max: 400, noNaN: true }),
});

describe("pages of paper", () => {
  it("show a minute and a kilometre as long as they are said to be", () => {
    fc.assert(
      fc.property(drawn, ({ paper, minutes, length_km, ...scale }) => {
        const times = { from_ms: BEGIN_MS, to_ms: BEGIN_MS + minutes * MINUTE_MS };
        for (const { view } of laySheets(paper, scale, times, length_km).slice(0, 20)) {
          const mm_per_min = view.width_px / PX_PER_MM / ((view.to_ms - view.from_ms) / MINUTE_MS);
          const km = (view.to_share - view.from_share) * length_km;
          expect(mm_per_min / scale.mm_per_min).toBeCloseTo(1, 3);
          expect(view.height_px / PX_PER_MM / km / scale.mm_per_km).toBeCloseTo(1, 6);
        }
      }),
    );
  });

  it("tile all times and all of the axis, and none is larger than its paper", () => {
    fc.assert(
      fc.property(drawn, ({ paper, minutes, length_km, ...scale }) => {
        const times = { from_ms: BEGIN_MS, to_ms: BEGIN_MS + minutes * MINUTE_MS };
        const sheets = laySheets(paper, scale, times, length_km);
        const top = sheets.filter(({ row }) => row === 0).map(({ view }) => view);
        const left = sheets.filter(({ column }) => column === 0).map(({ view }) => view);
        expect(sheets).toHaveLength(top.length * left.length);
        expect([top[0]?.from_ms, Math.round(top.at(-1)?.to_ms ?? 0)]).toEqual([
          times.from_ms,
          times.to_ms,
        ]);
        for (const [i, view] of top.slice(1).entries()) expect(view.from_ms).toBe(top[i]?.to_ms);
        for (const [i, view] of left.slice(1).entries()) {
          expect(view.from_share).toBe(left[i]?.to_share);
        }
        expect(left[0]?.from_share).toBeLessThan(0);
        expect(left.at(-1)?.to_share).toBeGreaterThan(1);
        const { width_mm, height_mm } = PAPERS[paper];
        for (const { view } of sheets) {
          expect(view.width_px / PX_PER_MM).toBeLessThan(width_mm - 50);
          expect(view.height_px / PX_PER_MM).toBeLessThan(height_mm - 50);
        }
      }),
    );
  });

  it("hold the whole axis at the scale that fits", () => {
    for (const paper of PAPER_NAMES) {
      for (const length_km of [3, 47.3, 120, 500]) {
        const mm_per_km = fitScale(paper, length_km);
        const times = { from_ms: BEGIN_MS, to_ms: BEGIN_MS + MINUTE_MS };
        expect(laySheets(paper, { mm_per_min: 2, mm_per_km }, times, length_km)).toHaveLength(1);
        // Of two digits, so not less by more than a tenth.
        const larger = { mm_per_min: 2, mm_per_km: mm_per_km * 1.11 };
        const is_largest = laySheets(paper, larger, times, length_km).length > 1;
        expect(is_largest || mm_per_km === 200).toBe(true);
      }
    }
  });
});
