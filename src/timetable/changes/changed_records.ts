/**
 * From changes to the records that storing them would leave. The rules are those of storing one
 * train, so a trial and storing make the same records.
 */

import type { Config } from "../../platform/config.ts";
import { given } from "../../platform/given.ts";
import { invalidBody } from "../../platform/http/body/json_body.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import { OFFSET_MAX } from "../../railway/days/days.schemas.ts";
import { DAY_MS } from "../../railway/days/operating_days.ts";
import { localOf, type ZoneClock } from "../../railway/days/zone_times.ts";
import { datetimeMs, isDateTimeMs, printDateTime } from "../../railway/iso8601.ts";
import { readCalendar, type TimetableCalendar } from "../calendar/calendar.queries.ts";
import { checkDays } from "../calendar/check_days.ts";
import {
  changeOccurrence,
  type OccurrenceChange,
  type WhichOccurrence,
} from "../paced_train/change_occurrence.ts";
import type { PacedTrain } from "../paced_train/effective_trains.ts";
import { PACED_TRAIN } from "../paced_train/paced_train.kind.ts";
import { listPacedTrainFaults } from "../paced_train/pacing_rules.ts";
import { listTrainRows } from "../train/train.queries.ts";
import type { TrainColumns, TrainKind } from "../train/train_kind.ts";
import { parseRecord } from "../train_schedule/parse_record.ts";
import { tooManyTrains } from "../train_schedule/train_schedule.errors.ts";
import { TRAIN_SCHEDULE } from "../train_schedule/train_schedule.kind.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";
import type { Change, TrainChange } from "./change.schemas.ts";

const KINDS = { train_schedule: TRAIN_SCHEDULE, paced_train: PACED_TRAIN } as const;

/** A record as the changes leave it. */
export interface ChangedTrain {
  readonly kind: TrainKind;
  /** Null: it is added by the first of `changes`. */
  readonly id: number | null;
  /** Indices of the changes of this record. */
  readonly changes: number[];
  /** Keys of exceptions, by the change that applies to them (a change of one of a paced train's trains). */
  readonly keys: Map<number, string>;
  /** Keys of exceptions that the changes create. */
  readonly new_keys: Set<string>;
  /** Null: it is removed. */
  form: TrainSchedule | PacedTrain | null;
  columns: TrainColumns | null;
}

/** A stored record that changes refer to. */
export interface KnownRecord {
  readonly revision: number;
  /** Of its own rolling stock and of its exceptions' stocks. */
  readonly rolling_stock_names: readonly string[];
  /** JSON text. */
  readonly record: string;
}

/** By `knownKey`. */
export type KnownRecords = ReadonlyMap<string, KnownRecord>;

export interface ChangesOf {
  readonly timetable_id: number;
  readonly changes: readonly Change[];
  /** The records that the changes refer to; read here if absent. */
  readonly known?: KnownRecords;
}

/** What shifts of trains with days need; null: the timetable has no period. */
type Clock = Pick<TimetableCalendar, "clock"> | null;

/** That `changeRecords` throws of trains that the changes name. */
export const CHANGE_ERRORS = [
  "TrainScheduleNotFound",
  "TrainScheduleTimetableImmutable",
  "PacedTrainNotFound",
  "PacedTrainExceptionNotFound",
  "PacedTrainTimetableImmutable",
] as const;

export function checkCount({ services }: Context, { length: count }: readonly Change[]): void {
  const { what_if_changes: count_max } = services.config.limits;
  if (count <= count_max) return;
  const message = `${count} changes are too many, at most ${count_max}`;
  throw new AppError("TooManyItems", message, { count, count_max });
}

/** One per record, in the order of their first changes. Throws the same errors as storing a single train. */
export async function changeRecords(
  ctx: Context,
  { timetable_id, changes, known: given_known }: ChangesOf,
): Promise<ChangedTrain[]> {
  const { limits } = ctx.services.config;
  const known = given_known ?? (await readKnown(ctx, timetable_id, changes));
  const { db } = ctx.services;
  const shifts_days = changes.some(
    (one) => "shift" in one && known.get(knownKey(one.kind, one.id))?.record.startsWith(DAYS_FIRST),
  );
  const clock = shifts_days ? await readCalendar(db, timetable_id) : null;
  const changed = await doInTurns(
    changeAll({ timetable_id, changes, known, clock }, limits),
    ctx.signal,
  );
  // a repeated request is answered as the first was
  if (ctx.firstAnswer() !== null) return changed;
  const forms = changed.map(({ form }) => form ?? {});
  await checkDays(db, { timetable_id }, forms, (i) =>
    pathOfChange(changes, changed[i]?.changes[0] ?? 0),
  );
  return changed;
}

