/**
 * The passengers' stops of a timetable as a feed: a trip a train, on the day on which it starts; paced trains as exact
 * frequencies, those with numbers one by one. Days begin at midnight in UTC. A stop has to be on the map, so a network is needed.
 */
import { datetimeMs, durationMs, printDay } from "../../../src/railway/iso8601.ts";
import { pack } from "../archive.ts";
import { type Cell, printCsv } from "../csv_lines.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import { printTrack } from "../timetable/station_names.ts";
import {
  type Call,
  callsOf,
  listOccurrences,
  noteDetails,
  noteEnd,
  type PacedForm,
  type TimetableForm,
  type TrainForm,
} from "../timetable/timetable_form.ts";
import { takesPassengers, typeOf } from "./route_types.ts";

const DAY_MS = 86_400_000;
const AGENCY = "marey";

const HEADS = {
  agency: ["agency_id", "agency_name", "agency_url", "agency_timezone"],
  stops: ["stop_id", "stop_code", "stop_name", "stop_lat", "stop_lon", "platform_code"],
  routes: ["route_id", "agency_id", "route_short_name", "route_type"],
  trips: ["route_id", "service_id", "trip_id", "trip_short_name"],
  stop_times: ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"],
  calendar_dates: ["service_id", "date", "exception_type"],
  frequencies: ["trip_id", "start_time", "end_time", "headway_secs", "exact_times"],
} as const;
type FeedFile = keyof typeof HEADS;

export function writeGtfs(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const feed = new Feed(stations, report);
  for (const train of form.train_schedules) feed.addTrain(train, null);
  for (const train of form.paced_trains) {
    if (train.numbering === undefined) feed.addTrain(train, train.paced);
    // A frequency has one name for all of its trains.
    else for (const one of listOccurrences(train)) feed.addTrain(one, null, train.train_name);
  }
  return feed.finish();
}

/** A stop with whole seconds since midnight of the train's day. */
interface Stop {
  readonly stop_id: string;
  readonly arrival_s: number;
  readonly departure_s: number;
}

class Feed {
  readonly #stations: StationIndex | null;
  readonly #report: ExchangeReport;
  readonly #lines = new Map<FeedFile, Cell[][]>();
  readonly #stops = new Set<string>();
  readonly #routes = new Map<string, string>();
  readonly #services = new Set<string>();
  #nTrips = 0;

  constructor(stations: StationIndex | null, report: ExchangeReport) {
    this.#stations = stations;
    this.#report = report;
    this.#add("agency", [AGENCY, "Marey", "https://example.com", "Etc/UTC"]);
  }

