/** Dragging a train, or a stop of the chosen train. */
import { printDuration } from "../graph/occurrences.ts";
import type { Run } from "../graph/runs.ts";
import { timeAt } from "../graph/viewport.ts";
import type { Dragged, Spot } from "../parts/gestures.ts";
import { recordKey } from "../state/edits/edit.ts";
import { tryEntry, tryRun } from "../state/edits/move.ts";
import { storeTrial } from "../state/edits/store_trial.ts";
import { cancelTrial, is_held, trial } from "../state/edits/trial.ts";
import { may_write } from "../state/rights.ts";
import { select, selected_key, selected_run, selection } from "../state/selection.ts";
import { attempt, tell } from "../state/session.ts";
import { timetable } from "../state/timetable.ts";
import { is_coarse, viewport } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { pointer } from "./graph_state.ts";
import { type Handle, handleAt } from "./handles.ts";

/** Times move in whole steps. */
const STEP_MS = 10_000;

/** What is dragged at a spot with a train or without one; null: the view. */
export function grabAt(spot: Spot, run: Run | null): Dragged | null {
  const chosen = selection.peek();
  const handle = chosen === null ? null : handleAt(viewport.peek(), spot);
  const is_chosen = handle !== null || (run !== null && run.key === selected_run.peek()?.key);
  if (!is_chosen) return run === null || !canBeGrabbed(run) ? null : holdTrain(run);
  if (chosen === null) return null;
  if (!may_write.peek()) return refuse(TEXTS.move.not_allowed);
  if (handle === null) return run === null ? null : holdTrain(run);
  const { kind, train_id } = chosen;
  const key = selected_key.peek() ?? "";
  return hold({ key, kind, train_id }, (by_ms) => changeStop(train_id, handle, by_ms));
}

/** If a step would move the train by less, dragging moves the view. */
const STEP_MIN_PX = 0.1;

/** Applies to trains that are not chosen: fingers, and callers who may not move trains, drag the view. */
function canBeGrabbed({ kind }: Run): boolean {
  const { from_ms, to_ms, width_px } = viewport.peek();
  const step_px = (STEP_MS / (to_ms - from_ms)) * width_px;
  return (
    kind === "train_schedule" && may_write.peek() && !is_coarse.peek() && step_px >= STEP_MIN_PX
  );
}

function holdTrain(run: Run): Dragged {
  return hold(run, (by_ms) => tryRun(run, by_ms));
}

/**
 * Chosen and dragged from its first movement until it is dropped. Dropped into a trial of other
 * trains, it is stored with them.
 */
function hold(
  { key, kind, train_id }: Pick<Run, "key" | "kind" | "train_id">,
  tryBy: (by_ms: number) => void,
): Dragged {
  const edits = trial.peek()?.edits ?? [];
  const has_others = edits.some(({ id }) => id !== train_id);
  return {
    onMove: (dx_px, spot) => {
      if (key !== selected_key.peek()) select(key);
      is_held.value = true;
      pointer.value = spot;
      tryBy(toMs(dx_px));
    },
    onDrop: () => {
      if (!has_others) attempt(async () => void (await storeTrial()));
      is_held.value = false;
    },
    onCancel: () => {
      cancelTrial(recordKey(kind, train_id));
      is_held.value = false;
    },
  };
}

/** The view does not move, and the reason is shown. */
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
  if (kind === "stop") {
    tryEntry(train, at, { stop_for: printDuration(Math.max(0, stop_ms + by_ms)) });
    return;
  }
  const rounded_ms = Math.round((arrival_ms + by_ms) / 1000) * 1000;
  tryEntry(train, at, { arrival: printDuration(rounded_ms) });
}
