/**
 * Timetables of jTrainGraph and FPLedit: trains of a line with a time for each of its stations (`ti` in their order, `ta`
 * against it), or of a network with those of their way (`tr`), on days of the week. Times have no zone: they are taken for
 * UTC, or for those of the timetable's period.
 */

import { DAY_MS, weekdayOf } from "../../../src/railway/days/operating_days.ts";
import { type ClockedCalendar, timeOfDay } from "../../../src/railway/days/period_days.ts";
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import type { ExchangeReport, Severity } from "../exchange_report.ts";
import { faultAt } from "../railml/timed_places.ts";
import { readXml } from "../read_xml.ts";
import { daysWithin, windowOf } from "../timetable/day_window.ts";
import { findStation } from "../timetable/station_index.ts";
import { withTrack } from "../timetable/station_names.ts";
import {
  type Call,
  makeTrain,
  type TrainForm,
  type TrainHead,
  type TrainTaker,
} from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import { elementsAt, textOf, whereIs, type XmlElement } from "../xml_tree.ts";

const ROOT = "jTrainGraph_timetable";
/** Of the versions before 2010. */
const OLD_ROOT = "fahrplandaten";
const TRAINS = ["ti", "ta", "tr"] as const;
/** What no reader asks for: how a plan is printed. */
const SKIPPED: ReadonlySet<string> = new Set(["afpl_attrs", "bfpl_attrs", "kfpl_attrs"]);
const TRAINS_MAX = 1_000_000;
const CALLS_MAX = 10_000;
/** A train that is longer under way has times in a wrong order. */
const RUN_MS_MAX = DAY_MS;

export function readFpl(source: ReadSource, report: ExchangeReport, take: TrainTaker): void {
  const root = readXml(source.bytes, { skipped: SKIPPED });
  if (root.name === OLD_ROOT) {
    throw faultAt(root, "it is of an old version: save it again with a newer program");
  }
  if (root.name !== ROOT)
    throw faultAt(root, `its root must be ${ROOT}, not ${root.name.slice(0, 40)}`);
  const reader = new FplReader(root, source, report);
  const trains = TRAINS.flatMap((name) => elementsAt(root, "trains", name));
  if (trains.length === 0) reader.note(root, ["warning", "no_trains"], "it has no trains");
  for (const element of trains) {
    for (const train of report.attempt(whereIs(element), () => reader.readTrain(element))) {
      take(train);
    }
  }
}

/** What a train tells of one of its places; milliseconds since midnight. */
interface Told {
  readonly element: XmlElement;
  readonly station: XmlElement;
  readonly arrival: number | null;
  readonly departure: number | null;
}

class FplReader {
  readonly #source: ReadSource;
  readonly #report: ExchangeReport;
  /** In the order of the line. */
  readonly #stations: readonly XmlElement[];
  /** Of a network. */
  readonly #byId: ReadonlyMap<string, XmlElement>;
  readonly #calendar: ClockedCalendar | null;
  #nTrains = 0;

  constructor(root: XmlElement, source: ReadSource, report: ExchangeReport) {
    this.#source = source;
    this.#report = report;
    this.#stations = elementsAt(root, "stations", "sta");
    this.#byId = new Map(this.#stations.map((one) => [textOf(one, "fpl-id") ?? "", one]));
    const period = source.dated?.own_period ?? null;
    this.#calendar = period === null ? null : (source.dated?.open(period) ?? null);
    if (source.dated !== null && period === null) {
      const message = "the timetable has no period: trains run on the days that are asked for";
      report.note({ severity: "warning", code: "period_missing", where: {}, message });
    }
    for (const transition of elementsAt(root, "transitions", "tra")) {
      this.note(
        transition,
        ["info", "transitions_left_out"],
        "what a train goes on as is left out",
      );
    }
    for (const vehicles of elementsAt(root, "vehicles")) {
      for (const vehicle of vehicles.children) {
        this.note(vehicle, ["info", "vehicles_left_out"], "vehicles are left out");
      }
    }
  }

  readTrain(train: XmlElement): TrainForm[] {
    const told = this.#listTold(train);
    if (told.length < 2) {
      // The editor makes trains that repeat another one from it, and jTrainGraph writes their times.
      const is_link = textOf(train, "islink") === "true";
      throw faultAt(
        train,
        is_link ? "a linked train has no times" : "it has times at fewer than two stations",
      );
    }
    if (told.length > CALLS_MAX) throw faultAt(train, `it has ${told.length} places`);
    const { begin_ms, calls } = this.#listCalls(train, told);
    const head = this.#headOf(train);
    const make = (start_ms: number): TrainForm => makeTrain({ ...head, start_ms }, calls);
    const days = this.#listDays(train);
    if (days.length === 0) {
      const message = "it does not run in the window: tell another start and window";
      this.note(train, ["warning", "train_not_in_window"], message);
      return [];
    }
    if (this.#calendar !== null) {
      const own = { days: days.map((day) => day / DAY_MS), after_ms: begin_ms };
      this.#source.dated?.addByClock(whereIs(train), make, own);
      return [];
    }
    if ((this.#nTrains += days.length) > TRAINS_MAX) {
      throw faultAt(train, `more than ${TRAINS_MAX} trains in this window`);
    }
    return days.map((day) => make(day + begin_ms));
  }

  /** In the order of its run, from its first to its last time. */
  #listTold(train: XmlElement): Told[] {
    const times = elementsAt(train, "t");
    const all = times.map((element, i): Told => {
      const id = textOf(element, "fpl-id");
      const station = train.name === "tr" ? this.#byId.get(id ?? "") : this.#stations[i];
      if (station === undefined) {
        throw faultAt(
          element,
          id === null
            ? "it has more times than stations"
            : `there is no station '${id.slice(0, 40)}'`,
        );
      }
      return {
        element,
        station,
        arrival: readClockOf(element, "a"),
        departure: readClockOf(element, "d"),
      };
    });
    if (train.name === "ta") all.reverse();
    const is_timed = ({ arrival, departure }: Told): boolean =>
      arrival !== null || departure !== null;
    const first = all.findIndex(is_timed);
    return first < 0 ? [] : all.slice(first, all.findLastIndex(is_timed) + 1);
  }

