/** Minutes at which trains arrive at stations and leave them, shown from a certain zoom on. */

import { printMinute } from "./clock.ts";
import type { Box } from "./drawing/boxes.ts";
import { Boxes } from "./drawing/boxes.ts";
import { type Run, spanOf } from "./runs.ts";
import type { StationLine } from "./stations.ts";
import { type Stay, staysOf } from "./stay.ts";
import { type Viewport, xOf } from "./viewport.ts";

export const MINUTE_FONT_PX = 9;
const WIDTH_PX = 13;
const HEIGHT_PX = 10;
/** From the line to the centre of the text: sideways, and above or below the station. */
const BESIDE_PX = 9;
const ABOVE_PX = 7;
/** If a minute is narrower, its digits have no room. */
const MINUTE_MIN_PX = 5;
const MINUTE_MS = 60_000;
const MINUTES_MAX = 500;

export interface MinuteText extends Box {
  readonly run: Run;
  readonly text: string;
}

/** Arrivals and departures at named stations; a passing train has one minute. */
export function layMinutes(
  view: Viewport,
  runs: readonly Run[],
  lines: readonly StationLine[],
): MinuteText[] {
  if ((view.width_px / (view.to_ms - view.from_ms)) * MINUTE_MS < MINUTE_MIN_PX) return [];
  const shown = lines.filter(
    ({ has_name, y_px }) => has_name && y_px > HEIGHT_PX && y_px < view.height_px - HEIGHT_PX,
  );
  const boxes = new Boxes();
  const placed: MinuteText[] = [];
  for (const run of runs) {
    const span = spanOf(run);
    if (span === null || span.to_ms < view.from_ms || span.from_ms > view.to_ms) continue;
    for (const line of shown) {
      for (const text of listAt(view, run, line)) {
        const is_inside = text.x_px > WIDTH_PX / 2 && text.x_px < view.width_px - WIDTH_PX / 2;
        if (is_inside && boxes.add(text)) placed.push(text);
      }
    }
    if (placed.length > MINUTES_MAX) break;
  }
  return placed;
}

/** On the sides that the line leaves free: it comes from the left and goes to the right. */
function listAt(view: Viewport, run: Run, { station, y_px }: StationLine): MinuteText[] {
  return staysOf(run, station.id).flatMap((stay) => listOfStay(view, run, { stay, y_px }));
}

function listOfStay(
  view: Viewport,
  run: Run,
  { stay, y_px }: { readonly stay: Stay; readonly y_px: number },
): MinuteText[] {
  const at = (time_ms: number, side: 1 | -1): MinuteText => ({
    run,
    text: stay.is_estimated ? `(${printMinute(time_ms)})` : printMinute(time_ms),
    x_px: xOf(view, time_ms) + side * BESIDE_PX,
    y_px: y_px - side * (run.is_back ? -1 : 1) * ABOVE_PX,
    width_px: WIDTH_PX,
    height_px: HEIGHT_PX,
    angle: 0,
  });
  const leaves = at(stay.to_ms, 1);
  return stay.from_ms < stay.to_ms ? [at(stay.from_ms, -1), leaves] : [leaves];
}
