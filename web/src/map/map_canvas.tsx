/** The network drawn by its geometry, with the chosen path, trains, conflicts and works. */
import { effect, untracked } from "@preact/signals";
import type { JSX } from "preact";
import { prepare } from "../graph/painter.ts";
import { paletteOf } from "../graph/palette.ts";
import { LATER } from "../later_texts.ts";
import { Drawing } from "../parts/drawing.tsx";
import { followGestures, type Spot } from "../parts/gestures.ts";
import { found } from "../state/request.ts";
import { select, selected_data, selected_key } from "../state/selection.ts";
import { is_dark } from "../state/view.ts";
import { type Camera, fitCamera, panCamera, screenX, screenY, zoomCamera } from "./camera.ts";
import {
  drawLabels,
  drawMark,
  drawSignals,
  drawStations,
  drawTrain,
  type MapPen,
  strokeLine,
} from "./draw_map.ts";
import { camera, dots, linesOfRanges, map_marks, network, picked } from "./map_state.ts";
import type { Network, Track } from "./network.ts";

const PICK_PX = 9;
const PAN_PX = 60;
const ZOOM = 1.3;

export function MapCanvas(): JSX.Element {
  return (
    <Drawing
      label={LATER.map.label}
      layers={1}
      has_cross
      start={startMap}
      pressKey={({ key }) => pressKey(key)}
    />
  );
}

export function fitNetwork(): void {
  const known = network.peek();
  if (known === null) return;
  camera.value = fitCamera(camera.peek(), pointsOf(known));
}

/** The chosen path. */
export function fitPath(): void {
  const [known, path] = [network.peek(), selected_data.peek()?.path ?? null];
  if (known === null || path === null) return;
  const lines = linesOfRanges(known, path.track_section_ranges);
  camera.value = fitCamera(camera.peek(), lines.flatMap(pairUp));
}

function pairUp(line: readonly number[]): [number, number][] {
  return Array.from({ length: line.length / 2 }, (_one, i) => [
    line[2 * i] ?? 0,
    line[2 * i + 1] ?? 0,
  ]);
}

function* pointsOf({ tracks }: Network): Generator<readonly [number, number]> {
  for (const { points } of tracks.values()) {
    for (let i = 0; i < points.length; i += 2) yield [points[i] ?? 0, points[i + 1] ?? 0];
  }
}

function pressKey(key: string): boolean {
  const view = camera.peek();
  const [x, y] = [view.width_px / 2, view.height_px / 2];
  switch (key) {
    case "ArrowLeft":
      camera.value = panCamera(view, PAN_PX, 0);
      return true;
    case "ArrowRight":
      camera.value = panCamera(view, -PAN_PX, 0);
      return true;
    case "ArrowUp":
      camera.value = panCamera(view, 0, PAN_PX);
      return true;
    case "ArrowDown":
      camera.value = panCamera(view, 0, -PAN_PX);
      return true;
    case "+":
    case "=":
      camera.value = zoomCamera(view, ZOOM, x, y);
      return true;
    case "-":
      camera.value = zoomCamera(view, 1 / ZOOM, x, y);
      return true;
    case "0":
      fitNetwork();
      return true;
    case "z":
      fitPath();
      return true;
    case "Enter":
      // Nothing is farther from some stop of the cross than this.
      pickAt({ x_px: x, y_px: y }, PAN_PX);
      return true;
    default:
      return false;
  }
}

function startMap(frame: HTMLDivElement, [surface]: readonly HTMLCanvasElement[]): () => void {
  if (surface === undefined) return () => undefined;
  let fitted: Camera | null = null;
  const fit = (): void => {
    fitNetwork();
    fitted = camera.peek();
  };
  // As long as it has not been moved by hand, it stays fitted.
  const isUntouched = (): boolean => fitted === null || camera.peek() === fitted;
  const observer = new ResizeObserver(() => {
    const was_untouched = isUntouched();
    camera.value = {
      ...camera.peek(),
      width_px: Math.max(1, frame.clientWidth),
      height_px: Math.max(1, frame.clientHeight),
    };
    if (was_untouched && network.peek() !== null) fit();
  });
  observer.observe(frame);
  const stopFit = effect(() => {
    if (network.value !== null && isUntouched()) untracked(fit);
  });
  let waiting = 0;
  const stopDraw = effect(() => {
    const draw = prepareMap();
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      const { width_px, height_px } = camera.peek();
      const ctx = prepare(surface, width_px, height_px);
      if (ctx !== null) draw(ctx);
    });
  });
  const stopGestures = followGestures(
    frame,
    { x_px: 0, y_px: 0 },
    {
      grab: () => null,
      onPan: (dx_px, dy_px) => {
        camera.value = panCamera(camera.peek(), dx_px, dy_px);
      },
      onZoom: (factor, spot) => {
        camera.value = zoomCamera(camera.peek(), factor, spot.x_px, spot.y_px);
      },
      onRectangle: () => undefined,
      onClick: (spot) => pickAt(spot, PICK_PX),
      onHover: () => undefined,
    },
  );
  return () => {
    observer.disconnect();
    cancelAnimationFrame(waiting);
    for (const stop of [stopFit, stopDraw, stopGestures]) stop();
  };
}

