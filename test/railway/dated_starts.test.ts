// Method: sets of days as expressions give the same bits again; starts drawn at random, over changes of clocks of many
// zones, are compared with those that the trains made of them have by Temporal's rules.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { daysOfBits } from "../../src/railway/days/days_of_bits.ts";
import { groupStarts } from "../../src/railway/days/group_starts.ts";
import { DAY_MS, dateOf, dayOf, daysToBits } from "../../src/railway/days/operating_days.ts";
import { listDayStarts, makeCalendar } from "../../src/railway/days/period_days.ts";
import { countTries } from "../helpers/tried.ts";
import { daySets } from "./day_sets.ts";

const RUNS = countTries({ few: 200, many: 20_000 });
const FIRST = "2025-12-14";

const ZONES = [
  "Europe/Berlin",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Pacific/Apia",
  "Asia/Tokyo",
  "UTC",
];

describe("the expression of a set of days", () => {
  it("gives the same set again, and is short where the set is usual", () => {
    fc.assert(
      fc.property(daySets, ({ first_day, bits }) => {
        const calendar = { first_day, is_day: new Uint8Array(bits.length).fill(1) };
        const days = daysOfBits(bits, calendar);
        expect(daysToBits(days, { ...calendar, lists: new Map() })).toEqual(bits);
        expect((days.except?.length ?? 0) + (days.also?.length ?? 0)).toBeLessThanOrEqual(400);
      }),
      { numRuns: RUNS },
    );
  });

  it("is that of a planner", () => {
    const calendar = makeCalendar({ first: FIRST, last: "2026-12-12", time_zone: "UTC" }, []);
    for (const days of [
      { weekdays: [1, 2, 3, 4, 5] },
      { weekdays: [] },
      { weekdays: [1, 2, 3, 4, 5, 6, 7] },
      { weekdays: [6, 7], from: "2026-03-07", to: "2026-03-29" },
      { weekdays: [], also: ["2026-05-01"] },
      {
        weekdays: [1, 2, 3, 4, 5],
        except: ["2026-04-03", { from: "2026-12-01", to: "2026-12-03" }],
      },
    ]) {
      expect(daysOfBits(daysToBits(days, calendar), calendar)).toEqual(days);
    }
  });
});

/** By Temporal alone. */
function startBy(zone: string, day: number, time_ms: number): number {
  const wall = Temporal.PlainDate.from(dateOf(day))
    .toPlainDateTime()
    .add({ milliseconds: time_ms });
  return wall.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
}

describe("trains made of starts", () => {
  it("start at these moments on these days, in as few groups as there are times of the clock", () => {
    const drawn = fc.record({
      zone: fc.constantFrom(...ZONES),
      set: daySets,
      time_ms: fc.oneof(
        fc.integer({ min: 0, max: 5 * 3600 }).map((s) => s * 1000),
        fc.integer({ min: 0, max: 3 * DAY_MS }),
      ),
      shift_ms: fc.constantFrom(0, 0, 1_800_000, 3_600_000, 30 * 3_600_000),
    });
    fc.assert(
      fc.property(drawn, ({ zone, set: { first_day, bits }, time_ms, shift_ms }) => {
        // The Pacific skips a date at the end of 2011.
        const first = zone === "Pacific/Apia" ? dayOf("2011-12-14") : first_day;
        const last = first + bits.length - 1;
        const period = { first: dateOf(first), last: dateOf(last), time_zone: zone };
        const calendar = makeCalendar(period, []);
        const starts = new Map<number, number>();
        for (const [i, bit] of bits.entries()) {
          if (bit === 0 || calendar.is_day[i] === 0) continue;
          starts.set(first + i, startBy(zone, first + i, time_ms) + shift_ms);
        }
        const { dated, single_ms, outside_count } = groupStarts(starts, calendar);
        expect(outside_count).toBe(0);
        const made = dated.flatMap(({ start_ms, day_offset, days }) => {
          const own = new Uint8Array(bits.length);
          for (const day of days) own[day - first] = 1;
          const expression = { ...daysOfBits(own, calendar), day_offset };
          const listed = listDayStarts(calendar, { start_ms, days: expression });
          expect([...listed.keys()]).toEqual([...days].sort((a, b) => a - b));
          // The example starts on one of them.
          expect([...listed.values()]).toContain(start_ms);
          return [...listed.values()];
        });
        const all = [...made, ...single_ms].sort((a, b) => a - b);
        expect(all).toEqual([...starts.values()].sort((a, b) => a - b));
        if (shift_ms === 0) expect(dated.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: RUNS },
    );
  });
});
