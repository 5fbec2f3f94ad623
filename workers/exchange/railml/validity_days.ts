/**
 * Validities of a railML 3 timetable: a first and a last day, and a bit for each day from the first one on where not
 * all are meant. They stand on the validity itself or on its parts.
 */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { parseDay } from "../../../src/railway/iso8601.ts";
import { type DayWindow, daysWithin } from "../timetable/day_window.ts";
import { elementsAt, textOf, type XmlElement } from "../xml_tree.ts";
import { faultAt } from "./timed_places.ts";

export class ValidityDays {
  readonly #validities: ReadonlyMap<string, XmlElement>;

  constructor(root: XmlElement) {
    this.#validities = new Map(
      elementsAt(root, "timetable", "validities", "validity").map((one) => [
        textOf(one, "id") ?? "",
        one,
      ]),
    );
  }

  /** From the first to the last day of all validities, by their midnights; null: there is none. */
  get span(): readonly [first: number, last: number] | null {
    // A faulty one is told where a variant refers to it.
    const spans = [...this.#validities.values()].flatMap(spansOf).filter(hasDates);
    let [first, last] = [Infinity, -Infinity];
    for (const span of spans) {
      first = Math.min(first, readDate(span, "startDate"));
      last = Math.max(last, lastOf(span));
    }
    return first <= last ? [first, last] : null;
  }

  /** Days of a variant within a window by their midnight; null: it says none. */
  list(variant: XmlElement, window: DayWindow): readonly number[] | null {
    const id = textOf(variant, "validityRef");
    if (id === null) return null;
    const validity = this.#validities.get(id);
    if (validity === undefined) {
      throw faultAt(variant, `there is no validity '${id.slice(0, 60)}'`);
    }
    const spans = spansOf(validity);
    if (spans.length === 0) return null;
    return daysWithin(window, (day) => spans.some((span) => runs(span, day)));
  }
}

function spansOf(validity: XmlElement): XmlElement[] {
  return [validity, ...validity.children].filter((one) => textOf(one, "startDate") !== null);
}

function hasDates(span: XmlElement): boolean {
  const end = textOf(span, "endDate");
  return (
    parseDay(textOf(span, "startDate") ?? "") !== null && (end === null || parseDay(end) !== null)
  );
}

function lastOf(span: XmlElement): number {
  const from = readDate(span, "startDate");
  const bits = textOf(span, "bitMask") ?? textOf(span, "bitmask");
  if (bits !== null) return from + Math.max(0, bits.length - 1) * DAY_MS;
  return textOf(span, "endDate") === null ? from : readDate(span, "endDate");
}

function runs(span: XmlElement, day: number): boolean {
  const from = readDate(span, "startDate");
  const bits = textOf(span, "bitMask") ?? textOf(span, "bitmask");
  if (bits !== null) return bits[(day - from) / DAY_MS] === "1";
  const to = textOf(span, "endDate") === null ? from : readDate(span, "endDate");
  return day >= from && day <= to;
}

function readDate(element: XmlElement, attribute: string): number {
  const text = textOf(element, attribute) ?? "";
  const day = parseDay(text);
  if (day !== null) return day;
  throw faultAt(element, `${attribute} is no date: '${text.slice(0, 40)}'`);
}
