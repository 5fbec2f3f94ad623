/**
 * Trains with operating days, as they come out of a file: trips that differ by their days alone are one train. A reader
 * tells the days of its file, then each trip with the moments of its starts.
 */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { Period } from "../../../src/railway/days/days.schemas.ts";
import { bitsOfDays, daysFrom } from "../../../src/railway/days/days_of_bits.ts";
import { groupStarts } from "../../../src/railway/days/group_starts.ts";
import { DAY_MS, dateOf, dayOf } from "../../../src/railway/days/operating_days.ts";
import {
  type ClockedCalendar,
  dayAt,
  makeCalendar,
  shownAt,
  timeOfDay,
} from "../../../src/railway/days/period_days.ts";
import { instantOf, readZone, type ZoneClock } from "../../../src/railway/days/zone_times.ts";
import { datetimeMs, durationMs, printDay } from "../../../src/railway/iso8601.ts";
import type { ExchangeReport, ReportPlace } from "../exchange_report.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { PacedForm, TrainForm, TrainTaker } from "./timetable_form.ts";

/** How the days of a file are kept. */
export interface CalendarWish {
  /** Of the timetable that the trains go into; null: it has none, and gets that of the file. */
  readonly period: Period | null;
  /** Days that it does not have are left out, and clocks of another zone converted; else such a file is refused. */
  readonly is_cut: boolean;
  /** Of the file's operating days those that are taken, both inclusive; absent: from its first, to its last. */
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

const PERIOD_DAYS_MAX = 800;
/** With days a service is one of a day, even over midnight. */
const WINDOW_MS_MAX = 48 * 3_600_000;
const VARIANTS_MAX = 1000;

type Form = TrainForm | PacedForm;

/** A train at a start, so that a file's calls are in memory once. */
export type TrainMaker = (start_ms: number) => Form;

interface Opened {
  /** What the file tells. */
  readonly found: Period;
  /** Of the trains, as the file tells it. */
  readonly file: Period;
  readonly calendar: ClockedCalendar;
  /** Of the file's zone. */
  readonly clock: ZoneClock;
}

interface Collected {
  readonly make: TrainMaker;
  readonly start_ms: number;
  readonly day_offset: number;
  readonly bits: Uint8Array;
}

export class DatedTrains {
  readonly #wish: CalendarWish;
  readonly #report: ExchangeReport;
  readonly #collected: Collected[] = [];
  /** By what trains have beside their days. */
  readonly #alike = new Map<string, Collected[]>();
  readonly #singles: Form[] = [];
  readonly #held: Form[] = [];
  #opened: Opened | null = null;

  constructor(wish: CalendarWish, report: ExchangeReport) {
    this.#wish = wish;
    this.#report = report;
  }

  /** Of the timetable, for files that do not tell theirs. */
  get own_period(): Period | null {
    return this.#wish.period;
  }

  /** Only a part of the file's days is taken. */
  get #has_cut(): boolean {
    return this.#wish.first !== undefined || this.#wish.last !== undefined;
  }

  /** What the file tells, also beyond what is taken; null: nothing yet. */
  get found(): Period | null {
    return this.#opened?.found ?? null;
  }

  /** Tells the days of the file; a reader looks for services on those of the answer. */
  open(found: Period): ClockedCalendar {
    const { period: own, is_cut } = this.#wish;
    const file = this.#takePart(found);
    const is_own = own !== null && (is_cut || contains(own, file));
    // Of a file that is refused the trains are not looked at.
    const period = is_own ? own : this.#shorten(file);
    const calendar = makeCalendar(period, []);
    const { time_zone } = file;
    const { clock_from_ms, clock_to_ms } = calendar;
    const is_same = time_zone === period.time_zone;
    const clock = is_same ? calendar.clock : readZone(time_zone, clock_from_ms, clock_to_ms);
    this.#opened = { found, file: own === null || is_cut ? period : file, calendar, clock };
    // Trains mean the same as in the whole file, so they are read on all of its days.
    const is_read_whole = this.#has_cut && countDays(found) <= PERIOD_DAYS_MAX;
    return is_read_whole ? makeCalendar(found, []) : calendar;
  }

