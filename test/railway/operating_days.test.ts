/** Days of trains, judged by asking for each date by itself what the expression says about it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Calendar,
  type DayEntry,
  type Days,
  dateOf,
  dayOf,
  daysToBits,
  listCodes,
  runsOnDay,
  weekdayOf,
} from "../../src/railway/days/operating_days.ts";

const FIRST = "2025-12-14";
const LISTS: Readonly<Record<string, readonly string[]>> = {
  holidays: ["2025-12-25", "2025-12-26", "2026-01-01", "2030-01-01"],
  empty: [],
};
const lists = new Map(Object.entries(LISTS).map(([code, dates]) => [code, dates.map(dayOf)]));

function calendarOf(count: number, skipped: readonly number[] = []): Calendar {
  const is_day = new Uint8Array(count).fill(1);
  for (const i of skipped) is_day[i] = 0;
  return { first_day: dayOf(FIRST), is_day, lists };
}

function holds(entries: readonly DayEntry[] | undefined, date: string): boolean {
  return (entries ?? []).some((entry) => {
    if (typeof entry !== "string") return entry.from <= date && date <= entry.to;
    return entry === date || (LISTS[entry] ?? []).includes(date);
  });
}

/** Text comparison of dates and the calendar of JavaScript: nothing of the code under test. */
function judge(days: Days, date: string): boolean {
  if (holds(days.also, date)) return true;
  if (holds(days.except, date)) return false;
  if (days.from !== undefined && date < days.from) return false;
  if (days.to !== undefined && date > days.to) return false;
  return days.weekdays.includes(new Date(`${date}T12:00:00Z`).getUTCDay() || 7);
}

const date = fc.integer({ min: -40, max: 460 }).map((i) => dateOf(dayOf(FIRST) + i));
const entry = fc.oneof(
  date,
  fc.constantFrom("holidays", "empty", "unknown"),
  fc.tuple(date, date).map(([from, to]) => ({ from, to })),
);
const expressions: fc.Arbitrary<Days> = fc.record(
  {
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    from: date,
    to: date,
    except: fc.array(entry, { maxLength: 5 }),
    also: fc.array(entry, { maxLength: 5 }),
  },
  { requiredKeys: ["weekdays"] },
);

describe("days of a train", () => {
  it("are those that the expression says of each date by itself", () => {
    fc.assert(
      fc.property(
        expressions,
        fc.integer({ min: 1, max: 420 }),
        fc.nat(419),
        (days, count, gap) => {
          const calendar = calendarOf(count, gap < count ? [gap] : []);
          const bits = daysToBits(days, calendar);
          expect(bits).toHaveLength(count);
          for (const [i, bit] of bits.entries()) {
            const wanted = i !== gap && judge(days, dateOf(dayOf(FIRST) + i));
            expect(bit === 1, dateOf(dayOf(FIRST) + i)).toBe(wanted);
            expect(runsOnDay(days, dayOf(FIRST) + i, calendar)).toBe(wanted);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("are Monday to Friday except holidays, and one of them again", () => {
    const days = { weekdays: [1, 2, 3, 4, 5], except: ["holidays"], also: ["2025-12-26"] };
    expect(daysToBits(days, calendarOf(21)).join("")).toBe("011111001110100111010");
  });

  it("counts weekdays of any year, before 1970 too", () => {
    for (const one of ["1969-12-28", "1970-01-01", "2000-02-29", "2026-03-02", "1900-01-01"]) {
      expect(weekdayOf(dayOf(one)), one).toBe(new Date(one).getUTCDay() || 7);
      expect(dateOf(dayOf(one))).toBe(one);
    }
  });

  it("names its lists", () => {
    const range = { from: "2026-01-01", to: "2026-01-02" };
    const days = { weekdays: [], except: ["2026-01-01", "school"], also: ["holidays", range] };
    expect(listCodes(days)).toEqual(["school", "holidays"]);
  });
});