  #add(file: FeedFile, cells: Cell[]): void {
    const lines = this.#lines.get(file) ?? [[...HEADS[file]]];
    lines.push(cells);
    this.#lines.set(file, lines);
  }

  addTrain(train: TrainForm, paced: PacedForm["paced"] | null, route = train.train_name): void {
    if (!takesPassengers(train.category)) {
      this.#leaveOut(train, "it takes no passengers");
      return;
    }
    // Rounded before its day is known: the last half second of a day belongs to the next one.
    const start_ms = toSeconds(datetimeMs(train.start_time)) * 1000;
    const day_ms = start_ms - (((start_ms % DAY_MS) + DAY_MS) % DAY_MS);
    const stops = this.#listStops(train, start_ms - day_ms);
    if (typeof stops === "string") {
      this.#leaveOut(train, stops);
      return;
    }
    this.#noteLosses(train);
    const trip_id = String(++this.#nTrips);
    const route_id = this.#route(route, train);
    this.#add("trips", [route_id, this.#service(day_ms), trip_id, train.train_name]);
    for (const [i, { stop_id, arrival_s, departure_s }] of stops.entries()) {
      const times = [printTime(arrival_s), printTime(departure_s)];
      this.#add("stop_times", [trip_id, ...times, stop_id, i + 1]);
    }
    if (paced !== null) this.#addFrequency(trip_id, stops[0]?.arrival_s ?? 0, paced);
  }

  #addFrequency(trip_id: string, first_s: number, paced: PacedForm["paced"]): void {
    const interval_ms = durationMs(paced.interval);
    const count = Math.floor(durationMs(paced.time_window) / interval_ms);
    const headway = Math.max(1, toSeconds(interval_ms));
    const end = printTime(first_s + count * headway);
    this.#add("frequencies", [trip_id, printTime(first_s), end, headway, 1]);
  }

  /** Places where it stops, or why it can't be in a feed. */
  #listStops(train: TrainForm, start_ms: number): Stop[] | string {
    const calls = callsOf(train);
    const stops: Stop[] = [];
    for (const [i, call] of calls.entries()) {
      const is_end = i === 0 || i === calls.length - 1;
      if (!is_end && call.stop_ms === null) continue;
      const stop_id = this.#stop(call);
      if (stop_id === null) {
        if (this.#stations === null) return "stops are on the map: tell a network";
        if (is_end)
          return "it begins or ends where no operational point of the network is on the map";
        this.#noteStop(train);
        continue;
      }
      if (call.arrival_ms === null) return "it has a stop without a time: name a network";
      const arrival_s = toSeconds(start_ms + call.arrival_ms);
      const departure_s = toSeconds(start_ms + call.arrival_ms + (call.stop_ms ?? 0));
      if (arrival_s < (stops.at(-1)?.departure_s ?? 0)) return "its times don't follow each other";
      stops.push({ stop_id, arrival_s, departure_s });
    }
    return stops.length < 2 ? "it has fewer than two stops" : stops;
  }

  #stop({ location }: Call): string | null {
    const station = this.#stations?.describe(location) ?? null;
    if (station === null || station.place === null || this.#stations === null) return null;
    const word = this.#stations.wordOf(location);
    const track = printTrack(location);
    const stop_id = track === null ? word : `${word}|${track}`;
    if (!this.#stops.has(stop_id)) {
      this.#stops.add(stop_id);
      const [lon, lat] = station.place;
      const place = [lat, lon].map((degrees) => degrees.toFixed(6));
      this.#add("stops", [stop_id, word, station.name ?? word, ...place, track ?? ""]);
    }
    return stop_id;
  }

  #route(name: string, { category }: TrainForm): string {
    const type = typeOf(category);
    const key = `${type} ${name}`;
    const known = this.#routes.get(key);
    if (known !== undefined) return known;
    const route_id = String(this.#routes.size + 1);
    this.#routes.set(key, route_id);
    this.#add("routes", [route_id, AGENCY, name === "" ? route_id : name, type]);
    return route_id;
  }

  #service(day_ms: number): string {
    const date = printDay(day_ms).replaceAll("-", "");
    if (!this.#services.has(date)) {
      this.#services.add(date);
      this.#add("calendar_dates", [date, date, 1]);
    }
    return date;
  }

  #leaveOut({ train_name }: TrainForm, message: string): void {
    const where = { element: "train", id: train_name };
    this.#report.note({ severity: "warning", code: "train_left_out", where, message });
  }

  #noteLosses(train: TrainForm): void {
    const where = { element: "train", id: train.train_name };
    const severity = "info";
    const told = { report: this.#report, element: "train" };
    noteDetails(train, [], told);
    noteEnd(train, told);
    if (
      callsOf(train)
        .slice(1, -1)
        .some(({ stop_ms }) => stop_ms === null)
    ) {
      const message = "places where it does not stop are left out";
      this.#report.note({ severity, code: "places_left_out", where, message });
    }
    const message = "rolling stocks are left out";
    this.#report.note({ severity, code: "stocks_left_out", where, message });
  }

  #noteStop({ train_name }: TrainForm): void {
    const where = { element: "train", id: train_name };
    const message = "a stop that is no operational point on the map is left out";
    this.#report.note({ severity: "warning", code: "stop_left_out", where, message });
  }

  finish(): Uint8Array<ArrayBuffer> {
    const encoder = new TextEncoder();
    const names = Object.keys(HEADS) as FeedFile[];
    const files = names.flatMap((name) => {
      const is_needed = name !== "frequencies";
      const lines = this.#lines.get(name) ?? (is_needed ? [[...HEADS[name]]] : null);
      return lines === null ? [] : [[`${name}.txt`, encoder.encode(printCsv(lines))] as const];
    });
    return pack(Object.fromEntries(files));
  }
}

function toSeconds(ms: number): number {
  return Math.round(ms / 1000);
}

function printTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
