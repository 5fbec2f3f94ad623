/**
 * Reads NeTEx: a publication's service journeys by rail, on the days of their day types or of their dated journeys
 * within the window, or as trains with days. Frames may be nested in any way; the elements are found wherever they stand.
 */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import {
  instantOf,
  isTimeZone,
  readZone,
  type ZoneClock,
} from "../../../src/railway/days/zone_times.ts";
import { type RailKind, SERVICE_KINDS } from "../../../src/railway/exchange_terms.ts";
import { parseDuration } from "../../../src/railway/iso8601.ts";
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import { isZip, unpack, unpackFile } from "../archive.ts";
import type { ExchangeReport, Severity } from "../exchange_report.ts";
import { callsOfPlaces, faultAt, readClock, type TimedPlace } from "../railml/timed_places.ts";
import { readXml } from "../read_xml.ts";
import { UnreadableSource } from "../source_fault.ts";
import { type DayWindow, midnightOf, windowOf } from "../timetable/day_window.ts";
import { makeOwnTrain, type OwnFields, readOwnFields } from "../timetable/own_fields.ts";
import { findStation } from "../timetable/station_index.ts";
import { withTrack } from "../timetable/station_names.ts";
import {
  makePaced,
  type PacedForm,
  type TrainForm,
  type TrainHead,
  type TrainTaker,
} from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import { elementsAt, textOf, whereIs, type XmlElement } from "../xml_tree.ts";
import { isCancelled, NetexDays } from "./netex_days.ts";
import { categoryOfSubmode } from "./netex_modes.ts";
import { childText, NetexObjects, refOf } from "./netex_objects.ts";
import { NetexRunTimes } from "./netex_run_times.ts";
import { NetexStops } from "./netex_stops.ts";
import { CODESPACE, FIELDS_KEY, PASS, STOCK_KEY, TIMETABLE } from "./own_words.ts";

const TRAINS_MAX = 1_000_000;
const CALLS_MAX = 10_000;
const DAYS_LATER_MAX = 60;
/** Modes that are kinds of railways with another name here. */
const MODES: Readonly<Partial<Record<string, RailKind>>> = {
  metro: "subway",
  intercityRail: "rail",
  urbanRail: "rail",
};
/** What no reader asks for. */
const SKIPPED: ReadonlySet<string> = new Set([
  "FareFrame",
  "VehicleScheduleFrame",
  "groupsOfStopPlaces",
  "pathLinks",
  "siteFacilitySets",
  "tariffZones",
  "topographicPlaces",
  "projections",
]);

export function readNetex(source: ReadSource, report: ExchangeReport, take: TrainTaker): void {
  const files = listFiles(source.bytes);
  const roots = files.flatMap(({ name, bytes }) =>
    name === null
      ? [readPublication(bytes)]
      : report.attempt({ element: name }, () => [readPublication(bytes)]),
  );
  const objects = new NetexObjects(roots);
  const reader = new NetexReader(objects, source, report);
  const journeys = objects.all("ServiceJourney");
  const [root] = roots;
  // A timetable may be empty, as one that was exported.
  const is_empty = objects.has(TIMETABLE, `${CODESPACE}:${TIMETABLE}:1`);
  if (journeys.length === 0 && root !== undefined && !is_empty) {
    const where = { line: root.line, element: root.name };
    const message = "it has no service journeys";
    report.note({ severity: "warning", code: "no_trains", where, message });
  }
  for (const journey of objects.twice) {
    const message = "a journey of its id and version is there before";
    report.note({
      severity: "warning",
      code: "journey_left_out",
      where: whereIs(journey),
      message,
    });
  }
  for (const journey of journeys) {
    for (const train of report.attempt(whereIs(journey), () => reader.readJourney(journey)))
      take(train);
  }
}

/** A delivery is one file, or an archive of files of lines with one that they share. */
function listFiles(
  bytes: Uint8Array,
): readonly { readonly name: string | null; readonly bytes: Uint8Array }[] {
  if (!isZip(bytes)) return [{ name: null, bytes: unpackFile(bytes) }];
  const files = unpack(bytes, (name) => /^(?!__MACOSX\/).*\.xml$/i.test(name));
  if (files.size === 0) throw new UnreadableSource("its archive has no XML file");
  return Array.from(files, ([name, file]) => ({ name, bytes: file }));
}

function readPublication(bytes: Uint8Array): XmlElement {
  const root = readXml(bytes, { skipped: SKIPPED, texts: true });
  if (root.name === "PublicationDelivery") return root;
  throw faultAt(root, `its root must be PublicationDelivery, not ${root.name.slice(0, 40)}`);
}

