// Method: laws of the view (what stays in place, what is undone), tried on random views; ticks by hand.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fit,
  listTimeTicks,
  pan,
  shareAt,
  timeAt,
  type Viewport,
  xOf,
  yOf,
  zoom,
} from "../../../web/src/graph/viewport.ts";

const HOUR_MS = 3_600_000;
const DAY = Date.parse("2026-03-02T00:00:00Z");

const VIEW: Viewport = {
  from_ms: DAY + 5 * HOUR_MS,
  to_ms: DAY + 11 * HOUR_MS,
  from_share: 0,
  to_share: 1,
  width_px: 900,
  height_px: 500,
};

const views = fc
  .record({
    from_h: fc.double({ min: 0, max: 20, noNaN: true }),
    hours: fc.double({ min: 0.5, max: 40, noNaN: true }),
    from_share: fc.double({ min: 0.2, max: 0.5, noNaN: true }),
    span: fc.double({ min: 0.05, max: 0.3, noNaN: true }),
  })
  .map(
    ({ from_h, hours, from_share, span }): Viewport => ({
      ...VIEW,
      from_ms: DAY + from_h * HOUR_MS,
      to_ms: DAY + (from_h + hours) * HOUR_MS,
      from_share,
      to_share: from_share + span,
    }),
  );
const spots = fc.record({
  x_px: fc.double({ min: 100, max: 800, noNaN: true }),
  y_px: fc.double({ min: 100, max: 400, noNaN: true }),
});

describe("a view of the graph", () => {
  it("finds the moment and the place of a point of the screen, and back", () => {
    fc.assert(
      fc.property(views, spots, (view, { x_px, y_px }) => {
        expect(xOf(view, timeAt(view, x_px))).toBeCloseTo(x_px, 3);
        expect(yOf(view, shareAt(view, y_px))).toBeCloseTo(y_px, 6);
      }),
    );
  });

  it("keeps what is under the pointer there when it is zoomed in", () => {
    const factors = fc.double({ min: 1, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(views, spots, factors, factors, (view, spot, time_factor, share_factor) => {
        const [time_ms, share] = [timeAt(view, spot.x_px), shareAt(view, spot.y_px)];
        const zoomed = zoom(view, { ...spot, time_factor, share_factor });
        expect(xOf(zoomed, time_ms)).toBeCloseTo(spot.x_px, 3);
        expect(yOf(zoomed, share)).toBeCloseTo(spot.y_px, 6);
      }),
    );
  });

  it("is where it was when it is panned back", () => {
    const steps = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(views, steps, steps, (view, dx, dy) => {
        const back = pan(pan(view, dx, dy), -dx, -dy);
        expect(Math.abs(back.from_ms - view.from_ms)).toBeLessThan(1);
        expect(back.from_share).toBeCloseTo(view.from_share, 9);
        expect(back.to_share - back.from_share).toBeCloseTo(view.to_share - view.from_share, 9);
      }),
    );
  });

  it("never leaves the axis behind", () => {
    const far = pan(VIEW, 0, 100_000);
    expect(yOf(far, 0)).toBeGreaterThanOrEqual(0);
    expect(yOf(far, 0)).toBeLessThan(VIEW.height_px / 2);
    const other = pan(VIEW, 0, -100_000);
    expect(yOf(other, 1)).toBeLessThanOrEqual(VIEW.height_px);
    expect(yOf(other, 1)).toBeGreaterThan(VIEW.height_px / 2);
  });

  it("shows an area whole when it is fitted to it", () => {
    const area = {
      from_ms: DAY + 7 * HOUR_MS,
      to_ms: DAY + 8 * HOUR_MS,
      from_share: 0.3,
      to_share: 0.6,
    };
    const fitted = fit(VIEW, area);
    expect(fitted.from_ms).toBeLessThan(area.from_ms);
    expect(fitted.to_ms).toBeGreaterThan(area.to_ms);
    expect(fitted.to_ms - fitted.from_ms).toBeLessThan(1.2 * HOUR_MS);
    expect([fitted.from_share < 0.3, fitted.to_share > 0.6]).toEqual([true, true]);
  });

  it("labels round times only, far enough from each other", () => {
    const ticks = listTimeTicks(VIEW, 60);
    expect(ticks.map(({ time_ms }) => new Date(time_ms).toISOString().slice(11, 16))).toEqual([
      "05:00",
      "05:30",
      "06:00",
      "06:30",
      "07:00",
      "07:30",
      "08:00",
      "08:30",
      "09:00",
      "09:30",
      "10:00",
      "10:30",
      "11:00",
    ]);
    expect(ticks.filter(({ kind }) => kind === "hour")).toHaveLength(7);
    const days = listTimeTicks({ ...VIEW, from_ms: DAY - HOUR_MS, to_ms: DAY + 47 * HOUR_MS }, 60);
    expect(days.filter(({ kind }) => kind === "day").map(({ time_ms }) => time_ms)).toEqual([
      DAY,
      DAY + 24 * HOUR_MS,
    ]);
  });
});
