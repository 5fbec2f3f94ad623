// Method: random expressions, lists and periods; each change is compared with the set of days that it must give, bit by bit.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bitsOf,
  type Days,
  exceptList,
  expressBits,
  listDays,
  toggleDate,
  toggleWeekday,
} from "../../../web/src/state/edits/days.ts";

const KNOWN = {
  period: { first: "2026-01-01", last: "2026-03-15" },
  lists: [
    { code: "holidays", dates: ["2026-01-01", "2026-01-06", "2026-02-16", "2027-01-01"] },
    { code: "school", dates: ["2026-01-12", "2026-01-13"] },
  ],
};
const ALL = listDays(KNOWN);
const date = fc.constantFrom(...ALL.map((one) => one.date));
const entry = fc.oneof(
  date,
  fc.constantFrom("holidays", "school"),
  fc.tuple(date, date).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
);
const expression: fc.Arbitrary<Days> = fc.record(
  {
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    from: fc.constant("2026-01-10"),
    except: fc.array(entry, { maxLength: 4 }),
    also: fc.array(date, { maxLength: 4 }),
    day_offset: fc.constant(1),
  },
  { requiredKeys: ["weekdays"] },
);

describe("changes of days", () => {
  it("toggle one date and no other", () => {
    fc.assert(
      fc.property(expression, fc.nat(ALL.length - 1), (days, place) => {
        const before = bitsOf(days, KNOWN);
        const after = bitsOf(toggleDate(days, ALL[place]?.date ?? "", KNOWN), KNOWN);
        const wanted = before.slice();
        wanted[place] = 1 - (wanted[place] ?? 0);
        expect(after).toEqual(wanted);
      }),
    );
  });

  it("say any set of days", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ min: 0, max: 1, minLength: ALL.length, maxLength: ALL.length }),
        (bits) => {
          const days = expressBits(bits, KNOWN, { weekdays: [], day_offset: 2 });
          expect(bitsOf(days, KNOWN)).toEqual(bits);
          expect(days.day_offset).toBe(2);
        },
      ),
    );
  });

  it("take weekdays and lists in and out", () => {
    const days: Days = { weekdays: [1, 2, 3, 4, 5] };
    expect(toggleWeekday(days, 6)).toEqual({ weekdays: [1, 2, 3, 4, 5, 6] });
    expect(toggleWeekday(toggleWeekday(days, 3), 3)).toEqual(days);
    const except = exceptList(days, "holidays", true);
    expect(except).toEqual({ ...days, except: ["holidays"] });
    expect(exceptList(except, "holidays", false)).toEqual(days);
    const runs = ALL.filter(({ place }) => bitsOf(except, KNOWN)[place] === 1);
    expect(runs.some((one) => one.date === "2026-01-06")).toBe(false);
    expect(runs.every(({ weekday }) => weekday < 6)).toBe(true);
  });
});
