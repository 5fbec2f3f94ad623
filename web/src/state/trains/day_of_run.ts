/** On which operating day a chosen train is shown, and when it starts then. */
import { DAY_MS, dayOf, daysToBits } from "../../../../src/railway/days/operating_days.ts";
import {
  type ClockedCalendar,
  dayAt,
  makeCalendar,
  shownAt,
  timeOfDay,
} from "../../../../src/railway/days/period_days.ts";
import { instantOf } from "../../../../src/railway/days/zone_times.ts";
import { listOccurrences } from "../../graph/occurrences.ts";
import type { Run } from "../../graph/runs.ts";
import { calendar } from "../dates.ts";
import type { PacedTrain, TrainSchedule } from "../timetable.ts";

type Train = TrainSchedule | PacedTrain;

/** One of a service's trains. */
type Which = Pick<Run, "index" | "exception_key">;

interface DayOfRun {
  readonly date: string;
  readonly start_ms: number;
}

/** Null: it does not run on the date, so its record's own run is shown. A run of the graph may be of a day before. */
export function findDay(
  train: Train,
  one: Which,
  run: Pick<Run, "date" | "start_ms"> | null,
  date: string,
): DayOfRun | null {
  if (run?.date !== undefined) return { date: run.date, start_ms: run.start_ms };
  const known = calendar.peek();
  if (known === null) return null;
  const days = makeCalendar(known.period, known.lists);
  const start_ms = startOn(train, dayOf(date), days);
  if (start_ms === null) return null;
  return { date, start_ms: "paced" in train ? startOfOne(train, one, start_ms, days) : start_ms };
}

/** When a record starts on an operating day; null: it does not run then. */
export function startOn(
  { days, start_time }: Pick<Train, "days" | "start_time">,
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

/** One of a service's trains, as long after the service as in its record; one with a start of its own by the clock. */
function startOfOne(
  service: PacedTrain,
  { index, exception_key }: Which,
  service_ms: number,
  known: ClockedCalendar,
): number {
  const record_ms = Date.parse(service.start_time);
  const found = listOccurrences(service).find((one) =>
    index === null ? one.exception_key === exception_key : one.index === index,
  );
  if (found === undefined) return service_ms;
  const own = service.exceptions.find(({ key }) => key === found.exception_key)?.start_time;
  if (own === undefined || service.days === undefined) {
    return service_ms + found.start_ms - record_ms;
  }
  const later_days = dayAt(known, service_ms) - dayAt(known, record_ms);
  return instantOf(known.clock, shownAt(known, found.start_ms) + later_days * DAY_MS);
}
