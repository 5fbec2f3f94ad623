/** The days on which a file's trains are looked for, by their midnights. */
import { type Calendar, DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { timeOfDay } from "../../../src/railway/days/period_days.ts";
import type { TimetableOptions } from "./timetable_source.ts";

export type DayWindow = Pick<TimetableOptions, "start_ms" | "window_ms">;

export function windowOf({ first_day, is_day }: Pick<Calendar, "first_day" | "is_day">): DayWindow {
  return { start_ms: first_day * DAY_MS, window_ms: is_day.length * DAY_MS };
}

export function midnightOf(time_ms: number): number {
  return time_ms - timeOfDay(time_ms);
}

/** Those on which something runs. The day on which a window starts is looked at, however short it is. */
export function daysWithin(
  { start_ms, window_ms }: DayWindow,
  runsOn: (day_ms: number) => boolean,
): number[] {
  const first = midnightOf(start_ms);
  const days: number[] = [];
  for (let day = first; day === first || day < start_ms + window_ms; day += DAY_MS) {
    if (runsOn(day)) days.push(day);
  }
  return days;
}
