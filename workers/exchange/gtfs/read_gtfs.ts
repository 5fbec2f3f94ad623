/**
 * Reads feeds: the trips of rail routes on the days of the requested window, a train for each day, or as trains with
 * days. A trip with exact frequencies becomes a paced train.
 */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { SERVICE_KINDS } from "../../../src/railway/exchange_terms.ts";
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { TrainMaker } from "../timetable/dated_trains.ts";
import { type DayWindow, windowOf } from "../timetable/day_window.ts";
import { findStation } from "../timetable/station_index.ts";
import { withTrack } from "../timetable/station_names.ts";
import {
  type Call,
  makePaced,
  makeTrain,
  type TrainForm,
  type TrainTaker,
} from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import {
  type GtfsFiles,
  type GtfsRecord,
  placeOfRecord,
  readGtfsFiles,
  recordsBy,
} from "./gtfs_files.ts";
import { categoryOf, nameOfType } from "./route_types.ts";
import { ServiceDays, ZoneDays } from "./service_days.ts";

const TRAINS_MAX = 1_000_000;
const CALLS_MAX = 10_000;
const SEQUENCE_MAX = 2 ** 31;

export function readGtfs(source: ReadSource, report: ExchangeReport, take: TrainTaker): void {
  new FeedReader(readGtfsFiles(source.bytes, report), source, report).read(take);
}

/** What a trip becomes on each of its days. */
interface TripTrain {
  /** After the day's begin, s. */
  readonly first_s: number;
  readonly make: TrainMaker;
}

interface DatedTrip {
  /** By their midnight in UTC. */
  readonly days_ms: readonly number[];
  readonly trains: readonly TripTrain[];
}

class FeedReader {
  readonly #files: GtfsFiles;
  readonly #source: ReadSource;
  readonly #report: ExchangeReport;
  readonly #days: ServiceDays;
  readonly #stops: ReadonlyMap<string, GtfsRecord>;
  readonly #locations = new Map<string, Location>();
  readonly #days_of = new Map<string, number[]>();
  /** In which days are looked for. */
  #window: DayWindow;

  constructor(files: GtfsFiles, source: ReadSource, report: ExchangeReport) {
    this.#files = files;
    this.#source = source;
    this.#report = report;
    this.#window = source;
    this.#days = new ServiceDays(files, report);
    this.#stops = recordsBy(files.stops, "stop_id", report);
  }

  read(take: TrainTaker): void {
    const { agency, routes, trips, stop_times, frequencies } = this.#files;
    const zones = new ZoneDays(agency[0]?.needed("agency_timezone") ?? "");
    const known_routes = recordsBy(routes, "route_id", this.#report);
    const known_trips = recordsBy(trips, "trip_id", this.#report);
    const times = groupBy(stop_times, "trip_id", this.#report);
    const paces = groupBy(frequencies, "trip_id", this.#report);
    this.#noteOrphans("stop_time", times, known_trips);
    this.#noteOrphans("frequency", paces, known_trips);
    const { dated } = this.#source;
    this.#openPeriod(known_routes, known_trips);
    let nTrains = 0;
    for (const [trip_id, trip] of known_trips) {
      const where = { ...placeOfRecord(trip), id: trip_id };
      const own = { times: times.get(trip_id) ?? [], paces: paces.get(trip_id) ?? [] };
      const [read] = this.#report.attempt(where, () => this.#readTrip(trip, known_routes, own));
      if (read === undefined) continue;
      const { days_ms, trains } = read;
      if (dated !== null) {
        for (const { first_s, make } of trains) {
          const starts = days_ms.map(
            (day_ms) => [day_ms / DAY_MS, zones.startOf(day_ms) + first_s * 1000] as const,
          );
          this.#report.attempt(where, () => {
            dated.add(where, make, starts);
            return [];
          });
        }
        continue;
      }
      for (const day_ms of days_ms) {
        const begin_ms = zones.startOf(day_ms);
        const made = this.#report.attempt(where, () =>
          trains.map(({ first_s, make }) => make(begin_ms + first_s * 1000)),
        );
        for (const train of made) take(train);
        if ((nTrains += made.length) > TRAINS_MAX) {
          throw new UnreadableSource(`it has more than ${TRAINS_MAX} trains in this window`);
        }
      }
    }
  }

  /** The period of a feed is that of its services by rail. */
  #openPeriod(
    routes: ReadonlyMap<string, GtfsRecord>,
    trips: ReadonlyMap<string, GtfsRecord>,
  ): void {
    const { dated } = this.#source;
    if (dated === null) return;
    const { kinds = SERVICE_KINDS } = this.#source;
    const services = new Set<string>();
    const others = new Set<string>();
    for (const trip of trips.values()) {
      const type = Number(routes.get(trip.text("route_id"))?.text("route_type") || Number.NaN);
      if (kinds.some((kind) => kind === nameOfType(type))) services.add(trip.text("service_id"));
      else others.add(nameOfType(type));
    }
    const span = this.#days.spanOf(services);
    if (span === null) {
      const taken = `none of its trips by ${kinds.join(", ")} runs on any day`;
      const left_out = [...others].join(", ");
      throw new UnreadableSource(
        others.size > 0 ? `${taken}; it has others by ${left_out}` : taken,
      );
    }
    const zone = this.#files.agency[0]?.needed("agency_timezone") ?? "";
    this.#window = windowOf(dated.openSpan(span, zone));
  }

