/** The train graph itself: two canvases, pointer, wheel and keys. */
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { LEFT_PX, type Scene, TOP_PX } from "../graph/draw.ts";
import { Painter } from "../graph/painter.ts";
import { paletteOf } from "../graph/palette.ts";
import { shareAt, timeAt, type Viewport, xOf, yOf } from "../graph/viewport.ts";
import { Drawing } from "../parts/drawing.tsx";
import { followGestures, type Gestures, type Spot } from "../parts/gestures.ts";
import { works } from "../state/graph.ts";
import { select, selected_key } from "../state/selection.ts";
import {
  is_dark,
  panBy,
  placed_stations,
  setSize,
  showArea,
  viewport,
  visible_base_runs,
  visible_conflicts,
  visible_runs,
  zoomBy,
} from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { grabSelected } from "./drag.ts";
import {
  chosen_number,
  conflictUnder,
  now_ms,
  painter,
  pickRun,
  pointer,
  rectangle,
} from "./graph_state.ts";
import { pressKey } from "./keys.ts";
import { prepareUpper } from "./upper.ts";

const ORIGIN: Spot = { x_px: LEFT_PX, y_px: TOP_PX };

export function GraphCanvas(): JSX.Element {
  return <Drawing label={TEXTS.graph.label} layers={2} start={startDrawing} pressKey={pressKey} />;
}

function startDrawing(frame: HTMLDivElement, canvases: readonly HTMLCanvasElement[]): () => void {
  const [below, above] = canvases;
  if (below === undefined || above === undefined) return () => undefined;
  const own = new Painter(below, above);
  painter.value = own;
  let scene = readScene();
  const stopScene = effect(() => {
    scene = readScene();
  });
  const stopLower = onFrames(() => {
    const [view, palette] = [viewport.value, paletteOf(is_dark.value)];
    readScene();
    return () => own.paintLower(scene, view, palette);
  });
  const stopUpper = onFrames(() => {
    const [view, palette] = [viewport.value, paletteOf(is_dark.value)];
    const draw = prepareUpper();
    return () => own.paintUpper(view, palette, draw);
  });
  const observer = new ResizeObserver(() => {
    setSize(frame.clientWidth - LEFT_PX, frame.clientHeight - TOP_PX);
  });
  observer.observe(frame);
  const stopGestures = followGestures(frame, ORIGIN, gesturesOn(frame));
  const clock = setInterval(() => {
    now_ms.value = Date.now();
  }, 20_000);
  return () => {
    for (const stop of [stopScene, stopLower, stopUpper, stopGestures]) stop();
    observer.disconnect();
    clearInterval(clock);
    own.close();
    painter.value = null;
  };
}

function readScene(): Scene {
  return {
    stations: placed_stations.value,
    runs: visible_runs.value,
    base_runs: visible_base_runs.value,
    conflicts: visible_conflicts.value,
    works: works.value,
  };
}

/** Runs what `prepare` returns at the next frame, once for all that has changed since the last one. */
function onFrames(prepare: () => () => void): () => void {
  let frame = 0;
  let work: (() => void) | null = null;
  const stop = effect(() => {
    work = prepare();
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      work?.();
    });
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

function gesturesOn(frame: HTMLElement): Gestures {
  const isOnSelected = (spot: Spot): boolean => pickRun(spot)?.run.key === selected_key.peek();
  return {
    grab: (spot) => grabSelected(spot, isOnSelected(spot)),
    onPan: panBy,
    onZoom: (factor, spot, is_vertical) =>
      is_vertical ? zoomBy(1, spot, factor) : zoomBy(factor, spot, 1),
    onRectangle: (from, to, is_done) => {
      rectangle.value = is_done || to === null ? null : { from, to };
      if (is_done && to !== null) zoomToRectangle(viewport.peek(), from, to);
    },
    onClick: (spot) => {
      const found = pickRun(spot);
      chosen_number.value = found === null ? (conflictUnder(spot)?.number ?? null) : null;
      select(found?.run.key ?? null);
    },
    onHover: (spot) => {
      const can_be_held = spot !== null && grabSelected(spot, isOnSelected(spot)) !== null;
      frame.style.cursor = can_be_held ? "ew-resize" : "";
      pointer.value = spot;
    },
  };
}

function zoomToRectangle(view: Viewport, a: Spot, b: Spot): void {
  const [left, right] = [Math.min(a.x_px, b.x_px), Math.max(a.x_px, b.x_px)];
  const [top, bottom] = [Math.min(a.y_px, b.y_px), Math.max(a.y_px, b.y_px)];
  if (right - left < 8 || bottom - top < 8) return;
  const area = {
    from_ms: timeAt(view, left),
    to_ms: timeAt(view, right),
    from_share: shareAt(view, top),
    to_share: shareAt(view, bottom),
  };
  showArea(area, 0);
}

/** Where a moment of a place is inside the graph's element. */
export function spotInElement(view: Viewport, time_ms: number, share: number): Spot {
  return { x_px: LEFT_PX + xOf(view, time_ms), y_px: TOP_PX + yOf(view, share) };
}
