/** Draws which trains are on which track of a station, over the graph's time. */

import { type Bar, type Diagram, nameVisit, ROW_PX, type Row } from "../occupancy.ts";
import { drawTimeGrid, TRIED_DASH } from "./draw.ts";
import { colourOf, fontOf } from "./palette.ts";
import { LEFT_PX, type Pen, shorten } from "./pen.ts";

/** Narrower bars have no name. */
const NAME_MIN_PX = 34;
const MARK_PX = 7;

export interface Occupants {
  readonly unknown_track: string;
  readonly selected_key: string | null;
  /** Trains whose way is tried: their tracks are not stored. */
  readonly rerouted_ids: ReadonlySet<number>;
  /** The bar being dragged, and the row beneath it; null if there is none. */
  readonly carried: { readonly bar: Bar; readonly row: Row | null } | null;
}

/** On a canvas with the row names on its left. */
export function drawOccupancy(
  pen: Pen,
  { rows, bars, height_px }: Diagram,
  { unknown_track, selected_key, rerouted_ids, carried }: Occupants,
): void {
  const { ctx, view, palette } = pen;
  ctx.fillStyle = palette.background;
  ctx.fillRect(0, 0, view.width_px + LEFT_PX, height_px);
  ctx.font = fontOf(12);
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  ctx.strokeStyle = palette.strong_grid;
  for (const { track, y_px } of rows) {
    ctx.fillStyle = track === null ? palette.quiet_text : palette.text;
    const name = shorten(ctx, track?.name ?? unknown_track, LEFT_PX - 14);
    ctx.fillText(name, LEFT_PX - 8, y_px + ROW_PX / 2);
    ctx.strokeRect(LEFT_PX, y_px + 0.5, view.width_px, ROW_PX);
  }
  ctx.save();
  ctx.beginPath();
  ctx.rect(LEFT_PX, 0, view.width_px, height_px);
  ctx.clip();
  ctx.translate(LEFT_PX, 0);
  drawTimeGrid({ ...pen, view: { ...view, height_px } });
  for (const bar of bars) {
    drawBar(pen, bar, bar.visit.run.key === selected_key);
    if (bar.width_px < NAME_MIN_PX) drawNameBeside(pen, bar, bars);
    if (rerouted_ids.has(bar.visit.run.train_id)) drawTriedBar(pen, bar);
  }
  if (carried !== null && carried.row !== null) {
    drawTriedBar(pen, { ...carried.bar, y_px: carried.row.y_px + 3, height_px: ROW_PX - 6 });
  }
  ctx.restore();
}

function drawBar({ ctx, palette }: Pen, bar: Bar, is_selected: boolean): void {
  const { x_px, y_px, width_px, height_px, visit } = bar;
  ctx.fillStyle = colourOf(palette, visit.run.look);
  ctx.fillRect(x_px, y_px, width_px, height_px);
  if (width_px >= NAME_MIN_PX) {
    ctx.fillStyle = palette.background;
    ctx.textAlign = "left";
    const left_px = Math.max(0, x_px);
    const room_px = x_px + width_px - left_px - 8;
    if (room_px >= NAME_MIN_PX - 8) {
      const name = shorten(ctx, nameVisit(visit), room_px);
      ctx.fillText(name, left_px + 4, y_px + height_px / 2);
    }
  }
  if (is_selected) {
    ctx.strokeStyle = palette.selected;
    ctx.lineWidth = 2.5;
    ctx.strokeRect(x_px, y_px, width_px, height_px);
    ctx.lineWidth = 1;
  }
  if (visit.conflicts.length > 0) drawMark(bar, { ctx, colour: palette.conflict });
}

/** The whole name of a bar that is too narrow for it, if the next bar of its row is far enough away. */
function drawNameBeside(
  { ctx, palette }: Pen,
  { x_px, y_px, width_px, height_px, visit }: Bar,
  bars: readonly Bar[],
): void {
  const begin_px = x_px + width_px + 3;
  const after = bars.filter((other) => other.y_px === y_px && other.x_px > x_px);
  const end_px = Math.min(...after.map((other) => other.x_px - MARK_PX));
  if (begin_px + ctx.measureText(nameVisit(visit)).width > end_px) return;
  ctx.fillStyle = palette.text;
  ctx.textAlign = "left";
  ctx.fillText(nameVisit(visit), begin_px, y_px + height_px / 2);
}

/** A bar that is not stored: dashed as on the graph. */
function drawTriedBar(
  { ctx, palette }: Pen,
  { x_px, y_px, width_px, height_px }: Omit<Bar, "visit">,
): void {
  ctx.strokeStyle = palette.tried;
  ctx.lineWidth = 2.5;
  ctx.setLineDash(TRIED_DASH);
  ctx.strokeRect(x_px, y_px, width_px, height_px);
  ctx.setLineDash([]);
  ctx.lineWidth = 1;
}

/** A triangle at the start of a visit, so that it shows whatever the colour. */
function drawMark(
  { x_px, y_px, height_px }: Bar,
  { ctx, colour }: { readonly ctx: CanvasRenderingContext2D; readonly colour: string },
): void {
  const middle_px = y_px + height_px / 2;
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(x_px - 1, middle_px);
  ctx.lineTo(x_px - 1 - MARK_PX, middle_px - MARK_PX);
  ctx.lineTo(x_px - 1 - MARK_PX, middle_px + MARK_PX);
  ctx.closePath();
  ctx.fill();
}
