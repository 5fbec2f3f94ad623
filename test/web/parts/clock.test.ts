// Method: times worked out by hand.
import { describe, expect, it } from "vitest";
import { printClockOn, printSpan } from "../../../web/src/parts/clock.ts";

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

  it("that a run takes is told in hours and minutes", () => {
    expect([5_820_000, 90_000, 40_000].map(printSpan)).toEqual([
      "1 h 37 min",
      "1 min 30 s",
      "40 s",
    ]);
  });
});
