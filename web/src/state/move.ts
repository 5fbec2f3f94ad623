/**
 * Moving a train: what is tried while it is dragged, what is stored when it is dropped, and the way back. What is
 * stored, only tried, or failed is never the same in the drawing.
 */
import { computed, signal } from "@preact/signals";
import { ApiFault, api, askFully, isAbort, type Schemas } from "../api/client.ts";
import { askWhatIf, type Change, type WhatIf } from "../api/what_if.ts";
import { applyTrial, placeConflicts } from "../graph/marks.ts";
import { printDuration, trainKey } from "../graph/occurrences.ts";
import { listMoments, type Retiming, retimeCurve, retimeSent } from "../graph/retiming.ts";
import type { Run, SentCurve } from "../graph/runs.ts";
import { TEXTS } from "../texts.ts";
import { graph_data, runs, ways } from "./graph.ts";
import { refreshGraph } from "./loading.ts";
import { selected_data, selection } from "./selection.ts";
import { explain, tell } from "./session.ts";
import { setting } from "./setting.ts";
import { keepTrain, type TrainSchedule, timetable } from "./timetable.ts";
import { rememberStep, type Undoable, undoable } from "./undo_steps.ts";

export type Replacement = Schemas["TrainScheduleReplacement"];

export interface Move {
  readonly train_id: number;
  /** As it is stored. */
  readonly before: TrainSchedule;
  readonly after: Replacement;
  readonly shift_ms: number;
  readonly state: "tried" | "storing" | "failed";
  /** What would follow; null: not answered yet. */
  readonly follows: WhatIf | null;
  /** The wish that it follows from: the answer may be behind. */
  readonly asked: Replacement | null;
  readonly fault: string | null;
}

export const move = signal<Move | null>(null);

/** The pointer holds a train. */
export const is_held = signal(false);
/** Changes on their way to the server. */
const storing_count = signal(0);

/** Until it is let go and stored, nothing is asked but what would follow: what others do is read afterwards. */
export const is_in_hand = computed(() => is_held.value || storing_count.value > 0);

/** Somebody else was faster. */
export interface Overtaken {
  readonly wanted: Move;
  readonly theirs: TrainSchedule;
}

export const overtaken = signal<Overtaken | null>(null);

/** A record with its tag. Null: it could not be read; what is stored is then not compared. */
type Stored = { readonly train: TrainSchedule; readonly tag: string } | null;

/** The train as it was stored when the move began; an answer that is under way is waited for before storing. */
let begun: Promise<Stored> = Promise.resolve(null);

