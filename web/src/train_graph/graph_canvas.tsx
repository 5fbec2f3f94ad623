/** The train graph itself: two canvases, pointer, wheel and keys. */
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { Painter } from "../graph/drawing/painter.ts";
import { paletteOf } from "../graph/drawing/palette.ts";
import { LEFT_PX, TOP_PX } from "../graph/drawing/pen.ts";
import { type Area, shareAt, timeAt, type Viewport, xOf, yOf } from "../graph/viewport.ts";
import { Drawing } from "../parts/drawing.tsx";
import { type Dragged, followGestures, type Gestures, type Spot } from "../parts/gestures.ts";
import { addArea, toggleOne } from "../state/edits/several.ts";
import { select } from "../state/selection.ts";
import {
  clock_ms,
  is_dark,
  panBy,
  scene,
  setSize,
  showArea,
  viewport,
  zoomBy,
} from "../state/view.ts";
import { closure_wish, drawn_for, is_drawing_area } from "../state/works/closure_form.ts";
import { TEXTS } from "../texts.ts";
import { grabAt } from "./drag.ts";
import {
  chosen_number,
  conflictUnder,
  opened_list,
  painter,
  pickRun,
  pointer,
  rectangle,
  station_names,
} from "./graph_state.ts";
import { pressKey } from "./keys.ts";
import { grabNewLine, is_drawing } from "./new_line.ts";
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
  const stopLower = onFrames(() => {
    const [view, palette] = [viewport.value, paletteOf(is_dark.value)];
    const drawn = scene.value;
    return () => own.paintLower(drawn, view, palette);
  });
  const stopUpper = onFrames(() => {
    const [view, palette] = [viewport.value, paletteOf(is_dark.value)];
    const draw = prepareUpper();
    return () => own.paintUpper(view, palette, draw);
  });
  const observer = new ResizeObserver(() => {
    // What is not laid out has no size: the view stays as it was seen.
    if (frame.clientHeight > 0) setSize(frame.clientWidth - LEFT_PX, frame.clientHeight - TOP_PX);
  });
  observer.observe(frame);
  const stopGestures = followGestures(frame, ORIGIN, gesturesOn(frame));
  const clock = setInterval(() => {
    clock_ms.value = Date.now();
  }, 20_000);
  return () => {
    for (const stop of [stopLower, stopUpper, stopGestures]) stop();
    observer.disconnect();
    clearInterval(clock);
    own.close();
    painter.value = null;
  };
}

/** Runs what `prepare` returns at the next frame, once for all changes since the last one. */
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
  const grab = (spot: Spot): Dragged | null =>
    is_drawing_area.peek() ? grabArea(spot) : grabAt(spot, pickRun(spot)?.run ?? null);
  return {
    grab: (spot) => grabNewLine(spot) ?? grab(spot),
    onPan: panBy,
    onZoom: (factor, spot, is_vertical) =>
      is_vertical ? zoomBy(1, spot, factor) : zoomBy(factor, spot, 1),
    onRectangle: (from, to, { is_done, is_choosing }) => {
      rectangle.value = is_done ? null : { from, to };
      const area = is_done ? areaBetween(viewport.peek(), from, to) : null;
      if (area === null) return;
      if (is_choosing) addArea(area);
      else showArea(area, 0);
    },
    onClick: (spot, is_choosing) => {
      if (station_names.peek()?.press(spot) === true) return;
      const found = pickRun(spot);
      if (is_choosing) {
        if (found !== null) toggleOne(found.run.train_id);
        return;
      }
      chosen_number.value = found === null ? (conflictUnder(spot)?.number ?? null) : null;
      if (chosen_number.value !== null) opened_list.value = "conflicts";
      select(found?.run.key ?? null);
    },
    onHover: (spot) => {
      const can_be_held = spot !== null && grab(spot) !== null;
      const is_crossed = is_drawing_area.peek() || is_drawing.peek();
      const named = spot !== null && station_names.peek()?.isAt(spot) === true ? "pointer" : "";
      const held = can_be_held ? "ew-resize" : named;
      frame.style.cursor = is_crossed ? "crosshair" : held;
      pointer.value = spot;
    },
  };
}

/** Draws an area for a work or a limit. */
function grabArea(from: Spot): Dragged {
  return {
    onMove: (_dx_px, to) => {
      rectangle.value = { from, to };
    },
    onDrop: () => {
      const drawn = rectangle.peek();
      rectangle.value = null;
      const area = drawn === null ? null : areaBetween(viewport.peek(), drawn.from, drawn.to);
      if (area === null) return;
      is_drawing_area.value = false;
      closure_wish.value = { area, before: drawn_for.peek() };
    },
    onCancel: () => {
      rectangle.value = null;
    },
  };
}

/** Null: too small to be intended. */
function areaBetween(view: Viewport, a: Spot, b: Spot): Area | null {
  const [left, right] = [Math.min(a.x_px, b.x_px), Math.max(a.x_px, b.x_px)];
  const [top, bottom] = [Math.min(a.y_px, b.y_px), Math.max(a.y_px, b.y_px)];
  if (right - left < 8 || bottom - top < 8) return null;
  return {
    from_ms: timeAt(view, left),
    to_ms: timeAt(view, right),
    from_share: shareAt(view, top),
    to_share: shareAt(view, bottom),
  };
}

/** Pixels of a time and a place inside the graph's element. */
export function spotInElement(view: Viewport, time_ms: number, share: number): Spot {
  return { x_px: LEFT_PX + xOf(view, time_ms), y_px: TOP_PX + yOf(view, share) };
}
