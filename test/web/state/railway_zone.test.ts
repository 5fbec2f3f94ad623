// Method: an instant printed by the page's clocks, beside what Temporal says of the zone that should count.
import { Temporal } from "temporal-polyfill";
import { afterEach, expect, it } from "vitest";
import { printClock } from "../../../web/src/graph/clock.ts";
import { zone } from "../../../web/src/graph/zone.ts";
import { chooseZone, reader_zone } from "../../../web/src/state/asked/reader.ts";
import { calendar } from "../../../web/src/state/dates.ts";
import { followCalendar } from "../../../web/src/state/follow_dates.ts";
import { open_place, type Place } from "../../../web/src/state/open_place.ts";
import { toCalendar } from "../../../web/src/state/read_calendar.ts";

const MOMENT_MS = Date.parse("2026-03-29T00:59:00Z");

afterEach(() => {
  open_place.value = null;
  reader_zone.value = "UTC";
});

function placeOf(time_zone: string): Place {
  // the id of the timetable that is open, none: so its lists are not asked for
  const period = { first: "2026-01-01", last: "2026-12-31", time_zone };
  return { period, timetable_id: undefined } as unknown as Place;
}

function clockIn(name: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(MOMENT_MS).toZonedDateTimeISO(name);
  return there.toPlainTime().toString({ smallestUnit: "minute" });
}

it("clocks are those of the period, else of the reader's choice", () => {
  followCalendar();
  const shown = (): string => printClock(MOMENT_MS);
  chooseZone("America/New_York");
  expect(shown()).toBe(clockIn("America/New_York"));
  open_place.value = placeOf("Europe/Berlin");
  expect(shown()).toBe(clockIn("Europe/Berlin"));
  // a choice counts again where there is no period
  chooseZone("Asia/Kolkata");
  expect(shown()).toBe(clockIn("Europe/Berlin"));
  // the period gets another zone while the timetable is open
  calendar.value = toCalendar(
    { first: "2026-01-01", last: "2026-12-31", time_zone: "Asia/Tokyo" },
    [],
  );
  expect(shown()).toBe(clockIn("Asia/Tokyo"));
  open_place.value = null;
  expect(shown()).toBe(clockIn("Asia/Kolkata"));
});

it("a zone that the browser does not know leaves the reader's", () => {
  followCalendar();
  chooseZone("Asia/Kolkata");
  open_place.value = placeOf("Mars/Olympus_Mons");
  expect(zone.value).toBe("Asia/Kolkata");
});
