// Method: random trains in periods over changes of clocks; who runs on a date, and when, is told by Temporal of each train by itself.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { makeCalendar } from "../../../src/railway/days/period_days.ts";
import { trainsOn } from "../../../web/src/compare/dates.ts";
import { listDifferences } from "../../../web/src/compare/differences.ts";
import type { Timetable, TrainSchedule } from "../../../web/src/state/timetable.ts";

const PERIODS = [
  { first: "2026-03-23", last: "2026-04-05", time_zone: "Europe/Berlin" },
  { first: "2026-10-19", last: "2026-11-01", time_zone: "Europe/Berlin" },
  { first: "2026-03-30", last: "2026-04-12", time_zone: "Australia/Lord_Howe" },
];

const drawn = fc.record({
  hours: fc.integer({ min: 0, max: 13 * 24 }),
  weekdays: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7]), { nil: undefined }),
  day_offset: fc.constantFrom(0, 0, 1, 2),
});

function stateOf(trains: readonly object[]): Timetable {
  const own = trains.map((train, i) => ({ id: i + 1, timetable_id: 1, ...train }) as TrainSchedule);
  return {
    timetable_id: 1,
    trains: new Map(own.map((one) => [one.id, one])),
    is_whole: true,
    paced_trains: new Map(),
  };
}

describe("the trains of a date", () => {
  it.each(PERIODS)("run then, at the times of their clocks: $time_zone from $first", (period) => {
    const calendar = makeCalendar(period, []);
    const first = Temporal.PlainDate.from(period.first);
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 5 }), fc.nat(13), (all, i) => {
        const date = first.add({ days: i });
        const known = all.map(({ hours, weekdays, day_offset }) => ({
          start_time: first
            .toZonedDateTime("UTC")
            .add({ hours, minutes: 17 })
            .toInstant()
            .toString(),
          ...(weekdays && { days: { weekdays, day_offset } }),
        }));
        const found = trainsOn(stateOf(known), date.toString(), calendar);
        const wanted = known.flatMap(({ start_time, days }, k) => {
          const example = Temporal.Instant.from(start_time).toZonedDateTimeISO(period.time_zone);
          if (days === undefined) {
            if (!example.toPlainDate().equals(date)) return [];
            return [[k + 1, `1970-01-01T${example.toPlainTime().toString()}Z`]];
          }
          if (!days.weekdays.includes(date.dayOfWeek)) return [];
          const shown = date
            .add({ days: days.day_offset })
            .toPlainDateTime(example.toPlainTime())
            .toZonedDateTime(period.time_zone)
            .toPlainDateTime();
          const since = shown.since(date.toPlainDateTime()).total("milliseconds");
          return [[k + 1, new Date(since).toISOString().replace(".000Z", "Z")]];
        });
        expect([...found.trains].map(([id, one]) => [id, one.start_time])).toEqual(wanted);
        expect([...found.trains.values()].some((one) => "days" in one)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("differ where one runs on one of them alone, or another record of its name runs later", () => {
    const [period] = PERIODS;
    if (period === undefined) throw new Error("none");
    const calendar = makeCalendar(period, []);
    const train = (train_name: string, start_time: string, weekdays?: number[]) => ({
      train_name,
      start_time,
      labels: [],
      path: [],
      ...(weekdays && { days: { weekdays } }),
    });
    const known = stateOf([
      train("daily", "2026-03-23T05:00:00Z", [1, 2, 3, 4, 5, 6, 7]),
      train("work", "2026-03-23T06:00:00Z", [1, 2, 3, 4, 5]),
      train("varied", "2026-03-23T07:00:00Z", [1, 2, 3, 4, 5]),
      train("varied", "2026-03-23T07:10:00Z", [6]),
      train("once", "2026-03-28T08:00:00Z"),
    ]);
    const [friday, saturday, sunday] = ["2026-03-27", "2026-03-28", "2026-03-29"].map((date) =>
      trainsOn(known, date, calendar),
    );
    const tell = (before = known, after = known) =>
      listDifferences(before, after, false).map(({ kind, train: one, shift_ms, fields }) => [
        kind,
        one.train_name,
        shift_ms / 60_000,
        fields.join(),
      ]);
    expect(tell(friday, saturday)).toEqual([
      ["changed", "varied", 10, ""],
      ["new", "once", 0, ""],
      ["gone", "work", 0, ""],
    ]);
    // the clock changes in the night before Sunday
    expect(tell(saturday, sunday)).toEqual([
      ["gone", "varied", 0, ""],
      ["gone", "once", 0, ""],
    ]);
    expect(tell(friday, friday)).toEqual([]);
  });
});
