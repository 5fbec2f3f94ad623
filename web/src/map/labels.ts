/** Names on the map: each where there is room beside its place, or nowhere. */
import type { Palette } from "../graph/palette.ts";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a name begins or ends, seen from its place. */
const SIDES = [
  { dx: 9, dy: -9, align: "left" },
  { dx: 9, dy: 10, align: "left" },
  { dx: -9, dy: -9, align: "right" },
  { dx: -9, dy: 10, align: "right" },
] as const;
const HEIGHT_PX = 14;
const FONT = "12px system-ui, sans-serif";

export class Labels {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #palette: Palette;
  readonly #width_px: number;
  readonly #taken: Box[] = [];

  constructor(ctx: CanvasRenderingContext2D, palette: Palette, width_px: number) {
    this.#ctx = ctx;
    this.#width_px = width_px;
    this.#palette = palette;
  }

  /** Keeps names away from a place. */
  keepFree(x: number, y: number, radius_px: number): void {
    this.#taken.push({
      left: x - radius_px,
      top: y - radius_px,
      right: x + radius_px,
      bottom: y + radius_px,
    });
  }

  /** Names that come first have first choice. */
  write(text: string, x: number, y: number, colour: string): void {
    const ctx = this.#ctx;
    ctx.font = FONT;
    const width = ctx.measureText(text).width;
    for (const { dx, dy, align } of SIDES) {
      const left = align === "left" ? x + dx : x + dx - width;
      const middle = y + dy;
      const [top, bottom] = [middle - HEIGHT_PX / 2, middle + HEIGHT_PX / 2];
      const box = { left, top, right: left + width, bottom };
      if (left < 0 || box.right > this.#width_px) continue;
      if (this.#taken.some((other) => overlap(box, other))) continue;
      this.#taken.push(box);
      ctx.textAlign = "left";
      ctx.textBaseline = "middle";
      // A rim of the background keeps it legible on lines.
      ctx.lineJoin = "round";
      ctx.lineWidth = 3;
      ctx.strokeStyle = this.#palette.background;
      ctx.strokeText(text, left, middle);
      ctx.fillStyle = colour;
      ctx.fillText(text, left, middle);
      return;
    }
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
