/**
 * Days in words: the shortest true text that these forms give of a set of days (interface.md 8.4).
 * A text is a list of clauses, separated by semicolons; a train runs on the days of each of them:
 * weekdays, in a range of dates, each week or every second one, without some dates and with some others.
 */
import { DAY_WORDS, type DayLanguage, type DayWords } from "./day_words.ts";
import { dateOf, weekdayOf } from "./operating_days.ts";

/** Days are told by their place in the period. */
interface Clause {
  readonly from: number;
  readonly to: number;
  /** From Monday; none: the clause is its dates alone. */
  readonly weekdays: readonly boolean[];
  /** 2: in the week of `from` and every second one after it. */
  readonly step: 1 | 2;
  readonly except: readonly Range[];
  readonly also: readonly Range[];
  /** About how many signs it takes. */
  readonly cost: number;
}

export type Range = readonly [from: number, to: number];

/** A set of days, one byte for each day of a period that begins on `first_day`. */
export interface DaySet {
  readonly first_day: number;
  readonly bits: Uint8Array;
}

const NO_WEEKDAYS: readonly boolean[] = Array.from({ length: 7 }, () => false);
export const WEEK = 7;
/** Days in the middle of which the weeks change so often have no seasons. */
const SEASONS_MAX = 40;
const BASE_COST = 6;
const BOUND_COST = 9;
const DATE_COST = 6;
const RANGE_COST = 9;

/** The shortest text of them in the language. */
export function daysToText(set: DaySet, language: DayLanguage): string {
  const words = DAY_WORDS[language];
  const { length: count } = set.bits;
  const first = set.bits.indexOf(1);
  if (first < 0) return words.never[0];
  const last = set.bits.lastIndexOf(1);
  const print = new DayPrinter(words, set);
  const texts = [
    splitInSeasons(set),
    ...([1, 2] as const).flatMap((step) => [
      [makeClause(set, [first, last], step)],
      [makeClause(set, [0, count - 1], step, 0)],
    ]),
    [makeClause(set, [first, last], 1, NO_WEEKDAYS)],
  ].map((clauses) => print.print(clauses));
  return texts.reduce((best, text) => (text.length < best.length ? text : best));
}

function weekOf(first_day: number, i: number): number {
  return Math.floor((first_day + i + 3) / WEEK);
}

export function isInStep(first_day: number, from: number, i: number, step: 1 | 2): boolean {
  return step === 1 || (weekOf(first_day, i) - weekOf(first_day, from)) % 2 === 0;
}

/**
 * The clause of the days of a range. Weekdays are those on which it runs more often than not; it then begins and ends
 * on a day on which it runs, unless `bounds` are kept.
 */
function makeClause(
  set: DaySet,
  range: Range,
  step: 1 | 2,
  how: readonly boolean[] | 0 = [],
): Clause {
  const { bits, first_day } = set;
  const [begin, end] = range;
  const weekdayAt = (i: number): number => weekdayOf(first_day + i) - 1;
  let anchor = begin;
  if (how !== 0) while (anchor < end && bits[anchor] !== 1) anchor++;
  const surplus = [0, 0, 0, 0, 0, 0, 0];
  for (let i = begin; i <= end; i++) {
    if (!isInStep(set.first_day, anchor, i, step)) continue;
    const k = weekdayAt(i);
    surplus[k] = (surplus[k] ?? 0) + (bits[i] === 1 ? 1 : -1);
  }
  const weekdays = how === NO_WEEKDAYS ? NO_WEEKDAYS : surplus.map((more) => more > 0);
  const isBase = (i: number): boolean =>
    weekdays[weekdayAt(i)] === true && isInStep(set.first_day, anchor, i, step);
  const isRun = (i: number): boolean => isBase(i) && bits[i] === 1;
  let [from, to] = range;
  if (how !== 0) {
    while (from < to && !isRun(from)) from++;
    while (to > from && !isRun(to)) to--;
    [from, to] = widen(set, [from, to], isBase, step);
  }
  const has_base = weekdays.includes(true);
  const holds = (i: number): boolean => has_base && i >= from && i <= to && isBase(i);
  const except = listRanges(bits, 0, [Math.max(from, begin), Math.min(to, end)], holds);
  const also = listRanges(bits, 1, range, (i) => !holds(i));
  const bounds = (from > 0 ? 1 : 0) + (to < bits.length - 1 ? 1 : 0);
  const cost =
    (has_base ? BASE_COST + step * 2 + bounds * BOUND_COST : 0) + costOf(except) + costOf(also);
  return { from, to, weekdays, step, except, also, cost };
}

function costOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [a, b]) => sum + (a === b ? DATE_COST : RANGE_COST), 0);
}

/** A clause needs no bound where none of its days lies beyond it. */
function widen(
  set: DaySet,
  [from, to]: Range,
  isBase: (i: number) => boolean,
  step: 1 | 2,
): [number, number] {
  let begin = from;
  while (begin > 0 && !isBase(begin - 1)) begin--;
  let end = to;
  while (end < set.bits.length - 1 && !isBase(end + 1)) end++;
  const may_begin = begin === 0 && isInStep(set.first_day, from, 0, step);
  return [may_begin ? 0 : from, end === set.bits.length - 1 ? end : to];
}

/** Days of a range with the bit that are told apart: each range begins and ends with one, and all its days have the bit. */
function listRanges(
  bits: Uint8Array,
  bit: 0 | 1,
  [begin, end]: Range,
  isTold: (i: number) => boolean,
): Range[] {
  const ranges: Range[] = [];
  let open = -1;
  let last = -1;
  for (let i = begin; i <= end + 1; i++) {
    if (i <= end && bits[i] === bit) {
      if (!isTold(i)) continue;
      if (open < 0) open = i;
      last = i;
    } else if (open >= 0) {
      ranges.push([open, last]);
      open = -1;
    }
  }
  return ranges;
}

/** The cheapest list of clauses, one after the other: a season begins where a week is like none of the two before. */
function splitInSeasons(set: DaySet): Clause[] {
  const begins = listSeasons(set);
  const { length: count } = set.bits;
  if (begins.length > SEASONS_MAX) return [cheapest(set, [0, count - 1])];
  const bounds = [...begins, count];
  // cheapest way up to each bound, and the bound before its last clause
  const best: { cost: number; before: number }[] = [{ cost: 0, before: -1 }];
  for (let to = 1; to < bounds.length; to++) {
    let found = { cost: Number.POSITIVE_INFINITY, before: 0 };
    for (let from = 0; from < to; from++) {
      const range = [bounds[from] ?? 0, (bounds[to] ?? 0) - 1] as const;
      const cost = (best[from]?.cost ?? 0) + costOfSeason(set, range);
      if (cost < found.cost) found = { cost, before: from };
    }
    best.push(found);
  }
  const chosen: number[] = [];
  for (let i = bounds.length - 1; i >= 0; i = best[i]?.before ?? -1) chosen.unshift(bounds[i] ?? 0);
  moveBounds(set, chosen);
  return chosen.slice(1).flatMap((end, i) => {
    const range = [chosen[i] ?? 0, end - 1] as const;
    return isEmpty(set, range) ? [] : [cheapest(set, range)];
  });
}

function listSeasons(set: DaySet): number[] {
  const { bits } = set;
  const patterns: { begin: number; text: string }[] = [];
  for (let i = 0; i < bits.length; ) {
    const begin = i;
    const week = weekOf(set.first_day, i);
    while (i < bits.length && weekOf(set.first_day, i) === week) i++;
    patterns.push({ begin, text: bits.subarray(begin, i).join("") });
  }
  return patterns.flatMap(({ begin, text }, i) =>
    i > 0 && (text === patterns[i - 1]?.text || text === patterns[i - 2]?.text) ? [] : [begin],
  );
}

/** Seasons need not begin on a Monday. */
function moveBounds(set: DaySet, bounds: number[]): void {
  for (let i = 1; i + 1 < bounds.length; i++) {
    const [before = 0, at = 0, after = 0] = bounds.slice(i - 1, i + 2);
    let best_cost = Number.POSITIVE_INFINITY;
    for (const shift of [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6]) {
      const moved = at + shift;
      if (moved <= before || moved >= after) continue;
      const cost = costOfSeason(set, [before, moved - 1]) + costOfSeason(set, [moved, after - 1]);
      if (cost >= best_cost) continue;
      best_cost = cost;
      bounds[i] = moved;
    }
  }
}

