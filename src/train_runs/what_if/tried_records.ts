/**
 * From the changes of a trial to the records that storing them would leave, by the rules under which they
 * would be stored.
 */
import type { Context } from "../../platform/http/endpoint.ts";
import { invalidBody } from "../../platform/http/json_body.ts";
import { type Work, workInTurns } from "../../platform/turns.ts";
import { datetimeMs, isDateTimeMs, printDateTime } from "../../railway/iso8601.ts";
import {
  changeOccurrence,
  type OccurrenceChange,
  type WhichOccurrence,
} from "../../timetable/paced_train/change_occurrence.ts";
import type { PacedTrain } from "../../timetable/paced_train/effective_trains.ts";
import { PACED_TRAIN } from "../../timetable/paced_train/paced_train.kind.ts";
import { listPacedTrainFaults } from "../../timetable/paced_train/pacing_rules.ts";
import { listTrainRows } from "../../timetable/train/train.queries.ts";
import type { TrainColumns, TrainKind } from "../../timetable/train/train_kind.ts";
import { parseRecord } from "../../timetable/train_schedule/parse_record.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { TRAIN_SCHEDULE } from "../../timetable/train_schedule/train_schedule.kind.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { Change, TrainChange } from "./what_if.schemas.ts";

const KINDS = { train_schedule: TRAIN_SCHEDULE, paced_train: PACED_TRAIN } as const;

/** A record as it would become. */
export interface TriedRecord {
  readonly kind: TrainKind;
  /** Null: it is added, by the first of `changes`. */
  readonly id: number | null;
  /** Indices of its changes. */
  readonly changes: number[];
  /** Keys of exceptions by the change that they are for, where it changes one of a paced train's trains. */
  readonly keys: Map<number, string>;
  /** Keys of exceptions that only the trial has. */
  readonly new_keys: Set<string>;
  /** Null: it is removed. */
  form: TrainSchedule | PacedTrain | null;
  columns: TrainColumns | null;
}

/** One per record, in the order of their first changes. Throws what does not exist, or what storing would. */
export async function tryRecords(
  ctx: Context,
  timetable_id: number,
  changes: readonly Change[],
): Promise<TriedRecord[]> {
  const { limits } = ctx.services.config;
  const stored = await readStored(ctx, timetable_id, changes);
  const tried = new Map<string, TriedRecord>();
  await workInTurns(changes, ctx.signal, function* (change, i) {
    if ("added" in change) tried.set(`added ${i}`, addRecord(change.added, i));
    else yield* applyChange(tried, { change, i, stored, timetable_id });
  });
  const records = [...tried.values()];
  await workInTurns(records, ctx.signal, function* (one) {
    if (one.form === null) return;
    const index = one.changes[0] ?? 0;
    // The form is the kind's: it was read or validated as such.
    one.columns =
      one.kind === PACED_TRAIN
        ? yield* PACED_TRAIN.toColumns(one.form as PacedTrain, limits, index)
        : yield* TRAIN_SCHEDULE.toColumns(one.form, limits, index);
  });
  return records;
}

type Stored = ReadonlyMap<string, string>;

/** Records as texts. Throws not found, also for trains of other timetables. */
async function readStored(
  { services }: Context,
  timetable_id: number,
  changes: readonly Change[],
): Promise<Stored> {
  const stored = new Map<string, string>();
  for (const kind of Object.values(KINDS)) {
    const ids = new Set(
      changes.flatMap((one) => ("added" in one || one.kind !== kind.name ? [] : [one.id])),
    );
    if (ids.size === 0) continue;
    const rows = await listTrainRows(services.db, kind, [...ids]);
    for (const row of rows) {
      if (row.timetable_id !== timetable_id) continue;
      if (row.record === null) throw tooManyTrains(ids.size, rows.length - 1);
      stored.set(keyOf(kind.name, row.id), row.record);
    }
    const missing = [...ids].find((id) => !stored.has(keyOf(kind.name, id)));
    if (missing !== undefined) throw kind.notFound(missing);
  }
  return stored;
}

function addRecord(form: TrainSchedule | PacedTrain, i: number): TriedRecord {
  const kind = "paced" in form ? PACED_TRAIN : TRAIN_SCHEDULE;
  return { ...newRecord(kind, null), changes: [i], form };
}

