/**
 * Moving a train: what is tried while it is dragged, what is stored when it is dropped, and the way back. What is
 * stored, only tried, or failed is never the same in the drawing.
 */
import { computed, signal } from "@preact/signals";
import { isAbort } from "../api/client.ts";
import { askWhatIf, type Tried, type WhatIf } from "../api/what_if.ts";
import { applyTrial, placeConflicts } from "../graph/marks.ts";
import { printDuration, trainKey } from "../graph/occurrences.ts";
import { listMoments, type Retiming, retimeCurve, retimeSent } from "../graph/retiming.ts";
import type { Run, SentCurve } from "../graph/runs.ts";
import { TEXTS } from "../texts.ts";
import {
  type Change,
  isGone,
  isSame,
  mergeOnto,
  type Refused,
  readStored,
  replacementOf,
  type Stored,
  storeChange,
  storing_count,
} from "./change.ts";
import { graph_data, runs, ways } from "./graph.ts";
import { refreshGraph } from "./loading.ts";
import type { Replacement, Side } from "./merge.ts";
import { selected_data, selection } from "./selection.ts";
import { explain, tell, tellFailure } from "./session.ts";
import { setting } from "./setting.ts";
import { keepTrain, nameOfTrain, type TrainSchedule, timetable } from "./timetable.ts";
import { rememberStep } from "./undo_steps.ts";

/** From what was stored when it began to what is tried. */
export interface Move extends Change {
  readonly train_id: number;
  readonly state: "tried" | "storing" | "failed";
  /** Where it runs at its waypoints as it is stored, ms since its start; null: not known yet. */
  readonly times_ms: readonly number[] | null;
  /** What would follow; null: not answered yet. */
  readonly follows: WhatIf | null;
  /** The wish that it follows from: the answer may be behind. */
  readonly asked: Replacement | null;
  readonly fault: string | null;
}

export const move = signal<Move | null>(null);

/** The pointer holds a train. */
export const is_held = signal(false);
/** Until it is let go and stored, nothing is asked but what would follow: what others do is read afterwards. */
export const is_in_hand = computed(() => is_held.value || storing_count.value > 0);

/** Another user has changed the same fields to other values. */
export interface Overtaken extends Refused {
  readonly wanted: Move;
}

export const overtaken = signal<Overtaken | null>(null);

/** The train as it was stored when the move began; an answer that is under way is waited for before storing. */
let begun: Promise<Stored | null> = Promise.resolve(null);

/** How the moved train would run; null: it is not known, or nothing but its start is another. */
export const tried_retiming = computed<Retiming | null>(() => {
  const now = move.value;
  const summary = now?.follows?.trains[0] ?? null;
  const times_ms = now?.times_ms ?? null;
  if (now === null || times_ms === null || now.asked === null) return null;
  if (summary === null || !("path_item_times_final" in summary)) return null;
  const { path, schedule } = now.before;
  return {
    before_ms: listMoments(path, schedule, times_ms),
    after_ms: listMoments(path, now.asked.schedule ?? [], summary.path_item_times_final),
  };
});

/** The moved train at its tried times; null: none is moved, or it is not on the axis. */
export const tried_run = computed<Run | null>(() => {
  const [now, retiming] = [move.value, tried_retiming.value];
  if (now === null) return null;
  const run = runs.value.find(({ key }) => key === trainKey(now.train_id));
  if (run === undefined) return null;
  const curves =
    retiming === null ? run.curves : run.curves.map((curve) => retimeCurve(curve, retiming));
  return { ...run, start_ms: Date.parse(now.after.start_time), curves };
});

export const new_conflicts = computed(() => {
  const found = move.value?.follows?.conflicts.new ?? [];
  return placeConflicts(found, ways.value);
});

/** They would be no more. */
export const gone_conflicts = computed(() => {
  const found = move.value?.follows?.conflicts.gone ?? [];
  return placeConflicts(found, ways.value);
});

/** How much later the moved train would start. */
export function shiftOf({ before, after }: Change): number {
  return Date.parse(after.start_time) - Date.parse(before.start_time);
}

/** Tries another start; the record is read at the first try, so that a change of others is noticed. */
export function tryShift(train_id: number, shift_ms: number): void {
  tryChange(train_id, ({ start_time }) => {
    const start_ms = Date.parse(start_time) + shift_ms;
    return { start_time: new Date(start_ms).toISOString().replace(".000Z", "Z") };
  });
}

/** Tries another schedule. */
export function trySchedule(
  train_id: number,
  schedule: NonNullable<Replacement["schedule"]>,
): void {
  tryChange(train_id, () => ({ schedule }));
}

/** What is tried of a train, else what is stored: one change goes on top of the other. */
export function wantedOf(train: TrainSchedule): Replacement {
  const now = move.value;
  return now?.train_id === train.id ? now.after : replacementOf(train);
}

function tryChange(
  train_id: number,
  change: (before: TrainSchedule) => Partial<Replacement>,
): void {
  const now = move.peek();
  const last = now?.train_id === train_id ? now : null;
  const before = last?.before ?? timetable.peek()?.trains.get(train_id);
  if (before === undefined || now?.state === "storing") return;
  if (last === null) begun = readStored(train_id).catch(() => null);
  const after = { ...(last?.after ?? replacementOf(before)), ...change(before) };
  const { follows = null, asked = null } = last ?? {};
  const times_ms = last?.times_ms ?? timesOfSelected(train_id);
  move.value = { train_id, before, after, state: "tried", times_ms, follows, asked, fault: null };
  void askLatest();
}

