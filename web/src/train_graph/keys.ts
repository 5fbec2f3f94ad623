/** Keys of the graph: everything that the pointer can do. */

import { openTab } from "../state/address.ts";
import { cancelMove, move, shiftOf, storeMove, tryShift } from "../state/move.ts";
import { may_write } from "../state/rights.ts";
import { select, selected_key, selected_run, selection } from "../state/selection.ts";
import { attempt, tell } from "../state/session.ts";
import { undo } from "../state/undo.ts";
import { fitAll, goTo, moveDays, panBy, showRun, visible_runs, zoomBy } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { changeStop } from "./drag.ts";
import { chooseHandle, chosen_handle, leaveHandle } from "./handles.ts";

const PAN_PX = 60;
const ZOOM = 1.25;
const MINUTE_MS = 60_000;
const FINE_MS = 10_000;

type Key = Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">;

const PLAIN: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => panBy(PAN_PX, 0),
  ArrowRight: () => panBy(-PAN_PX, 0),
  ArrowUp: () => panBy(0, PAN_PX),
  ArrowDown: () => panBy(0, -PAN_PX),
  "+": () => zoomBy(ZOOM),
  "=": () => zoomBy(ZOOM),
  "-": () => zoomBy(1 / ZOOM),
  "0": fitAll,
  f: fitAll,
  n: () => goTo(Date.now()),
  PageUp: () => moveDays(-1),
  PageDown: () => moveDays(1),
  "]": () => selectNeighbour(1),
  "[": () => selectNeighbour(-1),
  h: () => chooseHandle(1),
  H: () => chooseHandle(-1),
  u: () => attempt(undo),
  z: () => {
    const run = selected_run.peek();
    if (run !== null) showRun(run);
  },
};

/** Whether the key means something here. */
export function pressKey(event: Key): boolean {
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && key !== "z") return false;
  if (event.ctrlKey || event.metaKey) {
    attempt(undo);
    return true;
  }
  if (event.altKey && (key === "ArrowLeft" || key === "ArrowRight")) {
    moveByKey((key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? FINE_MS : MINUTE_MS));
    return true;
  }
  if (event.shiftKey && (key === "ArrowUp" || key === "ArrowDown")) {
    zoomBy(1, null, key === "ArrowUp" ? ZOOM : 1 / ZOOM);
    return true;
  }
  if (key === "Escape") {
    if (move.peek() !== null) cancelMove();
    else if (chosen_handle.peek() !== null) leaveHandle();
    else select(null);
    return true;
  }
  if (key === "Enter") {
    if (move.peek() !== null) attempt(storeMove);
    else if (selection.peek() !== null) openTab("train");
    return true;
  }
  const work = PLAIN[key];
  work?.();
  return work !== undefined;
}

function moveByKey(by_ms: number): void {
  const chosen = selection.peek();
  if (chosen === null) return;
  if (chosen.kind !== "train_schedule") tell("warning", TEXTS.move.only_schedules);
  else if (!may_write.peek()) tell("warning", TEXTS.move.not_allowed);
  else if (chosen_handle.peek() !== null) moveHandle(chosen.train_id, by_ms);
  else tryShift(chosen.train_id, shiftOfTried(chosen.train_id) + by_ms);
}

function shiftOfTried(train_id: number): number {
  const now = move.peek();
  return now?.train_id === train_id ? shiftOf(now) : 0;
}

function moveHandle(train_id: number, by_ms: number): void {
  const handle = chosen_handle.peek();
  if (handle !== null) changeStop(train_id, handle, by_ms);
}

/** The next train by its start. */
function selectNeighbour(step: 1 | -1): void {
  const sorted = visible_runs.peek().toSorted((a, b) => a.start_ms - b.start_ms);
  if (sorted.length === 0) return;
  const at = sorted.findIndex(({ key }) => key === selected_key.peek());
  const next = sorted[at < 0 ? 0 : (at + step + sorted.length) % sorted.length];
  if (next !== undefined) select(next.key);
}
