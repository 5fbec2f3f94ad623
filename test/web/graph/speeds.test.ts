// Method: areas by hand; and drawn ones, of which no two speeds may be nearer than they are large, and none may be missing without one near it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeSpeeds } from "../../../web/src/graph/drawing/draw.ts";
import { TWO_HOURS } from "./drawn_runs.ts";

const { from_ms, to_ms } = TWO_HOURS;
const area = (from_share: number, to_share: number, at_ms = from_ms, until_ms = to_ms) => ({
  from_ms: at_ms,
  to_ms: until_ms,
  from_share,
  to_share,
});
const NEAR_PX = 12;

describe("the speeds of a limit", () => {
  it("are written where it begins, else at the left edge, and not where it has ended", () => {
    const before = from_ms - 60_000;
    const areas = [area(0.2, 0.4, (from_ms + to_ms) / 2), area(0.6, 0.8, before)];
    expect(placeSpeeds(TWO_HOURS, areas).map(({ x_px }) => x_px)).toEqual([504, 4]);
    expect(placeSpeeds(TWO_HOURS, [area(0, 1, before, from_ms)])).toEqual([]);
  });

  it("stand once where its tracks lie close together", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(share, { maxLength: 30 }), (shares) => {
        const areas = shares.map((at) => area(at, at));
        const placed = placeSpeeds(TWO_HOURS, areas);
        for (const [i, one] of placed.entries()) {
          for (const other of placed.slice(0, i)) {
            expect(Math.abs(one.y_px - other.y_px)).toBeGreaterThanOrEqual(NEAR_PX);
          }
        }
        for (const one of areas) {
          const [alone] = placeSpeeds(TWO_HOURS, [one]);
          expect(placed.some(({ y_px }) => Math.abs(y_px - alone!.y_px) < NEAR_PX)).toBe(true);
        }
      }),
    );
  });
});