function prepareMap(): (ctx: CanvasRenderingContext2D) => void {
  const [view, known, palette] = [camera.value, network.value, paletteOf(is_dark.value)];
  const [trains, marks, key] = [dots.value, map_marks.value, selected_key.value];
  const path = selected_data.value?.path?.track_section_ranges ?? [];
  const fitted = found.value?.path.track_section_ranges ?? [];
  return (ctx) => {
    const pen: MapPen = { ctx, camera: view, palette };
    ctx.fillStyle = palette.background;
    ctx.fillRect(0, 0, view.width_px, view.height_px);
    if (known === null) return;
    ctx.strokeStyle = palette.quiet_text;
    ctx.lineWidth = 1.2;
    for (const { points } of known.tracks.values()) strokeLine(pen, points);
    ctx.strokeStyle = palette.selected;
    ctx.lineWidth = 3.5;
    for (const line of linesOfRanges(known, path)) strokeLine(pen, line);
    ctx.strokeStyle = palette.tried;
    ctx.setLineDash([8, 4]);
    for (const line of linesOfRanges(known, fitted)) strokeLine(pen, line);
    ctx.setLineDash([]);
    drawSignals(pen, known.signals);
    drawStations(pen, known.stations);
    for (const mark of marks) drawMark(pen, mark);
    for (const dot of trains) drawTrain(pen, dot, dot.key === key);
    drawLabels(pen, known.stations, { trains, marks, chosen_key: key });
  };
}

/** The nearest: a train is chosen; a signal, station or track shows its data. */
function pickAt({ x_px, y_px }: Spot, reach_px: number): void {
  const [view, known] = [camera.peek(), network.peek()];
  if (known === null) return;
  const far = ({ x, y }: { readonly x: number; readonly y: number }): number =>
    Math.hypot(screenX(view, x) - x_px, screenY(view, y) - y_px);
  const train = nearest(dots.peek(), far, reach_px);
  if (train !== null) {
    if (train.key !== "found") select(train.key);
    return;
  }
  const signal = nearest(known.signals, far, reach_px / 2);
  const station = nearest(known.stations, far, reach_px);
  const tracks = [...known.tracks.values()];
  const track = nearest(tracks, (one) => farFromTrack(one, x_px, y_px), reach_px / 2);
  if (signal !== null) picked.value = { kind: "signal", id: signal.id, data: signal.data };
  else if (station !== null) {
    picked.value = { kind: "station", id: station.id, data: station.data };
  } else if (track === null) picked.value = null;
  else picked.value = { kind: "track", id: track.id, data: track.data };
}

/** Null: none is within reach. */
function nearest<Item>(
  items: readonly Item[],
  far: (item: Item) => number,
  reach_px: number,
): Item | null {
  let [best, best_px]: [Item | null, number] = [null, reach_px];
  for (const item of items) {
    const px = far(item);
    if (px <= best_px) [best, best_px] = [item, px];
  }
  return best;
}

function farFromTrack({ points }: Track, x_px: number, y_px: number): number {
  const view = camera.peek();
  let best_px = Infinity;
  for (let i = 2; i < points.length; i += 2) {
    const [ax, ay] = [screenX(view, points[i - 2] ?? 0), screenY(view, points[i - 1] ?? 0)];
    const [dx, dy] = [screenX(view, points[i] ?? 0) - ax, screenY(view, points[i + 1] ?? 0) - ay];
    const length2 = dx * dx + dy * dy;
    const raw = length2 === 0 ? 0 : ((x_px - ax) * dx + (y_px - ay) * dy) / length2;
    const part = Math.min(1, Math.max(0, raw));
    best_px = Math.min(best_px, Math.hypot(ax + part * dx - x_px, ay + part * dy - y_px));
  }
  return best_px;
}
