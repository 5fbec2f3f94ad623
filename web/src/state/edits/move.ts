/** Moves a train or service, or changes what it does at a place: actions that put it into the trial. */
import { signal } from "@preact/signals";
import type { Run } from "../../graph/runs.ts";
import { findTrain, type PacedTrain, type TrainSchedule } from "../timetable.ts";
import {
  changeEntry,
  type Form,
  formOf,
  isService,
  type ScheduleEntry,
  shiftForm,
  shiftOf,
} from "./edit.ts";
import { startOccurrence, startOf } from "./occurrence_edits.ts";
import { editOf, tryEdits } from "./trial.ts";

type Stored = TrainSchedule | PacedTrain;

/** Its tried form, else the stored one: changes add up. */
export function wantedOf(record: Stored): Form {
  return editOf(record).after ?? formOf(record);
}

/** Tries another form of a record. */
export function tryForm(record: Stored, change: (form: Form) => Form): void {
  tryEdits([{ ...editOf(record), after: change(wantedOf(record)) }]);
}

/** Tries another start, `shift_ms` later than the stored one. */
export function tryShift(record: Stored, shift_ms: number): void {
  const by_ms = shift_ms - shiftOf(editOf(record));
  tryForm(record, (form) => shiftForm(form, by_ms));
}

/** Moving a service moves only its chosen train, not all of them. */
export const moves_one = signal(false);

type RunOf = Pick<Run, "train_id" | "index" | "exception_key" | "start_ms">;

/** Tries another start of a run's train, `shift_ms` later than the stored one. */
export function tryRun(run: RunOf, shift_ms: number): void {
  const record = findTrain(run.train_id);
  if (record === null) return;
  if (!("paced" in record) || !moves_one.peek()) tryShift(record, shift_ms);
  else {
    tryForm(record, (form) =>
      isService(form) ? startOccurrence(form, run, run.start_ms + shift_ms) : form,
    );
  }
}

/** How much later its tried start is than the stored one. */
export function shiftOfRun(run: RunOf): number {
  const record = findTrain(run.train_id);
  if (record === null) return 0;
  const form = wantedOf(record);
  const is_one = isService(form) && moves_one.peek();
  return is_one ? startOf(form, run) - run.start_ms : shiftOf(editOf(record));
}

/** Tries a change at a waypoint. */
export function tryEntry(record: Stored, at: string, change: Partial<ScheduleEntry>): void {
  tryForm(record, (form) => changeEntry(form, at, change));
}
