/** Sets of days of all kinds: as timetables have them, and such as no timetable has. */
import fc from "fast-check";
import type { DaySet } from "../../src/railway/days/days_text.ts";
import { type Days, dayOf, daysToBits } from "../../src/railway/days/operating_days.ts";

const firsts = fc.integer({ min: dayOf("2023-01-01"), max: dayOf("2028-12-31") });
const counts = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(364, 365, 366) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 300, max: 800 }) },
);

const spread = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const weekdays = fc.oneof(
  fc.constantFrom([1, 2, 3, 4, 5], [6, 7], [6], [1, 2, 3, 4, 5, 6, 7], [1, 5]),
  fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
);

function evaluate(days: Days, first_day: number, count: number): Uint8Array {
  const is_day = new Uint8Array(count).fill(1);
  return daysToBits(days, { first_day, is_day, lists: new Map() });
}

function fill(bits: Uint8Array, places: readonly number[], lengths: number, bit: 0 | 1): void {
  for (const place of places) {
    const at = Math.floor(place * bits.length);
    bits.fill(bit, at, at + lengths);
  }
}

const seasons = fc.array(fc.record({ at: spread, weekdays, step: fc.constantFrom(1, 1, 1, 2) }), {
  minLength: 1,
  maxLength: 4,
});

/** Seasons of weekdays, each week or every second one, with dates less and dates more. */
const planned = fc
  .record({
    first_day: firsts,
    count: counts,
    seasons,
    less: fc.array(spread, { maxLength: 8 }),
    more: fc.array(spread, { maxLength: 4 }),
    length: fc.constantFrom(1, 1, 1, 2, 9),
  })
  .map(({ first_day, count, seasons: parts, less, more, length }): DaySet => {
    const bits = new Uint8Array(count);
    const begins = parts.map(({ at }, i) => (i === 0 ? 0 : Math.floor(at * count)));
    begins.sort((a, b) => a - b);
    for (const [k, part] of parts.entries()) {
      const of_part = evaluate({ weekdays: part.weekdays }, first_day, count);
      for (let i = begins[k] ?? 0; i < (begins[k + 1] ?? count); i++) {
        const week = Math.floor((first_day + i + 3) / 7);
        bits[i] = part.step === 1 || week % 2 === 0 ? (of_part[i] ?? 0) : 0;
      }
    }
    fill(bits, less, length, 0);
    fill(bits, more, length, 1);
    return { first_day, bits };
  });

const drawn = fc
  .record({ first_day: firsts, count: counts, share: spread, seed: fc.integer() })
  .map(({ first_day, count, share, seed }): DaySet => {
    const bits = new Uint8Array(count);
    let state = seed | 1;
    for (let i = 0; i < count; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      bits[i] = (state >>> 8) / 2 ** 24 < share ? 1 : 0;
    }
    return { first_day, bits };
  });

export const daySets = fc.oneof({ weight: 3, arbitrary: planned }, { weight: 1, arbitrary: drawn });
