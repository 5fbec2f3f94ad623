// Method: trains and services over both changes of the clock; starts as Temporal tells them.
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { calendar } from "../../../web/src/state/dates.ts";
import { toCalendar } from "../../../web/src/state/read_calendar.ts";
import { findDay } from "../../../web/src/state/trains/day_of_run.ts";

const PERIOD = { first: "2026-03-01", last: "2026-10-31", time_zone: "Europe/Berlin" };
const ONE = { index: null, exception_key: null };

function local(date: string, time: string): number {
  const at = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(time));
  return at.toZonedDateTime(PERIOD.time_zone).epochMilliseconds;
}

describe("the operating day of the chosen train", () => {
  it("is the shown date if it runs then, by the clock, and that of its run on the graph first", () => {
    calendar.value = toCalendar(PERIOD, []);
    const start_time = new Date(local("2026-03-02", "22:30")).toISOString();
    const train = { id: 1, start_time, days: { weekdays: [1, 7], day_offset: 0 } } as never;
    for (const date of ["2026-03-02", "2026-03-29", "2026-03-30", "2026-10-25", "2026-10-26"]) {
      expect(findDay(train, ONE, null, date)).toEqual({ date, start_ms: local(date, "22:30") });
    }
    expect(findDay(train, ONE, null, "2026-03-03")).toBe(null);
    expect(findDay(train, ONE, null, "2027-03-01")).toBe(null);
    const run = { date: "2026-03-02", start_ms: 5 };
    expect(findDay(train, ONE, run, "2026-03-03")).toEqual(run);
    const late = { id: 1, start_time, days: { weekdays: [1], day_offset: 1 } } as never;
    const sent = { date: "2026-03-30", start_ms: local("2026-03-31", "22:30") };
    expect(findDay(late, ONE, null, "2026-03-30")).toEqual(sent);
  });

  it("is the date of its start where it has no days", () => {
    calendar.value = toCalendar(PERIOD, []);
    // the date of the clock, not of UTC
    const start_ms = local("2026-06-02", "00:30");
    const train = { id: 1, start_time: new Date(start_ms).toISOString() } as never;
    expect(findDay(train, ONE, null, "2026-06-02")).toEqual({ date: "2026-06-02", start_ms });
    expect(findDay(train, ONE, null, "2026-06-01")).toBe(null);
    calendar.value = null;
    expect(findDay(train, ONE, null, "2026-06-02")).toBe(null);
  });

  it("has a service's trains after it by elapsed time, but an own start by the clock", () => {
    calendar.value = toCalendar(PERIOD, []);
    const service = {
      id: 2,
      train_name: "S",
      start_time: new Date(local("2026-03-22", "01:00")).toISOString(),
      days: { weekdays: [7] },
      paced: { time_window: "PT4H", interval: "PT1H" },
      exceptions: [
        {
          key: "k",
          occurrence_index: 3,
          start_time: { value: new Date(local("2026-03-22", "04:20")).toISOString() },
        },
      ],
    } as never;
    // at 2:00 the clock goes to 3:00
    const date = "2026-03-29";
    const startOf = (index: number) =>
      findDay(service, { index, exception_key: null }, null, date)?.start_ms;
    expect(startOf(0)).toBe(local(date, "01:00"));
    expect(startOf(2)).toBe(local(date, "01:00") + 2 * 3_600_000);
    expect(startOf(3)).toBe(local(date, "04:20"));
  });
});
