/**
 * The passengers' stops of a timetable as a feed: a trip a train, on the day on which it starts; paced trains as exact
 * frequencies, those with numbers one by one. Days begin at midnight in UTC, those of a timetable with a period in its
 * zone: then a train has a trip for each of the times at which it starts, counted from noon less twelve hours. A stop has
 * to be on the map, so a network is needed.
 */
import { weekdayOf } from "../../../src/railway/days/operating_days.ts";
import {
  type ClockedCalendar,
  listDayStarts,
  makeCalendar,
} from "../../../src/railway/days/period_days.ts";
import { datetimeMs, durationMs } from "../../../src/railway/iso8601.ts";
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
import { weekdayRule } from "../timetable/weekday_rule.ts";
import { takesPassengers, typeOf } from "./route_types.ts";
import {
  FeedDays,
  listTripCalls,
  printServiceDate,
  printServiceTime,
  toWholeSeconds,
  tripIdOf,
} from "./trips.ts";

const AGENCY = "marey";

const HEADS = {
  agency: ["agency_id", "agency_name", "agency_url", "agency_timezone"],
  stops: ["stop_id", "stop_code", "stop_name", "stop_lat", "stop_lon", "platform_code"],
  routes: ["route_id", "agency_id", "route_short_name", "route_type"],
  trips: ["route_id", "service_id", "trip_id", "trip_short_name"],
  stop_times: ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"],
  calendar: [
    "service_id",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "start_date",
    "end_date",
  ],
  calendar_dates: ["service_id", "date", "exception_type"],
  feed_info: ["feed_publisher_name", "feed_publisher_url", "feed_lang", "feed_version"],
  frequencies: ["trip_id", "start_time", "end_time", "headway_secs", "exact_times"],
} as const;
type FeedFile = keyof typeof HEADS;
const NOT_NEEDED: readonly FeedFile[] = ["frequencies", "calendar", "feed_info"];

export function writeGtfs(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const feed = new Feed(form, stations, report);
  for (const train of form.train_schedules) feed.addTrain(train, null);
  for (const train of form.paced_trains) {
    if (train.numbering === undefined) feed.addTrain(train, train.paced);
    // A frequency has one name for all of its trains.
    else {
      for (const [i, occurrence] of listOccurrences(train).entries()) {
        const { trip, train_name: route } = train;
        const one = { ...occurrence, ...(trip !== undefined && { trip: `${trip}.${i}` }) };
        const after_ms = datetimeMs(one.start_time) - datetimeMs(train.start_time);
        feed.addTrain(one, null, { route, after: { train, after_ms } });
      }
    }
  }
  return feed.finish();
}

/** An occurrence starts so long after its service. */
interface Occurrence {
  readonly train: TrainForm;
  readonly after_ms: number;
}

/** A stop with whole seconds since midnight of the train's day. */
interface Stop {
  readonly stop_id: string;
  readonly sequence: number;
  readonly arrival_s: number;
  readonly departure_s: number;
}

class Feed {
  readonly #stations: StationIndex | null;
  readonly #report: ExchangeReport;
  readonly #lines = new Map<FeedFile, Cell[][]>();
  readonly #stops = new Set<string>();
  readonly #routes = new Map<string, string>();
  readonly #services = new Map<string, string>();
  readonly #calendar: ClockedCalendar | null;
  readonly #days: FeedDays;
  readonly #trips = new Set<string>();

  constructor(
    { period, day_lists = [], feed_version }: TimetableForm,
    stations: StationIndex | null,
    report: ExchangeReport,
  ) {
    this.#stations = stations;
    this.#report = report;
    this.#calendar = period === undefined ? null : makeCalendar(period, day_lists);
    this.#days = new FeedDays(this.#calendar, period?.time_zone);
    this.#add("agency", [AGENCY, "Marey", "https://example.com", this.#days.zone]);
    if (feed_version !== undefined) {
      this.#add("feed_info", ["Marey", "https://example.com", "mul", feed_version]);
    }
  }