function newRecord(kind: TrainKind, id: number | null): TriedRecord {
  return { kind, id, changes: [], keys: new Map(), new_keys: new Set(), form: null, columns: null };
}

interface OneChange {
  readonly change: TrainChange;
  readonly i: number;
  readonly stored: Stored;
  readonly timetable_id: number;
}

function* applyChange(tried: Map<string, TriedRecord>, one: OneChange): Work<void> {
  const { change, i, stored } = one;
  const kind = KINDS[change.kind];
  const key = keyOf(change.kind, change.id);
  const known = tried.get(key);
  const which = whichOf(change);
  // A train is changed once; of a paced train any trains, each once.
  if (known !== undefined && (which === null || known.keys.size === 0)) throw changedTwice(i);
  const record = known ?? newRecord(kind, change.id);
  tried.set(key, record);
  record.changes.push(i);
  const form =
    record.form ?? (yield* parseRecord<TrainSchedule | PacedTrain>(stored.get(key) ?? ""));
  record.form =
    which === null
      ? changeWhole(form, one)
      : changeOne(record, form as PacedTrain, { ...one, which });
}

function whichOf({ occurrence_key, exception_key }: TrainChange): WhichOccurrence | null {
  if (occurrence_key !== undefined) return { index: occurrence_key };
  return exception_key === undefined ? null : { exception_key };
}

function changeWhole(
  form: TrainSchedule | PacedTrain,
  { change, i, timetable_id }: OneChange,
): TrainSchedule | PacedTrain | null {
  if ("removed" in change) return null;
  if ("shift" in change) return shiftAll(form, change.shift, i);
  const { timetable_id: given, ...train } = change.train;
  if (given !== undefined && given !== timetable_id) {
    throw KINDS[change.kind].timetableIsImmutable(timetable_id);
  }
  return train;
}

/** The train, or the paced train with every start that it has. */
function shiftAll(
  form: TrainSchedule | PacedTrain,
  shift_ms: number,
  i: number,
): TrainSchedule | PacedTrain {
  const shift = (start_time: string): string => {
    const start_ms = datetimeMs(start_time) + shift_ms;
    if (!isDateTimeMs(start_ms)) throw tooFar(i);
    return printDateTime(start_ms);
  };
  const shifted = { ...form, start_time: shift(form.start_time) };
  if (!("paced" in form)) return shifted;
  const exceptions = form.exceptions.map((one) =>
    one.start_time === undefined
      ? one
      : { ...one, start_time: { value: shift(one.start_time.value) } },
  );
  const paced_train = { ...form, ...shifted, exceptions };
  checkRules(paced_train, i);
  return paced_train;
}

function changeOne(
  record: TriedRecord,
  paced_train: PacedTrain,
  { change, i, which }: OneChange & { readonly which: WhichOccurrence },
): PacedTrain {
  const changed = changeOccurrence(paced_train, which, readOccurrenceChange(change));
  if (changed === null) {
    throw invalidBody([
      { path: `/changes/${i}/occurrence_key`, reason: "there is no such occurrence" },
    ]);
  }
  const { key, is_new } = changed;
  if ([...record.keys.values()].includes(key)) throw changedTwice(i);
  const start = changed.paced_train.exceptions.find((one) => one.key === key)?.start_time;
  if (start !== undefined && !isDateTimeMs(datetimeMs(start.value))) throw tooFar(i);
  checkRules(changed.paced_train, i);
  record.keys.set(i, key);
  if (is_new) record.new_keys.add(key);
  return changed.paced_train;
}

function readOccurrenceChange(change: TrainChange): OccurrenceChange {
  if ("removed" in change) return { removed: true };
  if ("shift" in change) return { shift_ms: change.shift };
  return { train: change.train };
}

function checkRules(paced_train: PacedTrain, i: number): void {
  const faults = listPacedTrainFaults(paced_train);
  if (faults.length === 0) return;
  throw invalidBody(
    faults.map(({ path, reason }) => ({ path: `/changes/${i}/${path.join("/")}`, reason })),
  );
}

function changedTwice(i: number): Error {
  return invalidBody([{ path: `/changes/${i}`, reason: "changes a train a second time" }]);
}

function tooFar(i: number): Error {
  const reason = "leads out of the years 1000 to 9999";
  return invalidBody([{ path: `/changes/${i}/shift`, reason }]);
}

function keyOf(kind: TrainKind["name"], id: number): string {
  return `${kind} ${id}`;
}
