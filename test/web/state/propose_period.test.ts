// Method: every day of twelve years, beside a count of December's Saturdays.
import { Temporal } from "temporal-polyfill";
import { expect, it } from "vitest";
import { proposePeriod } from "../../../web/src/state/records/propose_period.ts";

/** The day after the second Saturday of December on or before a day. */
function lastChange(day: Temporal.PlainDate): Temporal.PlainDate {
  for (let one = day; ; one = one.subtract({ days: 1 })) {
    // a second Saturday is one of the 8th to the 14th
    const before = one.subtract({ days: 1 });
    if (before.month === 12 && before.dayOfWeek === 6 && before.day >= 8 && before.day <= 14)
      return one;
  }
}

it("the period that is offered is the timetable year of the day", () => {
  const seen = new Set<string>();
  let day = Temporal.PlainDate.from("2010-01-01");
  for (let i = 0; i < 12 * 366; i++, day = day.add({ days: 1 })) {
    const now_ms = Date.parse(`${day.toString()}T12:00:00Z`);
    const { first, last, time_zone } = proposePeriod(now_ms, "Europe/Berlin");
    expect(first).toBe(lastChange(day).toString());
    const next = Temporal.PlainDate.from(last).add({ days: 1 });
    expect(lastChange(next).toString()).toBe(next.toString());
    expect(next.since(first).days).toBeLessThanOrEqual(371);
    expect(next.since(first).days).toBeGreaterThanOrEqual(364);
    expect(time_zone).toBe("Europe/Berlin");
    seen.add(first);
  }
  expect(seen.size).toBe(13);
});
