/**
 * Timetables of railML 2 (those of railML 3: `read_railml3_timetable.ts`): each train of parts that follow each other, on
 * each day of its operating period within the window that is asked for, or as trains with days. Times have no zone there:
 * they are taken for UTC, or for those of the timetable's period.
 */

import type { Calendar } from "../../../src/railway/days/operating_days.ts";
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import type { ClockedCalendar } from "../../../src/railway/days/period_days.ts";
import { MAIN_CATEGORIES } from "../../../src/railway/train_defaults.ts";
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import { unpackXml } from "../archive.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { readXml } from "../read_xml.ts";
import { daysWithin, midnightOf } from "../timetable/day_window.ts";
import { makeOwnTrain, type OwnFields, readOwnFields } from "../timetable/own_fields.ts";
import { findStation } from "../timetable/station_index.ts";
import { withTrack } from "../timetable/station_names.ts";
import {
  type Category,
  type TrainForm,
  type TrainHead,
  type TrainTaker,
} from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import { byId, elementsAt, numberOf, textOf, whereIs, type XmlElement } from "../xml_tree.ts";
import { OperatingDays } from "./operating_days.ts";
import { FIELDS_ATTRIBUTE, ZONE_ATTRIBUTE } from "./railml_zone.ts";
import { readRailml3Timetable } from "./read_railml3_timetable.ts";
import { callsOfPlaces, faultAt, readClock, type TimedPlace } from "./timed_places.ts";

const TRAINS_MAX = 1_000_000;
const CALLS_MAX = 10_000;
const COMBINATIONS_MAX = 1000;
/** What no reader of a timetable asks for. */
const SKIPPED: ReadonlySet<string> = new Set(["tracks", "trackGroups", "vehicles", "rosterings"]);

export function readRailmlTimetable(
  source: ReadSource,
  report: ExchangeReport,
  take: TrainTaker,
): void {
  const root = readXml(unpackXml(source.bytes), { skipped: SKIPPED });
  if (root.name.toLowerCase() !== "railml")
    throw faultAt(root, `it is no railML but '${root.name.slice(0, 40)}'`);
  const version = textOf(root, "version") ?? "2";
  if (/^3\.[2-9]/.test(version)) return readRailml3Timetable(root, { source, report, take });
  if (!/^2(\.|$)/.test(version)) {
    const known = "2.x and 3.2 and later are";
    throw faultAt(root, `timetables of railML ${version.slice(0, 10)} are not supported, ${known}`);
  }
  const reader = new RailmlTimetable(root, source, report);
  const trains = [...byId(elementsAt(root, "timetable", "trains", "train"), report).values()];
  const parts = [...reader.parts.values()];
  if (elementsAt(root, "timetable").length === 0) throw faultAt(root, "it has no timetable");
  // A file may hold parts alone.
  const listed = trains.length > 0 ? chooseTrains(trains) : parts;
  for (const element of listed) {
    for (const train of report.attempt(whereIs(element), () => reader.readTrain(element)))
      take(train);
  }
  if (trains.length > 0) reader.noteUnused(trains, parts);
}

/** Operational trains; a file may say the same again as commercial ones. */
function chooseTrains(trains: readonly XmlElement[]): readonly XmlElement[] {
  const operational = trains.filter((train) => textOf(train, "type") !== "commercial");
  return operational.length > 0 ? operational : trains;
}

class RailmlTimetable {
  readonly #source: ReadSource;
  readonly #report: ExchangeReport;
  readonly #ocps: ReadonlyMap<string, XmlElement>;
  readonly parts: ReadonlyMap<string, XmlElement>;
  readonly #categories: ReadonlyMap<string, XmlElement>;
  readonly #formations: ReadonlyMap<string, XmlElement>;
  readonly #days: OperatingDays;
  /** Of the days that are kept. */
  readonly #calendar: ClockedCalendar | null;
  #nTrains = 0;

  constructor(root: XmlElement, source: ReadSource, report: ExchangeReport) {
    this.#source = source;
    this.#report = report;
    this.#ocps = byId(elementsAt(root, "infrastructure", "operationControlPoints", "ocp"), report);
    this.parts = byId(elementsAt(root, "timetable", "trainParts", "trainPart"), report);
    this.#categories = byId(elementsAt(root, "timetable", "categories", "category"), report);
    this.#formations = byId(elementsAt(root, "rollingstock", "formations", "formation"), report);
    this.#days = new OperatingDays(root, report);
    const { span } = this.#days;
    const zone = textOf(elementsAt(root, "timetable")[0] ?? root, ZONE_ATTRIBUTE);
    this.#calendar = span === null ? null : (source.dated?.openSpan(span, zone) ?? null);
  }

