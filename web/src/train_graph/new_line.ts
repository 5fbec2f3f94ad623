/** Drawing a new train: from a station and a time to another station. */
import { signal } from "@preact/signals";
import { shareAt, timeAt, xOf, yOf } from "../graph/viewport.ts";
import type { Dragged, Spot } from "../parts/gestures.ts";
import { wished_train } from "../state/edits/open_form.ts";
import { may_write } from "../state/rights.ts";
import { tell } from "../state/session.ts";
import { is_coarse, placed_stations, viewport } from "../state/view.ts";
import { TEXTS } from "../texts.ts";

/** The pointer draws a train instead of moving the view. */
export const is_drawing = signal(false);

export interface NewLine {
  readonly from: Spot;
  readonly to: Spot;
}

export const new_line = signal<NewLine | null>(null);

export function toggleDrawing(): void {
  if (!may_write.peek()) {
    tell("warning", TEXTS.move.not_allowed);
    return;
  }
  is_drawing.value = !is_drawing.peek();
  new_line.value = null;
  if (is_drawing.peek()) tell("done", TEXTS.form.drawing);
}

/** A new train starts at a whole minute. */
const STEP_MS = 60_000;

/** Null: nothing is being drawn. */
export function grabNewLine(spot: Spot): Dragged | null {
  if (!is_drawing.peek()) return null;
  const from = stationNear(spot);
  if (from === null) tell("warning", TEXTS.form.no_station);
  return {
    onMove: (_dx_px, at) => {
      if (from === null) return;
      const to = stationNear(at);
      new_line.value = { from: onStation(spot, from), to: to === null ? at : onStation(at, to) };
    },
    onDrop: () => {
      const line = new_line.peek();
      new_line.value = null;
      const to = line === null ? null : stationNear(line.to);
      if (from === null || to === null || from.id === to.id) return;
      is_drawing.value = false;
      const start_ms = Math.round(timeAt(viewport.peek(), spot.x_px) / STEP_MS) * STEP_MS;
      wished_train.value = { from: from.id, to: to.id, start_ms };
    },
    onCancel: () => {
      new_line.value = null;
    },
  };
}

const NEAR_PX = 14;
const NEAR_COARSE_PX = 26;

type Placed = (typeof placed_stations.value)[number];

function stationNear({ y_px }: Spot): Placed | null {
  const view = viewport.peek();
  const share = shareAt(view, y_px);
  const farOf = (one: Placed): number => Math.abs(one.share - share);
  const nearest = placed_stations
    .peek()
    .reduce<Placed | null>(
      (best, one) => (best === null || farOf(one) < farOf(best) ? one : best),
      null,
    );
  const reach_px = is_coarse.peek() ? NEAR_COARSE_PX : NEAR_PX;
  if (nearest === null || Math.abs(yOf(view, nearest.share) - y_px) > reach_px) return null;
  return nearest;
}

function onStation({ x_px }: Spot, { share }: Placed): Spot {
  const view = viewport.peek();
  return { x_px: xOf(view, timeAt(view, x_px)), y_px: yOf(view, share) };
}
