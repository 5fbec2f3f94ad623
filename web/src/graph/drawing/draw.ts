/** Draws the graph on a canvas: grid, works, conflicts and lines; above them what is chosen, tried or failed. */

import type { Run } from "../runs.ts";
import type { Scene } from "../scene.ts";
import type { StationLine } from "../stations.ts";
import { traceRun } from "../trace.ts";
import { type Area, listTimeTicks, type Viewport, xOf, yOf } from "../viewport.ts";
import { drawBadges, drawMinutes, drawNumbers } from "./draw_texts.ts";
import { letter } from "./lettering.ts";
import type { Conflict, Limit } from "./marks.ts";
import { colourOf, dashOf, fontOf, widthOf } from "./palette.ts";
import { line, type Pen } from "./pen.ts";

/** Fine grid lines are drawn where they are further apart than this. */
const TICK_APART_PX = 20;

/** The whole lower picture without the labels. It yields after each thing drawn, so that other work can run. */
export function* drawScene(pen: Pen, scene: Scene): Generator<void, void> {
  const { ctx, view, palette } = pen;
  ctx.fillStyle = palette.background;
  ctx.fillRect(0, 0, view.width_px, view.height_px);
  const { stations, badges, minutes, numbers } = letter(view, scene);
  drawGrid(pen, stations);
  yield;
  for (const { areas, is_beside } of scene.works) {
    ctx.globalAlpha = alphaOf(is_beside);
    drawWork(pen, areas);
  }
  for (const limit of scene.limits) {
    ctx.globalAlpha = alphaOf(limit.is_beside);
    drawLimit(pen, limit);
  }
  ctx.globalAlpha = 1;
  for (const conflict of scene.conflicts) if (drawConflict(pen, conflict, false)) yield;
  for (const run of scene.compared_runs) if (drawCompared(pen, run)) yield;
  for (const run of scene.base_runs) if (drawBase(pen, run)) yield;
  for (const run of scene.turns) drawRun(pen, run);
  for (const run of scene.runs) if (drawRun(pen, run)) yield;
  ctx.setLineDash([]);
  drawMinutes(pen, minutes);
  drawNumbers(pen, numbers);
  drawBadges(pen, badges);
}

export function drawTimeGrid({ ctx, view, palette }: Pen): void {
  for (const { time_ms, kind } of listTimeTicks(view, TICK_APART_PX)) {
    ctx.strokeStyle = kind === "part" ? palette.grid : palette.strong_grid;
    ctx.lineWidth = kind === "day" ? 2 : 1;
    const x = Math.round(xOf(view, time_ms)) + 0.5;
    line(ctx, [x, 0], [x, view.height_px]);
  }
}

/** Stations with many stops have strong lines, those without a name thin ones. */
function drawGrid(pen: Pen, stations: readonly StationLine[]): void {
  const { ctx, view, palette } = pen;
  drawTimeGrid(pen);
  for (const { y_px, has_name, is_major } of stations) {
    const named = is_major ? palette.major : palette.station;
    ctx.strokeStyle = has_name ? named : palette.strong_grid;
    ctx.lineWidth = has_name ? 1 : 0.6;
    const y = Math.round(y_px) + 0.5;
    line(ctx, [0, y], [view.width_px, y]);
  }
}

/** One line; dash and width tell lines apart without colour. Returns whether it is in sight. */
export function drawRun({ ctx, view, palette }: Pen, run: Run): boolean {
  ctx.beginPath();
  if (!traceRun(view, run, ctx)) return false;
  ctx.strokeStyle = colourOf(palette, run.look);
  ctx.setLineDash(dashOf(run.look) as number[]);
  ctx.lineWidth = widthOf(run.look);
  ctx.stroke();
  return true;
}

export const BASE_DASH = [3, 3] as const;
/** For what is not stored: it must not look like a stored run, nor like a slow train. */
export const TRIED_DASH = [8, 5];
export const FAILED_DASH = [2, 4];

/** A base run: thin, and without its category's colour. Returns whether it is in sight. */
export function drawBase({ ctx, view, palette }: Pen, run: Run): boolean {
  ctx.beginPath();
  if (!traceRun(view, run, ctx)) return false;
  ctx.strokeStyle = palette.quiet_text;
  ctx.setLineDash(BASE_DASH);
  ctx.lineWidth = 1.2;
  ctx.stroke();
  return true;
}

export const BAND_PX = 9;

/** A run of the compared state, or a band: beneath the others. Returns whether it is in sight. */
function drawCompared({ ctx, view, palette }: Pen, run: Run): boolean {
  ctx.beginPath();
  if (!traceRun(view, run, ctx)) return false;
  ctx.strokeStyle = run.band ?? palette.compared;
  ctx.setLineDash([]);
  ctx.lineWidth = run.band ? BAND_PX : 1;
  ctx.stroke();
  return true;
}

export interface LineStyle {
  readonly colour: string;
  readonly width_px: number;
  readonly dash: readonly number[];
  /** A rim in the background colour sets it off from what is below. */
  readonly has_rim: boolean;
  /** Around the rim: it is the chosen one. */
  readonly halo?: string;
}

