/**
 * The trial: edits of trains and services that the page holds, and shows with their consequences, until they are stored
 * together or given up. Everything that the page changes in a timetable goes through here:
 *
 *   tryEdits(edits)   adds edits to the trial; an edit replaces an earlier one of the same record
 *   editOf(record)    the record's edit in the trial, else one that changes nothing yet: change its `after`
 *   makeRecord(form)  (edit.ts) an edit that adds a train or a service
 *   tryProposal(edits)  replaces the trial; it can be stored as long as nobody has changed its trains
 *   cancelTrial()     gives it up
 *   storeTrial()      (store_trial.ts) stores all of it at once
 *   storeNow(edits)   (store_trial.ts) stores edits at once, beside the trial: for actions whose consequences
 *                     nobody needs to see first
 *
 * To shift three trains by a minute: `tryEdits(trains.map((train) => { const edit = editOf(train); return { ...edit,
 * after: edit.after && shiftForm(edit.after, 60_000) }; }))`; to delete them: `after: null`. Both ways of storing merge
 * with what others have stored meanwhile, ask if both have changed the same fields, and add one step to the undo list.
 */
import { computed, signal } from "@preact/signals";
import { isAbort } from "../../api/client.ts";
import type { Setting } from "../../api/setting.ts";
import { askWhatIf, type WhatIf } from "../../api/what_if.ts";
import { TEXTS } from "../../texts.ts";
import { selected_data, selection } from "../selection.ts";
import { explain, tell } from "../session.ts";
import { setting } from "../setting.ts";
import {
  open_timetable_id,
  type PacedTrain,
  readStored,
  type Stored,
  type TrainSchedule,
  timetable,
} from "../timetable.ts";
import {
  changeOf,
  type Edit,
  editRecord,
  type Form,
  formOf,
  isComplete,
  isSame,
  kindOfEdit,
  recordKey,
} from "./edit.ts";
import { nameEdited } from "./edit_names.ts";
import { type Known, rebase, storing_count } from "./store_edits.ts";
import type { StoredTimes } from "./stored_times.ts";

export interface Trial {
  /** In the order in which they were first tried. */
  readonly edits: readonly Edit[];
  readonly state: "tried" | "storing" | "failed";
  /** Times of stored trains at their waypoints, ms since their starts, by edit key, as far as known. */
  readonly times: StoredTimes;
  /** The consequences; null if not answered yet. */
  readonly follows: WhatIf | null;
  /** The edits that `follows` is for: it may lag behind `edits`. */
  readonly asked: readonly Edit[];
  readonly fault: string | null;
  /** No answer has said whether it is stored: it stays as it was sent until it is sent again. */
  readonly is_unsure: boolean;
  /** Made by the server for the trains as they were: it is not merged with what others store meanwhile. */
  readonly is_proposal: boolean;
  /** A proposal whose trains another user has changed: it can no longer be stored. */
  readonly is_outdated: boolean;
}

export const trial = signal<Trial | null>(null);

/** The pointer is dragging a train. */
export const is_held = signal(false);
/** Until the train is dropped and stored, only its consequences are requested; others' changes are read afterwards. */
export const is_in_hand = computed(() => is_held.value || storing_count.value > 0);

/** Records as stored when their edits began; storing waits for those still being read. */
let begun = new Map<string, Promise<Stored | null>>();
/** Beyond this number, records are read only when they are stored. */
const READ_AHEAD_MAX = 20;

export function editOf(record: TrainSchedule | PacedTrain): Edit {
  const fresh = editRecord(record);
  return trial.value?.edits.find(({ key }) => key === fresh.key) ?? fresh;
}

/** Adds edits to the trial, by key. */
export function tryEdits(edits: readonly Edit[]): void {
  const now = trial.peek();
  if (now?.state === "storing") return;
  const joined = new Map(now?.edits.map((edit) => [edit.key, edit]));
  for (const edit of edits) {
    const last = joined.get(edit.key);
    joined.set(edit.key, last === undefined ? edit : { ...edit, before: last.before });
    readAhead(edit);
  }
  setEdits([...joined.values()], now?.is_proposal === true);
}

