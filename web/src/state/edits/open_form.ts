/** Which train or service the forms edit: a new one while it is being made, else the chosen one. */
import { computed, effect, signal } from "@preact/signals";
import { TEXTS } from "../../texts.ts";
import { select, selected_data, selected_key, selected_train, selection } from "../selection.ts";
import { type Edit, type Form, isSame, makeRecord } from "./edit.ts";
import { askedOf, timesOf } from "./foreseen.ts";
import { cancelTrial, editOf, trial, tryEdits } from "./trial.ts";

/** Ends and start of a train drawn on the graph. */
export interface Drawn {
  readonly from: string;
  readonly to: string;
  readonly start_ms: number;
}

/** A wanted new train; null if none is. The code that makes it is loaded with its form. */
export const wished_train = signal<Drawn | "anywhere" | null>(null);

/** The chosen train is to be renamed. */
export const wishes_name = signal(false);

/** Whether the form of the chosen train is open; it stays open when another train is chosen. */
export const shows_form = signal(false);

/** Key of a record that is not stored yet. */
const made_key = signal<string | null>(null);

/** Null: no train is chosen, and none is being made. */
export const edited = computed<Edit | null>(() => {
  const made = trial.value?.edits.find(({ key }) => key === made_key.value) ?? null;
  if (made !== null) return made;
  const record = selected_train.value;
  return record === null ? null : editOf(record);
});

/** The train that is being made; null if none is. */
export const made = computed<Edit | null>(() => {
  const now = edited.value;
  return now?.before === null ? now : null;
});

export function followEditor(): void {
  effect(() => {
    if (selected_key.value !== null) made_key.value = null;
  });
}

/** Shows a new train of the trial in the forms. */
export function openMade(key: string): void {
  select(null);
  made_key.value = key;
}

/** Tries a change of the edited form. */
export function changeEdited(change: (form: Form) => Form): void {
  const edit = edited.peek();
  if (edit === null || edit.after === null) return;
  tryEdits([{ ...edit, after: change(edit.after) }]);
}

/** Begins a train; missing values are chosen in its form. */
export function beginRecord(form: Form): void {
  const known = made.peek();
  if (known !== null) cancelTrial(known.key);
  const edit = makeRecord(form);
  tryEdits([edit]);
  openMade(edit.key);
}

/** Times at its waypoints, ms since its start: tried, else stored; null if not known. */
export const edited_times = computed<readonly number[] | null>(() => {
  const [edit, now, chosen] = [edited.value, trial.value, selection.value];
  if (edit === null || edit.after === null) return null;
  const { path } = edit.after;
  const tried = now === null ? null : timesOf(now, edit.key);
  if (now !== null && tried !== null && isSame(askedOf(now, edit.key)?.after?.path, path))
    return tried;
  const is_stored = isSame(edit.before?.path, path) && chosen?.exception_key === null;
  if (!is_stored) return null;
  return selected_data.value?.simulation?.final_output.path_item_times ?? null;
});

/** For the heading of its form. */
export function nameOfEdited({ after, before }: Edit): string {
  const name = (after ?? before)?.train_name.trim() ?? "";
  return before === null ? TEXTS.form.new_train(name) : name;
}
