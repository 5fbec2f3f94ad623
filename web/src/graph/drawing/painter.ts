/**
 * Two canvases, one above the other. The lower one shows all trains. If drawing takes longer than a frame allows,
 * panning and zooming move its last picture, and it is drawn again at rest. A picture of many trains is drawn in slices,
 * one per frame, and shown when it is complete. The upper one shows what changes with every move of the pointer.
 */

import type { Scene } from "../scene.ts";
import { type Viewport, xOf, yOf } from "../viewport.ts";
import { drawScene } from "./draw.ts";
import { drawStationLabels, drawTimeLabels } from "./draw_texts.ts";
import type { Palette } from "./palette.ts";
import { LEFT_PX, type Pen, TOP_PX } from "./pen.ts";

/** A picture that takes less time is drawn at every step. */
const FAST_MS = 9;
const REST_MS = 120;
/** Time for drawing before the next frame, and in each frame after it. */
const FIRST_SLICE_MS = 24;
const SLICE_MS = 10;
/** Things drawn between looks at the clock: a line takes longer than a mark. */
const SLICE_STEPS = { least: 16, first: 64, most: 256 } as const;

interface Picture {
  readonly canvas: HTMLCanvasElement;
  readonly view: Viewport;
  readonly scene: Scene;
  readonly palette: Palette;
}

/** A picture that is being drawn. */
interface Coming {
  readonly picture: Picture;
  readonly steps: Iterator<void, void>;
}

/** The last graph on the screen: it is shown again at once, however long drawing takes. */
let kept: { readonly picture: Picture; readonly cost_ms: number } | null = null;

export class Painter {
  readonly #lower: HTMLCanvasElement;
  readonly #upper: HTMLCanvasElement;
  #picture: Picture | null = null;
  #coming: Coming | null = null;
  /** Canvas of the picture before the last one, for reuse. */
  #spare: HTMLCanvasElement | null = null;
  /** Content of the last picture, drawn or still to draw. */
  #wanted: Pick<Picture, "scene" | "palette"> | null = null;
  /** The view on the screen. */
  #view: Viewport | null = null;
  #cost_ms = 0;
  #slice_steps: number = SLICE_STEPS.first;
  #rest_timer = 0;
  #frame = 0;

  constructor(lower: HTMLCanvasElement, upper: HTMLCanvasElement) {
    this.#lower = lower;
    this.#upper = upper;
    this.#picture = kept?.picture ?? null;
    this.#wanted = this.#picture;
    this.#cost_ms = kept?.cost_ms ?? 0;
  }

  close(): void {
    this.#giveUp();
    if (this.#picture !== null) kept = { picture: this.#picture, cost_ms: this.#cost_ms };
  }

  /** Draws the lower canvas for a view; cheap if only the view has changed and drawing is expensive. */
  paintLower(scene: Scene, view: Viewport, palette: Palette): void {
    const { scene: last_scene, palette: last_palette } = this.#wanted ?? {};
    const is_same = last_scene === scene && last_palette === palette;
    this.#wanted = { scene, palette };
    this.#view = view;
    if (is_same && this.#picture !== null && this.#cost_ms > FAST_MS) {
      const drawn = this.#coming?.picture ?? this.#picture;
      const is_drawn =
        drawn.scene === scene && isSameSize(drawn.view, view) && isSamePart(drawn.view, view);
      clearTimeout(this.#rest_timer);
      if (!is_drawn) {
        this.#giveUp();
        this.#rest_timer = window.setTimeout(() => this.#redraw(scene, view, palette), REST_MS);
      }
      this.#show(this.#picture, view);
      return;
    }
    this.#redraw(scene, view, palette);
  }

  /** Cancels what is being drawn or is waiting for rest. */
  #giveUp(): void {
    clearTimeout(this.#rest_timer);
    cancelAnimationFrame(this.#frame);
    if (this.#coming !== null) this.#spare = this.#coming.picture.canvas;
    this.#coming = null;
  }

  #redraw(scene: Scene, view: Viewport, palette: Palette): void {
    this.#giveUp();
    const canvas = this.#spare ?? document.createElement("canvas");
    const ctx = prepare(canvas, view.width_px, view.height_px);
    if (ctx === null) return;
    this.#spare = null;
    const picture = { canvas, view, scene, palette };
    this.#coming = { picture, steps: drawScene({ ctx, view, palette }, scene) };
    this.#cost_ms = 0;
    this.#goOn(this.#coming, FIRST_SLICE_MS);
    // The first picture is shown while it is drawn.
    if (this.#coming !== null) this.#show(this.#picture ?? picture, view);
  }

  /** Draws for a slice, and continues in the next frame. */
  #goOn(coming: Coming, slice_ms: number): void {
    const started_ms = performance.now();
    let is_whole = false;
    for (let spent_ms = 0; !is_whole && spent_ms < slice_ms; ) {
      const steps = this.#slice_steps;
      is_whole = takeSteps(coming, steps);
      const taken_ms = performance.now() - started_ms - spent_ms;
      spent_ms += taken_ms;
      this.#slice_steps = paceOf(steps, taken_ms);
    }
    this.#cost_ms += performance.now() - started_ms;
    if (is_whole) this.#end(coming);
    else this.#frame = requestAnimationFrame(() => this.#goOn(coming, SLICE_MS));
  }

  #end({ picture }: Coming): void {
    cancelAnimationFrame(this.#frame);
    this.#coming = null;
    this.#spare = this.#picture?.canvas ?? null;
    this.#picture = picture;
    this.#show(picture, this.#view ?? picture.view);
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

  /** What is on the screen, as one canvas; an unfinished picture is completed first. */
  copy(): HTMLCanvasElement {
    const { scene, palette } = this.#wanted ?? {};
    if (scene !== undefined && palette !== undefined && this.#view !== null) {
      this.#redraw(scene, this.#view, palette);
      if (this.#coming !== null) this.#goOn(this.#coming, Infinity);
    }
    const copy = document.createElement("canvas");
    copy.width = this.#lower.width;
    copy.height = this.#lower.height;
    const ctx = copy.getContext("2d");
    ctx?.drawImage(this.#lower, 0, 0);
    ctx?.drawImage(this.#upper, 0, 0);
    return copy;
  }
}

/** Returns whether it is complete. Forces the browser to draw what it has queued, so that its time counts here. */
function takeSteps({ steps, picture }: Coming, count: number): boolean {
  let is_whole = false;
  for (let i = 0; i < count && !is_whole; i++) is_whole = steps.next().done === true;
  draught ??= document.createElement("canvas").getContext("2d");
  draught?.drawImage(picture.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
  return is_whole;
}

let draught: CanvasRenderingContext2D | null = null;

/** Steps that fill half a slice, by the time that the last ones took. */
function paceOf(steps: number, taken_ms: number): number {
  const wanted = (steps * SLICE_MS) / 2 / Math.max(taken_ms, 0.1);
  const { least, most } = SLICE_STEPS;
  return Math.round(Math.min(most, 2 * steps, Math.max(least, wanted)));
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
