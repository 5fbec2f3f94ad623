/** Actions on a whole train or service: stored at once, and one step of undo. */
import { copyRecord, editRecord } from "./edits/edit.ts";
import { listNames } from "./edits/numbering.ts";
import { storeNow } from "./edits/store_trial.ts";
import { select, selection } from "./selection.ts";
import type { PacedTrain, TrainSchedule } from "./timetable.ts";

type Stored = TrainSchedule | PacedTrain;

/** Throws ApiFault. */
export async function deleteTrain(record: Stored): Promise<void> {
  const outcome = await storeNow([{ ...editRecord(record), after: null }]);
  // Another train may have been chosen meanwhile.
  if (outcome !== null && selection.peek()?.train_id === record.id) select(null);
}

/** The copy gets its own name and is then chosen. Throws ApiFault. */
export async function duplicateTrain(record: Stored): Promise<void> {
  const { before } = editRecord(record);
  if (before === null) return;
  await storeNow([copyRecord({ ...before, train_name: nextName(before.train_name) })]);
}

/** Throws ApiFault. */
export async function renameTrain(record: Stored, train_name: string): Promise<void> {
  const edit = editRecord(record);
  if (edit.before === null || train_name === record.train_name) return;
  await storeNow([{ ...edit, after: { ...edit.before, train_name } }]);
}

const NUMBER_AT_END = /^(.*?)(\d{1,15})$/s;

/** `52117` → `52118`, or the next number that no train has; `local` → `local 2`. */
export function nextName(name: string, used: ReadonlySet<string> | null = null): string {
  const names = used ?? listNames();
  const [, words = `${name} `, digits = "1"] = NUMBER_AT_END.exec(name) ?? [];
  for (let number = Number(digits) + 1; ; number++) {
    const next = `${words}${String(number).padStart(digits.length, "0")}`;
    if (!names.has(next)) return next;
  }
}
