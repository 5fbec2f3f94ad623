/** The operating periods of a railML 2 timetable: a bit for each day from their first one on. */

import { UnreadableSource } from "../source_fault.ts";
import { elementsAt, textOf, type XmlElement } from "../xml_tree.ts";

const DAY_MS = 86_400_000;
const BITS_MAX = 10_000;

interface Period {
  readonly first: number;
  readonly bits: string;
}

export class OperatingDays {
  readonly #periods = new Map<string, Period>();

  constructor(root: XmlElement) {
    const spans = new Map(
      elementsAt(root, "timetable", "timetablePeriods", "timetablePeriod").map((period) => [
        textOf(period, "id"),
        period,
      ]),
    );
    for (const period of elementsAt(root, "timetable", "operatingPeriods", "operatingPeriod")) {
      const id = textOf(period, "id");
      if (id === null || this.#periods.has(id))
        throw fault(period, "a period has no id of its own");
      const span = spans.get(textOf(period, "timetablePeriodRef"));
      const start =
        textOf(period, "startDate") ?? (span === undefined ? null : textOf(span, "startDate"));
      const bits = textOf(period, "bitMask");
      if (start === null || bits === null || !/^[01]*$/.test(bits) || bits.length > BITS_MAX) {
        throw fault(period, "an operating period needs a startDate and a bitMask of 0 and 1");
      }
      this.#periods.set(id, { first: readDate(period, start), bits });
    }
  }

  /** `day`: its midnight. */
  runs(id: string, day: number, reference: XmlElement): boolean {
    const period = this.#periods.get(id);
    if (period === undefined) {
      throw fault(reference, `there is no operatingPeriod '${id.slice(0, 60)}'`);
    }
    return period.bits[(day - period.first) / DAY_MS] === "1";
  }
}

function readDate(element: XmlElement, text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (year !== undefined && new Date(date).getUTCDate() === Number(day)) return date;
  throw fault(element, `startDate is no date: '${text.slice(0, 40)}'`);
}

function fault({ line }: XmlElement, reason: string): UnreadableSource {
  return new UnreadableSource(reason, { line, column: 1 });
}
