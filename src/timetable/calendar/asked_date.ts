/**
 * A date that answers about trains are asked for: when its day begins and ends, and at which instants a record's trains
 * start on its operating days. All readers of trains get days here.
 */
import type { Database } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/errors.ts";
import { DAY_MS, type Days, dateOf, dayOf, daysToBits } from "../../railway/days/operating_days.ts";
import { dayAt, shownAt } from "../../railway/days/period_days.ts";
import { instantOf } from "../../railway/days/zone_times.ts";
import { datetimeMs } from "../../railway/iso8601.ts";
import { readCalendar, type TimetableCalendar } from "./calendar.queries.ts";

/** No run ends later after its operating day. */
const RUN_DAYS_MAX = 14;

/** A date, and trains of which days may matter for it. */
export interface AskedDate {
  readonly calendar: TimetableCalendar;
  readonly day: number;
  /** Of its day on the clock of the period's zone. */
  readonly begin_ms: number;
  readonly end_ms: number;
  /** Trains that run in this span count: for most answers the day itself. */
  readonly from_ms: number;
  readonly to_ms: number;
}

/** All days of a period at once: each train once, its start by the clock after the midnight of its operating day. */
export interface AllDays {
  readonly all_days: TimetableCalendar;
}

/** The starts of a record on one of its operating days. */
export interface DayStart {
  /** Null: as the record has them. */
  readonly day: number | null;
  /** From a start of the record, on its example's operating day, to that on this one. */
  readonly move: (start_ms: number) => number;
  /** With all days at once: a 1 for each of the period on which it has trains. */
  readonly bits?: Uint8Array;
}

export const AS_WRITTEN: DayStart = { day: null, move: (start_ms) => start_ms };

/** Throws NoPeriod, or if the period does not have the date. */
export async function openDate(
  db: Database,
  timetable_id: number,
  date: string,
): Promise<AskedDate> {
  const calendar = await openCalendar(db, timetable_id);
  const day = dayOf(date);
  if (calendar.is_day[day - calendar.first_day] !== 1) {
    const { first, last } = calendar.period;
    throw dateOutsidePeriod(date, { first, last });
  }
  return dateOfDay(calendar, day);
}

/** All dates of the period, in their order. Throws NoPeriod. */
export async function openDates(
  db: Database,
  timetable_id: number,
): Promise<{ calendar: TimetableCalendar; dates: AskedDate[] }> {
  const calendar = await openCalendar(db, timetable_id);
  const dates = [...calendar.is_day].flatMap((is_day, i) =>
    is_day === 1 ? [dateOfDay(calendar, calendar.first_day + i)] : [],
  );
  return { calendar, dates };
}

async function openCalendar(db: Database, timetable_id: number): Promise<TimetableCalendar> {
  const calendar = await readCalendar(db, timetable_id);
  if (calendar === null) throw noPeriod(timetable_id);
  return calendar;
}

/** Those that have a part of a span. */
export function datesWithin(
  calendar: TimetableCalendar,
  [from_ms, to_ms]: readonly [from_ms: number, to_ms: number],
): AskedDate[] {
  const { first_day, is_day } = calendar;
  const first = Math.max(first_day, dayAt(calendar, from_ms));
  const last = Math.min(first_day + is_day.length - 1, dayAt(calendar, to_ms));
  const dates: AskedDate[] = [];
  for (let day = first; day <= last; day++) {
    if (is_day[day - first_day] === 1) dates.push(dateOfDay(calendar, day));
  }
  return dates;
}

export function dateOfDay(calendar: TimetableCalendar, day: number): AskedDate {
  const begin_ms = midnight(calendar, day);
  const end_ms = midnight(calendar, day + 1);
  return { calendar, day, begin_ms, end_ms, from_ms: begin_ms, to_ms: end_ms };
}

/** The same if a date is asked for. */
export async function openDateIf(
  db: Database,
  timetable_id: number,
  date: string | undefined,
): Promise<AskedDate | null> {
  return date === undefined ? null : await openDate(db, timetable_id, date);
}

/** The date, and what decides who runs on it. */
export function printCalendar({
  day,
  calendar: { period, lists },
}: Pick<AskedDate, "day" | "calendar">): string {
  return JSON.stringify([day, period, [...lists]]);
}

/** When a date begins. */
function midnight({ clock }: TimetableCalendar, day: number): number {
  return instantOf(clock, day * DAY_MS);
}

/** What decides when a record's trains run. */
interface DatedRecord {
  readonly days?: Days;
  readonly start_time: string;
  /** Exceptions may start on another date than their service. */
  readonly exceptions?: readonly { readonly start_time?: { readonly value: string } }[];
}

/** Longer than any train of the period runs. */
export function spanOfPeriod({ calendar }: Pick<AskedDate, "calendar">): {
  from_ms: number;
  to_ms: number;
} {
  const { clock_from_ms: from_ms, clock_to_ms: to_ms } = calendar;
  return { from_ms, to_ms };
}

