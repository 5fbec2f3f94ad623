/** The train graph itself: two canvases, pointer, wheel and keys. */
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
  drawConflict,
  drawHighlight,
  drawNow,
  drawRequirements,
  LEFT_PX,
  type Pen,
  TOP_PX,
} from "../graph/draw.ts";
import { conflictAt } from "../graph/marks.ts";
import { Painter } from "../graph/painter.ts";
import { colourOf, paletteOf } from "../graph/palette.ts";
import { PickIndex } from "../graph/pick.ts";
import { shareAt, timeAt, type Viewport, xOf, yOf } from "../graph/viewport.ts";
import { followGestures, type Gestures, type Spot } from "../parts/gestures.ts";
import { conflicts, works } from "../state/graph.ts";
import { move, new_conflicts, tried_run } from "../state/move.ts";
import { found_run } from "../state/request.ts";
import {
  base_run,
  requirement_areas,
  select,
  selected_key,
  selected_run,
} from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import {
  is_dark,
  marked_runs,
  panBy,
  placed_stations,
  setSize,
  showArea,
  viewport,
  visible_runs,
  zoomBy,
} from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { grabSelected } from "./drag.ts";
import {
  chosen_conflict,
  hovered,
  now_ms,
  painter,
  rectangle,
  shows_requirements,
} from "./graph_state.ts";
import { drawHandles } from "./handles.ts";
import { pressKey } from "./keys.ts";

const PICK_PX = 7;
const ORIGIN: Spot = { x_px: LEFT_PX, y_px: TOP_PX };

export function GraphCanvas(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const lower = useRef<HTMLCanvasElement>(null);
  const upper = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const [frame, below, above] = [box.current, lower.current, upper.current];
    if (frame === null || below === null || above === null) return undefined;
    return startDrawing(frame, below, above);
  }, []);
  return (
    <div
      ref={box}
      class="graph"
      role="application"
      aria-label={TEXTS.graph.label}
      // An application is operated by keys of its own.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
      tabIndex={0}
      onKeyDown={(event) => {
        if (pressKey(event)) event.preventDefault();
      }}
    >
      <canvas ref={lower} />
      <canvas ref={upper} />
    </div>
  );
}

function startDrawing(
  frame: HTMLDivElement,
  below: HTMLCanvasElement,
  above: HTMLCanvasElement,
): () => void {
  const own = new Painter(below, above);
  painter.value = own;
  let index = new PickIndex([]);
  const stopIndex = effect(() => {
    index = new PickIndex(visible_runs.value);
  });
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
  const stopGestures = followGestures(
    frame,
    ORIGIN,
    gesturesOn(() => index),
  );
  const clock = setInterval(() => {
    now_ms.value = Date.now();
  }, 20_000);
  return () => {
    for (const stop of [stopIndex, stopScene, stopLower, stopUpper, stopGestures]) stop();
    observer.disconnect();
    clearInterval(clock);
    own.close();
    painter.value = null;
  };
}

function readScene() {
  return {
    stations: placed_stations.value,
    runs: visible_runs.value,
    conflicts: conflicts.value,
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

/** What is above the trains: read now, drawn at the next frame. */
function prepareUpper(): (pen: Pen) => void {
  const [selected, base, tried] = [selected_run.value, base_run.value, tried_run.value];
  const areas = shows_requirements.value ? requirement_areas.value : [];
  const [over, chosen, frame, fresh] = [
    hovered.value,
    chosen_conflict.value,
    rectangle.value,
    new_conflicts.value,
  ];
  const [now, moved, marks, found] = [now_ms.value, move.value, marked_runs.value, found_run.value];
  const siblings = visible_runs.value.filter(
    (run) => selected?.kind === "paced_train" && run.train_id === selected.train_id,
  );
  return (pen) => {
    const { palette } = pen;
    drawRequirements(pen, areas);
    drawNow(pen, now);
    for (const run of siblings)
      drawHighlight(pen, run, {
        colour: colourOf(palette, run.category),
        width_px: 2.6,
        dash: [],
        has_rim: false,
      });
    for (const run of marks)
      drawHighlight(pen, run, { colour: palette.now, width_px: 3.4, dash: [], has_rim: true });
    if (base !== null)
      drawHighlight(pen, base, {
        colour: palette.quiet_text,
        width_px: 1.2,
        dash: [3, 3],
        has_rim: false,
      });
    if (over !== null && over.run !== selected) {
      drawHighlight(pen, over.run, {
        colour: colourOf(palette, over.run.category),
        width_px: 3,
        dash: [],
        has_rim: true,
      });
    }
    if (selected !== null) {
      const is_ghost = moved !== null && moved.shift_ms !== 0;
      drawHighlight(pen, selected, {
        colour: is_ghost ? palette.quiet_text : palette.selected,
        width_px: is_ghost ? 1.4 : 3,
        dash: [],
        has_rim: !is_ghost,
      });
    }
    for (const conflict of fresh) drawConflict(pen, conflict, true);
    if (tried !== null && moved !== null) {
      const colour = moved.state === "failed" ? palette.failed : palette.tried;
      drawHighlight(pen, tried, {
        colour,
        width_px: 2.6,
        dash: moved.state === "failed" ? [2, 4] : [8, 4],
        has_rim: true,
      });
    }
    if (found !== null)
      drawHighlight(pen, found, {
        colour: palette.tried,
        width_px: 2.4,
        dash: [8, 4],
        has_rim: true,
      });
    if (chosen !== null) drawConflict(pen, chosen, true);
    drawHandles(pen);
    if (frame !== null) drawFrame(pen, frame.from, frame.to);
  };
}

function drawFrame({ ctx, palette }: Pen, a: Spot, b: Spot): void {
  ctx.strokeStyle = palette.selected;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 3]);
  ctx.strokeRect(a.x_px, a.y_px, b.x_px - a.x_px, b.y_px - a.y_px);
  ctx.setLineDash([]);
}

function gesturesOn(getIndex: () => PickIndex): Gestures {
  const pick = (spot: Spot) => getIndex().pick(viewport.peek(), spot.x_px, spot.y_px, PICK_PX);
  return {
    grab: (spot) => grabSelected(spot, pick(spot)?.run.key === selected_key.peek()),
    onPan: panBy,
    onZoom: (factor, spot, is_vertical) =>
      is_vertical ? zoomBy(1, spot, factor) : zoomBy(factor, spot, 1),
    onRectangle: (from, to, is_done) => {
      rectangle.value = is_done || to === null ? null : { from, to };
      if (is_done && to !== null) zoomToRectangle(viewport.peek(), from, to);
    },
    onClick: (spot) => {
      const found = pick(spot);
      const view = viewport.peek();
      chosen_conflict.value =
        found === null
          ? conflictAt(conflicts.peek(), timeAt(view, spot.x_px), shareAt(view, spot.y_px))
          : null;
      attempt(async () => select(found?.run.key ?? null));
    },
    onHover: (spot) => {
      if (spot === null) {
        hovered.value = null;
        return;
      }
      const found = pick(spot);
      hovered.value = found === null ? null : { ...found, spot };
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
