/**
 * The operating periods of a railML 2 timetable: a bit for each day from their first one on, or weekdays up to a last
 * day, with services that are added and taken out.
 */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { parseDay } from "../../../src/railway/iso8601.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { UnreadableSource } from "../source_fault.ts";
import { elementsAt, textOf, whereIs, type XmlElement } from "../xml_tree.ts";

const BITS_MAX = 10_000;

/** Whether it runs on a day, which is told by its midnight. */
type Runs = (day: number) => boolean;

interface Period {
  readonly runs: Runs;
  readonly first: number;
  readonly last: number;
}

export class OperatingDays {
  readonly #periods = new Map<string, Period>();

  constructor(root: XmlElement, report: ExchangeReport) {
    const spans = new Map(
      elementsAt(root, "timetable", "timetablePeriods", "timetablePeriod").map((period) => [
        textOf(period, "id"),
        period,
      ]),
    );
    const periods = elementsAt(root, "timetable", "operatingPeriods", "operatingPeriod");
    report.takeEach(periods, whereIs, (period) => {
      const id = textOf(period, "id");
      if (id === null || this.#periods.has(id))
        throw fault(period, "a period has no id of its own");
      const span = spans.get(textOf(period, "timetablePeriodRef"));
      const start =
        textOf(period, "startDate") ?? (span === undefined ? null : textOf(span, "startDate"));
      const end =
        textOf(period, "endDate") ?? (span === undefined ? null : textOf(span, "endDate"));
      this.#periods.set(id, readPeriod(period, start, end));
    });
  }

  /** From the first to the last day of all periods, by their midnights; null: there is none. */
  get span(): readonly [first: number, last: number] | null {
    const periods = [...this.#periods.values()];
    if (periods.length === 0) return null;
    const first = periods.reduce((least, one) => Math.min(least, one.first), Infinity);
    return [first, periods.reduce((most, one) => Math.max(most, one.last), first)];
  }

  /** `day`: its midnight. */
  runs(id: string, day: number, reference: XmlElement): boolean {
    const period = this.#periods.get(id);
    if (period === undefined) {
      throw fault(reference, `there is no operatingPeriod '${id.slice(0, 60)}'`);
    }
    return period.runs(day);
  }
}

function readPeriod(element: XmlElement, start: string | null, end: string | null): Period {
  const bits = textOf(element, "bitMask");
  if (start !== null && bits !== null && /^[01]*$/.test(bits) && bits.length <= BITS_MAX) {
    const first = readDate(element, start);
    const last = first + (bits.length - 1) * DAY_MS;
    return { runs: (day) => bits[(day - first) / DAY_MS] === "1", first, last };
  }
  const weekdays = elementsAt(element, "operatingDay").map((one) => {
    const code = textOf(one, "operatingCode") ?? "";
    if (!/^[01]{7}$/.test(code)) throw fault(one, "an operatingCode needs 7 signs of 0 and 1");
    return { code, ...spanOf(one, start, end) };
  });
  if (bits !== null || weekdays.length === 0) {
    throw fault(
      element,
      "an operating period needs a startDate and a bitMask of 0 and 1, or an operatingDay",
    );
  }
  const services = elementsAt(element, "specialService").map((one) => ({
    is_run: textOf(one, "type") === "include",
    ...spanOf(one, null, null),
  }));
  const spans = [...weekdays, ...services.filter(({ is_run }) => is_run)];
  const runsOn: Runs = (day) => {
    const special = services.findLast(({ runs }) => runs(day));
    // Codes begin with Monday.
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    return special?.is_run ?? weekdays.some(({ code, runs }) => code[weekday] === "1" && runs(day));
  };
  return {
    runs: runsOn,
    first: spans.reduce((least, { first }) => Math.min(least, first), Infinity),
    last: spans.reduce((most, { last }) => Math.max(most, last), -Infinity),
  };
}

/** Days from the first to the last one; those of the element count before what is given. */
function spanOf(element: XmlElement, start: string | null, end: string | null): Period {
  const [from, to] = [textOf(element, "startDate") ?? start, textOf(element, "endDate") ?? end];
  if (from === null || to === null) throw fault(element, "it needs a startDate and an endDate");
  const [first, last] = [readDate(element, from), readDate(element, to)];
  return { runs: (day) => day >= first && day <= last, first, last };
}

function readDate(element: XmlElement, text: string): number {
  const date = parseDay(text);
  if (date !== null) return date;
  throw fault(element, `it is no date: '${text.slice(0, 40)}'`);
}

function fault({ line }: XmlElement, reason: string): UnreadableSource {
  return new UnreadableSource(reason, { line, column: 1 });
}
