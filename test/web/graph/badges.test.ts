// Method: drawn places; each is in exactly one badge, and no two badges overlap.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BADGE_HEIGHT_PX, changeBadges, layBadges } from "../../../web/src/graph/drawing/badges.ts";
import { placeBadges } from "../../../web/src/graph/drawing/lettering.ts";
import type { Conflict } from "../../../web/src/graph/drawing/marks.ts";

/** What a badge does not look at. */
const UNKNOWN = {
  sent: {} as Conflict["sent"],
  type: "Spacing" as const,
  runs: [],
  from_ms: 0,
  to_ms: 0,
  zones_count: 1,
};
const HOUR_MS = 3_600_000;
const VIEW = {
  from_ms: 0,
  to_ms: HOUR_MS,
  from_share: 0,
  to_share: 1,
  width_px: 300,
  height_px: 400,
};

const conflict = fc.record({
  number: fc.integer({ min: 1, max: 99_999 }),
  from_ms: fc.integer({ min: 0, max: HOUR_MS }),
  from_share: fc.double({ min: 0.01, max: 0.98, noNaN: true }),
});

const place = fc.record({
  x_px: fc.double({ min: 0, max: 1200, noNaN: true }),
  y_px: fc.double({ min: 0, max: 600, noNaN: true }),
  number: fc.integer({ min: 1, max: 9999 }),
});

/** As many as there are. */
const MANY = Infinity;

describe("badges of conflicts", () => {
  it("stand for all of them, however many there are, and never overlap", () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 900 }), (places) => {
        const badges = layBadges(places, MANY);
        const counts = badges.map(({ text, is_many }) => (is_many ? Number(text.slice(1)) : 1));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(places.length);
        for (const [i, a] of badges.entries()) {
          for (const b of badges.slice(i + 1)) {
            const is_apart =
              Math.abs(a.y_px - b.y_px) >= BADGE_HEIGHT_PX ||
              Math.abs(a.x_px - b.x_px) >= (a.width_px + b.width_px) / 2;
            expect(is_apart).toBe(true);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("are drawn whole, also at the edges of the picture", () => {
    fc.assert(
      fc.property(fc.array(conflict, { minLength: 1, maxLength: 50 }), (drawn) => {
        const conflicts = drawn.map(({ number, from_ms, from_share }) => {
          const area = { from_ms, to_ms: from_ms + 1, from_share, to_share: from_share };
          return { ...UNKNOWN, number, areas: [area] };
        });
        const badges = placeBadges(VIEW, conflicts);
        expect(badges.flatMap(({ numbers }) => numbers)).toHaveLength(drawn.length);
        for (const { x_px, y_px, width_px } of badges) {
          expect(x_px - width_px / 2).toBeGreaterThanOrEqual(0);
          expect(x_px + width_px / 2).toBeLessThanOrEqual(VIEW.width_px);
          expect(y_px - BADGE_HEIGHT_PX / 2).toBeGreaterThanOrEqual(0);
          expect(y_px + BADGE_HEIGHT_PX / 2).toBeLessThanOrEqual(VIEW.height_px);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("are no more than there is room for: then each stands for more", () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 900 }),
        fc.integer({ min: 1, max: 40 }),
        (places, most) => {
          const badges = layBadges(places, most);
          expect(badges.length).toBeLessThanOrEqual(most);
          expect(badges.flatMap(({ numbers }) => numbers).toSorted((a, b) => a - b)).toEqual(
            places.map(({ number }) => number).toSorted((a, b) => a - b),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it("are as wide as their numbers", () => {
    const [one, four] = [1, 1234].map(
      (number) => layBadges([{ x_px: 0, y_px: 0, number }], MANY)[0],
    );
    expect([one?.text, four?.text]).toEqual(["1", "1234"]);
    expect(four?.width_px).toBeGreaterThan(4 * 6);
    expect(one?.width_px).toBeGreaterThan(BADGE_HEIGHT_PX);
  });

  it("of conflicts that would be no more are gone, or stand for what would stay", () => {
    const at = (x_px: number, number: number) => ({ x_px, y_px: 0, number });
    const badges = layBadges([at(0, 1), at(10, 2), at(20, 3), at(200, 4), at(400, 5)], MANY);
    expect(badges.map(({ text }) => text)).toEqual(["×3", "4", "5"]);
    const change = (gone: readonly number[]) => {
      const changed = changeBadges(badges, new Set(gone));
      return [changed.gone.map(({ text }) => text), changed.fewer.map(({ text }) => text)];
    };
    expect(change([1, 5])).toEqual([["5"], ["×2"]]);
    expect(change([1, 2])).toEqual([[], ["3"]]);
    expect(change([1, 2, 3, 4, 5])).toEqual([["×3", "4", "5"], []]);
    expect(change([])).toEqual([[], []]);
  });
});
