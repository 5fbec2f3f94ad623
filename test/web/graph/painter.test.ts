// Method: canvases that only count what is drawn on them, on a clock that goes on with each line: a frame's work is counted in
// lines, and what is on the screen told by the canvas that was copied there last.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Painter } from "../../../web/src/graph/drawing/painter.ts";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import { placeCurve, type Run } from "../../../web/src/graph/runs.ts";
import type { Scene } from "../../../web/src/graph/scene.ts";
import type { Viewport } from "../../../web/src/graph/viewport.ts";
import { bareRun } from "./bare_run.ts";

const SCALE = { from: Float64Array.of(0, 100_000), to: Float64Array.of(0, 1) };
const VIEW: Viewport = {
  from_ms: 0,
  to_ms: 3_600_000,
  from_share: 0,
  to_share: 1,
  width_px: 600,
  height_px: 400,
};
const PALETTE = paletteOf(false);
const LINE_MS = 0.1;

function sceneOf(count: number): Scene {
  const runs = Array.from({ length: count }, (_one, i): Run => {
    const curves = [placeCurve({ positions: [0, 100_000], times: [0, 600_000] }, SCALE)];
    return bareRun(String(i), { train_id: i, start_ms: i * 1000, curves });
  });
  const nothing = {
    stations: [],
    turns: [],
    base_runs: [],
    compared_runs: [],
    conflicts: [],
    works: [],
  };
  return { ...nothing, limits: [], runs, zone: "UTC" };
}

let now_ms = 0;
/** What waits for a frame, or for rest, by number. */
let frames = new Map<number, () => void>();
let timers = new Map<number, () => void>();

/** How many lines it has since it was cleared, and what was copied onto it last. */
class FakeCanvas {
  width = 0;
  height = 0;
  lines = 0;
  shows: FakeCanvas | null = null;
  getContext(): unknown {
    const own: Record<string, unknown> = {
      stroke: () => {
        this.lines += 1;
        now_ms += LINE_MS;
      },
      clearRect: () => {
        this.lines = 0;
      },
      measureText: () => ({ width: 1 }),
      drawImage: (from: FakeCanvas) => {
        this.shows = from;
      },
    };
    return new Proxy(own, {
      get: (known, name) => known[String(name)] ?? (() => undefined),
      set: () => true,
    });
  }
}

let number = 0;

function stubLater(begin: string, end: string, waiting: Map<number, () => void>): void {
  vi.stubGlobal(begin, (work: () => void) => {
    number += 1;
    waiting.set(number, work);
    return number;
  });
  vi.stubGlobal(end, (one: number) => waiting.delete(one));
}

beforeEach(() => {
  [now_ms, frames, timers] = [0, new Map(), new Map()];
  vi.stubGlobal("document", { createElement: () => new FakeCanvas() });
  vi.stubGlobal("performance", { now: () => now_ms });
  stubLater("requestAnimationFrame", "cancelAnimationFrame", frames);
  stubLater("setTimeout", "clearTimeout", timers);
  vi.stubGlobal("window", { devicePixelRatio: 1, setTimeout });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Does what waits until nothing does; returns what the longest took. */
function goOn(waiting: Map<number, () => void>): number {
  let longest_ms = 0;
  for (const [one, work] of waiting) {
    waiting.delete(one);
    const begun_ms = now_ms;
    work();
    longest_ms = Math.max(longest_ms, now_ms - begun_ms);
  }
  return longest_ms;
}

function openPainter(): { readonly painter: Painter; readonly lower: FakeCanvas } {
  const lower = new FakeCanvas();
  const painter = new Painter(lower as never, new FakeCanvas() as never);
  return { painter, lower };
}

/** A screen draws 60 times a second. */
const FRAME_MS = 16;
const MANY = 2000;

describe("a picture of many trains", () => {
  it("is drawn in slices that leave time in each frame", () => {
    const { painter, lower } = openPainter();
    painter.paintLower(sceneOf(MANY), VIEW, PALETTE);
    expect(now_ms).toBeLessThan(MANY * LINE_MS);
    expect(goOn(frames)).toBeLessThanOrEqual(FRAME_MS);
    expect(lower.shows?.lines).toBeGreaterThanOrEqual(MANY);
  });

  it("leaves the one before on the screen until it is whole", () => {
    const { painter, lower } = openPainter();
    painter.paintLower(sceneOf(1), VIEW, PALETTE);
    const before = lower.shows;
    painter.paintLower(sceneOf(MANY), VIEW, PALETTE);
    expect(lower.shows).toBe(before);
    goOn(frames);
    expect(lower.shows).not.toBe(before);
    expect(lower.shows?.lines).toBeGreaterThanOrEqual(MANY);
  });

  it("is moved while it is panned, also while it is drawn, and drawn anew once at rest", () => {
    const { painter, lower } = openPainter();
    const scene = sceneOf(MANY);
    painter.paintLower(scene, VIEW, PALETTE);
    goOn(frames);
    let view = VIEW;
    for (const by_ms of [60_000, 120_000, 180_000]) {
      const begun_ms = now_ms;
      view = { ...VIEW, from_ms: by_ms, to_ms: VIEW.to_ms + by_ms };
      painter.paintLower(scene, view, PALETTE);
      // Of the labels beside it.
      expect(now_ms - begun_ms).toBeLessThan(FRAME_MS);
    }
    expect([timers.size, frames.size]).toEqual([1, 0]);
    const moved = lower.shows;
    goOn(timers);
    painter.paintLower(scene, view, PALETTE);
    expect([lower.shows === moved, timers.size, frames.size]).toEqual([true, 0, 1]);
    goOn(frames);
    painter.paintLower(scene, view, PALETTE);
    expect([lower.shows === moved, timers.size, frames.size]).toEqual([false, 0, 0]);
  });

  it("is whole in what is taken along", () => {
    const { painter, lower } = openPainter();
    painter.paintLower(sceneOf(MANY), VIEW, PALETTE);
    const copy = painter.copy();
    expect(copy).toBeInstanceOf(FakeCanvas);
    expect(frames.size).toBe(0);
    expect(lower.shows?.lines).toBeGreaterThanOrEqual(MANY);
  });
});

describe("a picture of few trains", () => {
  it("is there at once, at every step", () => {
    const { painter, lower } = openPainter();
    const scene = sceneOf(3);
    for (const from_ms of [0, 1000]) {
      painter.paintLower(scene, { ...VIEW, from_ms }, PALETTE);
      expect([timers.size, frames.size]).toEqual([0, 0]);
      expect(lower.shows?.lines).toBeGreaterThanOrEqual(3);
    }
  });
});