/** How the moved train would run; null: it is not known, or nothing but its start is another. */
export const tried_retiming = computed<Retiming | null>(() => {
  const now = move.value;
  const simulation = selected_data.value?.simulation ?? null;
  const summary = now?.follows?.trains[0] ?? null;
  if (now === null || simulation === null || summary === null || now.asked === null) return null;
  if (selection.value?.train_id !== now.train_id || !("path_item_times_final" in summary)) {
    return null;
  }
  const { path, schedule } = now.before;
  return {
    before_ms: listMoments(path, schedule, simulation.final_output.path_item_times),
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
  return { ...run, start_ms: run.start_ms + now.shift_ms, curves };
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

/** Tries another start; the record is read at the first try, so that a change of others is noticed. */
export function tryShift(train_id: number, shift_ms: number): void {
  const before = timetable.peek()?.trains.get(train_id);
  if (before === undefined) return;
  const start_time = new Date(Date.parse(before.start_time) + shift_ms).toISOString();
  tryReplacement(train_id, { ...wantedOf(before), start_time }, shift_ms);
}

/** Tries another schedule. */
export function trySchedule(
  train_id: number,
  schedule: NonNullable<Replacement["schedule"]>,
): void {
  const before = timetable.peek()?.trains.get(train_id);
  if (before === undefined) return;
  const shift_ms = move.peek()?.train_id === train_id ? (move.peek()?.shift_ms ?? 0) : 0;
  tryReplacement(train_id, { ...wantedOf(before), schedule }, shift_ms);
}

/** What is tried of a train, else what is stored: one change goes on top of the other. */
export function wantedOf(train: TrainSchedule): Replacement {
  const now = move.value;
  return now?.train_id === train.id ? now.after : replacementOf(train);
}

function tryReplacement(train_id: number, after: Replacement, shift_ms: number): void {
  const before = timetable.peek()?.trains.get(train_id);
  if (before === undefined || move.peek()?.state === "storing") return;
  if (move.peek()?.train_id !== train_id) begun = readStored(train_id).catch(() => null);
  const last = move.peek()?.train_id === train_id ? move.peek() : null;
  const [follows, asked] = [last?.follows ?? null, last?.asked ?? null];
  move.value = { train_id, before, after, shift_ms, state: "tried", follows, asked, fault: null };
  void askLatest();
}

export function cancelMove(): void {
  asking?.abort();
  move.value = null;
}

function replacementOf({ id: _id, ...form }: TrainSchedule): Replacement {
  return form;
}

async function readStored(train_id: number): Promise<Stored> {
  const { data, headers } = await askFully(
    api.GET("/train_schedule/{train_schedule_id}", {
      params: { path: { train_schedule_id: train_id } },
    }),
  );
  return { train: data, tag: headers.get("etag") ?? "" };
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
        move.value = { ...latest, follows, asked: now.after };
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
function changeOf({ train_id, after, before, shift_ms }: Move): Change {
  const shifted = { ...replacementOf(before), start_time: after.start_time };
  const is_shift = JSON.stringify(shifted) === JSON.stringify(after);
  if (!is_shift) return { kind: "train_schedule", id: train_id, train: after };
  const shift = `${shift_ms < 0 ? "-" : ""}${printDuration(Math.abs(shift_ms))}`;
  return { kind: "train_schedule", id: train_id, shift };
}

/** Stores what is tried, unless somebody else was faster. */
export async function storeMove(): Promise<void> {
  const now = move.peek();
  if (now === null || now.state === "storing") return;
  if (JSON.stringify(now.after) === JSON.stringify(replacementOf(now.before))) {
    cancelMove();
    return;
  }
  asking?.abort();
  move.value = { ...now, state: "storing" };
  try {
    const stored = await begun;
    if (stored !== null && !isSame(stored.train, now.before)) {
      yieldTo(now, stored.train);
      return;
    }
    const stored_tag = await put(now.train_id, now.after, stored?.tag ?? "");
    rememberStep({ before: now.before, tag: stored_tag });
    const retiming = tried_retiming.peek();
    move.value = null;
    if (now.follows !== null && now.asked === now.after) {
      foresee(now.train_id, now.follows, retiming);
    }
    tell("done", TEXTS.move.stored(now.before.train_name));
  } catch (error) {
    await settleFailure(now, error);
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

async function settleFailure(now: Move, error: unknown): Promise<void> {
  const is_late = error instanceof ApiFault && error.status === 412;
  if (is_late) begun = readStored(now.train_id).catch(() => null);
  const stored = is_late ? await begun : null;
  if (stored !== null) {
    yieldTo(now, stored.train);
    return;
  }
  move.value = { ...now, state: "failed", fault: explain(error) };
  tell("failed", explain(error));
}

function isSame(a: TrainSchedule, b: TrainSchedule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function yieldTo(wanted: Move, theirs: TrainSchedule): void {
  overtaken.value = { wanted, theirs };
  move.value = { ...wanted, state: "failed", fault: TEXTS.move.overtaken };
}

/** Returns the new tag. */
async function put(train_schedule_id: number, body: Replacement, tag: string): Promise<string> {
  storing_count.value += 1;
  try {
    const { data, headers } = await askFully(
      api.PUT("/train_schedule/{train_schedule_id}", {
        params: {
          path: { train_schedule_id },
          ...(tag !== "" && { header: { "if-match": tag } }),
        },
        body,
      }),
    );
    keepTrain(data);
    return headers.get("etag") ?? "";
  } finally {
    storing_count.value -= 1;
  }
}

/** After somebody else was faster: `mine` stores the own wish on top of theirs, `theirs` gives it up. */
export async function settleOvertaken(choice: "mine" | "theirs"): Promise<void> {
  const found = overtaken.peek();
  overtaken.value = null;
  if (found === null) return;
  keepTrain(found.theirs);
  if (choice === "theirs") {
    move.value = null;
    await refreshGraph([found.wanted.train_id]);
    return;
  }
  const { wanted, theirs } = found;
  move.value = { ...wanted, before: theirs, state: "tried", fault: null };
  await storeMove();
}

let undoing: Promise<void> = Promise.resolve();

/** One after the other: each step needs the tag that the one before it has made. */
export async function undo(): Promise<void> {
  undoing = undoing.then(undoLast);
  await undoing;
}

async function undoLast(): Promise<void> {
  const last = undoable.peek().at(-1);
  if (last === undefined) return;
  undoable.value = undoable.peek().slice(0, -1);
  try {
    const tag = await put(last.before.id, replacementOf(last.before), last.tag);
    undoable.value = withTag(undoable.peek(), last.before.id, tag);
    tell("done", TEXTS.move.undone(last.before.train_name));
  } catch (error) {
    const is_late = error instanceof ApiFault && error.status === 412;
    tell("failed", is_late ? TEXTS.move.undo_overtaken : explain(error));
  }
  await refreshGraph([last.before.id]);
}

/** An earlier step of the same train is undone from where the train is now. */
function withTag(steps: readonly Undoable[], train_id: number, tag: string): Undoable[] {
  const at = steps.findLastIndex(({ before }) => before.id === train_id);
  return steps.map((one, i) => (i === at ? { ...one, tag } : one));
}