  #takePart(found: Period): Period {
    const { first = found.first, last = found.last } = this.#wish;
    if (first > last || first < found.first || last > found.last) {
      const of_file = `${found.first} to ${found.last}`;
      throw new UnreadableSource(`${first} to ${last} is not within the file's days, ${of_file}`);
    }
    return { ...found, first, last };
  }

  /** The same by midnights; a file that tells no zone has that of the timetable, else UTC. */
  openSpan(
    [first, last]: readonly [first: number, last: number],
    zone: string | null,
  ): ClockedCalendar {
    const time_zone = zone ?? this.#wish.period?.time_zone ?? "UTC";
    const period = v.safeParse(Period, {
      first: printDay(first),
      last: printDay(first),
      time_zone,
    });
    if (!period.success) throw new UnreadableSource(`${time_zone}: ${period.issues[0].message}`);
    return this.open({ ...period.output, last: printDay(last) });
  }

  #shorten(file: Period): Period {
    if (countDays(file) <= PERIOD_DAYS_MAX) return file;
    const message = `a period has at most ${PERIOD_DAYS_MAX} days: the later ones are left out`;
    this.#report.note({ severity: "warning", code: "period_cut", where: {}, message });
    return { ...file, last: dateOf(dayOf(file.first) + PERIOD_DAYS_MAX - 1) };
  }

  /** A train that starts so long after midnight by the clock of the file, on operating days. */
  addByClock(
    where: ReportPlace,
    make: TrainMaker,
    { days, after_ms }: { readonly days: readonly number[]; readonly after_ms: number },
  ): void {
    if (this.#opened === null) throw new Error("the days of the file are not told");
    const { clock } = this.#opened;
    const starts = days.map((day) => [day, instantOf(clock, day * DAY_MS + after_ms)] as const);
    this.add(where, make, starts);
  }

  /** A train with the moments of its starts by operating day. */
  add(
    where: ReportPlace,
    make: TrainMaker,
    starts: Iterable<readonly [day: number, start_ms: number]>,
  ): void {
    if (this.#opened === null) throw new Error("the days of the file are not told");
    const { calendar } = this.#opened;
    const all = [...starts];
    const taken = all.filter(([day]) => this.#isTaken(day));
    if (taken.length === 0 && all.length > 0) this.#noteCut(where);
    const { dated, single_ms, outside_count } = groupStarts(taken, calendar);
    if (dated.length + single_ms.length > VARIANTS_MAX) {
      throw new UnreadableSource(`it starts at more than ${VARIANTS_MAX} times of the day`);
    }
    const note = (code: string, message: string, count: number): void => {
      this.#report.note({ severity: "warning", code, where, message }, count);
    };
    note("days_left_out", "days outside the period are left out", outside_count);
    const variant_count = dated.length + single_ms.length - 1;
    const message = "on dates on which clocks are changed it is a train of its own";
    note("clock_change_variant", message, Math.max(0, variant_count));
    for (const { start_ms, day_offset, days } of dated) {
      this.#collect(calendar, { make, start_ms, day_offset, bits: bitsOfDays(days, calendar) });
    }
    for (const start_ms of single_ms) this.#singles.push(make(start_ms));
  }

  #collect(calendar: ClockedCalendar, one: Collected): void {
    const form = one.make(0);
    if ("paced" in form && durationMs(form.paced.time_window) > WINDOW_MS_MAX) {
      throw new UnreadableSource("a service with days repeats for at most 48 hours");
    }
    const text = JSON.stringify([form, timeOfDay(shownAt(calendar, one.start_ms)), one.day_offset]);
    const key = createHash("sha256").update(text).digest("base64");
    const alike = this.#alike.get(key) ?? [];
    const other = alike.find(({ bits }) => bits.every((bit, i) => bit === 0 || one.bits[i] === 0));
    if (other === undefined) {
      this.#alike.set(key, [...alike, one]);
      this.#collected.push(one);
    } else {
      for (const [i, bit] of one.bits.entries()) if (bit === 1) other.bits[i] = 1;
    }
  }

  #isTaken(day: number): boolean {
    if (this.#opened === null || !this.#has_cut) return true;
    const { first, last } = this.#opened.file;
    return day >= dayOf(first) && day <= dayOf(last);
  }

  #noteCut(where: ReportPlace): void {
    const message = "it runs on none of the days that are taken: it is left out";
    this.#report.note({ severity: "warning", code: "train_cut", where, message });
  }

  /**
   * Where trains without days go: those whose date is not taken are left out. A file may tell its days after them, so
   * they wait for the end.
   */
  takeDayless(take: TrainTaker): TrainTaker {
    return this.#has_cut ? (train) => this.#held.push(train) : take;
  }

  /** Gives the trains; returns the period of the file, null: it has told none. */
  finish(take: TrainTaker): Period | null {
    if (this.#opened === null) {
      if (!this.#has_cut) return null;
      throw new UnreadableSource("it has no operating days of which a part could be taken");
    }
    const { calendar, file } = this.#opened;
    for (const train of this.#held) {
      const day = dayAt(calendar, datetimeMs(train.start_time));
      if (train.days === undefined && this.#isTaken(day)) take(train);
      else this.#noteCut({ element: "train", id: train.train_name });
    }
    for (const { make, start_ms, day_offset, bits } of this.#collected) {
      take({ ...make(start_ms), days: daysFrom({ bits, day_offset }, calendar) });
    }
    for (const train of this.#singles) take(train);
    return file;
  }
}

function countDays({ first, last }: Period): number {
  return dayOf(last) - dayOf(first) + 1;
}

function contains(own: Period, file: Period): boolean {
  return own.time_zone === file.time_zone && own.first <= file.first && file.last <= own.last;
}
