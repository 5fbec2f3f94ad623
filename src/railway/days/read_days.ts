/** Reads days in words, as they are printed (days_text.ts) and as planners type them. */
import { DAY_WORDS, type DayLanguage, type DayWords } from "./day_words.ts";
import { isInStep, type Range, WEEK } from "./days_text.ts";
import { dateOf, dayOf, weekdayOf } from "./operating_days.ts";

export type ReadDays =
  | { readonly ok: true; readonly bits: Uint8Array }
  /** The sign from which on it was not understood, or names no single day of the period. */
  | { readonly ok: false; readonly at: number };

/** Reads a text in the language: as it is printed, with whole names too, and dates in figures. */
export function textToDays(
  text: string,
  { first_day, count }: { readonly first_day: number; readonly count: number },
  language: DayLanguage,
): ReadDays {
  const reader = new DayReader(text, { first_day, count }, DAY_WORDS[language]);
  try {
    return { ok: true, bits: reader.readText() };
  } catch (error) {
    if (error instanceof NotUnderstood) return { ok: false, at: error.at };
    throw error;
  }
}

class NotUnderstood extends Error {
  readonly at: number;

  constructor(at: number) {
    super();
    this.at = at;
  }
}

/** A date as it is written. */
interface Written {
  readonly at: number;
  readonly day: number;
  readonly month?: number;
  readonly year?: number;
}

type Item = readonly Written[] | { readonly weekdays: ReadonlySet<number> };

const ISO = /(\d{4})-(\d\d)-(\d\d)/y;
const FIGURES = /(\d{1,2})\. *(\d{1,2})\.?(?: *(\d{4}))?(?!\d)/y;
const DAY = /(\d{1,2})(?:\.|er|st|nd|rd|th)?(?!\d)/y;
const YEAR = / *(\d{4})(?!\d|-\d\d-\d)/y;
const LETTER = /\p{L}/u;

class DayReader {
  readonly #text: string;
  readonly #first_day: number;
  readonly #count: number;
  readonly #words: DayWords;
  #at = 0;

