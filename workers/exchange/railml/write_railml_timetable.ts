/**
 * Timetables as railML 2.5: places as operation control points, a train and a train part for each train, each on its
 * own day, or on all days of a timetable with a period, by the clock of its zone. railML 2 knows no paced trains: each of
 * their trains is one of its own.
 */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { type ClockedCalendar, makeCalendar } from "../../../src/railway/days/period_days.ts";
import { printDay } from "../../../src/railway/iso8601.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { escapeXml } from "../read_xml.ts";
import { OWN_DETAILS, printOwnFields } from "../timetable/own_fields.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import { printPlace, printTrack } from "../timetable/station_names.ts";
import {
  type Category,
  callsOf,
  noteDetails,
  type TimetableForm,
  type TrainForm,
} from "../timetable/timetable_form.ts";
import {
  listWrittenStarts,
  listWrittenTrains,
  splitTime,
  type WrittenTrain,
  whyNotTimed,
} from "../timetable/written_trains.ts";
import { FIELDS_ATTRIBUTE, OWN_NAMESPACE, ZONE_ATTRIBUTE } from "./railml_zone.ts";

const DAYS = ["days"] as const;
const HELD = [...DAYS, ...OWN_DETAILS] as const;

export function writeRailmlTimetable(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const { period, day_lists = [] } = form;
  const calendar = period === undefined ? null : makeCalendar(period, day_lists);
  const writer = new RailmlWriter(calendar, stations, report);
  for (const one of listWrittenTrains(form)) writer.addDays(one);
  return new TextEncoder().encode(writer.finish());
}

class RailmlWriter {
  readonly #stations: StationIndex | null;
  readonly #report: ExchangeReport;
  /** Ids by what they stand for. */
  readonly #ocps = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #periods = new Map<string, string>();
  readonly #categories = new Map<string, string>();
  readonly #formations = new Map<string, string>();
  readonly #parts: string[] = [];
  readonly #trains: string[] = [];

  readonly #calendar: ClockedCalendar | null;

  constructor(
    calendar: ClockedCalendar | null,
    stations: StationIndex | null,
    report: ExchangeReport,
  ) {
    this.#calendar = calendar;
    this.#stations = stations;
    this.#report = report;
  }

