// Method: 100,000 sets of days of all kinds are printed and read back in each language; printing what was read gives the same text.
import fc from "fast-check";
import { expect, it } from "vitest";
import { DAY_WORDS, type DayLanguage } from "../../src/railway/days/day_words.ts";
import { daysToText } from "../../src/railway/days/days_text.ts";
import { textToDays } from "../../src/railway/days/read_days.ts";
import { daySets } from "./day_sets.ts";

const SETS = 100_000;

it.each(Object.keys(DAY_WORDS) as DayLanguage[])(
  "100,000 sets of days are read back in %s as they were",
  (language) => {
    fc.assert(
      fc.property(daySets, ({ first_day, bits }) => {
        const text = daysToText({ first_day, bits }, language);
        const read = textToDays(text, { first_day, count: bits.length }, language);
        // compared as text: Vitest's own comparison takes longer than all the rest
        const is_equal = read.ok && Buffer.compare(Buffer.from(read.bits), Buffer.from(bits)) === 0;
        if (!is_equal) expect(read, text).toEqual({ ok: true, bits });
      }),
      { numRuns: SETS },
    );
  },
  3_600_000,
);
