// Method: sets of days of all kinds are printed and read back in each language; usual ones are compared with what a planner would write.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_WORDS, type DayLanguage } from "../../src/railway/days/day_words.ts";
import { daysToText } from "../../src/railway/days/days_text.ts";
import { type Days, dayOf, daysToBits } from "../../src/railway/days/operating_days.ts";
import { textToDays } from "../../src/railway/days/read_days.ts";
import { countTries } from "../helpers/tried.ts";
import { daySets } from "./day_sets.ts";

const LANGUAGES = Object.keys(DAY_WORDS) as DayLanguage[];
/** Of all kinds, in each language. */
const SETS = countTries({ few: 300, many: 100_000 });
const FIRST = "2025-12-14";
const first_day = dayOf(FIRST);
const COUNT = 364;

function bitsOf(days: Days, count = COUNT): Uint8Array {
  const is_day = new Uint8Array(count).fill(1);
  return daysToBits(days, { first_day, is_day, lists: new Map() });
}

const WORKDAYS = [1, 2, 3, 4, 5];
const ALL = [1, 2, 3, 4, 5, 6, 7];
const HOLIDAYS = ["2025-12-25", "2025-12-26", "2026-01-01", "2026-04-03", "2026-04-06"];

const USUAL: readonly [Days, Readonly<Record<DayLanguage, string>>][] = [
  [{ weekdays: [] }, { en: "never", de: "nie", fr: "jamais" }],
  [{ weekdays: ALL }, { en: "daily", de: "täglich", fr: "tous les jours" }],
  [{ weekdays: WORKDAYS }, { en: "Mo–Fr", de: "Mo–Fr", fr: "lu–ve" }],
  [{ weekdays: [6, 7] }, { en: "Sa, Su", de: "Sa, So", fr: "sa, di" }],
  [
    { weekdays: [1, 3, 5, 6, 7] },
    { en: "Mo, We, Fr–Su", de: "Mo, Mi, Fr–So", fr: "lu, me, ve–di" },
  ],
  [
    { weekdays: WORKDAYS, except: HOLIDAYS },
    {
      en: "Mo–Fr, not 25–26 Dec, 1 Jan, 3–6 Apr",
      de: "Mo–Fr, nicht 25.–26.12., 1.1., 3.–6.4.",
      fr: "lu–ve, sauf 25–26 déc., 1 janv., 3–6 avr.",
    },
  ],
  [
    { weekdays: [6], from: "2026-04-01", also: ["2026-05-01"] },
    {
      en: "Sa from 4 Apr, also 1 May",
      de: "Sa ab 4.4., auch 1.5.",
      fr: "sa dès le 4 avr., aussi 1 mai",
    },
  ],
  [
    { weekdays: ALL, from: "2026-07-01", to: "2026-08-31" },
    { en: "1 Jul–31 Aug", de: "1.7.–31.8.", fr: "1 juil.–31 août" },
  ],
  [
    { weekdays: [], also: ["2026-03-03", "2026-03-05", "2026-03-10"] },
    { en: "3, 5, 10 Mar", de: "3., 5., 10.3.", fr: "3, 5, 10 mars" },
  ],
  [
    { weekdays: WORKDAYS, to: "2026-06-12", also: ["2026-12-05"] },
    {
      en: "Mo–Fr until 12 Jun; 5 Dec",
      de: "Mo–Fr bis 12.6.; 5.12.",
      fr: "lu–ve jusqu'au 12 juin; 5 déc.",
    },
  ],
];