/** A line above the others. */
export function drawHighlight({ ctx, view, palette }: Pen, run: Run, style: LineStyle): void {
  ctx.beginPath();
  if (!traceRun(view, run, ctx)) return;
  ctx.lineJoin = "round";
  if (style.halo !== undefined) {
    ctx.setLineDash([]);
    ctx.strokeStyle = style.halo;
    ctx.lineWidth = style.width_px + 7;
    ctx.stroke();
  }
  if (style.has_rim) {
    ctx.setLineDash([]);
    ctx.strokeStyle = palette.background;
    ctx.lineWidth = style.width_px + 2;
    ctx.stroke();
  }
  ctx.setLineDash(style.dash as number[]);
  ctx.strokeStyle = style.colour;
  ctx.lineWidth = style.width_px;
  ctx.stroke();
  ctx.setLineDash([]);
}

const AREA_MIN_PX = 3;

function tracePlaces({ ctx, view }: Pen, areas: readonly Area[]): void {
  ctx.beginPath();
  for (const area of areas) {
    const [x, y] = [xOf(view, area.from_ms), yOf(view, area.from_share)];
    const width = Math.max(AREA_MIN_PX, xOf(view, area.to_ms) - x);
    const height = Math.max(AREA_MIN_PX, yOf(view, area.to_share) - y);
    ctx.rect(x, y, width, height);
  }
}

export function isVisible(view: Viewport, areas: readonly Area[]): boolean {
  return areas.some(
    (area) =>
      area.to_ms >= view.from_ms &&
      area.from_ms <= view.to_ms &&
      area.to_share >= view.from_share &&
      area.from_share <= view.to_share,
  );
}

/** One shape: its zones touch, and overlaps are filled once. Returns whether it is in sight. */
export function drawConflict(pen: Pen, { areas }: Conflict, is_chosen: boolean): boolean {
  const { ctx, view, palette } = pen;
  if (!isVisible(view, areas)) return false;
  tracePlaces(pen, areas);
  ctx.fillStyle = palette.conflict_fill;
  ctx.fill();
  if (!is_chosen) return true;
  ctx.strokeStyle = palette.conflict;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  hatch(pen);
  return true;
}

/** A conflict that would be gone is drawn pale. */
export function drawGone(pen: Pen, { areas }: Conflict): void {
  const { ctx, view, palette } = pen;
  if (!isVisible(view, areas)) return;
  tracePlaces(pen, areas);
  ctx.globalAlpha = 0.7;
  ctx.fillStyle = palette.background;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** What is on other tracks than the axis's is lighter. */
export function alphaOf(is_beside = false): number {
  return is_beside ? 0.45 : 1;
}

const HATCH_PX = 8;

function drawWork(pen: Pen, areas: readonly Area[]): void {
  const { ctx, view, palette } = pen;
  if (!isVisible(view, areas)) return;
  tracePlaces(pen, areas);
  ctx.fillStyle = palette.work_fill;
  ctx.fill();
  ctx.strokeStyle = palette.work;
  hatch(pen);
}

/** The traced shape, in its stroke's colour. */
function hatch({ ctx, view }: Pen): void {
  ctx.save();
  ctx.clip();
  ctx.lineWidth = 0.6;
  ctx.beginPath();
  for (let x = -view.height_px; x < view.width_px; x += HATCH_PX) {
    ctx.moveTo(x, view.height_px);
    ctx.lineTo(x + view.height_px, 0);
  }
  ctx.stroke();
  ctx.restore();
}

/** A stretch with its speed at each end that is in sight. */
function drawLimit(pen: Pen, { areas, speed_m_s }: Limit): void {
  const { ctx, view, palette } = pen;
  if (!isVisible(view, areas)) return;
  tracePlaces(pen, areas);
  ctx.fillStyle = palette.limit_fill;
  ctx.fill();
  ctx.strokeStyle = palette.limit;
  ctx.lineWidth = 1;
  ctx.setLineDash(LIMIT_DASH);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.font = fontOf(11, "bold");
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillStyle = palette.limit;
  for (const { x_px, y_px } of placeSpeeds(view, areas)) {
    ctx.fillText(printSpeed(speed_m_s), x_px, y_px);
  }
}

const SPEED_HEIGHT_PX = 12;

/** Where a limit's speed is written: once for each area in sight, unless it would stand on itself. */
export function placeSpeeds(
  view: Viewport,
  areas: readonly Area[],
): readonly { readonly x_px: number; readonly y_px: number }[] {
  const placed: { x_px: number; y_px: number }[] = [];
  for (const { from_ms, to_ms, from_share, to_share } of areas) {
    const x_px = Math.max(0, xOf(view, from_ms)) + 4;
    const y_px = yOf(view, (from_share + to_share) / 2);
    const isOver = (one: { readonly x_px: number; readonly y_px: number }): boolean =>
      Math.abs(one.x_px - x_px) < 2 * SPEED_HEIGHT_PX &&
      Math.abs(one.y_px - y_px) < SPEED_HEIGHT_PX;
    if (xOf(view, to_ms) > x_px && !placed.some(isOver)) placed.push({ x_px, y_px });
  }
  return placed;
}

const LIMIT_DASH = [2, 3];

/** In km/h, as on a board beside the track. */
export function printSpeed(speed_m_s: number): string {
  return String(Math.round(speed_m_s * 3.6));
}

/** What a train occupies. */
export function drawRequirements(pen: Pen, areas: readonly Area[]): void {
  if (!isVisible(pen.view, areas)) return;
  tracePlaces(pen, areas);
  pen.ctx.fillStyle = pen.palette.requirement_fill;
  pen.ctx.fill();
}

export function drawNow({ ctx, view, palette }: Pen, now_ms: number): void {
  const x = xOf(view, now_ms);
  if (x < 0 || x > view.width_px) return;
  ctx.strokeStyle = palette.now;
  ctx.lineWidth = 2;
  line(ctx, [x, 0], [x, view.height_px]);
}