export function tryProposal(edits: readonly Edit[]): void {
  if (trial.peek()?.state === "storing") return;
  const keys = new Set(edits.map(({ key }) => key));
  for (const key of begun.keys()) if (!keys.has(key)) begun.delete(key);
  for (const edit of edits) readAhead(edit);
  setEdits(edits, true);
}

function setEdits(edits: readonly Edit[], is_proposal: boolean): void {
  const { follows = null, asked = [], times = new Map<string, never>() } = trial.peek() ?? {};
  const untold = { state: "tried", follows, asked, fault: null, is_unsure: false } as const;
  trial.value = withTimes({ edits, times, ...untold, is_proposal, is_outdated: false });
  void askLatest();
}

/** The chosen train's run is known already. */
function withTimes(now: Trial): Trial {
  const key = chosen_key.peek();
  const times_ms = selected_data.peek()?.simulation?.final_output.path_item_times;
  if (key === null || times_ms === undefined || now.times.has(key)) return now;
  return { ...now, times: new Map(now.times).set(key, times_ms) };
}

/** Record key of the chosen train, if its run is the record's: an exception has its own run. */
const chosen_key = computed(() => {
  const chosen = selection.value;
  return chosen === null || chosen.exception_key !== null
    ? null
    : recordKey(chosen.kind, chosen.train_id);
});

/** So that others' changes are noticed, and storing need not wait. */
function readAhead(edit: Edit): void {
  const { key, id, before } = edit;
  if (id === null || before === null || begun.has(key) || begun.size >= READ_AHEAD_MAX) return;
  // What can't be read now is read when it is stored.
  begun.set(
    key,
    readStored(kindOfEdit(edit), id).catch(() => null),
  );
}

/** Records read ahead; those that could not be read are missing. */
export async function readBegun(edits: readonly Edit[]): Promise<Known> {
  const known = new Map<string, Stored>();
  for (const { key } of edits) {
    const stored = await begun.get(key);
    if (stored !== undefined && stored !== null) known.set(key, stored);
  }
  return known;
}

/** Sets the known stored records. */
export function beginFrom(known: ReadonlyMap<string, Stored>): void {
  begun = new Map([...known].map(([key, stored]) => [key, Promise.resolve(stored)]));
}

/** Stops requests until something else is tried. */
export function stopAsking(): void {
  asking?.abort();
}

/** Trains are computed with something else from now on: what is known of the trial's consequences is void. */
export function askAgain(): void {
  asking?.abort();
  const now = trial.peek();
  if (now === null) return;
  trial.value = { ...now, times: new Map(), follows: null, asked: [] };
  void askLatest();
}

/** Its timetable is left. */
export function dropTrial(): void {
  asking?.abort();
  trial.value = null;
  begun = new Map();
}

/** Gives up the trial, or one of its edits; not while it is being stored. */
export function cancelTrial(key: string | null = null): void {
  const now = trial.peek();
  if (now?.state === "storing") return;
  const left = key === null ? [] : (now?.edits.filter((edit) => edit.key !== key) ?? []);
  if (now === null || left.length === 0) {
    dropTrial();
    return;
  }
  asking?.abort();
  begun.delete(key ?? "");
  trial.value = { ...now, edits: left, state: "tried", fault: null };
  void askLatest();
}

/**
 * Applies the trial on top of what has just been stored, by others (which is reported) or beside
 * the trial. Fields that both have changed are settled when the trial is stored.
 */
