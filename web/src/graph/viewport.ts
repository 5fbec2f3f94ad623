/**
 * The part of the train graph on the screen. Time runs along x, places along y; a place is a share
 * of the axis, 0 at its first station and 1 at its last.
 */

import { wallOf } from "./zone.ts";

export interface Viewport {
  /** ms since the epoch. */
  readonly from_ms: number;
  readonly to_ms: number;
  readonly from_share: number;
  readonly to_share: number;
  readonly width_px: number;
  readonly height_px: number;
}

const MINUTE_MS = 60_000;
const SPAN_MIN_MS = 2 * MINUTE_MS;
const SPAN_MAX_MS = 14 * 24 * 60 * MINUTE_MS;
const SHARE_SPAN_MIN = 0.005;
/** How far the view may go beyond the axis, as a share of what is visible. */
const MARGIN_SHARE = 0.06;

export function xOf(view: Viewport, time_ms: number): number {
  return ((time_ms - view.from_ms) / (view.to_ms - view.from_ms)) * view.width_px;
}

export function yOf(view: Viewport, share: number): number {
  return ((share - view.from_share) / (view.to_share - view.from_share)) * view.height_px;
}

export function timeAt(view: Viewport, x_px: number): number {
  return view.from_ms + (x_px / view.width_px) * (view.to_ms - view.from_ms);
}

export function shareAt(view: Viewport, y_px: number): number {
  return view.from_share + (y_px / view.height_px) * (view.to_share - view.from_share);
}

/** Moves the content by pixels. */
export function pan(view: Viewport, dx_px: number, dy_px: number): Viewport {
  const time_ms = (dx_px / view.width_px) * (view.to_ms - view.from_ms);
  const share = (dy_px / view.height_px) * (view.to_share - view.from_share);
  return withinAxis({
    ...view,
    from_ms: view.from_ms - time_ms,
    to_ms: view.to_ms - time_ms,
    from_share: view.from_share - share,
    to_share: view.to_share - share,
  });
}

export interface Zoom {
  /** The point that stays where it is. */
  readonly x_px: number;
  readonly y_px: number;
  /** Above 1: larger. */
  readonly time_factor: number;
  readonly share_factor: number;
}

/** Zooms around a point of the screen. */
export function zoom(view: Viewport, { x_px, y_px, time_factor, share_factor }: Zoom): Viewport {
  const time_ms = timeAt(view, x_px);
  const share = shareAt(view, y_px);
  const span_ms = clamp((view.to_ms - view.from_ms) / time_factor, SPAN_MIN_MS, SPAN_MAX_MS);
  const full = 1 + 2 * MARGIN_SHARE;
  const span = clamp((view.to_share - view.from_share) / share_factor, SHARE_SPAN_MIN, full);
  const from_ms = time_ms - (x_px / view.width_px) * span_ms;
  const from_share = share - (y_px / view.height_px) * span;
  return withinAxis({
    ...view,
    from_ms,
    to_ms: from_ms + span_ms,
    from_share,
    to_share: from_share + span,
  });
}

export interface Area {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly from_share: number;
  readonly to_share: number;
}

/** Shows an area with a margin around it. */
export function fit(view: Viewport, area: Area, margin_share = MARGIN_SHARE): Viewport {
  const span_ms = clamp(area.to_ms - area.from_ms, SPAN_MIN_MS, SPAN_MAX_MS);
  const middle_ms = (area.from_ms + area.to_ms) / 2;
  const span = Math.max(area.to_share - area.from_share, SHARE_SPAN_MIN);
  const middle = (area.from_share + area.to_share) / 2;
  const grown = 0.5 + margin_share;
  return withinAxis({
    ...view,
    from_ms: middle_ms - span_ms * grown,
    to_ms: middle_ms + span_ms * grown,
    from_share: middle - span * grown,
    to_share: middle + span * grown,
  });
}

export function resize(view: Viewport, width_px: number, height_px: number): Viewport {
  return { ...view, width_px: Math.max(1, width_px), height_px: Math.max(1, height_px) };
}

/** Keeps the axis in sight. */
function withinAxis(view: Viewport): Viewport {
  const span = Math.min(view.to_share - view.from_share, 1 + 2 * MARGIN_SHARE);
  const margin = MARGIN_SHARE * Math.max(span, 0.2);
  const from_share = clamp(view.from_share, -margin, Math.max(-margin, 1 + margin - span));
  return { ...view, from_share, to_share: from_share + span };
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Spans between labels, chosen so that midnight and full hours are labelled. */
const STEPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880];

export interface TimeTick {
  readonly time_ms: number;
  readonly kind: "day" | "hour" | "part";
}

const DAY_MIN = 1440;

/** Times to label: at least `apart_px` apart; whole minutes, hours and days by the zone's clocks. */
export function listTimeTicks(view: Viewport, apart_px: number): TimeTick[] {
  const px_per_ms = view.width_px / (view.to_ms - view.from_ms);
  const step_min = STEPS_MIN.find((min) => min * MINUTE_MS * px_per_ms >= apart_px) ?? 2880;
  const look_ms = lookEvery(step_min) * MINUTE_MS;
  const ticks: TimeTick[] = [];
  for (let t = Math.ceil(view.from_ms / look_ms) * look_ms; t <= view.to_ms; t += look_ms) {
    const wall_min = Math.round(wallOf(t) / MINUTE_MS);
    if (wall_min % step_min !== 0) continue;
    const kind = wall_min % DAY_MIN === 0 ? "day" : wall_min % 60 === 0 ? "hour" : "part";
    ticks.push({ time_ms: t, kind });
  }
  return ticks;
}

/** Clocks of zones differ by whole quarters of an hour; if the step does not divide one, every minute is checked. */
function lookEvery(step_min: number): number {
  return [15, 5].find((min) => step_min % min === 0) ?? 1;
}
