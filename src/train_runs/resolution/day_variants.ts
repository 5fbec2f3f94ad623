/**
 * Trains with days on one of them. A change of such a train on one day is a variant: the train itself leaves that day
 * out, and one of the same name runs instead of it on that day alone.
 */
import { given } from "../../platform/given.ts";
import { ENTRIES_MAX, OFFSET_MAX } from "../../railway/days/days.schemas.ts";
import { daysFrom } from "../../railway/days/days_of_bits.ts";
import { DAY_MS, type Days, dateOf, daysToBits } from "../../railway/days/operating_days.ts";
import { dayAt, shownAt, timeOfDay } from "../../railway/days/period_days.ts";
import { instantOf } from "../../railway/days/zone_times.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import { type AskedDate, dateOfDay, startOn } from "../../timetable/calendar/asked_date.ts";
import type { TimetableCalendar } from "../../timetable/calendar/calendar.queries.ts";
import type { Change } from "../../timetable/changes/change.schemas.ts";
import {
  type ChangedTrain,
  type KnownRecords,
  knownKey,
  moveStarts,
} from "../../timetable/changes/changed_records.ts";
import type { PacedTrain } from "../../timetable/paced_train/effective_trains.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { KnownTrain } from "./known_trains.ts";

type Form = TrainSchedule | PacedTrain;

/** When a train may start so that its operating day stays. */
export function startsWithin(
  on: AskedDate | null,
  { kind, day }: Pick<KnownTrain, "kind" | "day">,
  has_days: boolean,
): readonly [from_ms: number, to_ms: number] {
  if (on === null || day === null) return [-Infinity, Infinity];
  const begin = (days: number): number => instantOf(on.calendar.clock, (day + days) * DAY_MS);
  if (has_days) return [begin(0), begin(OFFSET_MAX + 1)];
  // without days it is the date of its start that counts: of a service that of the first train
  return [begin(0), kind === "paced_train" ? Infinity : begin(1)];
}

/** The day of a start: a train that is the same on all of its days starts on the same one after its operating day. */
export function dayAround(
  start_ms: number,
  [on]: readonly AskedDate[],
): readonly [from_ms: number, to_ms: number] {
  if (on === undefined) return [-Infinity, Infinity];
  const from_ms = start_ms - timeOfDay(shownAt(on.calendar, start_ms));
  return [from_ms, from_ms + DAY_MS];
}

/** Records as they run on one of their days, without days. */
export function unrollRecords(known: KnownRecords, on: AskedDate, day: number): KnownRecords {
  return new Map(
    [...known].map(([key, row]) => {
      const form: Form = JSON.parse(row.record);
      return [key, { ...row, record: JSON.stringify(unroll(form, on, day)) }];
    }),
  );
}

function unroll({ days, ...form }: Form, { calendar }: AskedDate, day: number): Form {
  if (days === undefined) return form;
  const start = given(
    startOn(dateOfDay(calendar, day), { ...form, days }) ?? undefined,
    "the train runs on this day",
  );
  const move = (text: string): string => printDateTime(start.move(datetimeMs(text)));
  return "paced" in form
    ? moveStarts(form as PacedTrain, move)
    : { ...form, start_time: move(form.start_time) };
}

/** A record as changes leave it on one of its days. */
export interface ChangedDay {
  readonly day: number;
  readonly record: ChangedTrain;
  readonly changes: readonly Change[];
}

/** A change that is stored, and the train that it makes of another; null: that runs on its other days as before. */
export interface StoredChange {
  readonly change: Change;
  readonly made: ChangedTrain | null;
}

/** What is stored, record by record. */
export function storeVariants(
  changed: readonly ChangedDay[],
  known: KnownRecords,
  calendar: TimetableCalendar,
): StoredChange[] {
  const by_record = new Map<string, ChangedDay[]>();
  for (const one of changed) {
    const key = knownKey(one.record.kind.name, one.record.id ?? 0);
    by_record.set(key, [...(by_record.get(key) ?? []), one]);
  }
  return [...by_record].flatMap(([key, own]) => {
    const form: Form = JSON.parse(given(known.get(key), "changed records are known").record);
    return form.days === undefined
      ? own.flatMap(({ changes, record }) => changes.map((change) => ({ change, made: record })))
      : splitDays({ days: form.days, ...form }, own, calendar);
  });
}

function splitDays(
  form: Form & { readonly days: Days },
  own: readonly ChangedDay[],
  calendar: TimetableCalendar,
): StoredChange[] {
  const replace = ({ record: { kind, id } }: ChangedDay, train: Form): Change => {
    return { kind: kind.name, id: id ?? 0, train };
  };
  const days = leaveOut(
    form.days,
    own.map(({ day }) => day),
    calendar,
  );
  return own.flatMap((one, i): StoredChange[] => {
    const { record, day } = one;
    const changed = given(record.form ?? undefined, "no train is removed");
    const train = { ...changed, days: daysOn(day, changed, calendar) };
    if (i > 0) return [{ change: { added: train }, made: record }];
    // a train that has no other days is changed itself
    if (days === null) return [{ change: replace(one, train), made: record }];
    return [
      { change: replace(one, onOtherDay({ ...form, days }, own, calendar)), made: null },
      { change: { added: train }, made: record },
    ];
  });
}

/** Its example on one of its days: where no date is asked for the two would run on one day. */
function onOtherDay(
  form: Form & { readonly days: Days },
  own: readonly ChangedDay[],
  calendar: TimetableCalendar,
): Form {
  const { days } = form;
  const example_day = dayAt(calendar, datetimeMs(form.start_time)) - (days.day_offset ?? 0);
  if (!own.some(({ day }) => day === example_day)) return form;
  const day = calendar.first_day + daysToBits(days, calendar).indexOf(1);
  return { ...unroll(form, dateOfDay(calendar, day), day), days };
}

/** This day alone. */
function daysOn(day: number, { start_time }: Form, calendar: TimetableCalendar): Days {
  const day_offset = dayAt(calendar, datetimeMs(start_time)) - day;
  return { weekdays: [], also: [dateOf(day)], ...(day_offset > 0 && { day_offset }) };
}

/** As it was told, but for some of its days; null: it has no others. */
function leaveOut(
  days: Days,
  left_out: readonly number[],
  calendar: TimetableCalendar,
): Days | null {
  const bits = daysToBits(days, calendar);
  for (const day of left_out) bits[day - calendar.first_day] = 0;
  if (!bits.includes(1)) return null;
  const told = { ...days, except: [...(days.except ?? []), ...left_out.map(dateOf)] };
  const is_told = daysToBits(told, calendar).every((bit, i) => bit === bits[i]);
  // what runs in any case can't be excepted
  if (is_told && told.except.length <= ENTRIES_MAX) return told;
  const { day_offset = 0 } = days;
  return daysFrom({ bits, day_offset }, calendar);
}
