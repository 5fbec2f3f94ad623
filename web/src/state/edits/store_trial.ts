/** Stores the trial, or edits at once, and asks if others have changed the same fields. */
import { effect, signal } from "@preact/signals";
import { statusOf } from "../../api/client.ts";
import { occurrenceKey, trainKey } from "../../graph/occurrences.ts";
import { TEXTS } from "../../texts.ts";
import { refreshGraph } from "../loading.ts";
import { select, selected_key } from "../selection.ts";
import { explain, tell, tellFailure } from "../session.ts";
import { setting } from "../setting.ts";
import { keepRecords, open_timetable_id } from "../timetable.ts";
import { type Done, type Edit, isComplete, isSame, type Kind, kindOf } from "./edit.ts";
import { nameEdited, replacementOf } from "./edit_names.ts";
import { foreseeStored } from "./foreseen.ts";
import { type Known, type Outcome, type Overlap, type Refused, storeEdits } from "./store_edits.ts";
import {
  askAgain,
  beginFrom,
  cancelTrial,
  dropTrial,
  outdate,
  readBegun,
  rebaseTrial,
  stopAsking,
  trial,
} from "./trial.ts";

/** Another user has changed the same fields to different values. */
export interface Overtaken {
  readonly edits: readonly Edit[];
  readonly overlaps: readonly Overlap[];
  readonly is_trial: boolean;
}

export const overtaken = signal<Overtaken | null>(null);

/** A trial belongs to its timetable. */
export function followTrial(): void {
  effect(() => {
    const id = open_timetable_id.value;
    return () => {
      if (id !== null) dropTrial();
      overtaken.value = null;
    };
  });
  effect(() => {
    if (setting.value !== null) askAgain();
  });
}

/** Stores the trial, merged with what other users have stored meanwhile. Null: nothing was stored. */
export async function storeTrial(): Promise<Outcome | null> {
  const now = trial.peek();
  if (now === null || now.state === "storing") return null;
  const edits = now.edits.filter(({ before, after }) => !isSame(before, after));
  if (edits.length === 0) {
    cancelTrial();
    return null;
  }
  if (!edits.every(isComplete)) {
    tell("warning", TEXTS.form.incomplete);
    return null;
  }
  const [id, chosen] = [open_timetable_id.peek(), selected_key.peek()];
  trial.value = { ...now, state: "storing" };
  stopAsking();
  // Its timetable may be left, and a trial of another one be begun, before the answer comes.
  const isShown = (): boolean => trial.peek()?.edits === now.edits;
  const fail = (fault: string, is_unsure: boolean): void => {
    trial.value = { ...now, state: "failed", fault, is_unsure };
  };
  try {
    const outcome = await store(id, edits, await readBegun(edits), !now.is_proposal);
    if (outcome === null) return null;
    if ("overlaps" in outcome && !isShown()) {
      throw new Error(TEXTS.move.overtaken(nameEdited(edits)));
    }
    beginFrom(new Map());
    if ("overlaps" in outcome && now.is_proposal) {
      outdate(outcome.outdated);
      return null;
    }
    if ("overlaps" in outcome) {
      overtaken.value = { edits, overlaps: outcome.overlaps, is_trial: true };
      fail(TEXTS.move.overtaken(nameEdited(outcome.overlaps.map(({ edit }) => edit))), false);
      return null;
    }
    if (isShown()) trial.value = null;
    const is_foreseen = outcome.is_alone && outcome.gone.length === 0;
    if (is_foreseen && now.asked === now.edits) foreseeStored(now);
    finish(outcome, chosen);
    await readAfter(outcome);
    return outcome;
  } catch (error) {
    if (!isShown()) throw error;
    const status = statusOf(error) ?? 0;
    fail(explain(error), status === 0 || status >= 500);
    tellFailure(error);
    return null;
  }
}

/** Stores edits at once; trial edits of the same records go on top. Null: nothing was stored. Throws ApiFault. */
export async function storeNow(
  edits: readonly Edit[],
  known: Known = new Map(),
): Promise<Outcome | null> {
  const chosen = selected_key.peek();
  const outcome = await store(open_timetable_id.peek(), edits, known);
  if (outcome === null) return null;
  if ("overlaps" in outcome) {
    overtaken.value = { edits, overlaps: outcome.overlaps, is_trial: false };
    return null;
  }
  finish(outcome, chosen);
  rebaseTrial(
    edits.map(({ id }) => id ?? 0),
    false,
  );
  await readAfter(outcome);
  return outcome;
}

/** Null: another timetable has been opened meanwhile, so only a notice follows. */
async function store(
  id: number | null,
  edits: readonly Edit[],
  known: Known,
  merges = true,
): Promise<Outcome | Refused | null> {
  if (id === null) return null;
  const outcome = await storeEdits(id, edits, known, merges);
  if (open_timetable_id.peek() === id) return outcome;
  if ("done" in outcome) tell("done", TEXTS.move.stored(nameEdited(outcome.done)));
  else tell("failed", TEXTS.move.overtaken(nameEdited(edits)));
  return null;
}

/** Reports what was stored; `chosen` is what was selected when that began. */
function finish({ done, gone, is_alone, warnings }: Outcome, chosen: string | null): void {
  if (done.length > 0) {
    const name = nameEdited(done);
    const is_removal = done.every(({ after }) => after === null);
    const told = is_removal ? TEXTS.edits.deleted : TEXTS.move.stored;
    const replaced = replacementOf(done);
    const what = replaced === null ? told(name) : TEXTS.edits.step(name, replaced.what);
    tell("done", is_alone ? what : TEXTS.move.stored_both(name));
    // The planner has not chosen another train meanwhile.
    if (selected_key.peek() === chosen) selectMade(done);
  }
  tellGone(gone);
  if (warnings !== null) void tellWarnings(warnings, TEXTS.move.stored(nameEdited(done)));
}

/** The words are loaded with the first of them. */
const tellWarnings = async (header: string, told: string): Promise<void> =>
  (await import("../told_warnings.ts")).tellDayWarnings(header, told);

/** Selects the first new record that was stored. */
function selectMade(done: readonly Done[]): void {
  const made = done.find(({ before, after }) => before === null && after !== null);
  if (made === undefined || made.after === null) return;
  select(keyOfRecord(kindOf(made.after), made.id));
}

/** What is selected for a record: of a service, its first train. */
function keyOfRecord(kind: Kind, id: number): string {
  return kind === "train_schedule" ? trainKey(id) : occurrenceKey(id, 0, null);
}

/** Stops showing records that another user has deleted. A step that deletes them too is done already. */
export function tellGone(gone: readonly Edit[]): void {
  if (gone.length === 0) return;
  const missed = gone.filter(({ after }) => after !== null);
  if (missed.length > 0) tell("warning", TEXTS.move.deleted(nameEdited(missed)));
  keepRecords(
    [],
    gone.map(({ id }) => id ?? 0),
  );
}

export async function readAfter({ done, gone }: Outcome): Promise<void> {
  await refreshGraph([...done, ...gone].map(({ id }) => id ?? 0));
}
