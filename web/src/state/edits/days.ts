/** Changes of what a train says about its days; their meaning is the server's own (`daysToBits`). */
import {
  type Calendar,
  dateOf,
  dayOf,
  daysToBits,
  weekdayOf,
} from "../../../../src/railway/days/operating_days.ts";
import type { DayList, Period } from "../dates.ts";
import type { TrainSchedule } from "../timetable.ts";

export type Days = NonNullable<TrainSchedule["days"]>;
type Entries = NonNullable<Days["except"]>;

export interface PeriodAndLists {
  readonly period: Pick<Period, "first" | "last">;
  readonly lists: readonly Pick<DayList, "code" | "dates">[];
}

export const EVERY_DAY: Days = { weekdays: [1, 2, 3, 4, 5, 6, 7] };

function toCalendar({ period: { first, last }, lists }: PeriodAndLists): Calendar {
  const first_day = dayOf(first);
  return {
    first_day,
    is_day: new Uint8Array(dayOf(last) - first_day + 1).fill(1),
    lists: new Map(lists.map(({ code, dates }) => [code, dates.map(dayOf)])),
  };
}

export function bitsOf(days: Days, known: PeriodAndLists): Uint8Array {
  return daysToBits(days, toCalendar(known));
}

interface PeriodDay {
  readonly date: string;
  /** 1 is Monday. */
  readonly weekday: number;
  /** Among the days of the period. */
  readonly place: number;
}

export function listDays({ period: { first, last } }: Pick<PeriodAndLists, "period">): PeriodDay[] {
  const [first_day, last_day] = [dayOf(first), dayOf(last)];
  return Array.from({ length: last_day - first_day + 1 }, (_, place) => ({
    date: dateOf(first_day + place),
    weekday: weekdayOf(first_day + place),
    place,
  }));
}

export function toggleWeekday(days: Days, weekday: number): Days {
  const others = days.weekdays.filter((one) => one !== weekday);
  const weekdays = others.length < days.weekdays.length ? others : [...others, weekday];
  return { ...days, weekdays: weekdays.sort((a, b) => a - b) };
}

/** Whether it runs on the days of a list. */
export function exceptList(days: Days, code: string, is_except: boolean): Days {
  const others = (days.except ?? []).filter((one) => one !== code);
  return withEntries(days, { except: is_except ? [...others, code] : others });
}

/** A date on which it runs becomes one on which it does not, and the other way round. */
export function toggleDate(days: Days, date: string, known: PeriodAndLists): Days {
  const place = dayOf(date) - dayOf(known.period.first);
  const runs = (one: Days): boolean => bitsOf(one, known)[place] === 1;
  const { except = [], also = [] } = days;
  const without = (list: Entries) => list.filter((one) => one !== date);
  if (runs(days)) {
    const less = withEntries(days, { also: without(also) });
    // named by a list or a range, it can't be taken out of what runs in any case
    return runs(less) ? withEntries(less, { except: [...except, date] }) : less;
  }
  const more = withEntries(days, { except: without(except) });
  return runs(more) ? more : withEntries(more, { also: [...also, date] });
}

/** The shortest of these expressions: weekdays on which it runs more often than not, and the other dates. */
export function expressBits(bits: Uint8Array, known: PeriodAndLists, { day_offset }: Days): Days {
  const all = listDays(known);
  const weekdays = EVERY_DAY.weekdays.filter((weekday) => {
    const own = all.filter((one) => one.weekday === weekday);
    return 2 * own.filter(({ place }) => bits[place] === 1).length > own.length;
  });
  const differing = all.filter(
    ({ weekday, place }) => weekdays.includes(weekday) !== (bits[place] === 1),
  );
  const datesOf = (bit: 0 | 1) =>
    differing.filter(({ place }) => bits[place] === bit).map(({ date }) => date);
  const offset = day_offset === undefined ? {} : { day_offset };
  return withEntries({ weekdays, ...offset }, { except: datesOf(0), also: datesOf(1) });
}

function withEntries(days: Days, more: Pick<Days, "except" | "also">): Days {
  const { except = [], also = [], ...rest } = { ...days, ...more };
  return {
    ...rest,
    ...(except.length > 0 && { except }),
    ...(also.length > 0 && { also }),
  };
}
