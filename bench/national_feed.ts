/**
 * A feed of GTFS of a whole country's size on the places of a network, from a seed: trains by their numbers, each of one
 * to four trips, of which some differ by their days alone; services by weekdays with exceptions, or by dates alone; some
 * trips run past midnight. And a reader of its own, by lines and commas, which tells who calls where and when on a date.
 */
import { Temporal } from "temporal-polyfill";
import { Random } from "./network/random.ts";
import type { GeneratedNetwork } from "./network.ts";

const ZONE = "Europe/Berlin";
const FIRST = Temporal.PlainDate.from("2025-12-14");
const PERIOD_DAYS = 364;
const AGENCIES = 6;
const ROUTES = 300;
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/** Of a group: Monday to Friday, Saturday, Sunday and holidays, some weekdays, dates alone. The first three are disjoint. */
const KINDS = 5;
/** Rail: intercity, regional, suburban. */
const RAIL_TYPES = [102, 106, 109];
const MINUTE_S = 60;
const HOUR_S = 3600;

export interface FeedSizes {
  readonly trip_count: number;
  readonly service_count: number;
}

/** Texts by the names of their files. */
export type Feed = Readonly<Record<string, string>>;

/** A trip's call: `number|place|arrival|departure`, moments in seconds since the epoch. */
export type FeedCall = string;

export function makeFeed(
  network: GeneratedNetwork,
  { trip_count, service_count }: FeedSizes,
): Feed {
  const random = new Random(46);
  const group_count = Math.floor(service_count / KINDS);
  const { trips, stop_times } = drawTrips(random, { network, trip_count, group_count });
  return {
    "agency.txt": table(
      "agency_id,agency_name,agency_url,agency_timezone",
      count(AGENCIES, (i) => `A${i},Railway ${i},https://example.org/${i},${ZONE}`),
    ),
    "routes.txt": table(
      "route_id,agency_id,route_short_name,route_type",
      count(ROUTES, (i) => `R${i},A${i % AGENCIES},L ${i},${RAIL_TYPES[i % RAIL_TYPES.length]}`),
    ),
    "stops.txt": table(
      "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station",
      [...new Map(listPlaces(network).map((place) => [place.uic, place])).values()].flatMap(
        ({ uic, name }, i) => {
          const at = `${47 + i / 1000},${8 + i / 1000}`;
          return [
            `${uic},${name},${at},1,`,
            ...[1, 2].map((k) => `${uic}:0:${k},${name},${at},0,${uic}`),
          ];
        },
      ),
    ),
    ...drawServices(random, group_count),
    "trips.txt": table(
      "route_id,service_id,trip_id,trip_headsign,trip_short_name,direction_id",
      trips,
    ),
    "stop_times.txt": table(
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type",
      stop_times,
    ),
  };
}

function table(head: string, rows: readonly string[]): string {
  return `${[head, ...rows].join("\n")}\n`;
}

function count<T>(length: number, make: (i: number) => T): T[] {
  return Array.from({ length }, (_, i) => make(i));
}

interface Place {
  readonly id: string;
  readonly uic: number;
  readonly name: string;
  readonly trigram: string;
}

export function listPlaces({ railjson }: GeneratedNetwork): Place[] {
  return railjson.operational_points.map(({ id, extensions }) => {
    const { identifier, sncf } = extensions ?? {};
    if (!identifier || !sncf) throw new Error(`${id} has no names`);
    return { id, uic: identifier.uic, name: identifier.name, trigram: sncf.trigram };
  });
}

function dateText(day: number): string {
  return FIRST.add({ days: day }).toString().replaceAll("-", "");
}

function drawServices(random: Random, group_count: number): Feed {
  const calendar: string[] = [];
  const dates: string[] = [];
  const draw = (day_count: number): Set<number> =>
    new Set(count(day_count, () => random.integer(0, PERIOD_DAYS - 1)));
  for (let group = 0; group < group_count; group++) {
    const begin = random.integer(0, 1) * random.integer(0, PERIOD_DAYS / 2);
    const span = `${dateText(begin)},${dateText(random.integer(begin + 30, PERIOD_DAYS - 1))}`;
    const holidays = draw(random.integer(0, 12));
    const some = count(7, () => random.integer(0, 1)).join();
    const flags = ["1,1,1,1,1,0,0", "0,0,0,0,0,1,0", "0,0,0,0,0,0,1", some];
    calendar.push(...flags.map((days, kind) => `S${group}_${kind},${days},${span}`));
    for (const day of holidays) {
      for (const kind of [0, 1, 3]) dates.push(`S${group}_${kind},${dateText(day)},2`);
      dates.push(`S${group}_2,${dateText(day)},1`);
    }
    for (const day of draw(random.integer(1, 60))) dates.push(`S${group}_4,${dateText(day)},1`);
  }
  return {
    "calendar.txt": table(`service_id,${WEEKDAYS.join()},start_date,end_date`, calendar),
    "calendar_dates.txt": table("service_id,date,exception_type", dates),
  };
}

