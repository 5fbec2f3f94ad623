/**
 * Timetables as railML 2.5: places as operation control points, a train and a train part for each train, each on its
 * own day. railML 2 knows no paced trains: each of their trains is one of its own.
 */
import { datetimeMs, printDay } from "../../../src/railway/iso8601.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { escapeXml } from "../read_xml.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import { printPlace, printTrack } from "../timetable/station_names.ts";
import {
  callsOf,
  listOccurrences,
  noteDetails,
  type TimetableForm,
  type TrainForm,
} from "../timetable/timetable_form.ts";

const DAY_MS = 86_400_000;
const DAYS_LATER_MAX = 60;

export function writeRailmlTimetable(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const writer = new RailmlWriter(stations, report);
  for (const train of form.train_schedules) writer.add(train);
  for (const train of form.paced_trains) {
    for (const one of listOccurrences(train)) writer.add(one);
  }
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

  constructor(stations: StationIndex | null, report: ExchangeReport) {
    this.#stations = stations;
    this.#report = report;
  }

  add(train: TrainForm): void {
    const where = { element: "train", id: train.train_name };
    const reason = whyNot(train);
    if (reason !== null) {
      this.#report.note({ severity: "warning", code: "train_left_out", where, message: reason });
      return;
    }
    noteDetails(train, [], { report: this.#report, element: "train" });
    const id = this.#parts.length + 1;
    const start_ms = datetimeMs(train.start_time);
    const day_ms = start_ms - (((start_ms % DAY_MS) + DAY_MS) % DAY_MS);
    const period = idOf(this.#periods, printDay(day_ms), "op");
    const kind =
      train.category !== null && "main_category" in train.category
        ? ` categoryRef="${idOf(this.#categories, train.category.main_category, "cat")}"`
        : "";
    const formation = idOf(this.#formations, train.rolling_stock_name, "f");
    this.#parts.push(
      `<trainPart id="tp${id}"${kind}><formationTT formationRef="${formation}"/>` +
        `<operatingPeriodRef ref="${period}"/><ocpsTT>${this.#printPlaces(train, start_ms - day_ms)}</ocpsTT></trainPart>`,
    );
    this.#trains.push(
      `<train id="t${id}" type="operational" trainNumber="${escapeXml(train.train_name)}">` +
        `<trainPartSequence sequence="1"><trainPartRef ref="tp${id}"/></trainPartSequence></train>`,
    );
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
      '<timetable id="tt">',
      `<operatingPeriods>\n${list(this.#periods, (id, date) => `<operatingPeriod id="${id}" startDate="${date}" endDate="${date}" bitMask="1"/>`)}\n</operatingPeriods>`,
      `<categories>\n${list(this.#categories, (id, code) => `<category id="${id}" code="${code}"/>`)}\n</categories>`,
      `<trainParts>\n${this.#parts.join("\n")}\n</trainParts>`,
      `<trains>\n${this.#trains.join("\n")}\n</trains>`,
      "</timetable>\n</railml>\n",
    ].join("\n");
  }
}

function whyNot(train: TrainForm): string | null {
  const calls = callsOf(train);
  if (calls.length < 2) return "it has only one place";
  const times = calls.flatMap(({ arrival_ms, stop_ms }) =>
    arrival_ms === null ? [] : [arrival_ms, arrival_ms + (stop_ms ?? 0)],
  );
  const follow = times.every((time, i) => i === 0 || time >= (times[i - 1] ?? 0));
  if (!follow) return "its times don't follow each other";
  return Math.max(...times) < DAYS_LATER_MAX * DAY_MS ? null : "it runs for too many days";
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
  const day = Math.floor(at_ms / DAY_MS);
  const time = new Date(at_ms - day * DAY_MS)
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, "");
  return ` ${name}="${time}"${day === 0 ? "" : ` ${name}Day="${day}"`}`;
}
