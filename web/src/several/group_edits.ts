/** Actions on several trains and services at once: one edit for each. */

import { addDays } from "../graph/zone.ts";
import { nextName } from "../state/acts.ts";
import { copyRecord, type Edit, type Form, formOf, shiftForm } from "../state/edits/edit.ts";
import { editOf } from "../state/edits/trial.ts";
import type { PacedTrain, TrainSchedule } from "../state/timetable.ts";

type Stored = TrainSchedule | PacedTrain;

/** On top of what is already tried of them; a record to be deleted stays deleted. */
function changeAll(records: readonly Stored[], change: (form: Form) => Form): Edit[] {
  return records.flatMap((record) => {
    const edit = editOf(record);
    return edit.after === null ? [] : [{ ...edit, after: change(edit.after) }];
  });
}

export function shiftAll(records: readonly Stored[], by_ms: number): Edit[] {
  return changeAll(records, (form) => shiftForm(form, by_ms));
}

export function removeAll(records: readonly Stored[]): Edit[] {
  return records.map((record) => ({ ...editOf(record), after: null }));
}

/** Null: no category. */
export function categorizeAll(records: readonly Stored[], category: Form["category"]): Edit[] {
  return changeAll(records, (form) => ({ ...form, category }));
}

export function labelAll(records: readonly Stored[], label: string): Edit[] {
  return changeAll(records, (form) =>
    form.labels.includes(label) ? form : { ...form, labels: [...form.labels, label] },
  );
}

export function unlabelAll(records: readonly Stored[], label: string): Edit[] {
  return changeAll(records, (form) => ({
    ...form,
    labels: form.labels.filter((one) => one !== label),
  }));
}

/** Several copies of each record, each later than the one before and with its own name. */
export function copyEvery(
  records: readonly Stored[],
  every_ms: number,
  count: number,
  names: Iterable<string>,
): Edit[] {
  const used = new Set(names);
  return records.flatMap((record) => {
    const form = formOf(record);
    let name = form.train_name;
    return Array.from({ length: count }, (_one, i) => {
      name = nextName(name, used);
      used.add(name);
      return copyRecord({ ...shiftForm(form, (i + 1) * every_ms), train_name: name });
    });
  });
}

/** Copies on another day have the same names, and start at the same time by the zone's clocks. */
export function copyByDays(records: readonly Stored[], days: number): Edit[] {
  return records.map((record) => {
    const start_ms = Date.parse(record.start_time);
    return copyRecord(shiftForm(formOf(record), addDays(start_ms, days) - start_ms));
  });
}

export function copyAll(records: readonly Stored[]): Edit[] {
  return records.map((record) => copyRecord(formOf(record)));
}
