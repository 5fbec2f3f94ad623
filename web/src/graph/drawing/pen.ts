/** What everything on a canvas is drawn with. */

import type { Viewport } from "../viewport.ts";
import type { Palette } from "./palette.ts";

/** A phone has no room for names of stations. */
export const is_narrow = globalThis.matchMedia?.("(max-width: 640px)").matches ?? false;
/** Room for the station names, and for the hours. */
export const LEFT_PX = is_narrow ? 64 : 132;
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

/** A text, or the first of its shorter forms that fits a width; else the last of them, cut. */
export function shorten(
  ctx: CanvasRenderingContext2D,
  text: string,
  width_px: number,
  ...shorter: readonly string[]
): string {
  if (ctx.measureText(text).width <= width_px) return text;
  const [next, ...others] = shorter;
  if (next !== undefined) return shorten(ctx, next, width_px, ...others);
  let length = text.length - 1;
  while (length > 1 && ctx.measureText(`${text.slice(0, length)}…`).width > width_px) length--;
  return `${text.slice(0, length)}…`;
}