function timesOfSelected(train_id: number): readonly number[] | null {
  if (selection.peek()?.train_id !== train_id) return null;
  return selected_data.peek()?.simulation?.final_output.path_item_times ?? null;
}

export function cancelMove(): void {
  asking?.abort();
  move.value = null;
}

/** Puts the trial on top of what another user has just stored. Fields that both have changed are asked about at storing. */
export function rebaseMove(): void {
  const now = move.peek();
  const stored = timetable.peek()?.trains.get(now?.train_id ?? 0);
  if (now === null || now.state === "storing") return;
  if (stored === undefined) {
    cancelMove();
    tell("warning", TEXTS.move.deleted(nameOfTrain(now.before)));
    return;
  }
  tell("warning", TEXTS.move.changed_meanwhile(nameOfTrain(now.before)));
  const { merged, clashes } = mergeOnto(now, stored);
  if (clashes.length > 0) return;
  begun = readStored(now.train_id).catch(() => null);
  move.value = {
    ...now,
    before: stored,
    after: merged,
    times_ms: null,
    follows: null,
    asked: null,
  };
  void askLatest();
}

let asking: AbortController | null = null;
let is_asking = false;

/** One question at a time: while it is under way only the latest position waits. */
async function askLatest(): Promise<void> {
  if (is_asking) return;
  is_asking = true;
  try {
    for (let asked: Move | null = null; ; ) {
      const now: Move | null = move.peek();
      const [chosen, known] = [setting.peek(), timetable.peek()];
      if (now === null || now === asked || chosen === null || known === null) return;
      if (now.state !== "tried" || now.after === asked?.after) return;
      asked = now;
      asking = new AbortController();
      const follows = await askWhatIf(known.timetable_id, chosen, [changeOf(now)], asking.signal);
      const latest = move.peek();
      if (latest?.train_id === now.train_id) {
        const times_ms = latest.times_ms ?? timesOfSelected(now.train_id);
        move.value = { ...latest, follows, asked: now.after, times_ms };
      }
      if (latest?.after === now.after) return;
    }
  } catch (error) {
    const latest = move.peek();
    if (!isAbort(error) && latest !== null) move.value = { ...latest, fault: explain(error) };
  } finally {
    is_asking = false;
  }
}

/** A shift costs the server least: the run stays as it is. */
function changeOf(now: Move): Tried {
  const { train_id, after, before } = now;
  const is_shift = isSame({ ...replacementOf(before), start_time: after.start_time }, after);
  if (!is_shift) return { kind: "train_schedule", id: train_id, train: after };
  const shift_ms = shiftOf(now);
  const shift = `${shift_ms < 0 ? "-" : ""}${printDuration(Math.abs(shift_ms))}`;
  return { kind: "train_schedule", id: train_id, shift };
}

/** Stores the trial, merged with what other users have stored meanwhile. */
export async function storeMove(): Promise<void> {
  const now = move.peek();
  if (now === null || now.state === "storing") return;
  if (isSame(now.after, replacementOf(now.before))) {
    cancelMove();
    return;
  }
  asking?.abort();
  move.value = { ...now, state: "storing" };
  try {
    const outcome = await storeChange(now, await begun);
    if ("clashes" in outcome) {
      overtaken.value = { wanted: now, ...outcome };
      move.value = {
        ...now,
        state: "failed",
        fault: TEXTS.move.overtaken(nameOfTrain(now.before)),
      };
      return;
    }
    const { before, after } = outcome;
    rememberStep(outcome);
    const is_alone = isSame(replacementOf(before), replacementOf(now.before));
    const retiming = tried_retiming.peek();
    move.value = null;
    if (is_alone && now.follows !== null && now.asked === now.after) {
      foresee(now.train_id, now.follows, retiming);
    }
    const name = nameOfTrain(after);
    tell("done", is_alone ? TEXTS.move.stored(name) : TEXTS.move.stored_both(name));
  } catch (error) {
    if (await isGone(error, now.before)) move.value = null;
    else {
      move.value = { ...now, state: "failed", fault: explain(error) };
      tellFailure(error);
    }
    return;
  }
  await refreshGraph([now.train_id]);
}

/** Conflicts and the train's line as they were foreseen, until they are read. */
function foresee(train_id: number, { conflicts }: WhatIf, retiming: Retiming | null): void {
  const known = graph_data.peek();
  if (known === null) return;
  const projected = new Map(known.projected);
  const train = projected.get(train_id);
  if (train !== undefined && retiming !== null) {
    const retime = (curves: readonly SentCurve[]): SentCurve[] =>
      curves.map((curve) => retimeSent(curve, retiming));
    const { forward, back } = train.base;
    projected.set(train_id, { ...train, base: { forward: retime(forward), back: retime(back) } });
  }
  graph_data.value = { ...known, projected, conflicts: applyTrial(known.conflicts, conflicts) };
}

/** Of what both have changed, `mine` stores the own values and `theirs` leaves those of the other. */
export async function settleOvertaken(side: Side): Promise<void> {
  const found = overtaken.peek();
  overtaken.value = null;
  if (found === null) return;
  const { wanted, stored } = found;
  keepTrain(stored.train);
  const after = mergeOnto(wanted, stored.train, side).merged;
  begun = Promise.resolve(stored);
  const untold = { follows: null, asked: null, fault: null };
  move.value = { ...wanted, before: stored.train, after, state: "tried", ...untold };
  await storeMove();
  if (side === "theirs") await refreshGraph([wanted.train_id]);
}
