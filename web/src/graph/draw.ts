/** Draws the graph on a canvas: grid, works, conflicts, lines; and above them what is chosen, tried or failed. */
import { BADGE_HEIGHT_PX, type Badge, layBadges } from "./badges.ts";
import type { Conflict, Work } from "./marks.ts";
import { colourOf, dashOf, type Palette } from "./palette.ts";
import type { Run } from "./runs.ts";
import { traceRun } from "./trace.ts";
import { type Area, clamp, listTimeTicks, type Viewport, xOf, yOf } from "./viewport.ts";

export const LEFT_PX = 132;
export const TOP_PX = 30;
const LABEL_APART_PX = 15;
const TICK_APART_PX = 62;
const TICK_TEXT_PX = 34;
const FONT = "12px system-ui, sans-serif";

export interface PlacedStation {
  readonly name: string;
  readonly share: number;
}

/** What the lower picture shows. */
export interface Scene {
  readonly stations: readonly PlacedStation[];
  readonly runs: readonly Run[];
  /** Of the same trains; none unless they are wanted. */
  readonly base_runs: readonly Run[];
  readonly conflicts: readonly Conflict[];
  readonly works: readonly Work[];
}

export interface Pen {
  readonly ctx: CanvasRenderingContext2D;
  readonly view: Viewport;
  readonly palette: Palette;
}

/** The whole lower picture, without the labels. */
export function drawScene(pen: Pen, scene: Scene): void {
  const { ctx, view, palette } = pen;
  ctx.fillStyle = palette.background;
  ctx.fillRect(0, 0, view.width_px, view.height_px);
  drawGrid(pen, scene.stations);
  for (const { areas } of scene.works) drawWork(pen, areas);
  for (const conflict of scene.conflicts) drawConflict(pen, conflict, false);
  for (const run of scene.base_runs) drawBase(pen, run);
  for (const run of scene.runs) drawRun(pen, run);
  ctx.setLineDash([]);
  drawBadges(pen, scene.conflicts);
}

export function drawTimeGrid({ ctx, view, palette }: Pen): void {
  for (const { time_ms, kind } of listTimeTicks(view, TICK_APART_PX / 3)) {
    ctx.strokeStyle = kind === "part" ? palette.grid : palette.strong_grid;
    ctx.lineWidth = kind === "day" ? 2 : 1;
    const x = Math.round(xOf(view, time_ms)) + 0.5;
    line(ctx, [x, 0], [x, view.height_px]);
  }
}

function drawGrid(pen: Pen, stations: readonly PlacedStation[]): void {
  const { ctx, view, palette } = pen;
  drawTimeGrid(pen);
  ctx.strokeStyle = palette.strong_grid;
  ctx.lineWidth = 1;
  for (const { share } of stations) {
    const y = Math.round(yOf(view, share)) + 0.5;
    line(ctx, [0, y], [view.width_px, y]);
  }
}

type Point = readonly [x_px: number, y_px: number];

function line(ctx: CanvasRenderingContext2D, from: Point, to: Point): void {
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
}

/** One line; dashed ones and thick ones differ without colour. */
export function drawRun({ ctx, view, palette }: Pen, run: Run): void {
  ctx.beginPath();
  if (!traceRun(view, run, ctx)) return;
  ctx.strokeStyle = colourOf(palette, run.category);
  ctx.setLineDash(dashOf(run.category) as number[]);
  ctx.lineWidth = run.kind === "paced_train" ? 1.2 : 1.6;
  ctx.stroke();
}

export const BASE_DASH = [3, 3];
/** Not stored: never drawn as what is, nor as slow trains are. */
export const TRIED_DASH = [12, 4, 3, 4];
export const FAILED_DASH = [2, 4];

/** A base run: thin, and without the colour of its train's category. */
export function drawBase({ ctx, view, palette }: Pen, run: Run): void {
  ctx.beginPath();
  if (!traceRun(view, run, ctx)) return;
  ctx.strokeStyle = palette.quiet_text;
  ctx.setLineDash(BASE_DASH);
  ctx.lineWidth = 1.2;
  ctx.stroke();
}

export interface LineStyle {
  readonly colour: string;
  readonly width_px: number;
  readonly dash: readonly number[];
  /** A rim of the background keeps it apart from what is below. */
  readonly has_rim: boolean;
}

