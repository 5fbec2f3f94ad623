// Method: Date's own printer, trailing zeros of the fraction taken off, on random and on edge moments.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printUtc } from "../../../workers/tasks/conflicts/print_conflicts.ts";

const expected = (ms: number): string => new Date(ms).toISOString().replace(/\.?0*Z$/, "Z");

describe("a moment", () => {
  it("is printed as Date prints it, without the zeros that say nothing", () => {
    const moment = fc.integer({ min: Date.UTC(1, 0), max: Date.UTC(12_000, 11) });
    const whole = moment.map((ms) => ms - (ms % 1000));
    fc.assert(
      fc.property(fc.oneof(moment, whole), (ms) => {
        expect(printUtc(ms)).toBe(expected(ms));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    0,
    -1,
    1,
    86_399_999,
    86_400_000,
    -86_400_000,
    500,
    120,
    Date.UTC(2024, 1, 29, 23, 59, 59, 990),
    Date.UTC(9999, 11, 31, 23, 59, 59, 999) + 1,
  ])("%i ms after the epoch is right", (ms) => {
    expect(printUtc(ms)).toBe(expected(ms));
  });
});