export function rebaseTrial(changed: readonly number[], is_told = true): void {
  const now = trial.peek();
  if (now === null || now.state === "storing" || now.is_unsure) return;
  if (now.is_proposal) {
    const theirs = now.edits.filter(
      ({ id, before }) => id !== null && changed.includes(id) && !isStored(id, before),
    );
    if (theirs.length > 0) outdate(theirs);
    return;
  }
  const edits = now.edits.flatMap((edit) => {
    const is_changed = edit.id !== null && changed.includes(edit.id);
    return is_changed ? rebaseEdit(edit, is_told) : [edit];
  });
  if (edits.length === 0) cancelTrial();
  else if (edits.length < now.edits.length || edits.some((edit, i) => edit !== now.edits[i])) {
    const kept = new Set(edits.filter((edit) => now.edits.includes(edit)).map(({ key }) => key));
    const isKept = (key: string): boolean =>
      [...kept].some((own) => key === own || key.startsWith(`${own} `));
    const times = new Map([...now.times].filter(([key]) => isKept(key)));
    trial.value = { ...now, edits, times, follows: null, asked: [] };
    void askLatest();
  }
}

function isStored(id: number, before: Form | null): boolean {
  const stored = findStored(id);
  return stored !== null && isSame(formOf(stored), before);
}

/** A proposal for trains that another user has changed since can't be stored. */
export function outdate(theirs: readonly Edit[]): void {
  const now = trial.peek();
  if (now === null) return;
  asking?.abort();
  const fault = TEXTS.move.outdated(nameEdited(theirs));
  trial.value = { ...now, state: "failed", fault, is_outdated: true };
}

/** Empty: the record is gone. */
function rebaseEdit(edit: Edit, is_told: boolean): Edit[] {
  const stored = findStored(edit.id ?? 0);
  const name = nameEdited([edit]);
  if (stored === null) {
    if (is_told) tell("warning", TEXTS.move.deleted(name));
    return [];
  }
  const before = formOf(stored);
  const { after, clashes } = rebase(edit, before);
  if (is_told) {
    const told = clashes.length > 0 ? "clashes_meanwhile" : "changed_meanwhile";
    tell("warning", TEXTS.move[told](name));
  }
  if (clashes.length > 0) return [edit];
  begun.delete(edit.key);
  readAhead(edit);
  return [{ ...edit, before, after }];
}

function findStored(id: number): TrainSchedule | PacedTrain | null {
  const known = timetable.peek();
  return known?.trains.get(id) ?? known?.paced_trains.get(id) ?? null;
}

let asking: AbortController | null = null;
let is_asking = false;

/** One request at a time: meanwhile only the latest trial waits. */
async function askLatest(): Promise<void> {
  if (is_asking) return;
  is_asking = true;
  try {
    let is_answered = true;
    while (is_answered) is_answered = await askOnce();
  } finally {
    is_asking = false;
  }
}

async function askTimes(
  { edits, times }: Trial,
  chosen: Setting,
  signal: AbortSignal,
): Promise<StoredTimes> {
  const { readTimes } = await import("./stored_times.ts");
  return await readTimes(edits, times, chosen, signal);
}

/** Whether a request was made; then the trial may have changed and need another. */
async function askOnce(): Promise<boolean> {
  const [now, chosen, id] = [trial.peek(), setting.peek(), open_timetable_id.peek()];
  if (now === null || chosen === null || id === null) return false;
  if (now.state !== "tried" || now.asked === now.edits) return false;
  const asked = now.edits;
  if (!asked.every(isComplete)) {
    trial.value = { ...now, follows: null, asked: [] };
    return false;
  }
  asking = new AbortController();
  try {
    const changes = asked.map((edit) => changeOf(edit));
    const [follows, fresh] = await Promise.all([
      askWhatIf(id, chosen, changes, asking.signal),
      askTimes(now, chosen, asking.signal),
    ]);
    const latest = trial.peek();
    if (latest === null) return true;
    const times = new Map([...latest.times, ...fresh]);
    trial.value = withTimes({ ...latest, times, follows, asked, fault: null });
    return true;
  } catch (error) {
    // Given up, and perhaps begun again meanwhile.
    if (isAbort(error)) return true;
    const latest = trial.peek();
    if (latest === null || latest.edits !== asked) return latest !== null;
    trial.value = { ...latest, follows: null, asked, fault: explain(error) };
    return false;
  }
}
