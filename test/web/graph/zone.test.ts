// Method: days on which clocks are changed, in zones on both sides of the equator, with half hours, and with none; the wall
// time of each minute compared with what the platform itself prints of it.
import { afterEach, describe, expect, it } from "vitest";
import { printClock, printClockOn, printDay, printMoment } from "../../../web/src/graph/clock.ts";
import { printInput, readClock, readInput } from "../../../web/src/graph/read_clock.ts";
import { fit, listTimeTicks, type Viewport } from "../../../web/src/graph/viewport.ts";
import {
  addDays,
  locale,
  printNumber,
  startOfDay,
  wallOf,
  zone,
} from "../../../web/src/graph/zone.ts";

afterEach(() => {
  zone.value = "UTC";
  locale.value = "en-GB";
});

/** Nights in which clocks are changed, and one in which they are not. */
const NIGHTS = [
  ["Europe/Paris", "2026-03-29T00:00:00Z"],
  ["Europe/Paris", "2026-10-25T00:00:00Z"],
  ["America/New_York", "2026-03-08T06:00:00Z"],
  ["America/New_York", "2026-11-01T05:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T14:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:00:00Z"],
  ["Asia/Kathmandu", "2026-05-01T18:00:00Z"],
  ["UTC", "2026-03-29T00:00:00Z"],
] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(NIGHTS)("%s around %s", (name, begin) => {
  const times = Array.from({ length: 5 * 60 }, (_one, i) => Date.parse(begin) + i * MINUTE_MS);

  it("has each minute as the platform has it", () => {
    zone.value = name;
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: name,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    const clocks = times.map((time_ms) => printClock(time_ms).replace(/[AB]$/, ""));
    expect(clocks).toEqual(times.map((time_ms) => format.format(time_ms)));
  });

  it("writes no two minutes alike, and reads each from anywhere in the night", () => {
    zone.value = name;
    const clocks = times.map(printClock);
    expect(new Set(clocks).size).toBe(times.length);
    const plain = clocks.map((text) => text.replace(/[AB]$/, ""));
    const repeated = plain.filter((text) => plain.indexOf(text) !== plain.lastIndexOf(text));
    expect(clocks.filter((text) => /[AB]$/.test(text))).toHaveLength(repeated.length);
    for (const near_ms of [times[0] ?? 0, times.at(-1) ?? 0]) {
      expect(clocks.map((text) => readClock(text, near_ms))).toEqual(times);
    }
  });

  it("reads back what it has written into a field, also in an hour that comes twice", () => {
    zone.value = name;
    for (const time_ms of times) expect(readInput(printInput(time_ms), time_ms)).toBe(time_ms);
    for (const time_ms of times) expect(readClock(printClock(time_ms), time_ms)).toBe(time_ms);
  });

  it("has a tick at each full hour by its clocks", () => {
    zone.value = name;
    const from_ms = Date.parse(begin);
    const to_ms = from_ms + (times.length - 1) * MINUTE_MS;
    const view: Viewport = {
      from_ms,
      to_ms,
      from_share: 0,
      to_share: 1,
      width_px: 900,
      height_px: 9,
    };
    const hours = listTimeTicks(view, 100).filter(({ kind }) => kind !== "part");
    const full = times.filter((time_ms) => /:00[AB]?$/.test(printClock(time_ms)));
    expect(hours.map(({ time_ms }) => time_ms)).toEqual(full);
    expect(fit(view, view, 0).width_px).toBe(900);
  });
});

describe("summer time", () => {
  it("takes a time that is left out as one later, and of two times the first", () => {
    zone.value = "Europe/Paris";
    expect(new Date(readInput("2026-03-29T02:30")).toISOString()).toBe("2026-03-29T01:30:00.000Z");
    expect(new Date(readInput("2026-10-25T02:30")).toISOString()).toBe("2026-10-25T00:30:00.000Z");
    const later_ms = Date.parse("2026-10-25T01:20:00Z");
    expect(new Date(readInput("2026-10-25T02:30", later_ms)).toISOString()).toBe(
      "2026-10-25T01:30:00.000Z",
    );
  });

  it("counts days by the clocks: +1 begins at their midnight, and a day later is the same time of the day", () => {
    zone.value = "Europe/Paris";
    // The day has 23 hours.
    const start_ms = Date.parse("2026-03-28T22:00:00Z");
    expect(printClockOn(start_ms, start_ms)).toBe("23:00");
    expect(printClockOn(start_ms + HOUR_MS, start_ms)).toBe("00:00 +1");
    expect(printClockOn(start_ms + 24 * HOUR_MS, start_ms)).toBe("00:00 +2");
    expect(addDays(start_ms, 1) - start_ms).toBe(23 * HOUR_MS);
    expect(addDays(start_ms, 2) - start_ms).toBe(47 * HOUR_MS);
    expect(readClock("00:00 +2", start_ms, start_ms)).toBe(start_ms + 24 * HOUR_MS);
    expect(printMoment(start_ms + HOUR_MS, start_ms)).toBe("29/03 00:00");
    expect(startOfDay(start_ms + 10 * HOUR_MS)).toBe(start_ms + HOUR_MS);
    zone.value = "UTC";
    expect(printClockOn(start_ms + HOUR_MS, start_ms)).toBe("23:00");
  });

  it("has days on the time axis where they begin, also where clocks are changed at midnight", () => {
    // Clocks of Cuba are put forward at midnight: the day begins at one o'clock.
    zone.value = "America/Havana";
    const from_ms = Date.parse("2026-03-07T05:00:00Z");
    const view: Viewport = {
      from_ms,
      to_ms: from_ms + 72 * HOUR_MS,
      from_share: 0,
      to_share: 1,
      width_px: 700,
      height_px: 9,
    };
    for (const { time_ms } of listTimeTicks(view, 60)) expect(wallOf(time_ms) % HOUR_MS).toBe(0);
    expect(printClock(startOfDay(Date.parse("2026-03-08T12:00:00Z")))).toBe("01:00");
  });
});

describe("days and numbers", () => {
  it("are written in the reader's manner", () => {
    const time_ms = Date.parse("2026-03-02T08:05:00Z");
    const write = (name: string): string[] => {
      locale.value = name;
      return [printDay(time_ms), printNumber(19.64, 1), printNumber(212_000, 0)];
    };
    expect(write("en-GB")).toEqual(["02/03/2026", "19.6", "212000"]);
    expect(write("de-DE")).toEqual(["02.03.2026", "19,6", "212000"]);
    expect(write("fr-FR")).toEqual(["02/03/2026", "19,6", "212000"]);
    expect(write("en-US")).toEqual(["03/02/2026", "19.6", "212000"]);
  });
});