  readTrain(element: XmlElement): TrainForm[] {
    const listed = element.name === "trainPart" ? [element] : this.#listParts(element);
    const parts = listed.filter((part) => textOf(part, "processStatus") !== "cancelled");
    if (parts.length < listed.length) {
      const message = "what is cancelled does not run";
      this.#note("part_left_out", element, message, "warning");
      if (parts.length === 0) return [];
    }
    const [first] = parts;
    if (first === undefined) throw faultAt(element, "a train has no part");
    const places = this.#joinParts(parts);
    if (places.length < 2 || places.length > CALLS_MAX) {
      throw faultAt(element, `a train has ${places.length} places`);
    }
    const [begin] = places;
    const start_ms = begin?.departure_ms ?? begin?.arrival_ms ?? null;
    if (start_ms === null) throw faultAt(first, "the first place of a train has no time");
    const calls = callsOfPlaces(places, begin?.arrival_ms ?? start_ms);
    if (this.#calendar !== null) {
      this.#keepDays(element, parts, this.#calendar);
      return [];
    }
    const days = this.#listDays(first);
    if ((this.#nTrains += days.length) > TRAINS_MAX) {
      throw faultAt(element, `more than ${TRAINS_MAX} trains in this window`);
    }
    const head = this.#headOf(element, first);
    const begin_ms = begin?.arrival_ms ?? start_ms;
    return days.map((day) =>
      makeOwnTrain({ ...head, start_ms: day + begin_ms }, calls, first.line),
    );
  }

  #headOf(element: XmlElement, part: XmlElement): Omit<TrainHead, "start_ms"> & OwnFields {
    const category = this.#category(part);
    const fields = textOf(part, FIELDS_ATTRIBUTE);
    return {
      ...(fields === null ? {} : readOwnFields(fields, part.line)),
      train_name:
        textOf(element, "trainNumber") ?? textOf(element, "name") ?? textOf(element, "id") ?? "",
      rolling_stock_name: this.#stock(part),
      ...(category !== null && { category }),
    };
  }

  /** Of parts with different days those that follow each other on a day are a train: one for each combination. */
  #keepDays(element: XmlElement, parts: readonly XmlElement[], calendar: ClockedCalendar): void {
    const placed = this.#placeParts(parts);
    const combinations = new Map<string, { readonly runs: boolean[]; readonly days: number[] }>();
    const before = Math.ceil((placed.at(-1)?.midnight_ms ?? 0) / DAY_MS);
    const end = calendar.first_day + calendar.is_day.length;
    for (let day = calendar.first_day - before; day < end; day++) {
      const runs = placed.map((one) => this.#runsOn(one, day, calendar));
      if (!runs.includes(true)) continue;
      if (day < calendar.first_day) {
        const message = "a part runs after midnight on the first day of the period: it is left out";
        this.#note("days_left_out", element, message, "warning");
        continue;
      }
      const key = runs.join();
      const known = combinations.get(key);
      if (known === undefined) combinations.set(key, { runs, days: [day] });
      else known.days.push(day);
      if (combinations.size > COMBINATIONS_MAX) {
        throw faultAt(element, `its parts run in more than ${COMBINATIONS_MAX} combinations`);
      }
    }
    if (combinations.size === 0) {
      const message = "it does not run in the period";
      this.#note("train_not_in_window", element, message, "warning");
    }
    for (const { runs, days } of combinations.values()) {
      for (const run of listRunningParts(placed, runs)) this.#keepTrain(element, run, days);
    }
  }

