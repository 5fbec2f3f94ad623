/**
 * Two canvases one above the other. The lower has all trains: while it is panned or zoomed its last picture is
 * moved, and drawn anew at rest, when drawing takes longer than a frame leaves. The upper has what changes at
 * every move of the pointer.
 */
import { drawScene } from "./draw.ts";
import { drawStationLabels, drawTimeLabels } from "./draw_texts.ts";
import type { Palette } from "./palette.ts";
import { LEFT_PX, type Pen, TOP_PX } from "./pen.ts";
import type { Scene } from "./scene.ts";
import { type Viewport, xOf, yOf } from "./viewport.ts";

/** A picture that is drawn faster is drawn at each step. */
const FAST_MS = 9;
const REST_MS = 120;

interface Picture {
  readonly canvas: HTMLCanvasElement;
  readonly view: Viewport;
  readonly scene: Scene;
  readonly palette: Palette;
}

/** Of the graph that was on the screen last: it is shown again at once, however long drawing it takes. */
let kept: { readonly picture: Picture; readonly cost_ms: number } | null = null;

export class Painter {
  readonly #lower: HTMLCanvasElement;
  readonly #upper: HTMLCanvasElement;
  #picture: Picture | null = null;
  #cost_ms = 0;
  #rest_timer = 0;

  constructor(lower: HTMLCanvasElement, upper: HTMLCanvasElement) {
    this.#lower = lower;
    this.#upper = upper;
    this.#picture = kept?.picture ?? null;
    this.#cost_ms = kept?.cost_ms ?? 0;
  }

  close(): void {
    clearTimeout(this.#rest_timer);
    if (this.#picture !== null) kept = { picture: this.#picture, cost_ms: this.#cost_ms };
  }

  /** Draws the lower canvas for a view; cheap when only the view has changed and drawing is dear. */
  paintLower(scene: Scene, view: Viewport, palette: Palette): void {
    const last = this.#picture;
    const is_same = last !== null && last.scene === scene && last.palette === palette;
    if (is_same && this.#cost_ms > FAST_MS && isSameSize(last.view, view)) {
      clearTimeout(this.#rest_timer);
      if (!isSamePart(last.view, view)) {
        this.#rest_timer = window.setTimeout(() => this.#redraw(scene, view, palette), REST_MS);
      }
      this.#show(last, view);
      return;
    }
    this.#redraw(scene, view, palette);
  }

  #redraw(scene: Scene, view: Viewport, palette: Palette): void {
    clearTimeout(this.#rest_timer);
    const started_ms = performance.now();
    const canvas = this.#picture?.canvas ?? document.createElement("canvas");
    const ctx = prepare(canvas, view.width_px, view.height_px);
    if (ctx === null) return;
    drawScene({ ctx, view, palette }, scene);
    this.#picture = { canvas, view, scene, palette };
    this.#show(this.#picture, view);
    this.#cost_ms = performance.now() - started_ms;
  }

  #show({ canvas, view: drawn, scene, palette }: Picture, view: Viewport): void {
    const ctx = prepare(this.#lower, view.width_px + LEFT_PX, view.height_px + TOP_PX);
    if (ctx === null) return;
    ctx.fillStyle = palette.background;
    ctx.fillRect(0, 0, view.width_px + LEFT_PX, view.height_px + TOP_PX);
    ctx.save();
    ctx.beginPath();
    ctx.rect(LEFT_PX, TOP_PX, view.width_px, view.height_px);
    ctx.clip();
    const [x, y] = [xOf(view, drawn.from_ms), yOf(view, drawn.from_share)];
    const [right, bottom] = [xOf(view, drawn.to_ms), yOf(view, drawn.to_share)];
    ctx.drawImage(canvas, LEFT_PX + x, TOP_PX + y, right - x, bottom - y);
    ctx.restore();
    const pen: Pen = { ctx, view, palette };
    drawStationLabels(pen, scene.stations);
    drawTimeLabels(pen);
  }

  /** Clears the upper canvas and draws on it, inside the graph's frame. */
  paintUpper(view: Viewport, palette: Palette, draw: (pen: Pen) => void): void {
    const ctx = prepare(this.#upper, view.width_px + LEFT_PX, view.height_px + TOP_PX);
    if (ctx === null) return;
    ctx.save();
    ctx.beginPath();
    ctx.rect(LEFT_PX, TOP_PX, view.width_px, view.height_px);
    ctx.clip();
    ctx.translate(LEFT_PX, TOP_PX);
    draw({ ctx, view, palette });
    ctx.restore();
  }

  /** What is on the screen, as one canvas. */
  copy(): HTMLCanvasElement {
    const copy = document.createElement("canvas");
    copy.width = this.#lower.width;
    copy.height = this.#lower.height;
    const ctx = copy.getContext("2d");
    ctx?.drawImage(this.#lower, 0, 0);
    ctx?.drawImage(this.#upper, 0, 0);
    return copy;
  }
}

/** A cleared canvas of a size in CSS pixels, sharp on dense screens. */
export function prepare(
  canvas: HTMLCanvasElement,
  width_px: number,
  height_px: number,
): CanvasRenderingContext2D | null {
  const density = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(width_px * density), Math.round(height_px * density)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const ctx = canvas.getContext("2d");
  ctx?.setTransform(density, 0, 0, density, 0, 0);
  ctx?.clearRect(0, 0, width_px, height_px);
  return ctx;
}

function isSamePart(a: Viewport, b: Viewport): boolean {
  return (
    a.from_ms === b.from_ms &&
    a.to_ms === b.to_ms &&
    a.from_share === b.from_share &&
    a.to_share === b.to_share
  );
}

function isSameSize(a: Viewport, b: Viewport): boolean {
  return a.width_px === b.width_px && a.height_px === b.height_px;
}
