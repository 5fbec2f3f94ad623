/**
 * On which days a train runs (interface.md 8.4): from what its planner wrote to one bit for each day of the
 * timetable's period. Days are numbers, counted from 1970-01-01: they are dates of a calendar, without a zone.
 * The page may read this file: it imports nothing.
 */

/** What a planner writes. Only days of the period count; those outside it have no effect. */
export interface Days {
  /** 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly from?: string;
  readonly to?: string;
  readonly except?: readonly DayEntry[];
  readonly also?: readonly DayEntry[];
  /** How many days before its start the train's operating day is. */
  readonly day_offset?: number;
}

/** A date, the code of a day list, or all dates of a range. */
export type DayEntry = string | { readonly from: string; readonly to: string };

/** The days of a period. */
export interface Calendar {
  readonly first_day: number;
  /** One for each day; 0: the zone skips this date, so nothing runs on it. */
  readonly is_day: Uint8Array;
  /** Days by the code of their list, also those outside the period. */
  readonly lists: ReadonlyMap<string, readonly number[]>;
}

export const DAY_MS = 86_400_000;
export const DATE = /^\d{4}-\d\d-\d\d$/;

/** The number of a date `YYYY-MM-DD`, which must exist. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** 1 is Monday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** One for each day of the period on which the train runs. */
export function daysToBits(days: Days, { first_day, is_day, lists }: Calendar): Uint8Array {
  const count = is_day.length;
  const bits = new Uint8Array(count);
  const set = (from: number, to: number, bit: 0 | 1): void => {
    const begin = Math.max(0, from - first_day);
    const end = Math.min(count, to - first_day + 1);
    if (begin < end) bits.fill(bit, begin, end);
  };
  const setAll = (entries: readonly DayEntry[], bit: 0 | 1): void => {
    for (const entry of entries) {
      if (typeof entry !== "string") set(dayOf(entry.from), dayOf(entry.to), bit);
      else if (DATE.test(entry)) set(dayOf(entry), dayOf(entry), bit);
      else for (const day of lists.get(entry) ?? []) set(day, day, bit);
    }
  };
  const { weekdays, from, to, except = [], also = [] } = days;
  const begin = from === undefined ? first_day : Math.max(first_day, dayOf(from));
  const last_day = first_day + count - 1;
  const end = to === undefined ? last_day : Math.min(last_day, dayOf(to));
  for (let day = begin; day <= end; day++) {
    if (weekdays.includes(weekdayOf(day))) bits[day - first_day] = 1;
  }
  setAll(except, 0);
  setAll(also, 1);
  for (const [i, is_there] of is_day.entries()) if (is_there === 0) bits[i] = 0;
  return bits;
}

/** The same of one day, without the others: dates are compared as they are written. */
export function runsOnDay(
  days: Days,
  day: number,
  { first_day, is_day, lists }: Calendar,
): boolean {
  if (is_day[day - first_day] !== 1) return false;
  const date = dateOf(day);
  const isOneOf = (entry: DayEntry): boolean => {
    if (typeof entry !== "string") return entry.from <= date && date <= entry.to;
    return DATE.test(entry) ? entry === date : (lists.get(entry)?.includes(day) ?? false);
  };
  const { weekdays, from = date, to = date, except = [], also = [] } = days;
  if (also.some(isOneOf)) return true;
  if (except.some(isOneOf)) return false;
  return weekdays.includes(weekdayOf(day)) && from <= date && date <= to;
}

/** The codes of lists that an expression names. */
export function listCodes({ except = [], also = [] }: Days): string[] {
  return [...except, ...also].flatMap((one) =>
    typeof one === "string" && !DATE.test(one) ? one : [],
  );
}
