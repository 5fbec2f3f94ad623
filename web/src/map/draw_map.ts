/** Draws the parts of the map. */
import { colourOf, type Palette } from "../graph/palette.ts";
import { type Camera, screenX, screenY } from "./camera.ts";
import { Labels } from "./labels.ts";
import type { Dot, MapMark } from "./map_state.ts";
import type { Place } from "./network.ts";

export interface MapPen {
  readonly ctx: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly palette: Palette;
}

/** From afar there would be too many. */
const SIGNALS_FROM_SCALE = 600_000;
const BEYOND_PX = 20;
const DOT_PX = 6;
const SQUARE_PX = 3;
const MARK_PX = 13;
const MARK_ABOVE_PX = 22;
/** So many stations have no room around them to be kept free. */
const CROWD = 500;

export function strokeLine({ ctx, camera }: MapPen, points: ArrayLike<number>): void {
  ctx.beginPath();
  for (let i = 0; i < points.length; i += 2) {
    ctx.lineTo(screenX(camera, points[i] ?? 0), screenY(camera, points[i + 1] ?? 0));
  }
  ctx.stroke();
}

function isOnScreen({ width_px, height_px }: Camera, x: number, y: number): boolean {
  return x > -BEYOND_PX && x < width_px + BEYOND_PX && y > -BEYOND_PX && y < height_px + BEYOND_PX;
}

export function drawStations({ ctx, camera, palette }: MapPen, stations: readonly Place[]): void {
  ctx.fillStyle = palette.background;
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (const station of stations) {
    const [x, y] = [screenX(camera, station.x), screenY(camera, station.y)];
    if (isOnScreen(camera, x, y))
      ctx.rect(x - SQUARE_PX, y - SQUARE_PX, 2 * SQUARE_PX, 2 * SQUARE_PX);
  }
  ctx.fill();
  ctx.stroke();
}

interface Moment {
  readonly trains: readonly Dot[];
  readonly marks: readonly MapMark[];
  readonly chosen_key: string | null;
}

/** Of what is on the screen: the chosen train's name first, then stations', then other trains'. */
export function drawLabels(
  { ctx, camera, palette }: MapPen,
  stations: readonly Place[],
  { trains, marks, chosen_key }: Moment,
): void {
  const labels = new Labels(ctx, palette, camera.width_px);
  const place = (at: { readonly x: number; readonly y: number }): [number, number] => [
    screenX(camera, at.x),
    screenY(camera, at.y),
  ];
  const seen = trains.filter((dot) => isOnScreen(camera, ...place(dot)));
  for (const dot of seen) labels.keepFree(...place(dot), DOT_PX);
  for (const mark of marks) {
    const [x, y] = place(mark);
    labels.keepFree(x, y - MARK_ABOVE_PX, MARK_PX);
  }
  const named = stations.filter((station) => isOnScreen(camera, ...place(station)));
  if (named.length < CROWD) for (const one of named) labels.keepFree(...place(one), SQUARE_PX);
  const nameTrains = (listed: readonly Dot[]): void => {
    for (const dot of listed) labels.write(dot.name, ...place(dot), colourOfDot(palette, dot));
  };
  nameTrains(seen.filter(({ key }) => key === chosen_key));
  for (const station of named) labels.write(station.name, ...place(station), palette.text);
  nameTrains(seen.filter(({ key }) => key !== chosen_key));
}

export function drawSignals({ ctx, camera, palette }: MapPen, signals: readonly Place[]): void {
  if (camera.scale < SIGNALS_FROM_SCALE) return;
  ctx.fillStyle = palette.now;
  for (const { x, y } of signals) {
    ctx.beginPath();
    ctx.arc(screenX(camera, x), screenY(camera, y), 2.5, 0, 2 * Math.PI);
    ctx.fill();
  }
}

function colourOfDot(palette: Palette, { category }: Dot): string {
  return category === "" ? palette.tried : colourOf(palette, category);
}

export function drawTrain({ ctx, camera, palette }: MapPen, dot: Dot, is_chosen: boolean): void {
  const [x, y] = [screenX(camera, dot.x), screenY(camera, dot.y)];
  ctx.fillStyle = colourOfDot(palette, dot);
  ctx.strokeStyle = is_chosen ? palette.selected : palette.background;
  ctx.lineWidth = is_chosen ? 3 : 1.5;
  ctx.beginPath();
  ctx.arc(x, y, is_chosen ? DOT_PX + 2 : DOT_PX, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
}

/** A triangle with the conflict's number, or a square for a work, above its place: trains are on it. */
export function drawMark({ ctx, camera, palette }: MapPen, { kind, label, ...at }: MapMark): void {
  const [x, y] = [screenX(camera, at.x), screenY(camera, at.y) - MARK_ABOVE_PX];
  ctx.beginPath();
  if (kind === "work") ctx.rect(x - 9, y - 9, 18, 18);
  else {
    ctx.moveTo(x, y - 14);
    ctx.lineTo(x + 13, y + 9);
    ctx.lineTo(x - 13, y + 9);
    ctx.closePath();
  }
  ctx.fillStyle = kind === "work" ? palette.work : palette.conflict;
  ctx.fill();
  ctx.fillStyle = palette.background;
  ctx.font = "bold 10px system-ui, sans-serif";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(label, x, y + 2);
}
