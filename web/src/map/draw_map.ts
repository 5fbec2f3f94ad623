/** Draws the parts of the map. */
import { colourOf, type Palette } from "../graph/palette.ts";
import { type Camera, screenX, screenY } from "./camera.ts";
import type { Dot, MapMark } from "./map_state.ts";
import type { Place } from "./network.ts";

export interface MapPen {
  readonly ctx: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly palette: Palette;
}

/** From afar there would be too many. */
const SIGNALS_FROM_SCALE = 600_000;
const LABEL_PX = { width: 90, height: 15 };
const LABEL_FONT = "12px system-ui, sans-serif";

export function strokeLine({ ctx, camera }: MapPen, points: ArrayLike<number>): void {
  ctx.beginPath();
  for (let i = 0; i < points.length; i += 2) {
    ctx.lineTo(screenX(camera, points[i] ?? 0), screenY(camera, points[i + 1] ?? 0));
  }
  ctx.stroke();
}

/** Names that would lie on another one are left out until there is room. */
export function drawStations({ ctx, camera, palette }: MapPen, stations: readonly Place[]): void {
  ctx.font = LABEL_FONT;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const taken: { readonly x: number; readonly y: number }[] = [];
  for (const { name, x: at_x, y: at_y } of stations) {
    const [x, y] = [screenX(camera, at_x), screenY(camera, at_y)];
    if (x < -LABEL_PX.width || x > camera.width_px || y < 0 || y > camera.height_px) continue;
    ctx.fillStyle = palette.background;
    ctx.strokeStyle = palette.text;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.rect(x - 3, y - 3, 6, 6);
    ctx.fill();
    ctx.stroke();
    const is_covered = taken.some(
      (other) => Math.abs(other.x - x) < LABEL_PX.width && Math.abs(other.y - y) < LABEL_PX.height,
    );
    if (is_covered) continue;
    taken.push({ x, y });
    ctx.fillStyle = palette.text;
    ctx.fillText(name, x + 8, y - 9);
  }
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

export function drawTrain({ ctx, camera, palette }: MapPen, dot: Dot, is_chosen: boolean): void {
  const [x, y] = [screenX(camera, dot.x), screenY(camera, dot.y)];
  ctx.fillStyle = dot.category === "" ? palette.tried : colourOf(palette, dot.category);
  ctx.strokeStyle = is_chosen ? palette.selected : palette.background;
  ctx.lineWidth = is_chosen ? 3 : 1.5;
  ctx.beginPath();
  ctx.arc(x, y, is_chosen ? 8 : 6, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  ctx.font = "11px system-ui, sans-serif";
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(dot.name, x + 9, y + 8);
}

/** A triangle with the conflict's number, or a square for a work. */
export function drawMark({ ctx, camera, palette }: MapPen, { kind, label, ...at }: MapMark): void {
  const [x, y] = [screenX(camera, at.x), screenY(camera, at.y)];
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
