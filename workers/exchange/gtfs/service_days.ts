/** On which days the services of a feed run, and when its days begin. */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { parseDay } from "../../../src/railway/iso8601.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { UnreadableSource } from "../source_fault.ts";
import { type DayWindow, daysWithin } from "../timetable/day_window.ts";
import { type GtfsFiles, type GtfsRecord, placeOfRecord } from "./gtfs_files.ts";

/** Of the first day that a feed may have. */
const FIRST_MS = Date.UTC(1900, 0, 1);
const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
const FLAG = [0, 1] as const;

/** Days by their midnight in UTC, whatever the zone of the feed. */
export class ServiceDays {
  readonly #calendar = new Map<
    string,
    { readonly from: number; readonly to: number; readonly days: readonly boolean[] }
  >();
  readonly #added = new Map<string, Set<number>>();
  readonly #removed = new Map<string, Set<number>>();

  constructor({ calendar, calendar_dates }: GtfsFiles, report: ExchangeReport) {
    report.takeEach(calendar, placeOfRecord, (record) => {
      const days = WEEKDAYS.map((day) => record.number(day, FLAG) === 1);
      const [from, to] = [readDate(record, "start_date"), readDate(record, "end_date")];
      this.#calendar.set(record.needed("service_id"), { from, to, days });
    });
    report.takeEach(calendar_dates, placeOfRecord, (record) => {
      const map = record.number("exception_type", [1, 2]) === 1 ? this.#added : this.#removed;
      const id = record.needed("service_id");
      map.set(id, (map.get(id) ?? new Set()).add(readDate(record, "date")));
    });
  }

  /** Between the first and the last day that services may run on; null: there is none. */
  spanOf(service_ids: Iterable<string>): readonly [first: number, last: number] | null {
    let [first, last] = [Infinity, -Infinity];
    for (const id of service_ids) {
      const rule = this.#calendar.get(id);
      const days = [...(this.#added.get(id) ?? []), ...(rule ? [rule.from, rule.to] : [])];
      for (const day of days) [first, last] = [Math.min(first, day), Math.max(last, day)];
    }
    return first <= last ? [first, last] : null;
  }

  list(service_id: string, window: DayWindow): number[] {
    const rule = this.#calendar.get(service_id);
    return daysWithin(window, (day) => {
      const is_ruled =
        rule !== undefined &&
        day >= rule.from &&
        day <= rule.to &&
        (rule.days[new Date(day).getUTCDay()] ?? false);
      const is_added = this.#added.get(service_id)?.has(day) ?? false;
      const is_removed = this.#removed.get(service_id)?.has(day) ?? false;
      return is_added || (is_ruled && !is_removed);
    });
  }
}

function readDate(record: GtfsRecord, column: string): number {
  const date = parseDay(record.needed(column).replace(/^(.{4})(..)(..)$/, "$1-$2-$3"));
  if (date === null || date < FIRST_MS) throw record.fault(column, "is no date as 20260302");
  return date;
}

/** Milliseconds since the epoch at which a day's times count from: twelve hours before noon in the zone. */
export class ZoneDays {
  readonly #format: Intl.DateTimeFormat;
  readonly #known = new Map<number, number>();

  constructor(zone: string) {
    try {
      this.#format = new Intl.DateTimeFormat("en-GB", {
        timeZone: zone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
      });
    } catch {
      throw new UnreadableSource(`there is no time zone '${zone.slice(0, 60)}'`);
    }
  }

  startOf(day: number): number {
    const known = this.#known.get(day);
    if (known !== undefined) return known;
    const noon = day + DAY_MS / 2;
    // Clocks are changed at night: the offset at noon in UTC is that at noon in the zone, but for its far ends.
    const start =
      day - (this.#clockAt(noon - this.#offsetAt(noon)) - (noon - this.#offsetAt(noon)));
    this.#known.set(day, start);
    return start;
  }

  #offsetAt(moment: number): number {
    return this.#clockAt(moment) - moment;
  }

  /** What the clocks show, as if they showed UTC. */
  #clockAt(moment: number): number {
    const parts = new Map(
      this.#format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
    );
    const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"));
  }
}
