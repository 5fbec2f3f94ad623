// Method: random days in periods with lists; each day is judged by the server's `daysToBits`, starts over midnight by Temporal.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dateOf, dayOf } from "../../../src/railway/days/operating_days.ts";
import { calendar } from "../../../web/src/state/dates.ts";
import { bitsOf, type Days } from "../../../web/src/state/edits/days.ts";
import { makeVariant, splitDays } from "../../../web/src/state/edits/variant.ts";
import { toCalendar } from "../../../web/src/state/read_calendar.ts";

const FIRST = "2026-01-05";
const COUNT = 80;
const KNOWN = {
  period: { first: FIRST, last: dateOf(dayOf(FIRST) + COUNT - 1), time_zone: "Europe/Berlin" },
  lists: [{ code: "holidays", dates: ["2026-01-06", "2026-02-07", "2027-01-01"] }],
};
beforeAll(() => {
  calendar.value = toCalendar(KNOWN.period, []);
});
afterAll(() => {
  calendar.value = null;
});

const date = fc.integer({ min: 0, max: COUNT - 1 }).map((i) => dateOf(dayOf(FIRST) + i));
const entry = fc.oneof(
  { weight: 3, arbitrary: date },
  { weight: 1, arbitrary: fc.constant("holidays") },
  {
    weight: 1,
    arbitrary: fc
      .tuple(date, date)
      .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
  },
);
const weekdays = fc.subarray([1, 2, 3, 4, 5, 6, 7]);
const drawn: fc.Arbitrary<Days> = fc.record(
  {
    weekdays,
    except: fc.array(entry, { minLength: 1, maxLength: 3 }),
    also: fc.array(entry, { minLength: 1, maxLength: 2 }),
    from: fc.constant("2026-01-20"),
    day_offset: fc.constantFrom(1, 6),
  },
  { requiredKeys: ["weekdays"] },
);
const chosen = fc.oneof(
  weekdays.map((own) => bitsOf({ weekdays: own }, KNOWN)),
  fc.array(fc.nat(1), { minLength: COUNT, maxLength: COUNT }).map((bits) => Uint8Array.from(bits)),
);

describe("a train that is another one on some days", () => {
  it("runs on each of its days once, as itself or as its variant", () => {
    fc.assert(
      fc.property(drawn, chosen, (days, wanted) => {
        const before = bitsOf(days, KNOWN);
        const { kept, taken } = splitDays(days, wanted, KNOWN);
        const [mine, others] = [bitsOf(kept, KNOWN), bitsOf(taken, KNOWN)];
        for (const [i, bit] of before.entries()) {
          expect([mine[i], others[i]]).toEqual(wanted[i] === 1 ? [0, bit] : [bit, 0]);
        }
        expect(kept.day_offset).toBe(days.day_offset);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps its lists of days where whole weekdays are taken", () => {
    const days: Days = { weekdays: [1, 2, 3, 4, 5, 6], except: ["holidays"], also: ["2026-02-08"] };
    const saturdays = bitsOf({ weekdays: [6] }, KNOWN);
    expect(splitDays(days, saturdays, KNOWN)).toEqual({
      kept: { weekdays: [1, 2, 3, 4, 5], except: ["holidays"], also: ["2026-02-08"] },
      taken: { weekdays: [6], except: ["holidays"] },
    });
  });

  // a Monday and a Saturday
  it.each(["2026-01-05T22:50:00Z", "2026-01-10T22:50:00Z"])(
    "starts so much later on its days, also over midnight: %s",
    (example_start) => {
      const form = { train_name: "IC 1", start_time: example_start, follows: { id: 3 } };
      const edit = { key: "train_schedule 7", id: 7, before: form, after: form };
      const make = (later_min: number, day_offset?: number) => {
        const days = {
          weekdays: [1, 2, 3, 4, 5, 6],
          ...(day_offset !== undefined && { day_offset }),
        };
        const made = makeVariant(edit as never, { ...form, days } as never, {
          chosen: bitsOf({ weekdays: [6] }, KNOWN),
          later_ms: later_min * 60_000,
          known: KNOWN,
        });
        if (made === null) return null;
        const {
          days: own,
          start_time,
          ...rest
        } = (made[1].after ?? {}) as never as Record<string, string> & { days: Days };
        expect(rest).toEqual({ train_name: "IC 1", follows: { id: 3 } });
        // Each begins on one of its own days, so that they do not meet where no date is shown.
        const operating = (start: string, { day_offset: after = 0 }: Days): string =>
          Temporal.Instant.from(start)
            .toZonedDateTimeISO("Europe/Berlin")
            .toPlainDate()
            .subtract({ days: after })
            .toString();
        expect(operating(start_time ?? "", own)).toBe("2026-01-10");
        const kept = made[0].after as never as { start_time: string; days: Days };
        expect(Temporal.PlainDate.from(operating(kept.start_time, kept.days)).dayOfWeek).not.toBe(
          6,
        );
        const shown = Temporal.Instant.from(start_time ?? "").toZonedDateTimeISO("Europe/Berlin");
        return [shown.toPlainTime().toString(), own.day_offset ?? 0];
      };
      // at 23:50 by the clock of the period
      expect(make(5)).toEqual(["23:55:00", 0]);
      expect(make(10)).toEqual(["00:00:00", 1]);
      expect(make(10, 1)).toEqual(["00:00:00", 2]);
      expect(make(-1430, 1)).toEqual(["00:00:00", 1]);
      expect(make(-1431, 1)).toEqual(["23:59:00", 0]);
      expect(make(-1431)).toBe(null);
      expect(make(10, 6)).toBe(null);
    },
  );
});
