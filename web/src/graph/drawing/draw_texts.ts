/** Texts on the canvas: stations and hours around the graph; trains, minutes and conflicts inside it. */

import { printDay, printShortDay, printTick } from "../clock.ts";
import { MINUTE_FONT_PX, type MinuteText } from "../minutes.ts";
import { NUMBER_FONT_PX, type TrainNumber } from "../numbers.ts";
import { layStations, type PlacedStation } from "../stations.ts";
import { listTimeTicks, xOf } from "../viewport.ts";
import { nameZone } from "../zone.ts";
import { BADGE_HEIGHT_PX, type Badge, DIAMOND_PX } from "./badges.ts";
import { colourOf, fontOf } from "./palette.ts";
import { is_narrow, LEFT_PX, type Pen, shorten, TOP_PX } from "./pen.ts";

const TICK_APART_PX = 62;
const TICK_TEXT_PX = 34;
/** The rim around a text sets it off from lines. */
const RIM_PX = 3;
const DETAIL_BELOW_PX = 8;
const NAME_ABOVE_PX = 5;

/** Along the lines, in their colours. */
export function drawNumbers({ ctx, palette }: Pen, numbers: readonly TrainNumber[]): void {
  ctx.font = fontOf(NUMBER_FONT_PX);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = RIM_PX;
  ctx.strokeStyle = palette.background;
  for (const { x_px, y_px, angle, width_px, run, text } of numbers) {
    ctx.save();
    ctx.translate(x_px, y_px);
    ctx.rotate(angle);
    ctx.strokeText(text, 0, 0, width_px);
    ctx.fillStyle = colourOf(palette, run.look);
    ctx.fillText(text, 0, 0, width_px);
    ctx.restore();
  }
}

export function drawMinutes({ ctx, palette }: Pen, minutes: readonly MinuteText[]): void {
  ctx.font = fontOf(MINUTE_FONT_PX);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const { x_px, y_px, run, text, width_px } of minutes) {
    ctx.fillStyle = colourOf(palette, run.look);
    ctx.fillText(text, x_px, y_px, width_px);
  }
}

/** Hollow diamonds, each with its number, or the number of its conflicts, beside it. */
export function drawBadges({ ctx, palette }: Pen, badges: readonly Badge[]): void {
  ctx.font = fontOf(10, "bold");
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  for (const { x_px, y_px, text, width_px } of badges) {
    const x = x_px - width_px / 2 + DIAMOND_PX;
    ctx.strokeStyle = palette.background;
    ctx.lineWidth = RIM_PX;
    ctx.strokeText(text, x + DIAMOND_PX + 2, y_px + 0.5);
    ctx.fillStyle = palette.conflict;
    ctx.fillText(text, x + DIAMOND_PX + 2, y_px + 0.5);
    ctx.beginPath();
    ctx.moveTo(x - DIAMOND_PX, y_px);
    ctx.lineTo(x, y_px - DIAMOND_PX);
    ctx.lineTo(x + DIAMOND_PX, y_px);
    ctx.lineTo(x, y_px + DIAMOND_PX);
    ctx.closePath();
    ctx.fillStyle = palette.background;
    ctx.fill();
    ctx.strokeStyle = palette.conflict;
    ctx.lineWidth = 1.75;
    ctx.stroke();
  }
}

function traceBadge(ctx: Pen["ctx"], { x_px, y_px, width_px }: Badge): void {
  const [left, top] = [x_px - width_px / 2, y_px - BADGE_HEIGHT_PX / 2];
  ctx.beginPath();
  ctx.roundRect(left, top, width_px, BADGE_HEIGHT_PX, BADGE_HEIGHT_PX / 2);
}

/** Drawn over the badges of conflicts that would be gone. */
export function drawGoneBadges({ ctx, palette }: Pen, badges: readonly Badge[]): void {
  ctx.lineWidth = 1.5;
  ctx.setLineDash([]);
  for (const badge of badges) {
    const { x_px, y_px } = badge;
    traceBadge(ctx, badge);
    ctx.fillStyle = palette.background;
    ctx.fill();
    ctx.strokeStyle = palette.now;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x_px - 4, y_px);
    ctx.lineTo(x_px - 1, y_px + 3);
    ctx.lineTo(x_px + 4, y_px - 4);
    ctx.stroke();
  }
}

/** On the left: names, and beneath them kilometres and tracks if there is room. */
export function drawStationLabels(pen: Pen, stations: readonly PlacedStation[]): void {
  const { ctx, view, palette } = pen;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (const { station, y_px, has_name, is_major, has_detail } of layStations(view, stations)) {
    if (!has_name || y_px < 4 || y_px > view.height_px - 2) continue;
    const y = TOP_PX + y_px - (has_detail ? NAME_ABOVE_PX : 0);
    ctx.font = fontOf(12, is_major ? "600" : "");
    ctx.fillStyle = is_major ? palette.text : palette.quiet_text;
    ctx.fillText(
      shorten(ctx, is_narrow ? station.short_name : station.name, LEFT_PX - 14),
      LEFT_PX - 8,
      y,
    );
    if (!has_detail) continue;
    ctx.font = fontOf(10);
    ctx.fillStyle = palette.quiet_text;
    const [kilometre = ""] = station.detail.split(" · ");
    const detail = shorten(ctx, station.detail, LEFT_PX - 14, kilometre);
    ctx.fillText(detail, LEFT_PX - 8, TOP_PX + y_px + DETAIL_BELOW_PX);
  }
}

/** Distance from the day label on the left to the first hour, whose text is centred on its line. */
const DAY_GAP_PX = 22;

/** The day at the left edge, and the hours. */
export function drawTimeLabels({ ctx, view, palette }: Pen): void {
  ctx.font = fontOf(12);
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  ctx.fillStyle = palette.text;
  const [day, short] = [`${printDay(view.from_ms)} ${nameZone()}`, printShortDay(view.from_ms)];
  ctx.fillText(shorten(ctx, day, LEFT_PX - DAY_GAP_PX, short), LEFT_PX - DAY_GAP_PX, TOP_PX / 2);
  ctx.textAlign = "center";
  for (const tick of listTimeTicks(view, TICK_APART_PX)) {
    const x = xOf(view, tick.time_ms);
    // The whole text or nothing.
    if (x > view.width_px - TICK_TEXT_PX / 2) continue;
    const is_part = tick.kind === "part";
    ctx.font = fontOf(12, is_part ? "" : "600");
    ctx.fillStyle = is_part ? palette.quiet_text : palette.text;
    ctx.fillText(printTick(tick), LEFT_PX + x, TOP_PX / 2);
  }
}
