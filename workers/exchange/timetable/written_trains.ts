/** Trains with their times, for formats that have one start by the clock for all days of a train. */
import { groupStarts } from "../../../src/railway/days/group_starts.ts";
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import {
  type ClockedCalendar,
  listDayStarts,
  shownAt,
  timeOfDay,
} from "../../../src/railway/days/period_days.ts";
import { datetimeMs } from "../../../src/railway/iso8601.ts";
import { listOccurrences, type TimetableForm, type TrainForm } from "./timetable_form.ts";

/** A train that starts so long after a service, or is its own. */
export interface WrittenTrain {
  readonly train: TrainForm;
  readonly service: TrainForm;
  readonly after_ms: number;
}

/** All trains one by one, those of services with their numbers. */
export function* listWrittenTrains(form: TimetableForm): Generator<WrittenTrain> {
  for (const train of form.train_schedules) yield { train, service: train, after_ms: 0 };
  for (const service of form.paced_trains) {
    const first_ms = datetimeMs(service.start_time);
    for (const train of listOccurrences(service)) {
      yield { train, service, after_ms: datetimeMs(train.start_time) - first_ms };
    }
  }
}

interface WrittenStarts {
  /** `time_ms`: since the midnights of these days. */
  readonly starts: readonly { readonly time_ms: number; readonly days: readonly number[] }[];
  /** Warnings, and how often each holds. */
  readonly losses: readonly (readonly [code: string, message: string, count: number])[];
}

/** `what`: what the format calls a train. Without a calendar, or without days, a train has the day of its start. */
export function listWrittenStarts(
  calendar: ClockedCalendar | null,
  { train, service: { start_time, days }, after_ms }: WrittenTrain,
  what: string,
): WrittenStarts {
  if (calendar === null || train.days === undefined) {
    const start_ms = datetimeMs(train.start_time);
    const shown_ms = calendar === null ? start_ms : shownAt(calendar, start_ms);
    const day = Math.floor(shown_ms / DAY_MS);
    return { starts: [{ time_ms: timeOfDay(shown_ms), days: [day] }], losses: [] };
  }
  const known = listDayStarts(calendar, { start_ms: datetimeMs(start_time), days });
  const own = Array.from(known, ([day, ms]) => [day, ms + after_ms] as const);
  const { dated, single_ms } = groupStarts(own, calendar);
  const starts = dated.map((group) => ({
    time_ms: timeOfDay(shownAt(calendar, group.start_ms)) + group.day_offset * DAY_MS,
    days: group.days,
  }));
  const variant = `on dates on which clocks are changed it is a ${what} of its own`;
  const twice = "on dates on which the clock shows its start twice it is left out";
  return {
    starts,
    losses: [
      ["train_left_out", "it runs on no day of the period", known.size === 0 ? 1 : 0],
      ["clock_change_variant", variant, Math.max(0, dated.length - 1)],
      ["days_left_out", twice, single_ms.length],
    ],
  };
}

const DAYS_LATER_MAX = 60;

/** Why moments of a train, from its start on, can't be written; null: they can. */
export function whyNotTimed(times_ms: readonly number[]): string | null {
  if (times_ms.some((time, i) => time < (times_ms[i - 1] ?? 0))) {
    return "its times don't follow each other";
  }
  return Math.max(...times_ms) < DAYS_LATER_MAX * DAY_MS ? null : "it runs for too many days";
}

/** The clock of a moment, and how many days it is after the midnight that it counts from. */
export function splitTime(at_ms: number): { readonly days: number; readonly clock: string } {
  const time_ms = timeOfDay(at_ms);
  const clock = new Date(time_ms)
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, "");
  return { days: (at_ms - time_ms) / DAY_MS, clock };
}
