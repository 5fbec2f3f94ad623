/** The shortest plain expression of a set of days, for trains whose days come as dates or bits. */
import { type Calendar, type DayEntry, type Days, dateOf, weekdayOf } from "./operating_days.ts";

/** `daysToBits` of it gives the same bits again. */
export function daysOfBits(
  bits: Uint8Array,
  calendar: Pick<Calendar, "first_day" | "is_day">,
): Days {
  const first = bits.indexOf(1);
  const last = bits.lastIndexOf(1);
  const dates = describe(bits, calendar, { weekdays: [], first: 0, last: -1 });
  // A single date is told as one, also in a period of a week.
  if (first === last) return dates;
  const ruled = describe(bits, calendar, { weekdays: usualWeekdays(bits, calendar), first, last });
  return countEntries(ruled) <= countEntries(dates) ? ruled : dates;
}

/** The expression of the operating days of a start. */
export function daysOfStart(
  { days, day_offset }: { readonly days: readonly number[]; readonly day_offset: number },
  calendar: Pick<Calendar, "first_day" | "is_day">,
): Days {
  return daysFrom({ bits: bitsOfDays(days, calendar), day_offset }, calendar);
}

export function bitsOfDays(
  days: readonly number[],
  { first_day, is_day }: Pick<Calendar, "first_day" | "is_day">,
): Uint8Array {
  const bits = new Uint8Array(is_day.length);
  for (const day of days) bits[day - first_day] = 1;
  return bits;
}

export function daysFrom(
  { bits, day_offset }: { readonly bits: Uint8Array; readonly day_offset: number },
  calendar: Pick<Calendar, "first_day" | "is_day">,
): Days {
  return { ...daysOfBits(bits, calendar), ...(day_offset > 0 && { day_offset }) };
}

interface Rule {
  readonly weekdays: readonly number[];
  /** Places in the period between which the weekdays count. */
  readonly first: number;
  readonly last: number;
}

/** Those on which it runs more often than not between its first and its last day. */
function usualWeekdays(
  bits: Uint8Array,
  { first_day, is_day }: Pick<Calendar, "first_day" | "is_day">,
): number[] {
  const [first, last] = [bits.indexOf(1), bits.lastIndexOf(1)];
  return [1, 2, 3, 4, 5, 6, 7].filter((weekday) => {
    let balance = 0;
    const until_first = (weekday - weekdayOf(first_day + first) + 7) % 7;
    for (let i = first + until_first; i <= last; i += 7) {
      if (is_day[i] === 1) balance += bits[i] === 1 ? 1 : -1;
    }
    return balance > 0;
  });
}

function describe(
  bits: Uint8Array,
  { first_day, is_day }: Pick<Calendar, "first_day" | "is_day">,
  { weekdays, first, last }: Rule,
): Days {
  const isRuled = (i: number): boolean =>
    i >= first && i <= last && weekdays.includes(weekdayOf(first_day + i));
  const listRuns = (wanted: 0 | 1): DayEntry[] => {
    const entries: DayEntry[] = [];
    let begin = -1;
    let end = -1;
    const close = (): void => {
      if (begin < 0) return;
      const [from, to] = [dateOf(first_day + begin), dateOf(first_day + end)];
      entries.push(begin === end ? from : { from, to });
      begin = -1;
    };
    for (const [i, bit] of bits.entries()) {
      // A day that there is not fits any range.
      if (is_day[i] === 0) continue;
      if (bit !== wanted) close();
      else if (isRuled(i) !== (wanted === 1)) {
        if (begin < 0) begin = i;
        end = i;
      }
    }
    close();
    return entries;
  };
  const [except, also] = [listRuns(0), listRuns(1)];
  const is_whole = isWhole({ weekdays, first, last }, first_day, bits.length);
  return {
    weekdays,
    ...(weekdays.length > 0 && !is_whole.from && { from: dateOf(first_day + first) }),
    ...(weekdays.length > 0 && !is_whole.to && { to: dateOf(first_day + last) }),
    ...(except.length > 0 && { except }),
    ...(also.length > 0 && { also }),
  };
}

/** Whether the weekdays count on no further day without bounds. */
function isWhole(
  { weekdays, first, last }: Rule,
  first_day: number,
  count: number,
): { readonly from: boolean; readonly to: boolean } {
  const hasAny = (from: number, to: number): boolean => {
    for (let i = from; i <= to; i++) if (weekdays.includes(weekdayOf(first_day + i))) return true;
    return false;
  };
  return { from: !hasAny(0, first - 1), to: !hasAny(last + 1, count - 1) };
}

/** Bounds count as one of them. */
function countEntries({ weekdays, from, to, except = [], also = [] }: Days): number {
  const bound_count = from === undefined && to === undefined ? 0 : 1;
  return Math.min(1, weekdays.length) + bound_count + except.length + also.length;
}
