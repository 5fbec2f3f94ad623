/** The trains of one date beside those of another: both as if they started on the same date, at the times of their clocks. */
import { DAY_MS, dayOf } from "../../../src/railway/days/operating_days.ts";
import { type ClockedCalendar, shownAt } from "../../../src/railway/days/period_days.ts";
import { printTime } from "../state/edits/edit.ts";
import type { PacedTrain, Timetable, TrainSchedule } from "../state/timetable.ts";
import { startOn } from "../state/trains/day_of_run.ts";

/** The trains that have the operating day; what their clocks show at the start stands as UTC, counted from its midnight. */
export function trainsOn(known: Timetable, date: string, calendar: ClockedCalendar): Timetable {
  const day = dayOf(date);
  const onDay = <One extends TrainSchedule | PacedTrain>(
    trains: ReadonlyMap<number, One>,
  ): Map<number, One> =>
    new Map(
      [...trains].flatMap(([id, train]): [number, One][] => {
        const start_ms = startOn(train, day, calendar);
        if (start_ms === null) return [];
        const { days: _days, ...rest } = train;
        const start_time = printTime(shownAt(calendar, start_ms) - day * DAY_MS);
        return [[id, { ...(rest as One), start_time }]];
      }),
    );
  return { ...known, trains: onDay(known.trains), paced_trains: onDay(known.paced_trains) };
}
