/** What everything on a canvas is drawn with. */

import type { Viewport } from "../viewport.ts";
import type { Palette } from "./palette.ts";

/** Room for the station names, and for the hours. */
export const LEFT_PX = globalThis.matchMedia?.("(max-width: 640px)").matches ? 64 : 132;
export const TOP_PX = 30;

export interface Pen {
  readonly ctx: CanvasRenderingContext2D;
  readonly view: Viewport;
  readonly palette: Palette;
}

type Point = readonly [x_px: number, y_px: number];

export function line(ctx: CanvasRenderingContext2D, from: Point, to: Point): void {
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
}

/** Shortens a text to a width. */
export function shorten(ctx: CanvasRenderingContext2D, text: string, width_px: number): string {
  if (ctx.measureText(text).width <= width_px) return text;
  let length = text.length - 1;
  while (length > 1 && ctx.measureText(`${text.slice(0, length)}…`).width > width_px) length--;
  return `${text.slice(0, length)}…`;
}
