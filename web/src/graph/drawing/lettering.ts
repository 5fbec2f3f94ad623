/** All texts of a picture, placed so that none covers another: conflict numbers, minutes, train numbers. */

import { layMinutes, type MinuteText } from "../minutes.ts";
import { layNumbers, type TrainNumber } from "../numbers.ts";
import type { Scene } from "../scene.ts";
import { layStations, type StationLine } from "../stations.ts";
import { clamp, type Viewport, xOf, yOf } from "../viewport.ts";
import { BADGE_HEIGHT_PX, type Badge, layBadges } from "./badges.ts";
import type { Conflict } from "./marks.ts";

export interface Lettering {
  readonly stations: readonly StationLine[];
  readonly badges: readonly Badge[];
  readonly minutes: readonly MinuteText[];
  readonly numbers: readonly TrainNumber[];
}

export function letter(view: Viewport, { stations, conflicts, runs }: Scene): Lettering {
  const lines = layStations(view, stations);
  const badges = placeBadges(view, conflicts);
  const minutes = layMinutes(view, runs, lines);
  const covered = badges.map((badge) => ({ ...badge, height_px: BADGE_HEIGHT_PX, angle: 0 }));
  const numbers = layNumbers(view, runs, [...covered, ...minutes]);
  return { stations: lines, badges, minutes, numbers };
}

/** When more time is shown there are no conflict numbers: they would cover the trains. */
const BADGE_SPAN_MS = 8 * 3_600_000;

/** Half of the widest badge: a count of five digits. */
const BADGE_EDGE_PX = 30;

/** Picture area per badge: more badges would hide the trains. */
const BADGE_ROOM_PX2 = 9000;

export function placeBadges(view: Viewport, conflicts: readonly Conflict[]): Badge[] {
  if (view.to_ms - view.from_ms > BADGE_SPAN_MS) return [];
  const half_px = BADGE_HEIGHT_PX / 2;
  const places = conflicts.flatMap(({ areas: [area], number }) => {
    if (area === undefined) return [];
    const x_px = xOf(view, area.from_ms) - half_px;
    const y_px = yOf(view, (area.from_share + area.to_share) / 2);
    const is_inside =
      x_px >= -half_px && x_px < view.width_px + half_px && y_px > 0 && y_px < view.height_px;
    if (!is_inside) return [];
    // The whole badge or nothing.
    const [right_px, low_px] = [view.width_px - BADGE_EDGE_PX, view.height_px - half_px];
    return [
      {
        x_px: clamp(x_px, BADGE_EDGE_PX, right_px),
        y_px: clamp(y_px, half_px, low_px),
        number,
      },
    ];
  });
  const room = (view.width_px * view.height_px) / BADGE_ROOM_PX2;
  return layBadges(places, Math.max(1, Math.round(room)));
}