/** How the record of a train with days begins. */
export const DAYS_FIRST = '{"days":';

/** Where the train of a change is in the body. */
function pathOfChange(changes: readonly Change[], i: number): string {
  const change = changes[i];
  const key = change === undefined || "added" in change ? "added" : "train";
  return `/changes/${i}/${key}`;
}

function* changeAll(
  { timetable_id, changes, known, clock }: Required<ChangesOf> & { readonly clock: Clock },
  limits: Config["limits"],
): InTurns<ChangedTrain[]> {
  const changed = new Map<string, ChangedTrain>();
  for (const [i, change] of changes.entries()) {
    if ("added" in change) changed.set(`added ${i}`, addRecord(change.added, i));
    else yield* applyChange(changed, { timetable_id, known, clock, change, i });
    yield;
  }
  for (const one of changed.values()) {
    if (one.form === null) continue;
    const index = one.changes[0] ?? 0;
    // Safe: the form was read or validated as one of this kind.
    one.columns =
      one.kind === PACED_TRAIN
        ? yield* PACED_TRAIN.toColumns(one.form as PacedTrain, limits, index)
        : yield* TRAIN_SCHEDULE.toColumns(one.form, limits, index);
    yield;
  }
  return [...changed.values()];
}

/** The records that changes refer to. Throws not found, also for trains of other timetables. */
export async function readKnown(
  { services }: Context,
  timetable_id: number,
  changes: readonly Change[],
): Promise<KnownRecords> {
  const known = new Map<string, KnownRecord>();
  for (const kind of Object.values(KINDS)) {
    const ids = new Set(
      changes.flatMap((one) => ("added" in one || one.kind !== kind.name ? [] : [one.id])),
    );
    if (ids.size === 0) continue;
    const rows = await listTrainRows(services.db, kind, [...ids]);
    for (const { id, record, ...row } of rows) {
      if (row.timetable_id !== timetable_id) continue;
      if (record === null) throw tooManyTrains(ids.size, rows.length - 1);
      known.set(knownKey(kind.name, id), { ...row, record });
    }
  }
  for (const [i, one] of changes.entries()) {
    if ("added" in one || known.has(knownKey(one.kind, one.id))) continue;
    throw atChange(KINDS[one.kind].notFound(one.id), i);
  }
  return known;
}

function addRecord(form: TrainSchedule | PacedTrain, i: number): ChangedTrain {
  const kind = "paced" in form ? PACED_TRAIN : TRAIN_SCHEDULE;
  return { ...newRecord(kind, null), changes: [i], form };
}

function newRecord(kind: TrainKind, id: number | null): ChangedTrain {
  return { kind, id, changes: [], keys: new Map(), new_keys: new Set(), form: null, columns: null };
}

interface OneChange {
  readonly change: TrainChange;
  readonly i: number;
  readonly known: KnownRecords;
  readonly clock: Clock;
  readonly timetable_id: number;
}

function* applyChange(changed: Map<string, ChangedTrain>, one: OneChange): InTurns<void> {
  const { change, i, known } = one;
  const kind = KINDS[change.kind];
  const key = knownKey(change.kind, change.id);
  const earlier = changed.get(key);
  const which = whichOf(change);
  // A train may be changed once; of a paced train, each of its trains once.
  if (earlier !== undefined && (which === null || earlier.keys.size === 0)) throw changedTwice(i);
  const record = earlier ?? newRecord(kind, change.id);
  changed.set(key, record);
  record.changes.push(i);
  const text = given(known.get(key), "the record was read").record;
  const form = record.form ?? (yield* parseRecord<TrainSchedule | PacedTrain>(text));
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
  { change, i, timetable_id, clock }: OneChange,
): TrainSchedule | PacedTrain | null {
  if ("removed" in change) return null;
  if ("shift" in change) {
    const shifted = shiftAll(form, change.shift, i);
    return clock === null ? shifted : keepDays(form, shifted, { clock: clock.clock, i });
  }
  const { timetable_id: given, days, ...rest } = change.train;
  if (given !== undefined && given !== timetable_id) {
    throw atChange(KINDS[change.kind].timetableIsImmutable(timetable_id), i);
  }
  const kept = days === undefined ? form.days : (days ?? undefined);
  return kept === undefined ? rest : { days: kept, ...rest };
}