/** A line above the others. */
export function drawHighlight({ ctx, view, palette }: Pen, run: Run, style: LineStyle): void {
  ctx.beginPath();
  if (!traceRun(view, run, ctx)) return;
  ctx.lineJoin = "round";
  if (style.has_rim) {
    ctx.setLineDash([]);
    ctx.strokeStyle = palette.background;
    ctx.lineWidth = style.width_px + 4;
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

/** One shape: its zones touch, and overlaps are filled once. */
export function drawConflict(pen: Pen, { areas }: Conflict, is_chosen: boolean): void {
  const { ctx, view, palette } = pen;
  if (!isVisible(view, areas)) return;
  tracePlaces(pen, areas);
  ctx.fillStyle = palette.conflict_fill;
  ctx.fill();
  if (!is_chosen) return;
  ctx.strokeStyle = palette.conflict;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

/** One that would be no more: it pales. */
export function drawGone(pen: Pen, { areas }: Conflict): void {
  const { ctx, view, palette } = pen;
  if (!isVisible(view, areas)) return;
  tracePlaces(pen, areas);
  ctx.globalAlpha = 0.7;
  ctx.fillStyle = palette.background;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** Where more time is shown there are no numbers: they would cover the trains. */
const BADGE_SPAN_MS = 8 * 3_600_000;

function drawBadges(pen: Pen, conflicts: readonly Conflict[]): void {
  const { view } = pen;
  if (view.to_ms - view.from_ms > BADGE_SPAN_MS) return;
  const half_px = BADGE_HEIGHT_PX / 2;
  const places = conflicts.flatMap(({ areas: [area], number }) => {
    if (area === undefined) return [];
    const x_px = xOf(view, area.from_ms) - half_px;
    const y_px = yOf(view, (area.from_share + area.to_share) / 2);
    const is_inside =
      x_px > -half_px && x_px < view.width_px + half_px && y_px > 0 && y_px < view.height_px;
    // The whole badge, or none of it.
    const low_px = view.height_px - half_px;
    return is_inside ? [{ x_px, y_px: clamp(y_px, half_px, low_px), number }] : [];
  });
  for (const badge of layBadges(places)) drawBadge(pen, badge);
}

/** Of several in its outline, of one filled. */
function drawBadge({ ctx, palette }: Pen, { x_px, y_px, width_px, text, is_many }: Badge): void {
  ctx.beginPath();
  const [left, top] = [x_px - width_px / 2, y_px - BADGE_HEIGHT_PX / 2];
  ctx.roundRect(left, top, width_px, BADGE_HEIGHT_PX, BADGE_HEIGHT_PX / 2);
  ctx.fillStyle = is_many ? palette.background : palette.conflict;
  ctx.fill();
  ctx.strokeStyle = palette.conflict;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.fillStyle = is_many ? palette.conflict : palette.background;
  ctx.font = "bold 10px system-ui, sans-serif";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x_px, y_px + 0.5);
}

const HATCH_PX = 8;

function drawWork(pen: Pen, areas: readonly Area[]): void {
  const { ctx, view, palette } = pen;
  if (!isVisible(view, areas)) return;
  tracePlaces(pen, areas);
  ctx.fillStyle = palette.work_fill;
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.strokeStyle = palette.work;
  ctx.lineWidth = 0.6;
  ctx.beginPath();
  for (let x = -view.height_px; x < view.width_px; x += HATCH_PX) {
    ctx.moveTo(x, view.height_px);
    ctx.lineTo(x + view.height_px, 0);
  }
  ctx.stroke();
  ctx.restore();
}

/** What a train occupies. */
export function drawRequirements(pen: Pen, areas: readonly Area[]): void {
  if (!isVisible(pen.view, areas)) return;
  tracePlaces(pen, areas);
  pen.ctx.fillStyle = pen.palette.requirement_fill;
  pen.ctx.fill();
}

/** Station names on the left; the nearest to a name already there are left out. */
export function drawStationLabels(pen: Pen, stations: readonly PlacedStation[]): void {
  const { ctx, view, palette } = pen;
  ctx.font = FONT;
  ctx.fillStyle = palette.text;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  let last_y = -Infinity;
  for (const { name, share } of stations) {
    const y = yOf(view, share);
    if (y < 4 || y > view.height_px - 2 || y - last_y < LABEL_APART_PX) continue;
    last_y = y;
    ctx.fillText(shorten(ctx, name, LEFT_PX - 14), LEFT_PX - 8, TOP_PX + y);
  }
}

/** A text that fits. */
export function shorten(ctx: CanvasRenderingContext2D, text: string, width_px: number): string {
  if (ctx.measureText(text).width <= width_px) return text;
  let length = text.length - 1;
  while (length > 1 && ctx.measureText(`${text.slice(0, length)}…`).width > width_px) length--;
  return `${text.slice(0, length)}…`;
}

/** From the day on the left to the first hour, whose text is around its line. */
const DAY_GAP_PX = 22;

/** The day at the left edge, and the hours. */
export function drawTimeLabels(pen: Pen): void {
  const { ctx, view, palette } = pen;
  ctx.font = FONT;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  ctx.fillStyle = palette.text;
  const day = new Date(view.from_ms).toISOString().slice(0, 10);
  ctx.fillText(`${day} UTC`, LEFT_PX - DAY_GAP_PX, TOP_PX / 2);
  ctx.textAlign = "center";
  for (const { time_ms, kind } of listTimeTicks(view, TICK_APART_PX)) {
    const x = xOf(view, time_ms);
    // The whole text, or none of it.
    if (x > view.width_px - TICK_TEXT_PX / 2) continue;
    const text = new Date(time_ms).toISOString();
    ctx.fillStyle = kind === "part" ? palette.quiet_text : palette.text;
    ctx.fillText(kind === "day" ? text.slice(5, 10) : text.slice(11, 16), LEFT_PX + x, TOP_PX / 2);
  }
}

export function drawNow({ ctx, view, palette }: Pen, now_ms: number): void {
  const x = xOf(view, now_ms);
  if (x < 0 || x > view.width_px) return;
  ctx.strokeStyle = palette.now;
  ctx.lineWidth = 2;
  line(ctx, [x, 0], [x, view.height_px]);
}