  #keepTrain(element: XmlElement, parts: readonly PlacedPart[], days: readonly number[]): void {
    const [first] = parts;
    const places = joinPlaces(parts);
    const [begin] = places;
    const begin_ms = begin?.arrival_ms ?? begin?.departure_ms ?? null;
    if (first === undefined || begin_ms === null) {
      throw faultAt(first?.part ?? element, "the first place of a train has no time");
    }
    const calls = callsOfPlaces(places, begin_ms);
    const head = this.#headOf(element, first.part);
    const make = (start_ms: number): TrainForm =>
      makeOwnTrain({ ...head, start_ms }, calls, first.part.line);
    // A fault is told here, where it is this train's.
    make(0);
    this.#source.dated?.addByClock(whereIs(element), make, { days, after_ms: begin_ms });
  }

  /** A part counts its days from its own midnight. */
  #runsOn({ part, period, midnight_ms }: PlacedPart, day: number, calendar: Calendar): boolean {
    if (period === null) return day === calendar.first_day;
    return this.#days.runs(period, day * DAY_MS + midnight_ms, part);
  }

  noteUnused(trains: readonly XmlElement[], parts: readonly XmlElement[]): void {
    const used = new Set(
      trains.flatMap((train) =>
        elementsAt(train, "trainPartSequence", "trainPartRef").map((one) => textOf(one, "ref")),
      ),
    );
    for (const part of parts) {
      if (used.has(textOf(part, "id"))) continue;
      this.#note("part_left_out", part, "no train has this part: it is left out", "warning");
    }
  }

  #listParts(train: XmlElement): XmlElement[] {
    const sequences = elementsAt(train, "trainPartSequence").toSorted(
      (a, b) => (numberOf(a, "sequence") ?? 0) - (numberOf(b, "sequence") ?? 0),
    );
    return sequences.map((sequence) => {
      const [reference, ...others] = elementsAt(sequence, "trainPartRef");
      if (reference === undefined) throw faultAt(sequence, "a sequence has no part");
      if (others.length > 0) {
        const message = "of parts that run coupled together the first counts";
        this.#note("coupled_parts_left_out", sequence, message);
      }
      const id = textOf(reference, "ref") ?? "";
      const part = this.parts.get(id);
      if (part === undefined)
        throw faultAt(reference, `there is no trainPart '${id.slice(0, 60)}'`);
      return part;
    });
  }

  /**
   * The first place of a further part is the last one of the part before. A part with days of its own counts from its own
   * midnight: it is the next one where it would be before the part before.
   */
  #joinParts(parts: readonly XmlElement[]): TimedPlace[] {
    return joinPlaces(this.#placeParts(parts));
  }

  #placeParts(parts: readonly XmlElement[]): PlacedPart[] {
    const placed: PlacedPart[] = [];
    let period: string | null = null;
    let midnight_ms = 0;
    for (const part of parts) {
      const places = this.#listPlaces(part);
      const own: string | null = periodOf(part) ?? period;
      const end_ms = lastTime(joinPlaces(placed));
      const begin_ms = lastTime(places.slice(0, 1));
      const is_next = end_ms !== null && begin_ms !== null && begin_ms + midnight_ms < end_ms;
      if (own !== period && is_next) midnight_ms += DAY_MS;
      period = own;
      const since = (time_ms: number | null): number | null =>
        time_ms === null ? null : time_ms + midnight_ms;
      const timed = places.map(({ arrival_ms, departure_ms, ...place }) => ({
        ...place,
        arrival_ms: since(arrival_ms),
        departure_ms: since(departure_ms),
      }));
      placed.push({ part, period, midnight_ms, places: timed });
    }
    return placed;
  }

  #listPlaces(part: XmlElement): TimedPlace[] {
    const ocps = elementsAt(part, "ocpsTT", "ocpTT").toSorted(
      (a, b) => (numberOf(a, "sequence") ?? 0) - (numberOf(b, "sequence") ?? 0),
    );
    const hasScope = (scope: string): boolean =>
      ocps.some((one) => elementsAt(one, "times").some((times) => scopeOf(times) === scope));
    // Files for passengers have published times alone.
    const is_published = !hasScope("scheduled") && hasScope("published");
    if (is_published) {
      const message = "it has no scheduled times: the published ones are taken";
      this.#note("published_times_taken", part, message);
    }
    const scope = is_published ? "published" : "scheduled";
    return ocps.map((place) => {
      const told = elementsAt(place, "times");
      const times = told.find((one) => scopeOf(one) === scope);
      if (times === undefined && told.length > 0) {
        this.#note("times_left_out", place, `it has no ${scope} times, only others`, "warning");
      }
      const type = textOf(place, "ocpType");
      return {
        element: place,
        location: this.#locate(place),
        arrival_ms: times === undefined ? null : readTime(times, "arrival"),
        departure_ms: times === undefined ? null : readTime(times, "departure"),
        is_stop: type === null ? null : type !== "pass",
      };
    });
  }

  #locate(place: XmlElement): Location {
    const id = textOf(place, "ocpRef") ?? "";
    const ocp = this.#ocps.get(id);
    if (this.#ocps.size > 0 && ocp === undefined) {
      throw faultAt(place, `there is no ocp '${id.slice(0, 60)}'`);
    }
    const entries = ocp === undefined ? [] : elementsAt(ocp, "designator");
    const words = [
      ...(ocp === undefined ? [] : [textOf(ocp, "code")]),
      ...entries.map((entry) => textOf(entry, "entry")),
      id,
      ...(ocp === undefined ? [] : [textOf(ocp, "abbrevation"), textOf(ocp, "name")]),
    ].filter((word) => word !== null && word !== "");
    const context = { report: this.#report, line: place.line, element: "ocpTT" };
    const location = findStation(words as string[], this.#source.stations, context);
    return withTrack(location, textOf(place, "trackInfo") ?? "");
  }

  #listDays(part: XmlElement): number[] {
    const [reference] = elementsAt(part, "operatingPeriodRef");
    const id = periodOf(part);
    if (reference === undefined || id === null) {
      this.#note("no_operating_period", part, "it has no days: it runs on the first one");
      return [midnightOf(this.#source.start_ms)];
    }
    const days = daysWithin(this.#source, (day) => this.#days.runs(id, day, reference));
    if (days.length === 0) {
      const message = "it does not run in the window: tell another start and window";
      this.#note("train_not_in_window", part, message, "warning");
    }
    return days;
  }

  #stock(part: XmlElement): string {
    const [formation] = elementsAt(part, "formationTT");
    const id = formation === undefined ? null : textOf(formation, "formationRef");
    if (id === null) return this.#source.rolling_stock_name;
    const known = this.#formations.get(id);
    return (known === undefined ? null : textOf(known, "name")) ?? id;
  }

  #category(part: XmlElement): Category {
    const id = textOf(part, "categoryRef");
    const category = id === null ? undefined : this.#categories.get(id);
    const code = category === undefined ? null : textOf(category, "code");
    const main_category = MAIN_CATEGORIES.find((one) => one === code);
    return main_category === undefined ? null : { main_category };
  }

  #note(
    code: string,
    { line, name, attributes }: XmlElement,
    message: string,
    severity: "info" | "warning" = "info",
  ): void {
    const where = { line, element: name, id: attributes["id"] ?? "" };
    this.#report.note({ severity, code, where, message });
  }
}