/** A train shifted over midnight still belongs to its operating day. */
function keepDays<Form extends TrainSchedule | PacedTrain>(
  before: Form,
  after: Form,
  { clock, i }: { readonly clock: ZoneClock; readonly i: number },
): Form {
  if (after.days === undefined) return after;
  const localDay = (start_time: string): number =>
    Math.floor(localOf(clock, datetimeMs(start_time)) / DAY_MS);
  const later_days = localDay(after.start_time) - localDay(before.start_time);
  if (later_days === 0) return after;
  const { day_offset: before_offset = 0, ...days } = after.days;
  const day_offset = before_offset + later_days;
  if (day_offset < 0 || day_offset > OFFSET_MAX) {
    const reason = `leads out of 0 to ${OFFSET_MAX} days after its operating day`;
    throw invalidBody([{ path: `/changes/${i}/shift`, reason }]);
  }
  return { ...after, days: day_offset === 0 ? days : { ...days, day_offset } };
}

/** Shifts a train, or a paced train with all the starts that it has. */
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
  if (!("paced" in form)) return { ...form, start_time: shift(form.start_time) };
  const paced_train = moveStarts(form, shift);
  checkRules(paced_train, i);
  return paced_train;
}

/** A paced train with all the starts that it has moved. */
export function moveStarts(form: PacedTrain, move: (start_time: string) => string): PacedTrain {
  const exceptions = form.exceptions.map((one) =>
    one.start_time === undefined
      ? one
      : { ...one, start_time: { value: move(one.start_time.value) } },
  );
  return { ...form, start_time: move(form.start_time), exceptions };
}

function changeOne(
  record: ChangedTrain,
  paced_train: PacedTrain,
  { change, i, which }: OneChange & { readonly which: WhichOccurrence },
): PacedTrain {
  if ("train" in change) {
    checkFollows(change.train, paced_train, i);
    if (change.train.days !== undefined && change.train.days !== null) {
      const reason = "are those of the paced train: another train differs on some days";
      throw invalidBody([{ path: `/changes/${i}/train/days`, reason }]);
    }
  }
  const changed = tellChange(i, () =>
    changeOccurrence(paced_train, which, readOccurrenceChange(change)),
  );
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

/** An exception has no place for it; the occurrence as it was read may be sent back. */
function checkFollows(
  { follows }: Pick<TrainSchedule, "follows">,
  paced_train: PacedTrain,
  i: number,
): void {
  if (follows === undefined) return;
  const { kind, id } = paced_train.follows ?? {};
  if (follows.kind === kind && follows.id === id) return;
  throw invalidBody([
    { path: `/changes/${i}/train/follows`, reason: "must be that of the paced train" },
  ]);
}

function readOccurrenceChange(change: TrainChange): OccurrenceChange {
  if ("removed" in change) return { removed: true };
  if ("shift" in change) return { shift_ms: change.shift };
  const { days: _none, ...train } = change.train;
  return { train };
}

function checkRules(paced_train: PacedTrain, i: number): void {
  const faults = listPacedTrainFaults(paced_train);
  if (faults.length === 0) return;
  throw invalidBody(
    faults.map(({ path, reason }) => ({ path: `/changes/${i}/${path.join("/")}`, reason })),
  );
}

/** Runs `work`; an error gets the index of the change that it is about. */
function tellChange<Value>(i: number, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof AppError ? atChange(error, i) : error;
  }
}

function atChange({ error_name, message, context }: AppError, index: number): AppError {
  return new AppError(error_name, message, { ...context, index });
}

function changedTwice(i: number): Error {
  return invalidBody([{ path: `/changes/${i}`, reason: "changes a train a second time" }]);
}

function tooFar(i: number): Error {
  const reason = "leads out of the years 1000 to 9999";
  return invalidBody([{ path: `/changes/${i}/shift`, reason }]);
}

export function knownKey(kind: TrainKind["name"], id: number): string {
  return `${kind} ${id}`;
}