/** The operating days on which a record's trains may run in the span of the date. */
function listDayStarts(
  on: AskedDate,
  { days, start_time, exceptions = [] }: DatedRecord,
): DayStart[] {
  const { calendar, from_ms, to_ms } = on;
  const { first_day, is_day } = calendar;
  const example_day = dayAt(calendar, datetimeMs(start_time)) - (days?.day_offset ?? 0);
  let early_days = 0;
  for (const { start_time: own } of exceptions) {
    if (own === undefined) continue;
    early_days = Math.max(early_days, example_day - dayAt(calendar, datetimeMs(own.value)));
  }
  const last = Math.max(on.day, dayAt(calendar, to_ms) + early_days);
  const first = Math.max(first_day, dayAt(calendar, from_ms) - RUN_DAYS_MAX);
  const end = Math.min(first_day + is_day.length, last + 1);
  if (days === undefined) {
    const is_near = example_day >= first && example_day < end;
    return is_near ? [{ day: example_day, move: AS_WRITTEN.move }] : [];
  }
  const bits = bitsOf(days, calendar);
  const starts: DayStart[] = [];
  for (let day = first; day < end; day++) {
    if (bits[day - first_day] !== 1) continue;
    starts.push({ day, move: (ms) => moveDays(calendar, ms, day - example_day) });
  }
  return starts;
}

/** The same time of day by the clock of the period, days later. */
function moveDays(calendar: TimetableCalendar, instant_ms: number, days: number): number {
  return instantOf(calendar.clock, shownAt(calendar, instant_ms) + days * DAY_MS);
}

/** When a train starts on an operating day, from the start of its example. */
export function startFrom(
  { calendar, day }: Pick<AskedDate, "calendar" | "day">,
  start_ms: number,
  { day_offset = 0 }: Pick<Days, "day_offset">,
): number {
  return moveDays(calendar, start_ms, day + day_offset - dayAt(calendar, start_ms));
}

/** Those of a record; without a date its own alone. */
export function startsOf(on: AskedDate | AllDays | null, record: DatedRecord): readonly DayStart[] {
  if (on === null) return [AS_WRITTEN];
  return "all_days" in on ? startOfAll(on.all_days, record) : listDayStarts(on, record);
}

/** None: it runs on no day of the period. */
function startOfAll(calendar: TimetableCalendar, { days, start_time }: DatedRecord): DayStart[] {
  const example_day = dayAt(calendar, datetimeMs(start_time)) - (days?.day_offset ?? 0);
  const { first_day, is_day } = calendar;
  const single = (): Uint8Array =>
    is_day.map((bit, i) => (first_day + i === example_day ? bit : 0));
  const bits = days === undefined ? single() : bitsOf(days, calendar);
  const move = (ms: number): number => shownAt(calendar, ms) - example_day * DAY_MS;
  return bits.includes(1) ? [{ day: null, move, bits }] : [];
}

/** Most trains of a timetable share their days with others. */
const known_bits = new WeakMap<TimetableCalendar, Map<string, Uint8Array>>();

function bitsOf(days: Days, calendar: TimetableCalendar): Uint8Array {
  const known = known_bits.get(calendar) ?? new Map<string, Uint8Array>();
  known_bits.set(calendar, known);
  const key = JSON.stringify(days);
  const bits = known.get(key) ?? daysToBits(days, calendar);
  known.set(key, bits);
  return bits;
}

/** That of the date itself; null: the record has no train on it. */
export function startOn(on: AskedDate | null, record: DatedRecord): DayStart | null {
  return startsOf(on, record).find(({ day }) => on === null || day === on.day) ?? null;
}

/** The same with the train's id. Throws if it has no train on the date. */
export function requireStart<T>(one: T | null, id: number, date: string | undefined): T {
  if (one !== null) return one;
  throw new AppError("TrainNotOnDate", `Train '${id}' does not run on ${date}`, { id, date });
}

/** Whether a train of an operating day counts: it is one of the date, or runs in the span. */
export function counts(
  { day: asked_day, from_ms, to_ms }: AskedDate,
  {
    day,
    start_ms,
    end_ms,
  }: { readonly day: number | null; readonly start_ms: number; readonly end_ms: number },
): boolean {
  return day === asked_day || (start_ms < to_ms && end_ms >= from_ms);
}

/** The operating day of a train in an answer about a date; nothing where none was asked for. */
export function nameDay(day: number | null): { readonly date?: string } {
  return day === null ? {} : { date: dateOf(day) };
}

function noPeriod(timetable_id: number): AppError {
  return new AppError("NoPeriod", `Timetable '${timetable_id}' has no period, so it has no dates`, {
    timetable_id,
  });
}

function dateOutsidePeriod(
  date: string,
  period: { readonly first: string; readonly last: string },
): AppError {
  const message = `'${date}' is no day of the period from ${period.first} to ${period.last}`;
  return new AppError("DateOutsidePeriod", message, { date, ...period });
}
