/** The period that is offered for a timetable without one. */
import type { Period } from "../dates.ts";

const DAY_MS = 86_400_000;
const SATURDAY = 6;

/** The railways' timetable year that a moment is in: it begins with the day after December's second Saturday. */
export function proposePeriod(now_ms: number, time_zone: string): Period {
  const year = new Date(now_ms).getUTCFullYear();
  const begun = now_ms < changeOf(year) ? year - 1 : year;
  const [first_ms, end_ms] = [changeOf(begun), changeOf(begun + 1)];
  return { first: printDate(first_ms), last: printDate(end_ms - DAY_MS), time_zone };
}

function changeOf(year: number): number {
  const eighth_ms = Date.UTC(year, 11, 8);
  return eighth_ms + (SATURDAY - new Date(eighth_ms).getUTCDay() + 1) * DAY_MS;
}

function printDate(date_ms: number): string {
  return new Date(date_ms).toISOString().slice(0, 10);
}
