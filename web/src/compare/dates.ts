/** The trains of one date beside those of another: both as if they started on the same date, at the times of their clocks. */
import { DAY_MS, dayOf, daysToBits } from "../../../src/railway/days/operating_days.ts";
import { type ClockedCalendar, shownAt, timeOfDay } from "../../../src/railway/days/period_days.ts";
import { instantOf } from "../../../src/railway/days/zone_times.ts";
import { printTime } from "../state/edits/edit.ts";
import type { PacedTrain, Timetable, TrainSchedule } from "../state/timetable.ts";

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

/** When a record starts on an operating day; null: it does not run then. */
function startOn(
  { days, start_time }: Pick<TrainSchedule | PacedTrain, "days" | "start_time">,
  day: number,
  known: ClockedCalendar,
): number | null {
  const start_ms = Date.parse(start_time);
  const shown_ms = shownAt(known, start_ms);
  if (days === undefined) return Math.floor(shown_ms / DAY_MS) === day ? start_ms : null;
  if (daysToBits(days, known)[day - known.first_day] !== 1) return null;
  const { day_offset = 0 } = days;
  return instantOf(known.clock, (day + day_offset) * DAY_MS + timeOfDay(shown_ms));
}
