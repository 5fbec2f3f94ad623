/** The days of a timetable's period and its clock, and when a train with days starts on each of them. */
import type { Period } from "./days.schemas.ts";
import { type Calendar, DAY_MS, type Days, dayOf, daysToBits } from "./operating_days.ts";
import { hasDay, instantOf, localOf, readZone, type ZoneClock } from "./zone_times.ts";

/** A period's days with its clock. */
export interface ClockedCalendar extends Calendar {
  readonly period: Period;
  readonly clock: ZoneClock;
  /** Between these the clock knows all changes. */
  readonly clock_from_ms: number;
  readonly clock_to_ms: number;
}

/** What a period says without lists of days. */
export type PeriodDays = Omit<ClockedCalendar, "period" | "first_day" | "lists">;

/** Trains start up to a week after their day and run up to two more; an example may be any time. */
const BEFORE_DAYS = 3;
const AFTER_DAYS = 24;

export function readPeriodDays(period: Period): PeriodDays {
  const first_day = dayOf(period.first);
  const end_day = dayOf(period.last) + 1;
  const clock_from_ms = (first_day - BEFORE_DAYS) * DAY_MS;
  const clock_to_ms = (end_day + AFTER_DAYS) * DAY_MS;
  const clock = readZone(period.time_zone, clock_from_ms, clock_to_ms);
  const is_day = new Uint8Array(end_day - first_day);
  for (const i of is_day.keys()) is_day[i] = hasDay(clock, first_day + i) ? 1 : 0;
  return { clock, clock_from_ms, clock_to_ms, is_day };
}

/** `days_of`: of a period that was read before. */
export function makeCalendar(
  period: Period,
  lists: readonly { readonly code: string; readonly dates: readonly string[] }[],
  days_of: PeriodDays = readPeriodDays(period),
): ClockedCalendar {
  const by_code = new Map(lists.map(({ code, dates }) => [code, dates.map(dayOf)]));
  return { period, first_day: dayOf(period.first), ...days_of, lists: by_code };
}

/** What the clock shows at a moment, also at one far from the period; milliseconds as if it were UTC. */
export function shownAt(
  { clock, clock_from_ms, clock_to_ms, period }: ClockedCalendar,
  instant_ms: number,
): number {
  const is_near = instant_ms >= clock_from_ms && instant_ms < clock_to_ms;
  return localOf(is_near ? clock : readZone(period.time_zone, instant_ms, instant_ms), instant_ms);
}

/** The date that the clock shows then. */
export function dayAt(calendar: ClockedCalendar, instant_ms: number): number {
  return Math.floor(shownAt(calendar, instant_ms) / DAY_MS);
}

/** Its operating days in the period with the moments of its starts, ascending; without days the one of its start. */
export function listDayStarts(
  calendar: ClockedCalendar,
  { start_ms, days }: { readonly start_ms: number; readonly days?: Days | undefined },
): Map<number, number> {
  const shown_ms = shownAt(calendar, start_ms);
  if (days === undefined) return new Map([[Math.floor(shown_ms / DAY_MS), start_ms]]);
  const { clock, first_day } = calendar;
  const after_ms = (days.day_offset ?? 0) * DAY_MS + timeOfDay(shown_ms);
  const starts = new Map<number, number>();
  for (const [i, bit] of daysToBits(days, calendar).entries()) {
    if (bit === 1) {
      starts.set(first_day + i, instantOf(clock, (first_day + i) * DAY_MS + after_ms));
    }
  }
  return starts;
}

export function timeOfDay(shown_ms: number): number {
  return shown_ms - Math.floor(shown_ms / DAY_MS) * DAY_MS;
}