function isEmpty({ bits }: DaySet, [from, to]: Range): boolean {
  const at = bits.indexOf(1, from);
  return at < 0 || at > to;
}

function costOfSeason(set: DaySet, range: Range): number {
  return isEmpty(set, range) ? 0 : cheapest(set, range).cost;
}

function cheapest(set: DaySet, range: Range): Clause {
  const [weekly, fortnightly] = [makeClause(set, range, 1), makeClause(set, range, 2)];
  const dates = makeClause(set, range, 1, NO_WEEKDAYS);
  const best = fortnightly.cost < weekly.cost ? fortnightly : weekly;
  return dates.cost < best.cost ? dates : best;
}

const DASH = "–";

class DayPrinter {
  readonly #words: DayWords;
  readonly #first_day: number;
  readonly #count: number;
  /** Dates without their years that the period has twice. */
  readonly #twice = new Set<string>();

  constructor(words: DayWords, { first_day, bits }: DaySet) {
    this.#words = words;
    this.#first_day = first_day;
    this.#count = bits.length;
    const seen = new Set<string>();
    for (let i = 0; i < bits.length; i++) {
      const date = dateOf(first_day + i).slice(5);
      if (seen.has(date)) this.#twice.add(date);
      seen.add(date);
    }
  }

  print(clauses: readonly Clause[]): string {
    return clauses.map((clause) => this.#printClause(clause)).join("; ");
  }

  #printClause({ from, to, weekdays, step, except, also }: Clause): string {
    if (!weekdays.includes(true)) return this.#printRanges(also);
    const { every_second_week, not, also: and } = this.#words;
    const parts = [this.#printWeekdays(weekdays)];
    if (step === 2) parts.push(every_second_week[0] ?? "");
    const bounds = this.#printBounds(from, to);
    if (bounds !== "") parts.push(bounds);
    let text = parts.join(" ");
    if (except.length > 0) text += `, ${not[0]} ${this.#printRanges(except)}`;
    if (also.length > 0) text += `, ${and[0]} ${this.#printRanges(also)}`;
    return text;
  }

  #printWeekdays(weekdays: readonly boolean[]): string {
    if (!weekdays.includes(false)) return this.#words.daily[0] ?? "";
    const nameOf = (k: number): string => this.#words.weekdays[k]?.[0] ?? "";
    const texts: string[] = [];
    for (let k = 0; k < WEEK; k++) {
      if (weekdays[k] !== true) continue;
      let end = k;
      while (weekdays[end + 1] === true) end++;
      if (end >= k + 2) {
        texts.push(`${nameOf(k)}${DASH}${nameOf(end)}`);
        k = end;
      } else texts.push(nameOf(k));
    }
    return texts.join(", ");
  }

  #printBounds(from: number, to: number): string {
    const begins_later = from > 0;
    const ends_earlier = to < this.#count - 1;
    if (begins_later && ends_earlier) return this.#printRanges([[from, to]]);
    const { from: since, until } = this.#words;
    if (begins_later) return `${since[0]} ${this.#printDate(from)}`;
    return ends_earlier ? `${until[0]} ${this.#printDate(to)}` : "";
  }

  /** A date leaves out the month that the next one has. */
  #printRanges(ranges: readonly Range[]): string {
    const ends = ranges.flatMap(([from, to]) => (from === to ? [from] : [from, to]));
    let at = 0;
    const next = (): string => {
      const [day = 0, later] = [ends[at], ends[at + 1]];
      at++;
      return this.#printDate(day, later);
    };
    return ranges
      .map(([from, to]) => (from === to ? next() : `${next()}${DASH}${next()}`))
      .join(", ");
  }

  #printDate(i: number, later?: number): string {
    const { after_day, before_month, before_year, months } = this.#words;
    const date = dateOf(this.#first_day + i);
    const day = `${Number(date.slice(8))}${after_day}`;
    if (later !== undefined && dateOf(this.#first_day + later).startsWith(date.slice(0, 8))) {
      return day;
    }
    const month = months[Number(date.slice(5, 7)) - 1]?.[0] ?? "";
    const year = this.#twice.has(date.slice(5)) ? `${before_year}${date.slice(0, 4)}` : "";
    return `${day}${before_month}${month}${year}`;
  }
}