class NetexReader {
  readonly #objects: NetexObjects;
  readonly #source: ReadSource;
  readonly #report: ExchangeReport;
  readonly #days: NetexDays;
  readonly #window: DayWindow;
  readonly #run_times: NetexRunTimes;
  readonly #stops: NetexStops;
  readonly #clock: ZoneClock;
  readonly #keeps_days: boolean;
  #nTrains = 0;

  constructor(objects: NetexObjects, source: ReadSource, report: ExchangeReport) {
    this.#objects = objects;
    this.#source = source;
    this.#report = report;
    this.#days = new NetexDays(objects, report);
    this.#run_times = new NetexRunTimes(objects);
    this.#stops = new NetexStops(objects);
    const zone = zoneOf(objects.all("DefaultLocale"));
    if (zone === null) {
      const [where, message] = [{ element: "TimeZone" }, "it tells no zone: its times are UTC"];
      report.note({ severity: "info", code: "zone_missing", where, message });
    }
    this.#clock = this.#readClock(zone ?? "UTC");
    const { span } = this.#days;
    const calendar = span === null ? undefined : source.dated?.openSpan(span, zone);
    this.#window = calendar === undefined ? source : windowOf(calendar);
    this.#keeps_days = calendar !== undefined;
  }

  /** Within the window, and as long afterwards as a train may start late. */
  #readClock(zone: string): ZoneClock {
    if (!isTimeZone(zone)) {
      throw new UnreadableSource(`there is no time zone '${zone.slice(0, 60)}'`);
    }
    const { start_ms, window_ms } = this.#source;
    const late_ms = DAYS_LATER_MAX * DAY_MS;
    return readZone(zone, start_ms - late_ms, start_ms + window_ms + late_ms);
  }

  readJourney(journey: XmlElement): (TrainForm | PacedForm)[] {
    if (!this.#isTaken(journey) || this.#isCancelled(journey)) return [];
    const places = this.#listPlaces(journey);
    if (places.length > CALLS_MAX) throw faultAt(journey, `a journey has ${places.length} places`);
    const [first] = places;
    const begin_ms = first?.arrival_ms ?? first?.departure_ms ?? null;
    if (begin_ms === null || places.length < 2) {
      this.#note(journey, ["warning", "journey_left_out"], "it has no places with times");
      return [];
    }
    const calls = callsOfPlaces(places, begin_ms);
    const days = this.#listDays(journey);
    if ((this.#nTrains += days.length) > TRAINS_MAX) {
      throw faultAt(journey, `more than ${TRAINS_MAX} trains in this window`);
    }
    const head = this.#headOf(journey);
    const make = (start_ms: number): TrainForm =>
      makeOwnTrain({ ...head, start_ms }, calls, journey.line);
    // A fault is told here, where it is this journey's.
    make(0);
    const takes =
      journey.name === "ServiceJourney"
        ? [{ first_ms: begin_ms, take: make }]
        : this.#listPaces(journey).map(({ first_ms, ...pace }) => ({
            first_ms,
            take: (start_ms: number) => makePaced(make(start_ms), pace),
          }));
    if (!this.#keeps_days) {
      return days.flatMap((day) =>
        takes.map(({ first_ms, take }) => take(instantOf(this.#clock, day + first_ms))),
      );
    }
    for (const { first_ms, take } of takes) {
      const own = { days: days.map((day) => day / DAY_MS), after_ms: first_ms };
      this.#source.dated?.addByClock(whereIs(journey), take, own);
    }
    return [];
  }

  /** With what is in keys of our own. */
  #headOf(journey: XmlElement): Omit<TrainHead, "start_ms"> & OwnFields {
    const keys = new Map(
      elementsAt(journey, "keyList", "KeyValue").map(
        (one) => [childText(one, "Key"), childText(one, "Value")] as const,
      ),
    );
    const fields = keys.get(FIELDS_KEY);
    const submodes = [journey, this.#lineOf(journey)].flatMap((one) =>
      one === undefined ? [] : elementsAt(one, "TransportSubmode", "RailSubmode"),
    );
    const category = categoryOfSubmode(submodes[0]?.text ?? "");
    return {
      ...(fields === undefined ? {} : readOwnFields(fields, journey.line)),
      train_name: this.#nameOf(journey),
      rolling_stock_name: keys.get(STOCK_KEY) ?? this.#source.rolling_stock_name,
      ...(category !== null && { category }),
    };
  }

  /** Of a template, how often it runs from when to when. */
  #listPaces(journey: XmlElement) {
    const groups = elementsAt(journey, "frequencyGroups").flatMap(({ children }) =>
      children.map((one) =>
        one.name === "HeadwayJourneyGroup"
          ? one
          : this.#objects.find("HeadwayJourneyGroup", textOf(one, "ref")),
      ),
    );
    if (groups.length === 0) throw faultAt(journey, "a template runs by groups of journeys");
    return groups.map((group) => {
      if (group === undefined)
        throw faultAt(journey, this.#objects.tellMissing("its headways are"));
      const first_ms = readTimeOf(group, "FirstDepartureTime");
      const last_ms = readTimeOf(group, "LastDepartureTime");
      const headway = ["Scheduled", "Minimum", "Maximum"]
        .map((name) => childText(group, `${name}HeadwayInterval`))
        .find((text) => text !== "");
      const parsed = parseDuration(headway ?? "");
      if (first_ms === null || last_ms === null || !parsed.ok || parsed.value <= 0) {
        throw faultAt(group, "a headway needs an interval, a first and a last departure");
      }
      const interval_ms = parsed.value;
      // The last one may be on the next day.
      const span_ms = last_ms - first_ms + (last_ms < first_ms ? DAY_MS : 0);
      const count = Math.floor(span_ms / interval_ms) + 1;
      return { first_ms, interval_ms, window_ms: count * interval_ms };
    });
  }

  /** Whether its mode is one that is asked for; each of the others is told in a row of its own. */
  #isTaken(journey: XmlElement): boolean {
    const { kinds = SERVICE_KINDS } = this.#source;
    const mode = this.#modeOf(journey);
    const kind = MODES[mode] ?? mode;
    if (kinds.some((one) => one === kind)) return true;
    this.#report.note({
      severity: "info",
      code: "journey_left_out",
      where: { ...whereIs(journey), element: `${journey.name} by ${mode.slice(0, 40)}` },
      message: `only ${kinds.join(", ")} are taken`,
    });
    return false;
  }

  #isCancelled(journey: XmlElement): boolean {
    if (!isCancelled(journey)) return false;
    this.#note(journey, ["info", "journey_left_out"], "it is cancelled");
    return true;
  }

  #patternOf(journey: XmlElement): XmlElement | undefined {
    const ref = refOf(journey, "JourneyPatternRef") ?? refOf(journey, "ServiceJourneyPatternRef");
    return this.#objects.find("JourneyPattern", ref);
  }

  #lineOf(journey: XmlElement): XmlElement | undefined {
    const route = this.#objects.find("Route", refOf(this.#patternOf(journey), "RouteRef"));
    return this.#objects.find("Line", refOf(journey, "LineRef") ?? refOf(route, "LineRef"));
  }

  /** Its own, else that of its line; one that nobody tells is by rail. */
  #modeOf(journey: XmlElement): string {
    const own = childText(journey, "TransportMode");
    if (own !== "") return own;
    const line = this.#lineOf(journey);
    return (line === undefined ? "" : childText(line, "TransportMode")) || "rail";
  }

  #nameOf(journey: XmlElement): string {
    const [number] = elementsAt(journey, "trainNumbers", "TrainNumberRef");
    const told = this.#objects.find(
      "TrainNumber",
      number === undefined ? null : textOf(number, "ref"),
    );
    const names = [
      told === undefined ? "" : childText(told, "ForAdvertisement"),
      childText(journey, "PublicCode"),
      childText(journey, "PrivateCode"),
      childText(journey, "Name"),
      (textOf(journey, "id") ?? "").split(":").at(-1) ?? "",
    ];
    return names.find((name) => name !== "") ?? "";
  }

  #listPlaces(journey: XmlElement): TimedPlace[] {
    const times = elementsAt(journey, "passingTimes", "TimetabledPassingTime");
    const pattern = this.#patternOf(journey);
    if (times.length === 0) {
      const calls = elementsAt(journey, "calls", "Call");
      if (calls.length > 0) return calls.map((call) => this.#readCall(call));
      const start_ms = readTimeOf(journey, "DepartureTime");
      if (pattern === undefined || start_ms === null) return this.#listParts(journey);
      return this.#run_times.list(journey, pattern, start_ms).map(({ stop, ...moments }) => ({
        element: journey,
        location: this.#locate(stop, journey),
        ...moments,
        is_stop: true,
      }));
    }
    const points =
      pattern === undefined
        ? []
        : elementsAt(pattern, "pointsInSequence").flatMap(({ children }) => children);
    return times.flatMap((time, i) => {
      const ref = refOf(time, "StopPointInJourneyPatternRef");
      if (ref === null && refOf(time, "TimingPointInJourneyPatternRef") !== null) {
        this.#note(time, ["info", "places_left_out"], "a point of timing alone is no stop point");
        return [];
      }
      // Some files refer to points that they don't have: then the order counts.
      const point = this.#objects.find("StopPointInJourneyPattern", ref) ?? points[i];
      const stop = refOf(point, "ScheduledStopPointRef");
      if (stop === null) throw faultAt(time, this.#objects.tellMissing("its stop point is"));
      return {
        element: time,
        location: this.#locate(stop, time),
        arrival_ms: readTime(time, "ArrivalTime", "ArrivalDayOffset"),
        departure_ms: readTime(time, "DepartureTime", "DepartureDayOffset"),
        is_stop: point === undefined || childText(point, "StopUse") !== PASS,
      };
    });
  }

  /** What other profiles have in the place of a passing time. */
  #readCall(call: XmlElement): TimedPlace {
    const point = this.#objects.find(
      "StopPointInJourneyPattern",
      refOf(call, "StopPointInJourneyPatternRef"),
    );
    const stop = refOf(call, "ScheduledStopPointRef") ?? refOf(point, "ScheduledStopPointRef");
    if (stop === null) throw faultAt(call, this.#objects.tellMissing("its stop point is"));
    const [arrival_ms = null, departure_ms = null] = ["Arrival", "Departure"].map((name) => {
      const [side] = elementsAt(call, name);
      return side === undefined ? null : readTime(side, "Time", "DayOffset");
    });
    const location = this.#locate(stop, call);
    return { element: call, location, arrival_ms, departure_ms, is_stop: true };
  }

  /** Journeys without passing times have parts between stops, in their order. */
  #listParts(journey: XmlElement): TimedPlace[] {
    const parts = elementsAt(journey, "parts", "JourneyPart");
    const places: TimedPlace[] = [];
    for (const part of parts) {
      const [from, to] = [refOf(part, "FromStopPointRef"), refOf(part, "ToStopPointRef")];
      if (from === null || to === null) throw faultAt(part, "a part leads between two stop points");
      const start = readTimeOf(part, "StartTime");
      const last = places.pop();
      const place = { element: part, location: this.#locate(from, part), is_stop: true };
      places.push({ ...place, arrival_ms: last?.arrival_ms ?? null, departure_ms: start });
      const end = { element: part, location: this.#locate(to, part), is_stop: true };
      places.push({ ...end, arrival_ms: readTimeOf(part, "EndTime"), departure_ms: null });
    }
    return places;
  }

  #locate(id: string, at: XmlElement): Location {
    const { words, title, place, platform, is_own } = this.#stops.describe(id);
    const { stations } = this.#source;
    const label = title === "" ? {} : { label: title };
    const context = { report: this.#report, line: at.line, element: at.name, place, ...label };
    const location = findStation(words, stations, context);
    if (platform === "") return location;
    if (is_own) return withTrack(location, platform);
    if (stations === null) return location;
    if (stations.hasTrack(location, platform)) return withTrack(location, platform);
    if (stations.describe(location) !== null) {
      const message = "the network has no track of the quay's name there: any track is taken";
      const where = { line: at.line, element: at.name, id };
      this.#report.note({ severity: "info", code: "platform_left_out", where, message });
    }
    return location;
  }

  #listDays(journey: XmlElement): readonly number[] {
    const days = this.#days.list(journey, this.#window);
    if (days === null) {
      const message = "it has no days: it runs on the first one";
      this.#note(journey, ["info", "no_operating_period"], message);
      return [midnightOf(this.#window.start_ms)];
    }
    if (days.length === 0) {
      const message =
        this.#days.whyNone(journey) ??
        "it does not run in the window: tell another start and window";
      this.#note(journey, ["warning", "train_not_in_window"], message);
    }
    return days;
  }

  #note(journey: XmlElement, [severity, code]: readonly [Severity, string], message: string): void {
    this.#report.note({ severity, code, where: whereIs(journey), message });
  }
}