  #add(file: FeedFile, cells: Cell[]): void {
    const lines = this.#lines.get(file) ?? [[...HEADS[file]]];
    lines.push(cells);
    this.#lines.set(file, lines);
  }

  addTrain(
    train: TrainForm,
    paced: PacedForm["paced"] | null,
    {
      route = train.train_name,
      after = { train, after_ms: 0 },
    }: { readonly route?: string; readonly after?: Occurrence } = {},
  ): void {
    if (!takesPassengers(train.category)) {
      this.#leaveOut(train, "it takes no passengers");
      return;
    }
    const times = [...this.#listTimes(after)];
    if (times.length === 0) this.#leaveOut(train, "it runs on no day of the period");
    let is_told = false;
    for (const [first_s, days] of times) {
      const stops = this.#listStops(train, first_s * 1000);
      if (typeof stops === "string") {
        this.#leaveOut(train, stops);
        return;
      }
      if (!is_told) this.#noteLosses(train);
      is_told = true;
      this.#addTrip({ train, route, stops, days }, paced);
    }
    if (times.length < 2) return;
    const where = { element: "train", id: train.train_name };
    const message = "on dates on which clocks are changed it is a trip of its own";
    const note = { severity: "info", code: "clock_change_variant", where, message } as const;
    this.#report.note(note, times.length - 1);
  }

  /** After the begin of the days on which it starts then, with these; the usual time first. */
  #listTimes({ train, after_ms }: Occurrence): Map<number, number[]> {
    const given_ms = datetimeMs(train.start_time);
    const days = train.days;
    const starts =
      this.#calendar === null || days === undefined
        ? [given_ms]
        : listDayStarts(this.#calendar, { start_ms: given_ms, days }).values();
    const times = new Map<number, number[]>();
    for (const one_ms of starts) {
      const { day, first_s } = this.#days.startOf(one_ms + after_ms);
      const days_then = times.get(first_s);
      if (days_then === undefined) times.set(first_s, [day]);
      else days_then.push(day);
    }
    return new Map([...times].sort((a, b) => b[1].length - a[1].length));
  }

  #addTrip(
    {
      train,
      route,
      stops,
      days,
    }: {
      readonly train: TrainForm;
      readonly route: string;
      readonly stops: readonly Stop[];
      readonly days: readonly number[];
    },
    paced: PacedForm["paced"] | null,
  ): void {
    const trip_id = this.#nameTrip(train, stops[0]?.arrival_s ?? 0);
    const route_id = this.#route(route, train);
    this.#add("trips", [route_id, this.#service(days), trip_id, train.train_name]);
    for (const { stop_id, sequence, arrival_s, departure_s } of stops) {
      const times = [printServiceTime(arrival_s), printServiceTime(departure_s)];
      this.#add("stop_times", [trip_id, ...times, stop_id, sequence]);
    }
    if (paced !== null) this.#addFrequency(trip_id, stops[0]?.arrival_s ?? 0, paced);
  }

  /** Without a key, and on a day whose clocks are changed as on another one, by its number. */
  #nameTrip({ trip }: TrainForm, first_s: number): string {
    const named = trip === undefined ? null : tripIdOf(trip, first_s);
    const trip_id = named === null || this.#trips.has(named) ? String(this.#trips.size + 1) : named;
    this.#trips.add(trip_id);
    return trip_id;
  }

  #addFrequency(trip_id: string, first_s: number, paced: PacedForm["paced"]): void {
    const interval_ms = durationMs(paced.interval);
    const count = Math.floor(durationMs(paced.time_window) / interval_ms);
    const headway = Math.max(1, toWholeSeconds(interval_ms));
    const end = printServiceTime(first_s + count * headway);
    this.#add("frequencies", [trip_id, printServiceTime(first_s), end, headway, 1]);
  }

  /** Places where it stops, or why it can't be in a feed. */
  #listStops(train: TrainForm, start_ms: number): Stop[] | string {
    const stops: Stop[] = [];
    for (const { call, sequence, stop_id, is_end } of listTripCalls(train, this.#stations)) {
      if (stop_id === null) {
        if (this.#stations === null) return "stops are on the map: tell a network";
        if (is_end)
          return "it begins or ends where no operational point of the network is on the map";
        this.#noteStop(train);
        continue;
      }
      this.#addStop(stop_id, call);
      if (call.arrival_ms === null) return "it has a stop without a time: name a network";
      const arrival_s = toWholeSeconds(start_ms + call.arrival_ms);
      const departure_s = toWholeSeconds(start_ms + call.arrival_ms + (call.stop_ms ?? 0));
      if (arrival_s < (stops.at(-1)?.departure_s ?? 0)) return "its times don't follow each other";
      // A trip without a name is one of this feed alone.
      const own = train.trip === undefined ? stops.length + 1 : sequence;
      stops.push({ stop_id, sequence: own, arrival_s, departure_s });
    }
    return stops.length < 2 ? "it has fewer than two stops" : stops;
  }

  #addStop(stop_id: string, { location }: Call): void {
    if (this.#stops.has(stop_id)) return;
    this.#stops.add(stop_id);
    const station = this.#stations?.describe(location);
    const word = this.#stations?.wordOf(location) ?? "";
    const place = [...(station?.place ?? [])].reverse().map((degrees) => degrees.toFixed(6));
    this.#add("stops", [
      stop_id,
      word,
      station?.name ?? word,
      ...place,
      printTrack(location) ?? "",
    ]);
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

  /** One for each set of days. Of one day: named by its date. */
  #service(days: readonly number[]): string {
    const key = days.join();
    const known = this.#services.get(key);
    if (known !== undefined) return known;
    const [first = 0] = days;
    const service_id = days.length === 1 ? printServiceDate(first) : `s${this.#services.size + 1}`;
    this.#services.set(key, service_id);
    const running = new Set(days);
    const rule = this.#calendar === null || days.length < 2 ? null : weekdayRule(days);
    if (rule === null) {
      for (const day of days) this.#add("calendar_dates", [service_id, printServiceDate(day), 1]);
      return service_id;
    }
    const { weekdays, from, to } = rule;
    const flags = [1, 2, 3, 4, 5, 6, 7].map((weekday) => (weekdays.includes(weekday) ? 1 : 0));
    this.#add("calendar", [service_id, ...flags, printServiceDate(from), printServiceDate(to)]);
    for (let day = from; day <= to; day++) {
      const is_ruled = weekdays.includes(weekdayOf(day));
      if (is_ruled === running.has(day)) continue;
      this.#add("calendar_dates", [service_id, printServiceDate(day), is_ruled ? 2 : 1]);
    }
    return service_id;
  }

  #leaveOut({ train_name }: TrainForm, message: string): void {
    const where = { element: "train", id: train_name };
    this.#report.note({ severity: "warning", code: "train_left_out", where, message });
  }

  #noteLosses(train: TrainForm): void {
    const where = { element: "train", id: train.train_name };
    const severity = "info";
    const told = { report: this.#report, element: "train" };
    noteDetails(train, ["days"], told);
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
      const is_needed = !NOT_NEEDED.includes(name);
      const lines = this.#lines.get(name) ?? (is_needed ? [[...HEADS[name]]] : null);
      return lines === null ? [] : [[`${name}.txt`, encoder.encode(printCsv(lines))] as const];
    });
    return pack(Object.fromEntries(files));
  }
}