  constructor(
    text: string,
    { first_day, count }: { readonly first_day: number; readonly count: number },
    words: DayWords,
  ) {
    // sign by sign, so that places stay those of the given text
    this.#text = Array.from(text, (sign) => {
      const small = sign.toLowerCase();
      return /[-–—−]/.test(sign)
        ? "-"
        : /\s/.test(sign)
          ? " "
          : sign === "’"
            ? "'"
            : small.length === sign.length
              ? small
              : sign;
    }).join("");
    this.#first_day = first_day;
    this.#count = count;
    this.#words = words;
  }

  readText(): Uint8Array {
    const bits = new Uint8Array(this.#count);
    if (this.#takeWord(this.#words.never)) return this.#end(bits);
    do {
      for (const i of this.#readClause()) bits[i] = 1;
    } while (this.#take(";"));
    return this.#end(bits);
  }

  #end(bits: Uint8Array): Uint8Array {
    this.#skip();
    if (this.#at < this.#text.length) throw new NotUnderstood(this.#at);
    return bits;
  }

  /** Its days. */
  #readClause(): ReadonlySet<number> {
    const { daily, every_second_week, not, also } = this.#words;
    const running = new Set<number>();
    const all = [0, 1, 2, 3, 4, 5, 6];
    const weekdays = this.#takeWord(daily) ? new Set(all) : this.#readWeekdays();
    let bounds: Range = [0, this.#count - 1];
    if (weekdays !== null) {
      const step = this.#takeWord(every_second_week) ? 2 : 1;
      bounds = this.#readBounds();
      for (let i = bounds[0]; i <= bounds[1]; i++) {
        if (weekdays.has(this.#weekdayAt(i)) && isInStep(this.#first_day, bounds[0], i, step))
          running.add(i);
      }
    } else if (!this.#startsWord(also)) {
      for (const i of this.#readItems(bounds)) running.add(i);
    }
    this.#takeBefore(",", not);
    if (this.#takeWord(not)) for (const i of this.#readItems(bounds)) running.delete(i);
    this.#takeBefore(",", also);
    if (this.#takeWord(also)) for (const i of this.#readItems(bounds)) running.add(i);
    return running;
  }

  #weekdayAt(i: number): number {
    return weekdayOf(this.#first_day + i) - 1;
  }

  /** Null: there are none. */
  #readWeekdays(): Set<number> | null {
    const found = new Set<number>();
    for (;;) {
      const before = this.#at;
      if (found.size > 0) this.#take(",");
      const from = this.#takeOneOf(this.#words.weekdays);
      if (from < 0) {
        this.#at = before;
        return found.size > 0 ? found : null;
      }
      const to = this.#take("-") ? this.#takeOneOf(this.#words.weekdays) : from;
      if (to < 0) throw new NotUnderstood(this.#at);
      for (let k = from; ; k = (k + 1) % WEEK) {
        found.add(k);
        if (k === to) break;
      }
    }
  }

  #readBounds(): Range {
    const { from, until } = this.#words;
    const ends: Written[] = [];
    const last = this.#count - 1;
    if (this.#takeWord(from)) {
      ends.push(this.#readDate());
      if (this.#takeWord(until) || this.#take("-")) ends.push(this.#readDate());
      const [begin = 0, end = last] = this.#resolve(ends);
      return [begin, end];
    }
    if (this.#takeWord(until)) return [0, this.#resolve([this.#readDate()])[0] ?? last];
    if (!this.#startsFigure()) return [0, last];
    ends.push(this.#readDate());
    if (!this.#take("-") && !this.#takeWord(until)) throw new NotUnderstood(this.#at);
    ends.push(this.#readDate());
    const [begin = 0, end = last] = this.#resolve(ends);
    return [begin, end];
  }

  /** Days of dates, ranges and weekdays; the latter within bounds. */
  #readItems(bounds: Range): number[] {
    const items: Item[] = [];
    for (;;) {
      const weekdays = this.#readWeekdays();
      if (weekdays !== null) items.push({ weekdays });
      else {
        const date = this.#readDate();
        items.push(this.#take("-") ? [date, this.#readDate()] : [date]);
      }
      const before = this.#at;
      if (!this.#take(",")) break;
      if (this.#startsFigure() || this.#readWeekdaysAhead()) continue;
      this.#at = before;
      break;
    }
    const ends = this.#resolve(items.flatMap((item) => ("weekdays" in item ? [] : item)));
    let next = 0;
    return items.flatMap((item) => {
      if ("weekdays" in item) {
        return listDays(bounds).filter((i) => item.weekdays.has(this.#weekdayAt(i)));
      }
      const from = ends[next++] ?? 0;
      return item.length === 1 ? [from] : listDays([from, ends[next++] ?? 0]);
    });
  }

  #readWeekdaysAhead(): boolean {
    const before = this.#at;
    const is_there = this.#takeOneOf(this.#words.weekdays) >= 0;
    this.#at = before;
    return is_there;
  }

  #readDate(): Written {
    this.#skip();
    const at = this.#at;
    const iso = this.#match(ISO);
    if (iso !== null)
      return { at, year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
    const figures = this.#match(FIGURES);
    if (figures !== null) {
      const date = { at, day: Number(figures[1]), month: Number(figures[2]) };
      return figures[3] === undefined ? date : { ...date, year: Number(figures[3]) };
    }
    const day = this.#match(DAY);
    if (day === null) throw new NotUnderstood(at);
    const month = this.#takeOneOf(this.#words.months);
    if (month < 0) return { at, day: Number(day[1]) };
    const year = this.#match(YEAR);
    const date = { at, day: Number(day[1]), month: month + 1 };
    return year === null ? date : { ...date, year: Number(year[1]) };
  }

  /** Places in the period; a date without a month has that of the next one. */
  #resolve(dates: readonly Written[]): number[] {
    const places: number[] = [];
    let later: { year: number; month: number } | null = null;
    for (const { at, day, month, year } of dates.toReversed()) {
      const found: string[] =
        month !== undefined
          ? this.#findDates(day, month, year)
          : later === null
            ? []
            : this.#findDates(day, later.month, later.year);
      const [date] = found;
      if (date === undefined || found.length > 1) throw new NotUnderstood(at);
      later = { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
      places.unshift(dayOf(date) - this.#first_day);
    }
    return places;
  }

  /** The dates of the period. */
  #findDates(day: number, month: number, year?: number): string[] {
    const first_year = Number(dateOf(this.#first_day).slice(0, 4));
    const last_year = Number(dateOf(this.#first_day + this.#count - 1).slice(0, 4));
    const dates: string[] = [];
    for (let y = first_year; y <= last_year; y++) {
      if (year !== undefined && y !== year) continue;
      const number = Date.UTC(y, month - 1, day) / 86_400_000;
      const date = dateOf(number);
      const is_date = Number(date.slice(8)) === day && Number(date.slice(5, 7)) === month;
      const i = number - this.#first_day;
      if (is_date && i >= 0 && i < this.#count) dates.push(date);
    }
    return dates;
  }

  #skip(): void {
    while (this.#text[this.#at] === " ") this.#at++;
  }

  #take(sign: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  /** Takes a comma only before one of the words. */
  #takeBefore(sign: string, words: readonly string[]): void {
    const before = this.#at;
    if (this.#take(sign) && !this.#startsWord(words)) this.#at = before;
  }

  #startsFigure(): boolean {
    this.#skip();
    return /\d/.test(this.#text[this.#at] ?? "");
  }

  #startsWord(words: readonly string[]): boolean {
    const before = this.#at;
    const is_there = this.#takeWord(words);
    this.#at = before;
    return is_there;
  }

  #takeWord(words: readonly string[]): boolean {
    return this.#takeOneOf([words]) === 0;
  }

  /** The index of the list that has the next word, the longest that fits; -1: none. */
  #takeOneOf(lists: readonly (readonly string[])[]): number {
    this.#skip();
    let found = -1;
    let length = 0;
    for (const [i, words] of lists.entries()) {
      for (const word of words) {
        const end = this.#at + word.length;
        if (word.length <= length || !this.#text.startsWith(word.toLowerCase(), this.#at)) continue;
        if (LETTER.test(word.at(-1) ?? "") && LETTER.test(this.#text[end] ?? "")) continue;
        found = i;
        length = word.length;
      }
    }
    this.#at += length;
    if (found >= 0 && this.#text[this.#at] === "." && length <= SHORT_MAX) this.#at++;
    return found;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

/** Names of at most so many letters may have a full stop. */
const SHORT_MAX = 5;

function listDays([from, to]: Range): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
