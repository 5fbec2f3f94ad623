// Method: times worked out by hand.
import { describe, expect, it } from "vitest";
import { printClock, printClockOn, printSpan } from "../../../web/src/graph/clock.ts";
import { printInput, printStop, readClock, readStop } from "../../../web/src/graph/read_clock.ts";

const at = (text: string): number => Date.parse(`${text}Z`);

describe("a time", () => {
  it("has the number of days since the train's start, either way", () => {
    const start_ms = at("2026-03-02T22:00");
    const times = [
      "2026-03-02T23:59:30",
      "2026-03-03T00:15",
      "2026-03-04T01:00",
      "2026-03-01T23:00",
    ];
    expect(times.map((time) => printClockOn(at(time), start_ms))).toEqual([
      "23:59:30",
      "00:15 +1",
      "01:00 +2",
      "23:00 −1",
    ]);
  });

  it("is read as people write it: the moment nearest to the one that is known", () => {
    const near_ms = at("2026-03-02T23:50");
    const read = (text: string): string | null => {
      const ms = readClock(text, near_ms, at("2026-03-02T20:00"));
      return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 19);
    };
    expect(["23:55", "2355", "23.55:30", "00:10", "0:10 +1", "11:00", "8:05 +0"].map(read)).toEqual(
      [
        "2026-03-02T23:55:00",
        "2026-03-02T23:55:00",
        "2026-03-02T23:55:30",
        "2026-03-03T00:10:00",
        "2026-03-03T00:10:00",
        "2026-03-03T11:00:00",
        "2026-03-02T08:05:00",
      ],
    );
    expect(["", "24:00", "8:60", "8", "x", "8:05:61", "123456789"].map(read)).toEqual(
      Array.from({ length: 7 }, () => null),
    );
  });

  it("of a stop is read as it is printed, as minutes, or as seconds", () => {
    for (const ms of [0, 30_000, 90_000, 3_600_000, 3_723_000]) {
      expect(readStop(printStop(ms))).toBe(ms);
    }
    expect(["2", "1.5", "1,5", "2 min", "40 s", "1:30"].map(readStop)).toEqual([
      120_000, 90_000, 90_000, 120_000, 40_000, 90_000,
    ]);
    expect(["", "-1", "1:75", "long"].map(readStop)).toEqual([NaN, NaN, NaN, NaN]);
  });

  it("that a run takes is told in hours and minutes", () => {
    expect([5_820_000, 90_000, 40_000].map(printSpan)).toEqual([
      "1 h 37 min",
      "1 min 30 s",
      "40 s",
    ]);
  });
});

it("tells a start of less than a second in a field as everywhere else", () => {
  const time_ms = Date.parse("2026-03-02T08:05:51.600Z");
  expect([printClock(time_ms), printInput(time_ms)]).toEqual(["08:05:52", "2026-03-02T08:05:52"]);
});