/** That of a name, else hours from UTC; null: nothing is told. */
function zoneOf(locales: readonly XmlElement[]): string | null {
  const told = (name: string): string | undefined =>
    locales.map((one) => childText(one, name).trim()).find((text) => text !== "");
  const name = told("TimeZone");
  if (name !== undefined) return name;
  const hours = Number(told("TimeZoneOffset") ?? Number.NaN);
  if (!Number.isInteger(hours) || Math.abs(hours) > 12) return null;
  // Their signs are those of the clock's way to UTC.
  return hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

function readTime(time: XmlElement, name: string, days_name: string): number | null {
  const clock_ms = readTimeOf(time, name);
  if (clock_ms === null) return null;
  const [offset] = elementsAt(time, days_name);
  const days = offset === undefined ? 0 : Number(offset.text ?? "0");
  if (Number.isInteger(days) && Math.abs(days) <= DAYS_LATER_MAX) return clock_ms + days * DAY_MS;
  throw faultAt(time, `${days_name} is no number of days`);
}

function readTimeOf(element: XmlElement, name: string): number | null {
  const [found] = elementsAt(element, name);
  if (found === undefined) return null;
  const clock_ms = readClock(found.text ?? "");
  if (clock_ms !== null) return clock_ms;
  throw faultAt(found, `${name} is no time: '${(found.text ?? "").slice(0, 40)}'`);
}