  /** Lines of trips that are not in the feed. */
  #noteOrphans(
    what: string,
    lines: ReadonlyMap<string, readonly GtfsRecord[]>,
    trips: ReadonlyMap<string, GtfsRecord>,
  ): void {
    for (const [id, records] of lines) {
      const [first] = records;
      if (first === undefined || trips.has(id)) continue;
      const message = "its trip is not in the feed: it is left out";
      this.#note(first, { severity: "warning", code: `${what}_without_trip`, id, message });
    }
  }

  /** The days on which it runs, and what it becomes then. */
  #readTrip(
    trip: GtfsRecord,
    routes: ReadonlyMap<string, GtfsRecord>,
    { times, paces }: Readonly<Record<"times" | "paces", readonly GtfsRecord[]>>,
  ): readonly DatedTrip[] {
    const route = routes.get(trip.needed("route_id"));
    if (route === undefined) throw trip.fault("route_id", "is no route of the feed");
    if (!this.#runsOnRails(route)) return [];
    const days_ms = this.#listDays(trip);
    if (days_ms.length === 0) return [];
    if (times.length === 0) {
      const [id, message] = [trip.text("trip_id"), "it has no stops"];
      this.#note(trip, { severity: "warning", code: "trip_left_out", id, message });
      return [];
    }
    const trains = this.#makeTrains({ trip, route, calls: this.#listCalls(trip, times) }, paces);
    return [{ days_ms, trains }];
  }

  #runsOnRails(route: GtfsRecord): boolean {
    const type = route.number("route_type", [0, 1700]);
    const { kinds = SERVICE_KINDS } = this.#source;
    if (type !== null && kinds.some((kind) => kind === nameOfType(type))) return true;
    const what = type === null ? "without a type" : `of type ${type} (${nameOfType(type)})`;
    this.#report.note({
      severity: "info",
      code: "route_left_out",
      // Each type has its own row.
      where: { line: route.line, element: `route ${what}`, id: route.text("route_id") },
      message: `routes ${what} are not taken: only ${kinds.join(", ")} are`,
    });
    return false;
  }

  #listDays(trip: GtfsRecord): number[] {
    const service_id = trip.needed("service_id");
    const known = this.#days_of.get(service_id);
    const days = known ?? this.#days.list(service_id, this.#window);
    if (known === undefined) this.#days_of.set(service_id, days);
    if (days.length === 0) {
      const message = "its service does not run in the window: tell another start and window";
      const id = trip.text("trip_id");
      this.#note(trip, { severity: "warning", code: "trip_not_in_window", id, message });
    }
    return days;
  }

  #listCalls(trip: GtfsRecord, stop_times: readonly GtfsRecord[]): readonly TimedCall[] {
    const sorted = stop_times
      .map((record) => ({ record, order: record.number("stop_sequence", [0, SEQUENCE_MAX]) ?? 0 }))
      .toSorted((a, b) => a.order - b.order);
    for (const [i, { record, order }] of sorted.entries()) {
      if (order === sorted[i - 1]?.order) throw record.fault("stop_sequence", "is there twice");
    }
    if (sorted.length < 2 || sorted.length > CALLS_MAX) {
      throw trip.fault("trip_id", `has ${sorted.length} stops`);
    }
    let now_s = 0;
    return sorted.map(({ record }, i) => {
      const is_end = i === 0 || i === sorted.length - 1;
      const [given_arrival, given_departure] = [
        record.time("arrival_time"),
        record.time("departure_time"),
      ];
      const arrival_s = given_arrival ?? given_departure;
      const departure_s = given_departure ?? given_arrival;
      if (arrival_s === null || departure_s === null) {
        if (is_end) throw record.fault("arrival_time", "of the first and the last stop is needed");
      } else {
        if (arrival_s < now_s || departure_s < arrival_s) {
          throw record.fault("arrival_time", "is before the time before it");
        }
        now_s = departure_s;
      }
      // Where nobody gets on or off and it does not stay, it passes.
      const is_pass =
        !is_end &&
        arrival_s === departure_s &&
        record.text("pickup_type") === "1" &&
        record.text("drop_off_type") === "1";
      return { location: this.#locate(record), arrival_s, departure_s, is_pass };
    });
  }

  #locate(record: GtfsRecord): Location {
    const stop_id = record.needed("stop_id");
    const known = this.#locations.get(stop_id);
    if (known !== undefined) return known;
    const stop = this.#stops.get(stop_id);
    if (stop === undefined) throw record.fault("stop_id", "is no stop of the feed");
    const parent = this.#stops.get(stop.text("parent_station"));
    const words = [stop.text("stop_code"), stop_id, stop.text("stop_name")];
    if (parent !== undefined) words.push(parent.text("stop_id"), parent.text("stop_name"));
    const given = words.filter((word) => word !== "");
    const { stations } = this.#source;
    const [lon, lat] = [stop.number("stop_lon", [-180, 180]), stop.number("stop_lat", [-90, 90])];
    const location = findStation(given, stations, {
      report: this.#report,
      line: stop.line,
      element: "stops.txt",
      label: given.at(-1) ?? stop_id,
      place: lon === null || lat === null ? null : [lon, lat],
    });
    const placed = this.#withPlatform(stop, location);
    this.#locations.set(stop_id, placed);
    return placed;
  }

  /** A platform is a track, in a feed of ours and where the network has one of its name. */
  #withPlatform(stop: GtfsRecord, location: Location): Location {
    const platform = stop.text("platform_code");
    if (platform === "") return location;
    const id = stop.text("stop_id");
    const is_own = id === `${stop.text("stop_code")}|${platform}`;
    const { stations } = this.#source;
    if (is_own || stations?.hasTrack(location, platform) === true) {
      return withTrack(location, platform);
    }
    if (stations !== null && stations.describe(location) !== null) {
      const message = "the network has no track of the platform's name there: any track is taken";
      this.#note(stop, { severity: "info", code: "platform_left_out", id, message });
    }
    return location;
  }

  #makeTrains(
    { trip, route, calls }: { trip: GtfsRecord; route: GtfsRecord; calls: readonly TimedCall[] },
    frequencies: readonly GtfsRecord[],
  ): TripTrain[] {
    const first_s = calls[0]?.arrival_s ?? 0;
    const block = trip.text("block_id");
    const head = {
      train_name:
        trip.text("trip_short_name") || route.text("route_short_name") || trip.text("trip_id"),
      rolling_stock_name: this.#source.rolling_stock_name,
      ...(block === "" ? {} : { labels: [`block ${block}`] }),
      category: categoryOf(route.number("route_type", [0, 1700]) ?? 0),
    };
    const own = toCalls(calls, first_s);
    const paces = frequencies.map((record) => {
      const [from_s, to_s] = [record.time("start_time"), record.time("end_time")];
      const interval_s = record.number("headway_secs", [1, 86_400 * 7]);
      if (from_s === null || to_s === null || interval_s === null || to_s < from_s) {
        throw record.fault("headway_secs", "needs a start and an end in this order");
      }
      if (record.text("exact_times") !== "1") {
        const message = "trains of a frequency start at exact times here";
        const id = trip.text("trip_id");
        this.#note(record, { severity: "info", code: "frequency_made_exact", id, message });
      }
      // A last train starts before the end, also where the window is no multiple of the interval.
      const count = Math.ceil((to_s - from_s) / interval_s);
      return { from_s, interval_ms: interval_s * 1000, window_ms: count * interval_s * 1000 };
    });
    const make = (start_ms: number): TrainForm => makeTrain({ ...head, start_ms }, own);
    if (paces.length === 0) return [{ first_s, make }];
    return paces.map(({ from_s, ...pace }) => ({
      first_s: from_s,
      make: (start_ms) => makePaced(make(start_ms), pace),
    }));
  }

  #note(
    record: GtfsRecord,
    note: {
      readonly severity: "info" | "warning";
      readonly code: string;
      readonly id: string;
      readonly message: string;
    },
  ): void {
    const { id, ...told } = note;
    this.#report.note({ ...told, where: { ...placeOfRecord(record), id } });
  }
}

interface TimedCall {
  readonly location: Location;
  /** Null: between two times, unknown. */
  readonly arrival_s: number | null;
  readonly departure_s: number | null;
  readonly is_pass: boolean;
}

function toCalls(calls: readonly TimedCall[], first_s: number): Call[] {
  return calls.map(({ location, arrival_s, departure_s, is_pass }, i) => {
    const stop_ms =
      arrival_s === null || departure_s === null ? 0 : (departure_s - arrival_s) * 1000;
    return {
      location,
      arrival_ms: arrival_s === null ? null : (arrival_s - first_s) * 1000,
      stop_ms: is_pass || (i === 0 && stop_ms === 0) ? null : stop_ms,
    };
  });
}

function groupBy(
  records: readonly GtfsRecord[],
  column: string,
  report: ExchangeReport,
): Map<string, GtfsRecord[]> {
  const groups = new Map<string, GtfsRecord[]>();
  report.takeEach(records, placeOfRecord, (record) => {
    const id = record.needed(column);
    const own = groups.get(id);
    if (own === undefined) groups.set(id, [record]);
    else own.push(record);
  });
  return groups;
}