function scopeOf(times: XmlElement): string {
  return textOf(times, "scope") ?? "scheduled";
}

/** A part of a train, with times since the train's midnight. */
interface PlacedPart {
  readonly part: XmlElement;
  readonly period: string | null;
  /** Of its own days. */
  readonly midnight_ms: number;
  readonly places: readonly TimedPlace[];
}

/** The first place of a further part is the last one of the part before. */
function joinPlaces(parts: readonly PlacedPart[]): TimedPlace[] {
  return parts.flatMap(({ places }, i) => (i === 0 ? places : places.slice(1)));
}

/** Those that run without a gap between them. */
function listRunningParts(parts: readonly PlacedPart[], runs: readonly boolean[]): PlacedPart[][] {
  const groups: PlacedPart[][] = [];
  for (const [i, part] of parts.entries()) {
    if (runs[i] !== true) continue;
    if (i > 0 && runs[i - 1] === true) groups.at(-1)?.push(part);
    else groups.push([part]);
  }
  return groups;
}

function periodOf(part: XmlElement): string | null {
  const [reference] = elementsAt(part, "operatingPeriodRef");
  return reference === undefined ? null : textOf(reference, "ref");
}

function lastTime(places: readonly TimedPlace[]): number | null {
  const last = places.at(-1);
  return last?.departure_ms ?? last?.arrival_ms ?? null;
}

function readTime(times: XmlElement, name: "arrival" | "departure"): number | null {
  const text = textOf(times, name);
  if (text === null) return null;
  const clock_ms = readClock(text);
  const day = numberOf(times, `${name}Day`) ?? 0;
  if (clock_ms === null || !Number.isInteger(day) || Math.abs(day) > 60) {
    throw faultAt(times, `${name} is no time: '${text.slice(0, 40)}'`);
  }
  return clock_ms + day * DAY_MS;
}
