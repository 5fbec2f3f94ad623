/**
 * Timetables of railML 3.2 and later: each variant of an operational train, whose itinerary is made of base itineraries,
 * on each day of its validity within the window that is asked for, or as a train with days. Times have no zone: they are
 * taken for UTC, or for those of the timetable's period.
 */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { type DayWindow, midnightOf, windowOf } from "../timetable/day_window.ts";
import { findStation } from "../timetable/station_index.ts";
import { makeTrain, type TrainForm, type TrainTaker } from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import { byId, elementsAt, numberOf, textOf, whereIs, type XmlElement } from "../xml_tree.ts";
import { callsOfPlaces, faultAt, readClock, type TimedPlace } from "./timed_places.ts";
import { ValidityDays } from "./validity_days.ts";
import { unescapeName } from "./xml_names.ts";

const TRAINS_MAX = 1_000_000;
const CALLS_MAX = 10_000;
/** Of the scopes of times, the first that is there. */
const SCOPES = ["operational", "scheduled", "commercial"] as const;

export function readRailml3Timetable(
  root: XmlElement,
  {
    source,
    report,
    take,
  }: {
    readonly source: ReadSource;
    readonly report: ExchangeReport;
    readonly take: TrainTaker;
  },
): void {
  if (elementsAt(root, "timetable").length === 0) throw faultAt(root, "it has no timetable");
  const reader = new Railml3Timetable(root, source, report);
  const trains = elementsAt(root, "timetable", "operationalTrains", "operationalTrain");
  for (const element of trains) {
    for (const train of report.attempt(whereIs(element), () => reader.readTrain(element)))
      take(train);
  }
}

class Railml3Timetable {
  readonly #source: ReadSource;
  readonly #report: ExchangeReport;
  readonly #points: ReadonlyMap<string, XmlElement>;
  readonly #itineraries: ReadonlyMap<string, XmlElement>;
  readonly #bases: ReadonlyMap<string, XmlElement>;
  readonly #formations: ReadonlyMap<string, XmlElement>;
  readonly #days: ValidityDays;
  readonly #window: DayWindow;
  readonly #keeps_days: boolean;
  #nTrains = 0;

  constructor(root: XmlElement, source: ReadSource, report: ExchangeReport) {
    this.#source = source;
    this.#report = report;
    const lists = ["infrastructure", "functionalInfrastructure", "operationalPoints"] as const;
    this.#points = byId(elementsAt(root, ...lists, "operationalPoint"), report);
    this.#itineraries = byId(elementsAt(root, "timetable", "itineraries", "itinerary"), report);
    this.#bases = byId(elementsAt(root, "timetable", "baseItineraries", "baseItinerary"), report);
    this.#formations = byId(elementsAt(root, "rollingstock", "formations", "formation"), report);
    this.#days = new ValidityDays(root);
    const { span } = this.#days;
    const calendar = span === null ? undefined : source.dated?.openSpan(span, null);
    this.#window = calendar === undefined ? source : windowOf(calendar);
    this.#keeps_days = calendar !== undefined;
  }