describe.each(LANGUAGES)("days in words, %s", (language) => {
  it("are read back as they were", () => {
    fc.assert(
      fc.property(daySets, (set) => {
        const text = daysToText(set, language);
        const period = { first_day: set.first_day, count: set.bits.length };
        const read = textToDays(text, period, language);
        // as text: comparing arrays takes longer than all the rest
        expect(read.ok && read.bits.join(""), text).toBe(set.bits.join(""));
      }),
      { numRuns: SETS },
    );
  });

  it("are those that a planner writes", () => {
    for (const [days, texts] of USUAL) {
      expect(daysToText({ first_day, bits: bitsOf(days) }, language)).toBe(texts[language]);
    }
  });

  it("never crash or hang on what is typed", () => {
    const words = Object.values(DAY_WORDS[language]).flat(3);
    const piece = fc.oneof(
      fc.constantFrom(...words, "-", ",", ";", ".", "25.12.", "1", "31", "2026", "2026-02-30"),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const read = textToDays(pieces.join(" "), { first_day, count: COUNT }, language);
        if (read.ok) expect(read.bits).toHaveLength(COUNT);
        else expect(read.at).toBeLessThanOrEqual(pieces.join(" ").length);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("texts that planners type", () => {
  it.each<[DayLanguage, string, Days]>([
    ["de", "Mo-Fr außer 25.12.", { weekdays: WORKDAYS, except: ["2025-12-25"] }],
    ["de", "montags bis", { weekdays: [] }],
    ["de", "täglich außer So", { weekdays: [1, 2, 3, 4, 5, 6] }],
    ["de", "Sa und 1. Mai 2026", { weekdays: [6], also: ["2026-05-01"] }],
    ["de", "Fr-Mo", { weekdays: [5, 6, 7, 1] }],
    ["en", "Monday - Friday except 25 December", { weekdays: WORKDAYS, except: ["2025-12-25"] }],
    [
      "en",
      "mon, wed from 2026-02-01 to 2026-03-01",
      { weekdays: [1, 3], from: "2026-02-01", to: "2026-03-01" },
    ],
    ["fr", "lundi–vendredi sauf 1er janvier", { weekdays: WORKDAYS, except: ["2026-01-01"] }],
    ["fr", "sam. du 1 juin au 30 juin", { weekdays: [6], from: "2026-06-01", to: "2026-06-30" }],
  ])("%s: %s", (language, text, days) => {
    const read = textToDays(text, { first_day, count: COUNT }, language);
    if (text.endsWith("bis")) expect(read).toEqual({ ok: false, at: text.length });
    else expect(read).toEqual({ ok: true, bits: bitsOf(days) });
  });

  it.each<[string, number]>([
    ["Mo-Fr whenever", 6],
    ["Mo-Fr, not 31 Feb", 11],
    ["Mo-Fr, not 13 Dec", 11],
    ["", 0],
    ["Mo-", 3],
  ])("that say no days of the period are told where: %s", (text, at) => {
    expect(textToDays(text, { first_day, count: COUNT }, "en")).toEqual({ ok: false, at });
  });

  it("a date that the period has twice needs its year", () => {
    const bits = bitsOf({ weekdays: ALL, except: ["2026-12-25"] }, 400);
    expect(daysToText({ first_day, bits }, "en")).toBe("daily, not 25 Dec 2026");
    const twice = textToDays("daily, not 25 Dec", { first_day, count: 400 }, "en");
    expect(twice).toEqual({ ok: false, at: 11 });
  });
});

describe("usual days", () => {
  it("take one line: weekdays with up to six exceptions, seasons, every second week", () => {
    const days = { weekdays: WORKDAYS, except: [...HOLIDAYS, "2026-05-01"] };
    for (const language of LANGUAGES) {
      expect(daysToText({ first_day, bits: bitsOf(days) }, language).length).toBeLessThan(60);
    }
    const seasons = bitsOf({ weekdays: WORKDAYS, to: "2026-03-27" });
    for (const i of bitsOf({ weekdays: ALL, from: "2026-03-28" }).entries()) {
      if (i[1] === 1) seasons[i[0]] = 1;
    }
    expect(daysToText({ first_day, bits: seasons }, "en")).toBe(
      "Mo–Fr until 20 Mar; 23 Mar–12 Dec",
    );
    const weeks = bitsOf({ weekdays: [5] });
    for (let i = 0; i < COUNT; i++) if (Math.floor((first_day + i + 3) / 7) % 2 === 0) weeks[i] = 0;
    expect(daysToText({ first_day, bits: weeks }, "en")).toMatch(
      /^Fr every 2nd week( from \d+ Dec)?$/,
    );
  });

  it("that have more exceptions than rule are told the other way", () => {
    const few = bitsOf({
      weekdays: [3],
      from: "2026-01-01",
      except: ["2026-01-14"],
      to: "2026-01-21",
    });
    expect(daysToText({ first_day, bits: few }, "en")).toBe("7, 21 Jan");
  });
});
