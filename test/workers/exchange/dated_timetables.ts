/** Timetables with operating days, drawn at random, and all of their runs one by one. */
import fc from "fast-check";
import type { Period } from "../../../src/railway/days/days.schemas.ts";
import { daysOfBits } from "../../../src/railway/days/days_of_bits.ts";
import { dateOf, dayOf } from "../../../src/railway/days/operating_days.ts";
import { listDayStarts, makeCalendar } from "../../../src/railway/days/period_days.ts";
import { datetimeMs, durationMs, printDuration } from "../../../src/railway/iso8601.ts";
import { numberTrain } from "../../../src/railway/numbering.ts";
import {
  callsOf,
  type PacedForm,
  type TimetableForm,
  type TrainForm,
} from "../../../workers/exchange/timetable/timetable_form.ts";
import { daySets } from "../../railway/day_sets.ts";
import { drawnNumbered, drawnTrains } from "./drawn_timetables.ts";

const TRAINS_MAX = 8;
const ZONES = ["Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Tokyo", "UTC"];

const periods: fc.Arbitrary<Period> = fc
  .record({
    first: fc.integer({ min: dayOf("2025-09-01"), max: dayOf("2026-02-20") }),
    count: fc.integer({ min: 60, max: 250 }),
    time_zone: fc.constantFrom(...ZONES),
  })
  .map(({ first, count, time_zone }) => ({
    first: dateOf(first),
    last: dateOf(first + count - 1),
    time_zone,
  }));

const running = fc.option(fc.record({ set: daySets, day_offset: fc.nat({ max: 2 }) }), {
  nil: null,
});

/** Trains with and without days in a period over changes of the clock. */
export function drawnDated(step_ms: number): fc.Arbitrary<TimetableForm> {
  return fc
    .record({
      period: periods,
      trains: drawnTrains(step_ms),
      paced: drawnNumbered(step_ms),
      days: fc.array(running, { minLength: 20, maxLength: 20 }),
    })
    .map(({ period, trains, paced, days }) => {
      const calendar = makeCalendar(period, []);
      const date = <Train extends TrainForm>(train: Train, i: number): Train => {
        const { set, day_offset } = days[i % days.length] ?? { set: null, day_offset: 0 };
        if (set === null) return train;
        const bits = new Uint8Array(calendar.is_day.length);
        bits.set(set.bits.subarray(0, bits.length));
        const own = { ...daysOfBits(bits, calendar), ...(day_offset > 0 && { day_offset }) };
        return { ...train, days: own };
      };
      return {
        version: 2,
        period,
        day_lists: [],
        train_schedules: trains.map(date),
        paced_trains: paced.map((train, i) => date(shorten(train), i + trains.length)),
      };
    });
}

/** Each of its trains runs on each of its days: few of them are enough. */
function shorten(paced: PacedForm): PacedForm {
  const { interval, time_window } = paced.paced;
  const most_ms = TRAINS_MAX * durationMs(interval);
  const window = durationMs(time_window) <= most_ms ? time_window : printDuration(most_ms);
  return { ...paced, paced: { interval, time_window: window } };
}

/** What is told of a train beside its start. */
export type Describe = (train: TrainForm) => unknown;

/** Every start of every train on every day of the period, or from a first to a last one, with what is told of the train, in order. */
export function listRuns(
  { period, train_schedules, paced_trains }: TimetableForm,
  describe: Describe,
  [first, last]: readonly [first: string, last: string] = ["", "~"],
): string[] {
  if (period === undefined) throw new Error("it has no period");
  const calendar = makeCalendar(period, []);
  const startsOf = ({ start_time, days }: TrainForm): number[] =>
    [...listDayStarts(calendar, { start_ms: datetimeMs(start_time), days })].flatMap(
      ([day, start_ms]) => (dateOf(day) >= first && dateOf(day) <= last ? [start_ms] : []),
    );
  const print = (start_ms: number, train: TrainForm): string =>
    JSON.stringify([new Date(start_ms).toISOString(), describe(train)]);
  return [
    ...train_schedules.flatMap((train) => startsOf(train).map((ms) => print(ms, train))),
    ...paced_trains.flatMap((paced) => {
      const interval_ms = durationMs(paced.paced.interval);
      const count = Math.floor(durationMs(paced.paced.time_window) / interval_ms);
      return startsOf(paced).flatMap((start_ms) =>
        Array.from({ length: count }, (_, i) =>
          print(start_ms + i * interval_ms, nameOf(paced, i)),
        ),
      );
    }),
  ].sort();
}

function nameOf(paced: PacedForm, index: number): TrainForm {
  const { numbering, train_name } = paced;
  return { ...paced, train_name: numbering ? numberTrain(numbering, index) : train_name };
}

/** Places and times of the stops of a train. */
export function describeStops(train: TrainForm): unknown {
  const calls = callsOf(train);
  return [
    train.train_name,
    calls
      .filter(({ stop_ms }, i) => i === 0 || i === calls.length - 1 || stop_ms !== null)
      .map(({ location, arrival_ms, stop_ms }) => [location, arrival_ms, stop_ms ?? 0]),
  ];
}