  /** A time that is earlier than the one before is on the next day. */
  #listCalls(
    train: XmlElement,
    told: readonly Told[],
  ): { readonly begin_ms: number; readonly calls: Call[] } {
    const [first] = told;
    const begin_ms = first?.arrival ?? first?.departure ?? 0;
    let now_ms = begin_ms;
    const next = (clock_ms: number | null): number | null => {
      if (clock_ms === null) return null;
      now_ms += timeOfDay(clock_ms - now_ms);
      if (now_ms - begin_ms > RUN_MS_MAX) throw faultAt(train, "its times are in a wrong order");
      return now_ms;
    };
    const calls = told.map((one, i): Call => {
      const [arrival, departure] = [next(one.arrival), next(one.departure)];
      const location = this.#locate(one);
      const at = arrival ?? departure;
      const stop_ms = arrival === null || departure === null ? null : departure - arrival;
      if (i === 0) return { location, arrival_ms: 0, stop_ms: stop_ms === 0 ? null : stop_ms };
      const is_end = i === told.length - 1;
      return {
        location,
        arrival_ms: at === null ? null : at - begin_ms,
        stop_ms: stop_ms ?? (is_end ? 0 : null),
      };
    });
    return { begin_ms, calls };
  }

  #locate({ element, station }: Told): Location {
    const name = (textOf(station, "name") ?? "").trim();
    const { stations } = this.#source;
    const context = { report: this.#report, line: element.line, element: "sta" };
    const location = findStation(
      [name].filter((word) => word !== ""),
      stations,
      context,
    );
    const track = textOf(element, "at") || textOf(element, "dt") || "";
    if (track === "" || stations === null) return location;
    if (stations.hasTrack(location, track)) return withTrack(location, track);
    if (stations.describe(location) !== null) {
      const message = "the network has no track of this name there: any track is taken";
      this.note(element, ["info", "platform_left_out"], message);
    }
    return location;
  }

  #headOf(train: XmlElement): Omit<TrainHead, "start_ms"> {
    const [engine, comment] = ["fpl-tfz", "cm"].map((name) => textOf(train, name) ?? "");
    const own = this.#source.rolling_stock_name;
    return {
      train_name: textOf(train, "name") || textOf(train, "id") || "",
      rolling_stock_name: own === "" ? (engine ?? "") : own,
      labels: [own === "" ? "" : engine, comment].filter(
        (label) => label !== undefined && label !== "",
      ) as string[],
    };
  }

  /** Those of the period or of the window, by their midnights, on which it runs. */
  #listDays(train: XmlElement): number[] {
    const week = textOf(train, "d") ?? "1111111";
    if (!/^[01]{7}$/.test(week)) throw faultAt(train, "its days must be seven times 0 or 1");
    const runsOn = (day_ms: number): boolean => week[weekdayOf(day_ms / DAY_MS) - 1] === "1";
    const calendar = this.#calendar;
    return daysWithin(calendar === null ? this.#source : windowOf(calendar), runsOn);
  }

  note(element: XmlElement, [severity, code]: readonly [Severity, string], message: string): void {
    this.#report.note({ severity, code, where: whereIs(element), message });
  }
}

/**
 * Milliseconds since midnight; null: it is empty. Hours and minutes may have one digit, hours of linked trains count on
 * over midnight; seconds may be told, or parts of a minute behind a comma.
 */
function readClockOf(element: XmlElement, name: "a" | "d"): number | null {
  const text = textOf(element, name) ?? "";
  if (text === "") return null;
  const [, hours, minutes, seconds = "0", part = "0"] =
    /^(\d{1,2}):([0-5]?\d)(?::([0-5]?\d(?:\.\d{1,3})?)|,(\d{1,3}))?$/.exec(text) ?? [];
  if (hours === undefined) {
    throw faultAt(element, `${name} is no time: '${text.slice(0, 40)}'`);
  }
  const whole_minutes = Number(hours) * 60 + Number(minutes);
  return Math.round((whole_minutes + Number(`0.${part}`)) * 60_000 + Number(seconds) * 1000);
}
