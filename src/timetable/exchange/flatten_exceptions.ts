/** For formats without exceptions: a paced train that has some is replaced by its single trains. */
import type { InTurns } from "../../platform/turns.ts";
import { daysOfStart } from "../../railway/days/days_of_bits.ts";
import { groupStarts } from "../../railway/days/group_starts.ts";
import { DAY_MS } from "../../railway/days/operating_days.ts";
import {
  type ClockedCalendar,
  dayAt,
  listDayStarts,
  shownAt,
} from "../../railway/days/period_days.ts";
import { instantOf } from "../../railway/days/zone_times.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import {
  type EffectiveTrain,
  listEffectiveTrains,
  type Occurrence,
  type PacedTrain,
} from "../paced_train/effective_trains.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";

/** One of a paced train's trains by itself. */
export interface FlatTrain {
  readonly train: TrainSchedule;
  readonly occurrence: Occurrence;
}

/** Null: it has no exceptions. `calendar`: of a timetable with a period. */
export function* flattenExceptions(
  paced_train: PacedTrain,
  calendar: ClockedCalendar | null,
): InTurns<FlatTrain[] | null> {
  if (paced_train.exceptions.length === 0) return null;
  const trains = yield* listEffectiveTrains(paced_train);
  const flat: FlatTrain[] = [];
  for (const effective of trains) {
    const { train, name, start_ms, occurrence } = effective;
    const dated =
      calendar === null || paced_train.days === undefined
        ? [{ ...train, train_name: name, start_time: printDateTime(start_ms) }]
        : dateTrain(paced_train, calendar, effective);
    flat.push(...dated.map((one) => ({ train: one, occurrence })));
    yield;
  }
  return flat;
}

/** One of its trains with days: it starts so long after its service, but with a start of its own by the clock. */
function dateTrain(
  { start_time, days, exceptions }: PacedTrain,
  calendar: ClockedCalendar,
  { train, name, start_ms, occurrence }: EffectiveTrain,
): TrainSchedule[] {
  const base_ms = datetimeMs(start_time);
  const key = "exception_key" in occurrence ? occurrence.exception_key : null;
  const has_start = exceptions.find((one) => one.key === key)?.start_time !== undefined;
  const example_day = dayAt(calendar, base_ms) - (days?.day_offset ?? 0);
  const shown_ms = shownAt(calendar, start_ms) - example_day * DAY_MS;
  const starts = Array.from(
    listDayStarts(calendar, { start_ms: base_ms, days }),
    ([day, service_ms]) => {
      const own_ms = instantOf(calendar.clock, day * DAY_MS + shown_ms);
      return [day, has_start ? own_ms : service_ms + start_ms - base_ms] as const;
    },
  );
  const { dated, single_ms } = groupStarts(starts, calendar);
  const own = { ...train, train_name: name };
  return [
    ...dated.map((group) => ({
      ...own,
      start_time: printDateTime(group.start_ms),
      days: daysOfStart(group, calendar),
    })),
    ...single_ms.map((ms) => ({ ...own, start_time: printDateTime(ms) })),
  ];
}
