/** Keys of the graph: everything that the pointer can do. */

import { openTab } from "../state/address.ts";
import { shiftOfRun, tryRun } from "../state/edits/move.ts";
import { wishes_name } from "../state/edits/open_form.ts";
import { toggleOne } from "../state/edits/several.ts";
import { storing_count } from "../state/edits/store_edits.ts";
import { cancelTrial, trial } from "../state/edits/trial.ts";
import { stepDays } from "../state/follow_dates.ts";
import { may_write } from "../state/rights.ts";
import {
  select,
  selected_key,
  selected_run,
  selected_start_ms,
  selected_train,
  selection,
} from "../state/selection.ts";
import { attempt, tell } from "../state/session.ts";
import type { PacedTrain, TrainSchedule } from "../state/timetable.ts";
import { fitAll, goTo, panBy, showRun, visible_runs, zoomBy } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { changeStop } from "./drag.ts";
import { chooseHandle, chosen_handle, leaveHandle } from "./handles.ts";
import { is_drawing, toggleDrawing } from "./new_line.ts";

const PAN_PX = 60;
const ZOOM = 1.25;
const MINUTE_MS = 60_000;
const FINE_MS = 10_000;

type Key = Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">;

/** Acts are loaded when one is asked for. */
function goBack(name: "undo" | "redo"): void {
  attempt(async () => await (await import("../state/edits/undo.ts"))[name]());
}

async function store(): Promise<void> {
  await (await import("../state/asked/ask_store.ts")).storeAsked();
}

function act(name: "duplicateTrain" | "deleteTrain"): void {
  actOnChosen(async () => (await import("../state/acts.ts"))[name]);
}

function stepConflict(step: 1 | -1): void {
  attempt(async () => (await import("./conflict_list.tsx")).chooseNeighbour(step));
}

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
  PageUp: () => stepDays(-1),
  PageDown: () => stepDays(1),
  ".": () => selectNeighbour(1),
  ",": () => selectNeighbour(-1),
  c: () => stepConflict(1),
  C: () => stepConflict(-1),
  h: () => chooseHandle(1),
  H: () => chooseHandle(-1),
  m: () => {
    const chosen = selection.peek();
    if (chosen !== null) toggleOne(chosen.train_id);
  },
  u: () => goBack("undo"),
  U: () => goBack("redo"),
  t: toggleDrawing,
  d: () => act("duplicateTrain"),
  F2: () =>
    actOnChosen(async () => async () => {
      wishes_name.value = true;
    }),
  Delete: () => act("deleteTrain"),
  z: () => {
    const run = selected_run.peek();
    if (run !== null) showRun(run);
  },
};

/** Returns whether the key has a meaning here. */
export function pressKey(event: Key): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const is_redo = key === "y" || key === "Z" || (key === "z" && event.shiftKey);
    if (!is_redo && key !== "z") return false;
    goBack(is_redo ? "redo" : "undo");
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
    if (is_drawing.peek()) toggleDrawing();
    else if (trial.peek() !== null) cancelTrial();
    else if (chosen_handle.peek() !== null) leaveHandle();
    else select(null);
    return true;
  }
  if (key === "Enter") {
    if (trial.peek() !== null) attempt(store);
    else if (selection.peek() !== null) openTab("train");
    return true;
  }
  const work = PLAIN[key];
  work?.();
  return work !== undefined;
}

type Act = (train: TrainSchedule | PacedTrain) => Promise<void>;

let is_loading = false;

/** Stored at once; it can be undone. As the buttons, it waits for what is being stored, and for its own loading. */
function actOnChosen(load: () => Promise<Act>): void {
  const train = selected_train.peek();
  if (train === null || storing_count.peek() > 0 || is_loading) return;
  if (!may_write.peek()) {
    tell("warning", TEXTS.move.not_allowed);
    return;
  }
  is_loading = true;
  attempt(async () => {
    const work = await load().finally(() => {
      is_loading = false;
    });
    await work(train);
  });
}

function moveByKey(by_ms: number): void {
  const chosen = selection.peek();
  if (chosen === null) return;
  if (!may_write.peek()) tell("warning", TEXTS.move.not_allowed);
  else if (chosen_handle.peek() !== null) moveHandle(chosen.train_id, by_ms);
  else {
    const { train_id, index, exception_key } = chosen;
    const run = { train_id, index, exception_key, start_ms: selected_start_ms.peek() };
    tryRun(run, shiftOfRun(run) + by_ms);
  }
}

function moveHandle(train_id: number, by_ms: number): void {
  const handle = chosen_handle.peek();
  if (handle !== null) changeStop(train_id, handle, by_ms);
}

/** The next train by start time. */
function selectNeighbour(step: 1 | -1): void {
  const sorted = visible_runs.peek().toSorted((a, b) => a.start_ms - b.start_ms);
  if (sorted.length === 0) return;
  const at = sorted.findIndex(({ key }) => key === selected_key.peek());
  const next = sorted[at < 0 ? 0 : (at + step + sorted.length) % sorted.length];
  if (next !== undefined) select(next.key);
}