  readTrain(train: XmlElement): TrainForm[] {
    const name = nameOf(train);
    return elementsAt(train, "operationalTrainVariant").flatMap((variant) => {
      const points = this.#listPoints(variant);
      const places = points.map((point) => this.#readPlace(point));
      if (places.length < 2 || places.length > CALLS_MAX) {
        throw faultAt(variant, `a train has ${places.length} places`);
      }
      const [first] = places;
      const begin_ms = first?.arrival_ms ?? first?.departure_ms ?? null;
      if (begin_ms === null) throw faultAt(variant, "the first place of a train has no time");
      const calls = callsOfPlaces(places, begin_ms);
      const days = this.#listDays(variant);
      if ((this.#nTrains += days.length) > TRAINS_MAX) {
        throw faultAt(variant, `more than ${TRAINS_MAX} trains in this window`);
      }
      const rolling_stock_name = this.#stock(points);
      const make = (start_ms: number): TrainForm =>
        makeTrain({ train_name: name, rolling_stock_name, start_ms }, calls);
      if (!this.#keeps_days) return days.map((day) => make(day + begin_ms));
      const own = { days: days.map((day) => day / DAY_MS), after_ms: begin_ms };
      this.#source.dated?.addByClock(whereIs(variant), make, own);
      return [];
    });
  }

  /** Of the ranges of its itinerary in their order; where two meet, the place is listed once. */
  #listPoints(variant: XmlElement): readonly XmlElement[] {
    const itinerary = find(this.#itineraries, variant, "itineraryRef");
    const all: XmlElement[] = [];
    for (const range of inSequence(elementsAt(itinerary, "range"))) {
      const base = find(this.#bases, range, "baseItineraryRef");
      const points = inSequence(elementsAt(base, "baseItineraryPoint"));
      const from = indexOf(points, range, "start") ?? 0;
      const to = indexOf(points, range, "end") ?? points.length - 1;
      const own = points.slice(from, to + 1);
      const is_met =
        textOf(all.at(-1) ?? range, "locationRef") === textOf(own[0] ?? range, "locationRef");
      all.push(...(all.length > 0 && is_met ? own.slice(1) : own));
      if (all.length > CALLS_MAX) throw faultAt(range, "a train has too many places");
    }
    return all;
  }

  #readPlace(point: XmlElement): TimedPlace {
    const stops = elementsAt(point, "stop");
    const times = [
      ...elementsAt(point, "times"),
      ...stops.flatMap((one) => elementsAt(one, "times")),
    ];
    const scoped = SCOPES.map((scope) => times.find((one) => textOf(one, "scope") === scope));
    const chosen = scoped.find((one) => one !== undefined) ?? times[0];
    const [arrival_ms, departure_ms] = (["arrival", "departure"] as const).map((name) =>
      chosen === undefined ? null : readTime(chosen, name),
    );
    return {
      element: point,
      location: this.#locate(point),
      arrival_ms: arrival_ms ?? null,
      departure_ms: departure_ms ?? null,
      is_stop: stops.length > 0 ? true : null,
    };
  }

  #locate(element: XmlElement): Location {
    const id = textOf(element, "locationRef") ?? "";
    const point = this.#points.get(id);
    if (this.#points.size > 0 && point === undefined) {
      throw faultAt(element, `there is no operationalPoint '${id.slice(0, 60)}'`);
    }
    const entries = point === undefined ? [] : elementsAt(point, "designator");
    const words = [
      ...entries.map((entry) => textOf(entry, "entry") ?? ""),
      unescapeName(id),
      point === undefined ? "" : nameOf(point),
    ].filter((word) => word !== "");
    const context = { report: this.#report, line: element.line, element: element.name };
    return findStation(words, this.#source.stations, context);
  }

  #listDays(variant: XmlElement): readonly number[] {
    const days = this.#days.list(variant, this.#window);
    const { line, name, attributes } = variant;
    const where = { line, element: name, id: attributes["id"] ?? "" };
    if (days === null) {
      const message = "it has no days: it runs on the first one";
      this.#report.note({ severity: "info", code: "no_operating_period", where, message });
      return [midnightOf(this.#window.start_ms)];
    }
    if (days.length === 0) {
      const message = "it does not run in the window: tell another start and window";
      this.#report.note({ severity: "warning", code: "train_not_in_window", where, message });
    }
    return days;
  }

  /** The first formation that a place or a section behind it names. */
  #stock(points: readonly XmlElement[]): string {
    for (const { children } of points) {
      const named = children.find((child) => textOf(child, "formationRef") !== null);
      const id = named === undefined ? null : textOf(named, "formationRef");
      const formation = id === null ? undefined : this.#formations.get(id);
      if (formation !== undefined) return nameOf(formation);
    }
    return this.#source.rolling_stock_name;
  }
}

function nameOf(element: XmlElement): string {
  const [named] = elementsAt(element, "name");
  const [designator] = elementsAt(element, "designator");
  const given = [
    named === undefined ? null : textOf(named, "name"),
    element.name === "operationalTrain" && designator !== undefined
      ? textOf(designator, "entry")
      : null,
    textOf(element, "name"),
  ].find((name) => name !== null && name !== "");
  return given ?? unescapeName(textOf(element, "id") ?? "");
}

function readTime(times: XmlElement, name: "arrival" | "departure"): number | null {
  const [element] = elementsAt(times, name);
  if (element === undefined) return null;
  const text = textOf(element, "time") ?? "";
  const clock_ms = readClock(text);
  const day = numberOf(element, "dayOffset") ?? 0;
  if (clock_ms === null || !Number.isInteger(day) || Math.abs(day) > 60) {
    throw faultAt(element, `${name} is no time: '${text.slice(0, 40)}'`);
  }
  return clock_ms + day * DAY_MS;
}

/** By `sequenceNumber`; those without keep the order of the file. */
function inSequence(elements: readonly XmlElement[]): readonly XmlElement[] {
  const place = new Map(
    elements.map((one, i) => [one, numberOf(one, "sequenceNumber") ?? i] as const),
  );
  return elements.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

/** The place of a point that a range names; null: it names none. */
function indexOf(
  points: readonly XmlElement[],
  range: XmlElement,
  attribute: string,
): number | null {
  const id = textOf(range, attribute);
  if (id === null) return null;
  const index = points.findIndex((point) => textOf(point, "id") === id);
  if (index < 0) throw faultAt(range, `there is no baseItineraryPoint '${id.slice(0, 60)}'`);
  return index;
}

function find(
  map: ReadonlyMap<string, XmlElement>,
  from: XmlElement,
  attribute: string,
): XmlElement {
  const id = textOf(from, attribute) ?? "";
  const found = map.get(id);
  if (found === undefined) throw faultAt(from, `${attribute}: there is no '${id.slice(0, 60)}'`);
  return found;
}