  /** A part for each time of the clock at which the train starts. */
  addDays(one: WrittenTrain): void {
    const { starts, losses } = listWrittenStarts(this.#calendar, one, "train");
    for (const start of starts) this.#add(one.train, start);
    const where = { element: "train", id: one.train.train_name };
    for (const [code, message, count] of losses) {
      this.#report.note({ severity: "warning", code, where, message }, count);
    }
  }

  /** `time_ms`: of its start since the midnights of these days. */
  #add(
    train: TrainForm,
    { time_ms, days }: { readonly time_ms: number; readonly days: readonly number[] },
  ): void {
    const where = { element: "train", id: train.train_name };
    const reason = whyNot(train);
    if (reason !== null) {
      this.#report.note({ severity: "warning", code: "train_left_out", where, message: reason });
      return;
    }
    const fields = printOwnFields(train, isMain);
    const held = fields === null ? DAYS : HELD;
    const own = fields ? ` ${FIELDS_ATTRIBUTE}="${escapeXml(fields)}"` : "";
    noteDetails(train, held, { report: this.#report, element: "train" });
    const id = this.#parts.length + 1;
    const period = idOf(this.#periods, this.#printPeriod(days), "op");
    const kind =
      train.category !== null && "main_category" in train.category
        ? ` categoryRef="${idOf(this.#categories, train.category.main_category, "cat")}"`
        : "";
    const formation = idOf(this.#formations, train.rolling_stock_name, "f");
    this.#parts.push(
      `<trainPart id="tp${id}"${kind}${own}><formationTT formationRef="${formation}"/>` +
        `<operatingPeriodRef ref="${period}"/><ocpsTT>${this.#printPlaces(train, time_ms)}</ocpsTT></trainPart>`,
    );
    this.#trains.push(
      `<train id="t${id}" type="operational" trainNumber="${escapeXml(train.train_name)}">` +
        `<trainPartSequence sequence="1"><trainPartRef ref="tp${id}"/></trainPartSequence></train>`,
    );
  }

  /** One day by itself, else a sign for each day of the period. */
  #printPeriod(days: readonly number[]): string {
    const calendar = this.#calendar;
    const [first = 0] = days;
    if (days.length === 1 || calendar === null) {
      const date = printDay(first * DAY_MS);
      return `startDate="${date}" endDate="${date}" bitMask="1"`;
    }
    const bits = new Uint8Array(calendar.is_day.length);
    for (const day of days) bits[day - calendar.first_day] = 1;
    const { first: from, last: to } = calendar.period;
    return `timetablePeriodRef="ttp" startDate="${from}" endDate="${to}" bitMask="${bits.join("")}"`;
  }

  #printPlaces(train: TrainForm, start_ms: number): string {
    const calls = callsOf(train);
    return calls
      .map(({ location, arrival_ms, stop_ms }, i) => {
        const word = this.#stations?.wordOf(location) ?? printPlace(location);
        const ref = idOf(this.#ocps, word, "ocp");
        this.#names.set(word, this.#stations?.describe(location)?.name ?? word);
        const is_stop = i === 0 || stop_ms !== null;
        const track = printTrack(location);
        const info = track === null ? "" : ` trackInfo="${escapeXml(track)}"`;
        const times =
          arrival_ms === null ? "" : printTimes(start_ms + arrival_ms, i === 0, stop_ms);
        return `<ocpTT sequence="${i + 1}" ocpRef="${ref}" ocpType="${is_stop ? "stop" : "pass"}"${info}>${times}</ocpTT>`;
      })
      .join("");
  }

  #printTimetable(): string[] {
    const own = `xmlns:marey="${OWN_NAMESPACE}"`;
    if (this.#calendar === null) return [`<timetable id="tt" ${own}>`];
    const { first, last, time_zone } = this.#calendar.period;
    const zone = `${own} ${ZONE_ATTRIBUTE}="${escapeXml(time_zone)}"`;
    const dates = `startDate="${first}" endDate="${last}"`;
    return [
      `<timetable id="tt" ${zone}>`,
      `<timetablePeriods><timetablePeriod id="ttp" name="ttp" ${dates}/></timetablePeriods>`,
    ];
  }

  finish(): string {
    const list = (map: ReadonlyMap<string, string>, print: (id: string, text: string) => string) =>
      [...map].map(([text, id]) => print(id, escapeXml(text))).join("\n");
    const ocps = [...this.#ocps].map(([word, id]) => {
      const name = escapeXml(this.#names.get(word) ?? word);
      return `<ocp id="${id}" code="${escapeXml(word)}" name="${name}"/>`;
    });
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<railml xmlns="https://www.railml.org/schemas/2021" version="2.5">',
      `<infrastructure id="is"><operationControlPoints>\n${ocps.join("\n")}\n</operationControlPoints></infrastructure>`,
      `<rollingstock id="rs"><formations>\n${list(this.#formations, (id, name) => `<formation id="${id}" name="${name}"/>`)}\n</formations></rollingstock>`,
      ...this.#printTimetable(),
      `<operatingPeriods>\n${[...this.#periods].map(([days, id]) => `<operatingPeriod id="${id}" ${days}/>`).join("\n")}\n</operatingPeriods>`,
      `<categories>\n${list(this.#categories, (id, code) => `<category id="${id}" code="${code}"/>`)}\n</categories>`,
      `<trainParts>\n${this.#parts.join("\n")}\n</trainParts>`,
      `<trains>\n${this.#trains.join("\n")}\n</trains>`,
      "</timetable>\n</railml>\n",
    ].join("\n");
  }
}

function isMain(category: Category): boolean {
  return category !== null && "main_category" in category;
}

function whyNot(train: TrainForm): string | null {
  const calls = callsOf(train);
  if (calls.length < 2) return "it has only one place";
  const times = calls.flatMap(({ arrival_ms, stop_ms }) =>
    arrival_ms === null ? [] : [arrival_ms, arrival_ms + (stop_ms ?? 0)],
  );
  return whyNotTimed(times);
}

function idOf(map: Map<string, string>, text: string, prefix: string): string {
  const id = map.get(text) ?? `${prefix}${map.size + 1}`;
  map.set(text, id);
  return id;
}

function printTimes(at_ms: number, is_first: boolean, stop_ms: number | null): string {
  const arrival = is_first && stop_ms === null ? "" : printTime("arrival", at_ms);
  const is_over = !is_first && stop_ms === null;
  const departure = is_over ? "" : printTime("departure", at_ms + (stop_ms ?? 0));
  return `<times scope="scheduled"${arrival}${departure}/>`;
}

function printTime(name: string, at_ms: number): string {
  const { days, clock } = splitTime(at_ms);
  return ` ${name}="${clock}"${days === 0 ? "" : ` ${name}Day="${days}"`}`;
}