interface TripSource {
  readonly network: GeneratedNetwork;
  readonly trip_count: number;
  readonly group_count: number;
}

function drawTrips(random: Random, { network, trip_count, group_count }: TripSource) {
  const uics = uicsOf(network);
  const ways = network.train_schedules.map(({ path }) => path.map((item) => uicOf(uics, item)));
  const trips: string[] = [];
  const stop_times: string[] = [];
  for (let number = 0; trips.length < trip_count; number++) {
    const way = ways[random.integer(0, ways.length - 1)] ?? [];
    const group = random.integer(0, group_count - 1);
    // of one that runs on several kinds of days all trips are alike but on some, where it is later
    const kinds = random.integer(0, 1) === 0 ? [0, 1, 2] : [random.integer(0, KINDS - 1)];
    const start_s = random.integer(4 * 60, 25 * 60) * MINUTE_S;
    const legs = way.map(() => [random.integer(3, 12), random.integer(0, 2)] as const);
    for (const kind of kinds.slice(0, trip_count - trips.length)) {
      const route = `R${number % ROUTES}`;
      const trip = `${trips.length}.TA.${route}-j26-1.${kind}.H`;
      trips.push(
        `${route},S${group}_${kind},${trip},Terminus ${way.at(-1)},${number + 1},${number % 2}`,
      );
      let now_s = start_s + (random.integer(0, 3) === 0 ? 10 * MINUTE_S : 0);
      for (const [i, [leg, stay]] of legs.entries()) {
        const departure_s = i === 0 || i === legs.length - 1 ? now_s : now_s + stay * MINUTE_S;
        const times = `${clock(now_s)},${clock(departure_s)}`;
        stop_times.push(`${trip},${times},${way[i]}:0:${1 + (number % 2)},${i + 1},0,0`);
        now_s = departure_s + leg * MINUTE_S;
      }
    }
  }
  return { trips, stop_times };
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / HOUR_S), Math.floor(seconds / MINUTE_S) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Places by any word for them. */
export function uicsOf(network: GeneratedNetwork): ReadonlyMap<string, number> {
  return new Map(
    listPlaces(network).flatMap(({ id, uic, trigram }) =>
      [id, trigram, String(uic)].map((word) => [word, uic] as const),
    ),
  );
}

/** A place as a path names it. */
export interface NamedPlace {
  readonly uic?: number | undefined;
  readonly trigram?: string | undefined;
  readonly operational_point?: string | undefined;
}

export function uicOf(
  uics: ReadonlyMap<string, number>,
  { uic, trigram, operational_point }: NamedPlace,
): number {
  const found = uics.get(String(uic ?? trigram ?? operational_point));
  if (found === undefined) throw new Error(`no place ${uic ?? trigram ?? operational_point}`);
  return found;
}

function rowsOf(feed: Feed, name: string): Record<string, string>[] {
  const [head = "", ...lines] = (feed[name] ?? "").trimEnd().split("\n");
  const columns = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ""]));
  });
}

/** All calls of a service day, sorted. */
export function listFeedCalls(feed: Feed, date: string): FeedCall[] {
  const day = Temporal.PlainDate.from(date);
  const told = date.replaceAll("-", "");
  const running = new Set<string>();
  for (const row of rowsOf(feed, "calendar.txt")) {
    const is_within = (row["start_date"] ?? "") <= told && told <= (row["end_date"] ?? "");
    if (is_within && row[WEEKDAYS[day.dayOfWeek - 1] ?? ""] === "1")
      running.add(row["service_id"] ?? "");
  }
  for (const { service_id = "", date: own, exception_type } of rowsOf(feed, "calendar_dates.txt")) {
    if (own !== told) continue;
    if (exception_type === "1") running.add(service_id);
    else running.delete(service_id);
  }
  const numbers = new Map<string, string>();
  for (const { service_id = "", trip_id = "", trip_short_name = "" } of rowsOf(feed, "trips.txt")) {
    if (running.has(service_id)) numbers.set(trip_id, trip_short_name);
  }
  const noon = day.toZonedDateTime({ timeZone: ZONE, plainTime: "12:00" });
  const begin_s = noon.epochMilliseconds / 1000 - 12 * HOUR_S;
  const moment = (text = ""): number => {
    const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
    return begin_s + hours * HOUR_S + minutes * MINUTE_S + seconds;
  };
  const calls = rowsOf(feed, "stop_times.txt").flatMap((row) => {
    const number = numbers.get(row["trip_id"] ?? "");
    if (number === undefined) return [];
    const [place] = (row["stop_id"] ?? "").split(":");
    const [arrival_s, departure_s] = [moment(row["arrival_time"]), moment(row["departure_time"])];
    return [`${number}|${place}|${arrival_s}|${departure_s}`];
  });
  return calls.sort();
}
