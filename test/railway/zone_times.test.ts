/** Wall-clock times of zones, judged by Temporal, which finds a zone's changes by its own means. */
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { DAY_MS, dateOf, dayOf } from "../../src/railway/days/operating_days.ts";
import {
  hasDay,
  instantOf,
  isTimeZone,
  localOf,
  readZone,
  type ZoneClock,
} from "../../src/railway/days/zone_times.ts";

/** Zones and the first day of a period in which something happens. */
const SPANS = [
  { zone: "Europe/Berlin", first: "2025-12-14" },
  { zone: "America/New_York", first: "2026-01-01" },
  { zone: "Australia/Sydney", first: "2026-01-01" },
  // by 30 minutes
  { zone: "Australia/Lord_Howe", first: "2026-01-01" },
  // skips 2011-12-30
  { zone: "Pacific/Apia", first: "2011-01-01" },
  // had 1969-09-30 twice
  { zone: "Pacific/Kwajalein", first: "1969-01-01" },
  // at midnight
  { zone: "America/Asuncion", first: "2016-01-01" },
  { zone: "Asia/Beirut", first: "2022-01-01" },
  { zone: "America/Sao_Paulo", first: "2017-01-01" },
  // four times a year
  { zone: "Africa/Casablanca", first: "2016-01-01" },
  { zone: "Africa/Cairo", first: "2014-01-01" },
  { zone: "Asia/Kathmandu", first: "1985-06-01" },
  { zone: "Asia/Tokyo", first: "2026-01-01" },
  { zone: "UTC", first: "2026-01-01" },
] as const;
const SPAN_DAYS = 400;

function read(span: (typeof SPANS)[number]): ZoneClock {
  const from_ms = (dayOf(span.first) - 3) * DAY_MS;
  return readZone(span.zone, from_ms, from_ms + (SPAN_DAYS + 6) * DAY_MS);
}

const CLOCKS = SPANS.map((span) => ({ ...span, clock: read(span) }));

function judgeInstant(zone: string, local_ms: number): number {
  const plain = Temporal.PlainDateTime.from(new Date(local_ms).toISOString().slice(0, -1));
  return plain.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
}

function judgeLocal(zone: string, instant_ms: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant_ms).toZonedDateTimeISO(zone);
  return Date.parse(`${zoned.toPlainDateTime().toString()}Z`);
}

describe.each(CLOCKS)("times in $zone", ({ zone, first, clock }) => {
  const first_ms = dayOf(first) * DAY_MS;

  it("has an instant for each time of each day, as Temporal has it", () => {
    const times = [0, 1, 30 * 60_000, 90 * 60_000, 150 * 60_000, 12 * 3_600_000, DAY_MS - 1];
    for (let day = 0; day < SPAN_DAYS; day++) {
      for (const time_ms of times) {
        const local_ms = first_ms + day * DAY_MS + time_ms;
        const instant_ms = instantOf(clock, local_ms);
        expect(instant_ms, `${zone} ${new Date(local_ms).toISOString()}`).toBe(
          judgeInstant(zone, local_ms),
        );
      }
    }
  });

  it("has each time around each change, to the second", () => {
    const changes = [...clock.begins_ms].filter(Number.isFinite);
    const offset = fc.integer({ min: -26 * 3600, max: 26 * 3600 });
    for (const change_ms of changes) {
      fc.assert(
        fc.property(offset, fc.integer({ min: 0, max: 999 }), (seconds, ms) => {
          const near_ms = change_ms + seconds * 1000 + ms;
          expect(localOf(clock, near_ms)).toBe(judgeLocal(zone, near_ms));
          const local_ms = localOf(clock, change_ms) + seconds * 1000 + ms;
          expect(instantOf(clock, local_ms)).toBe(judgeInstant(zone, local_ms));
        }),
      );
    }
  });

  it("has each date that the zone has", () => {
    for (let day = dayOf(first); day < dayOf(first) + SPAN_DAYS; day++) {
      const begin = Temporal.PlainDate.from(dateOf(day)).toZonedDateTime(zone);
      expect(hasDay(clock, day), dateOf(day)).toBe(begin.toPlainDate().toString() === dateOf(day));
    }
  });
});

describe("zones", () => {
  it("changes as often as the zones are known to", () => {
    const counts = Object.fromEntries(
      CLOCKS.map(({ zone, clock }) => [zone, clock.begins_ms.length - 1]),
    );
    expect(counts).toMatchObject({
      "Europe/Berlin": 2,
      "Africa/Cairo": 4,
      UTC: 0,
      "Asia/Tokyo": 0,
    });
  });

  it("skips 2011-12-30 in Apia alone", () => {
    const skipped = CLOCKS.flatMap(({ zone, first, clock }) =>
      Array.from({ length: SPAN_DAYS }, (_, i) => dayOf(first) + i)
        .filter((day) => !hasDay(clock, day))
        .map((day) => `${zone} ${dateOf(day)}`),
    );
    expect(skipped).toContain("Pacific/Apia 2011-12-30");
    expect(skipped).toHaveLength(1);
  });

  it("are known by their names alone", () => {
    expect(["Europe/Berlin", "UTC", "Etc/GMT+5"].filter((name) => !isTimeZone(name))).toEqual([]);
    const bad = ["", "Berlin", "+01:00", "Europe/Berlin\0", "../etc/passwd", "x".repeat(5000)];
    expect(bad.filter(isTimeZone)).toEqual([]);
  });
});
