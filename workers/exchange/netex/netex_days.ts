/** On which days the journeys of a NeTEx publication run. */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { parseDay } from "../../../src/railway/iso8601.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { faultAt } from "../railml/timed_places.ts";
import { type DayWindow, daysWithin } from "../timetable/day_window.ts";
import { elementsAt, textOf, whereIs, type XmlElement } from "../xml_tree.ts";
import { childText, type NetexObjects, refOf } from "./netex_objects.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const NO_DAY = "its days are";

/** From a first to a last day, on some days of the week. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** As in `Monday Friday`, `Weekdays`, `Weekend`, `Everyday`; empty: all. */
  readonly days: string;
  /** A 0 or 1 for each of its days; null: all. */
  readonly bits: string | null;
  readonly is_available: boolean;
}

export class NetexDays {
  readonly #spans = new Map<string, Span[]>();
  readonly #dated = new Map<string, Set<number>>();
  readonly #objects: NetexObjects;
  readonly #report: ExchangeReport;

  constructor(objects: NetexObjects, report: ExchangeReport) {
    this.#objects = objects;
    this.#report = report;
    report.takeEach(objects.all("DayTypeAssignment"), whereIs, (one) => this.#assign(one));
    report.takeEach(objects.all("AvailabilityCondition"), whereIs, (one) => this.#open(one));
    report.takeEach(objects.all("DatedServiceJourney"), whereIs, (one) => this.#date(one));
  }

  /** From the first to the last day of all day types and dated journeys, by their midnights; null: there is none. */
  get span(): readonly [first: number, last: number] | null {
    let [first, last] = [Infinity, -Infinity];
    const look = (from: number, to: number): void => {
      [first, last] = [Math.min(first, from), Math.max(last, to)];
    };
    for (const spans of this.#spans.values()) for (const { from, to } of spans) look(from, to);
    for (const days of this.#dated.values()) for (const day of days) look(day, day);
    return first <= last ? [first, last] : null;
  }

  /** Days of a journey within a window by their midnight; null: it says none. */
  list(journey: XmlElement, window: DayWindow): readonly number[] | null {
    const dated = this.#dated.get(textOf(journey, "id") ?? "");
    const types = typesOf(journey);
    if (dated === undefined && types.length === 0) return null;
    const spans = types.flatMap((type) => this.#spans.get(type) ?? []);
    return daysWithin(window, (day) => {
      const found = spans.filter((span) => covers(span, day));
      const is_typed = found.length > 0 && found.every(({ is_available }) => is_available);
      return dated?.has(day) === true || is_typed;
    });
  }

  /** Why a journey has no day at all in the delivery; null: it has some, though they may be others than those asked for. */
  whyNone(journey: XmlElement): string | null {
    const types = typesOf(journey);
    if (types.length === 0 || types.some((type) => this.#spans.has(type))) return null;
    const are_here = types.every((type) => this.#objects.has("DayType", type));
    return are_here ? "no day is assigned to its day types" : this.#objects.tellMissing(NO_DAY);
  }

  #assign(assignment: XmlElement): void {
    const type = refOf(assignment, "DayTypeRef");
    if (type === null) {
      this.#leaveOut(assignment, "it names no day type");
      return;
    }
    const day_type = this.#objects.find("DayType", type);
    const days = this.#readWeek(day_type, assignment);
    const is_available = childText(assignment, "isAvailable") !== "false";
    const ref =
      refOf(assignment, "OperatingPeriodRef") ?? refOf(assignment, "UicOperatingPeriodRef");
    const period = this.#objects.find("OperatingPeriod", ref);
    const told = period === undefined ? this.#dayOf(assignment) : this.#readPeriod(period);
    if (told === null) this.#leaveOut(assignment, this.#objects.tellMissing(NO_DAY));
    // A date runs whatever day of the week it is.
    else this.#addSpan(assignment, type, { days, ...told, is_available });
  }

  /** A condition on days of a journey, which no assignment names. */
  #open(condition: XmlElement): void {
    const [day_type] = elementsAt(condition, "dayTypes", "DayType");
    const days = this.#readWeek(day_type, condition);
    const is_available = childText(condition, "IsAvailable") !== "false";
    const id = textOf(condition, "id") ?? "";
    this.#addSpan(condition, id, { ...this.#readPeriod(condition), days, is_available });
  }

  #addSpan(where: XmlElement, type: string, span: Span): void {
    if (span.to < span.from) this.#leaveOut(where, "its period ends before it begins");
    else this.#spans.set(type, [...(this.#spans.get(type) ?? []), span]);
  }

  /** Words for days of the week; empty: all. */
  #readWeek(day_type: XmlElement | undefined, where: XmlElement): string {
    const properties =
      day_type === undefined ? [] : elementsAt(day_type, "properties", "PropertyOfDay");
    const days = properties.map((property) => childText(property, "DaysOfWeek")).join(" ");
    const lost = days.split(/\s+/).find((word) => word !== "" && !isDay(word));
    if (lost !== undefined) this.#leaveOut(where, `'${lost.slice(0, 40)}' is no day of the week`);
    return days;
  }

  /** Of a period of the UIC each day has a bit. */
  #readPeriod(period: XmlElement): Pick<Span, "from" | "to" | "bits"> {
    const [from, to] = [this.#endOf(period, "From"), this.#endOf(period, "To")];
    const bits = childText(period, "ValidDayBits").replaceAll(/\s/g, "");
    if (bits === "") return { from, to, bits: null };
    if (!/^[01]+$/.test(bits)) throw faultAt(period, "ValidDayBits must be of 0 and 1");
    if (bits.length !== (to - from) / DAY_MS + 1) {
      this.#leaveOut(period, "its bits are not one for each day: days without a bit are left out");
    }
    return { from, to, bits };
  }

  /** By its date, or by the operating day that it names. */
  #endOf(period: XmlElement, side: "From" | "To"): number {
    const day = this.#objects.find("OperatingDay", refOf(period, `${side}OperatingDayRef`));
    return day === undefined ? readDay(period, `${side}Date`) : readDay(day, "CalendarDate");
  }

  #dayOf(element: XmlElement): Omit<Span, "is_available"> | null {
    const known = this.#objects.find("OperatingDay", refOf(element, "OperatingDayRef"));
    if (known === undefined && elementsAt(element, "Date").length === 0) return null;
    const day = known === undefined ? readDay(element, "Date") : readDay(known, "CalendarDate");
    return { from: day, to: day, days: "", bits: null };
  }

  #leaveOut(element: XmlElement, message: string): void {
    const where = whereIs(element);
    this.#report.note({ severity: "warning", code: "days_left_out", where, message });
  }

  /** One that is cancelled does not run. */
  #date(dated: XmlElement): void {
    const journey = refOf(dated, "ServiceJourneyRef");
    if (journey === null) {
      this.#leaveOut(dated, "it names no journey");
      return;
    }
    const days = this.#dated.get(journey) ?? new Set<number>();
    this.#dated.set(journey, days);
    const day = this.#dayOf(dated);
    if (day === null) this.#leaveOut(dated, this.#objects.tellMissing(NO_DAY));
    if (!isCancelled(dated) && day !== null) days.add(day.from);
  }
}

export function isCancelled(journey: XmlElement): boolean {
  return /cancel|replaced/i.test(childText(journey, "ServiceAlteration"));
}

/** Ids of its day types, and of conditions on its days. */
function typesOf(journey: XmlElement): readonly string[] {
  const conditions = elementsAt(journey, "validityConditions").flatMap(({ children }) => children);
  return [
    ...elementsAt(journey, "dayTypes", "DayTypeRef").map((one) => textOf(one, "ref") ?? ""),
    ...conditions.flatMap((one) => {
      if (one.name === "AvailabilityConditionRef") return textOf(one, "ref") ?? "";
      return one.name === "AvailabilityCondition" ? (textOf(one, "id") ?? "") : [];
    }),
  ];
}

function isDay(word: string): boolean {
  return WEEKDAYS.includes(word) || /^(everyday|weekdays|weekend)$/i.test(word);
}

function covers({ from, to, days, bits }: Span, day: number): boolean {
  if (day < from || day > to) return false;
  if (bits !== null && bits[(day - from) / DAY_MS] !== "1") return false;
  if (days.trim() === "" || /everyday/i.test(days)) return true;
  const weekday = new Date(day).getUTCDay();
  const is_weekend = weekday === 0 || weekday === 6;
  if (/weekdays/i.test(days) && !is_weekend) return true;
  if (/weekend/i.test(days) && is_weekend) return true;
  return days.split(/\s+/).includes(WEEKDAYS[weekday] ?? "");
}

function readDay(element: XmlElement, name: string): number {
  const text = childText(element, name);
  const day = parseDay(text.replace(/(?<=^.{10})[TZ+-].*$/s, ""));
  if (day !== null) return day;
  throw faultAt(element, `${name} is no date: '${text.slice(0, 40)}'`);
}
