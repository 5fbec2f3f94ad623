/** Dragging the chosen train, or one of its stops. */
import { printDuration } from "../graph/occurrences.ts";
import { timeAt } from "../graph/viewport.ts";
import type { Dragged, Spot } from "../parts/gestures.ts";
import { cancelMove, is_held, storeMove, trySchedule, tryShift, wantedOf } from "../state/move.ts";
import { may_write } from "../state/rights.ts";
import { selection } from "../state/selection.ts";
import { attempt, tell } from "../state/session.ts";
import { timetable } from "../state/timetable.ts";
import { viewport } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { pointer } from "./graph_state.ts";
import { type Handle, handleAt } from "./handles.ts";

/** Times are moved in whole steps. */
const STEP_MS = 10_000;

/** What is dragged at a spot; null: the view. */
export function grabSelected(spot: Spot, is_on_selected: boolean): Dragged | null {
  const chosen = selection.peek();
  if (chosen === null) return null;
  const handle = handleAt(viewport.peek(), spot);
  if (handle === null && !is_on_selected) return null;
  if (chosen.kind !== "train_schedule") return refuse(TEXTS.move.only_schedules);
  if (!may_write.peek()) return refuse(TEXTS.move.not_allowed);
  const { train_id } = chosen;
  if (handle !== null) return hold((by_ms) => changeStop(train_id, handle, by_ms));
  return hold((by_ms) => tryShift(train_id, by_ms));
}

/** In the hand from its first movement until it is dropped. */
function hold(tryBy: (by_ms: number) => void): Dragged {
  return {
    onMove: (dx_px, spot) => {
      is_held.value = true;
      pointer.value = spot;
      tryBy(toMs(dx_px));
    },
    onDrop: () => {
      attempt(storeMove);
      is_held.value = false;
    },
    onCancel: () => {
      cancelMove();
      is_held.value = false;
    },
  };
}

/** The view stays where it is, and the reason is told. */
function refuse(text: string): Dragged {
  const nothing = (): void => undefined;
  return { onMove: nothing, onDrop: () => tell("warning", text), onCancel: nothing };
}

function toMs(dx_px: number): number {
  const view = viewport.peek();
  const by_ms = timeAt(view, dx_px) - timeAt(view, 0);
  return Math.round(by_ms / STEP_MS) * STEP_MS;
}

/** Tries another arrival, or another length of a stop. */
export function changeStop(
  train_id: number,
  { at, place, kind, arrival_ms, stop_ms }: Omit<Handle, "key" | "time_ms" | "share">,
  by_ms: number,
): void {
  const train = timetable.peek()?.trains.get(train_id);
  if (train === undefined) return;
  if (kind === "arrival" && arrival_ms + by_ms < 0) {
    tell("warning", TEXTS.move.before_start(place));
    return;
  }
  const schedule = (wantedOf(train).schedule ?? []).map((entry) => {
    if (entry.at !== at) return entry;
    if (kind === "stop") {
      return { ...entry, stop_for: printDuration(Math.max(0, stop_ms + by_ms)) };
    }
    const rounded_ms = Math.round((arrival_ms + by_ms) / 1000) * 1000;
    return { ...entry, arrival: printDuration(rounded_ms) };
  });
  trySchedule(train_id, schedule);
}
