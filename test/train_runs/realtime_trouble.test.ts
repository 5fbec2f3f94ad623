// Method: drawn days full of trouble; what a foreign reader gets of them beside the rules of GTFS Realtime, beside the timetable's own feed, and beside the JSON forecast of the same moment, from which each update is made anew.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { type ReadStop, type ReadTrip, readTripUpdates } from "../helpers/read_trip_updates.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import type { Json } from "./dated_trains.ts";
import { pick } from "./live_world.ts";
import { expectOfFeed, type Feed, findTrip, readFeed, secondsOf } from "./trip_feed.ts";

const NETWORK = generateNetwork(TINY_OPTIONS);
const api = opened(() => startNetworkApi(NETWORK));
const seeds = countTries({ few: 40, many: 600 });
const MINUTE_MS = 60_000;
/** Half an hour before midnight in Berlin. */
const BEGIN_MS = Date.UTC(2026, 2, 2, 22, 30);
const PERIOD = { first: "2026-03-01", last: "2026-03-31", time_zone: "Europe/Berlin" };
const DATE = "2026-03-02";
const [SCHEDULED, SKIPPED, NO_DATA, CANCELED] = [0, 1, 2, 3];

interface Stop {
  readonly stop: string;
  readonly planned_arrival: string;
  readonly planned_departure: string | null;
  readonly arrival: string | null;
  readonly departure: string | null;
  readonly has_arrived: boolean;
  readonly has_departed: boolean;
  readonly is_cancelled: boolean;
  readonly ends: string | null;
}
interface Train {
  readonly train: Json;
  readonly stops: readonly Stop[];
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
const keyOf = (train: Json): string => JSON.stringify(train);

interface Day {
  readonly path: string;
  readonly query: string;
  /** By record: its waypoints. */
  readonly waypoints: ReadonlyMap<string, readonly string[]>;
  readonly feed: Feed;
  /** As nothing is known. */
  readonly plan: readonly Train[];
}

/** Some stops of a train are waypoints that it passes. */
function drawForm(random: Random): Json {
  const { schedule, ...form } = pick(random, NETWORK.train_schedules) as Json;
  const start_time = isoOf(BEGIN_MS + MINUTE_MS * wholeBetween(random, 0, 40));
  const kept = schedule
    .filter((_: Json, i: number) => i === schedule.length - 1 || random() < 0.8)
    .map((one: Json) => (random() < 0.1 ? { ...one, stop_for: "PT0S" } : one));
  return { ...form, start_time, schedule: kept, margins: undefined };
}

async function makeDay(random: Random): Promise<Day> {
  const period = random() < 0.5 ? PERIOD : null;
  const days = period === null ? {} : { days: { weekdays: [1, 2, 3, 4, 5, 6, 7] } };
  const { timetable_id } = (await api.make("POST", "/timetable", { period })).json;
  const path = `/timetable/${timetable_id}`;
  const trains = Array.from({ length: wholeBetween(random, 2, 6) }, () => ({
    ...drawForm(random),
    ...days,
  }));
  const paced = { time_window: "PT1H", interval: "PT20M" };
  const services = [
    { ...drawForm(random), ...days, paced, exceptions: [] },
    {
      ...drawForm(random),
      ...days,
      paced,
      exceptions: [
        { key: "off", occurrence_index: 1, disabled: true },
        { key: "more", start_time: { value: isoOf(BEGIN_MS + 33 * MINUTE_MS) } },
      ],
    },
  ];
  const rows: Json[] = [
    ...(await api.make("POST", `${path}/train_schedules`, trains)).json,
    ...(await api.make("POST", `${path}/paced_trains`, services)).json,
  ];
  const query = `infra=${api.infra_id}${period === null ? "" : `&date=${DATE}`}`;
  return {
    path,
    query,
    waypoints: new Map(
      rows.map((row) => [String(row["id"]), row["path"].map(({ id }: Json) => id)]),
    ),
    feed: await readFeed(api, path),
    plan: (await api.make("GET", `${path}/forecast?${query}`)).json.trains,
  };
}

/** A train as it may have run up to some stop. */
function drawSeen(random: Random, { train, stops }: Train, waypoints: readonly string[]): Json[] {
  const seen: Json[] = [];
  const until = wholeBetween(random, 0, stops.length - 1);
  let late_ms = MINUTE_MS * pick(random, [0, 0, 2, 10, 40]);
  for (const [i, { stop, planned_arrival, planned_departure }] of stops.entries()) {
    if (i > until) break;
    const tell = (event: string, planned: string): void => {
      const at = isoOf(Date.parse(planned) + late_ms);
      seen.push({ train, event, stop, at, observed_at: at });
    };
    if (i > 0 && random() < 0.8) tell("arrived", planned_arrival);
    late_ms += MINUTE_MS * pick(random, [0, 0, 1, 5]);
    if (planned_departure !== null && (i < until || random() < 0.5)) {
      tell("departed", planned_departure);
      const between = waypoints.slice(waypoints.indexOf(stop) + 1);
      const passed = between.slice(0, between.indexOf(stops[i + 1]!.stop));
      if (passed.length > 0 && random() < 0.7) {
        const at = isoOf(Date.parse(planned_departure) + late_ms + 5 * MINUTE_MS);
        seen.push({ train, event: "passed", stop: pick(random, passed), at, observed_at: at });
      }
    }
  }
  return seen;
}

function drawDecision(random: Random, plan: readonly Train[]): Json {
  const { train, stops } = pick(random, plan);
  const { stop, planned_arrival } = pick(random, stops);
  const at = isoOf(Date.parse(planned_arrival) + MINUTE_MS * wholeBetween(random, -5, 30));
  const said = { train, at, observed_at: isoOf(BEGIN_MS) };
  const other = pick(random, plan).train;
  return pick(random, [
    { ...said, event: "held", stop },
    { ...said, event: "ends", stop },
    { ...said, event: "stands", stop },
    { ...said, event: "cancelled" },
    { ...said, event: "slower", percent: wholeBetween(random, 10, 400) },
    ...(keyOf(other) === keyOf(train) ? [] : [{ ...said, event: "follows", stop, other }]),
  ]);
}

function drawClosed(random: Random, query: string): Json {
  const { id, length } = pick(random, NETWORK.railjson.track_sections);
  const begin = wholeBetween(random, 0, Math.floor(length * 1000) - 1000);
  const at_ms = BEGIN_MS + MINUTE_MS * wholeBetween(random, -30, 60);
  return {
    event: "closed",
    track_range: { track_section: id, begin, end: begin + 1000 },
    ...(query.includes("date=") && { date: DATE }),
    at: isoOf(at_ms),
    until: random() < 0.4 ? null : isoOf(at_ms + MINUTE_MS * wholeBetween(random, 5, 90)),
    observed_at: isoOf(BEGIN_MS),
  };
}

function drawTrouble(random: Random, { plan, waypoints, query }: Day): Json[] {
  const many = (max: number, draw: () => Json): Json[] =>
    Array.from({ length: wholeBetween(random, 0, max) }, draw);
  return [
    ...plan.flatMap((one) =>
      random() < 0.5 ? drawSeen(random, one, waypoints.get(String(one.train["id"]))!) : [],
    ),
    ...many(4, () => drawDecision(random, plan)),
    ...many(2, () => drawClosed(random, query)),
  ];
}

/** How trips of a train begin in a feed. */
function prefixOf({ kind, id, occurrence_key, exception_key }: Json, feed: Feed): string {
  if (kind === "train_schedule") return `t${id}-`;
  if (exception_key !== undefined) return `p${id}+${exception_key}-`;
  const pace = feed.paces.find((row) => row["trip_id"]!.startsWith(`p${id}-`));
  return pace === undefined ? `p${id}.${occurrence_key}-` : `p${id}-`;
}

/** The told trip of a train that is planned to begin then. */
function tripOf({ feed, plan }: Day, told: readonly ReadTrip[], train: Json): ReadTrip | undefined {
  const own = plan.find((one) => keyOf(one.train) === keyOf(train))!;
  const start_s = Date.parse(own.stops[0]!.planned_departure!) / 1000;
  const prefix = prefixOf(train, feed);
  return told.find((trip) => {
    if (!trip.trip_id.startsWith(prefix)) return false;
    const { times, begin_s } = findTrip(feed, trip);
    return Math.abs(begin_s + secondsOf(times[0]!["departure_time"]!) - start_s) <= 1;
  });
}

type WantedStop = Omit<ReadStop, "stop_id">;

/** What must be told of a train, of those of its stops that are in the feed. */
function wantedOf(stops: readonly Stop[], sequenceOf: (stop: string) => number): WantedStop[] {
  let last = -Infinity;
  const tell = (expected: string | null, planned: string | null) => {
    if (expected === null || planned === null) return null;
    last = Math.max(last, Math.round(Date.parse(expected) / 1000));
    return { time: last, delay: last - Math.round(Date.parse(planned) / 1000) };
  };
  return stops.flatMap((one, i) => {
    const isLast = one.planned_departure === null || one.ends !== null;
    if (isLast ? one.has_arrived : one.has_departed) return [];
    const arrival = i === 0 ? null : tell(one.arrival, one.planned_arrival);
    const departure = tell(one.departure, one.planned_departure);
    const known = arrival === null && departure === null ? NO_DATA! : SCHEDULED!;
    return [
      {
        stop_sequence: sequenceOf(one.stop),
        arrival,
        departure,
        schedule_relationship: one.is_cancelled ? SKIPPED! : known,
      },
    ];
  });
}

/** What was not seen is not expected in the past. */
function expectNotBefore(now_s: number, stops: readonly Stop[], told: readonly WantedStop[]): void {
  for (const [i, { has_arrived }] of stops.slice(stops.length - told.length).entries()) {
    const { arrival, departure } = told[i]!;
    if (arrival !== null && !has_arrived) expect(arrival.time).toBeGreaterThanOrEqual(now_s);
    if (departure !== null) expect(departure.time).toBeGreaterThanOrEqual(now_s);
  }
}

/** Whether a train is on its track, where what happens at that very moment has not happened yet; null: it has come to a stop where it leaves it early. */
function isOnWay(stops: readonly Stop[], now_ms: number): boolean | null {
  const begin = stops[0]!.arrival;
  if (begin === null || Date.parse(begin) >= now_ms) return false;
  const end = stops.find((one) => one.planned_departure === null || one.ends !== null)!;
  if (end.arrival === null || Date.parse(end.arrival) >= now_ms || end.ends === "stands")
    return true;
  return end.ends === null ? false : null;
}

/** Rules that hold for each message whatever runs. */
function expectLawful(feed: Feed, trip: ReadTrip): void {
  expectOfFeed(feed, trip);
  const { stops, schedule_relationship } = trip;
  expect([SCHEDULED, CANCELED]).toContain(schedule_relationship);
  expect(stops.length === 0).toBe(schedule_relationship === CANCELED);
  let isKnown = true;
  for (const { arrival, departure, schedule_relationship: is } of stops) {
    expect(arrival !== null || departure !== null).toBe(is === SCHEDULED);
    if (is === SCHEDULED) expect(isKnown).toBe(true);
    if (is !== SCHEDULED) isKnown = false;
    if (arrival !== null && departure !== null)
      expect(departure.time).toBeGreaterThanOrEqual(arrival.time);
  }
}

describe("GTFS Realtime of a day of trouble", () => {
  const counts = { partly: 0, skipped: 0, unknown: 0, canceled: 0, next_day: 0, vehicles: 0 };

  it(`keeps its rules, and says what the forecast says (${seeds} days)`, async () => {
    for (let seed = 0; seed < seeds; seed++) {
      const random = makeRandom(seed);
      const day = await makeDay(random);
      const { path, feed, waypoints, plan } = day;
      const reports = drawTrouble(random, day);
      await api.make("POST", `${path}/reports`, reports);
      const now_ms = BEGIN_MS + MINUTE_MS * wholeBetween(random, 0, 90);
      const query = random() < 0.7 ? `${day.query}&as_of=${isoOf(now_ms)}` : day.query;
      const forecast = (await api.make("GET", `${path}/forecast?${query}`)).json;
      const updates = readTripUpdates((await api.make("GET", `${path}/gtfs_rt?${query}`)).bytes);
      const { vehicles } = readTripUpdates(
        (await api.make("GET", `${path}/gtfs_rt?of=vehicle_positions&${query}`)).bytes,
      );
      const why = `seed ${seed}: ${path}`;
      expect(updates).toMatchObject({ version: "2.0", incrementality: 0 });
      expect(updates.feed_version, why).toBe(feed.version);
      if (forecast.as_of !== null)
        expect(updates.timestamp).toBe(Math.floor(Date.parse(forecast.as_of) / 1000));
      expect(new Set(updates.trips.map(({ id }) => id)).size).toBe(updates.trips.length);
      for (const trip of updates.trips) expectLawful(feed, trip);
      const told = new Set<ReadTrip>();
      for (const train of forecast.cancelled) {
        const trip = tripOf(day, updates.trips, train);
        if (trip === undefined) continue;
        expect(trip.schedule_relationship, why).toBe(CANCELED);
        told.add(trip);
        counts.canceled++;
      }
      for (const { train, stops } of forecast.trains as Train[]) {
        const places = waypoints.get(String(train["id"]))!;
        const wanted = wantedOf(stops, (stop) => places.indexOf(stop) + 1);
        const trip = tripOf(day, updates.trips, train);
        if (trip === undefined) {
          // Not of passengers, or it has arrived.
          const isInFeed = feed.trips.some((row) =>
            row["trip_id"]!.startsWith(prefixOf(train, feed)),
          );
          expect(isInFeed ? wanted : [], `${why} ${keyOf(train)}`).toEqual([]);
          continue;
        }
        told.add(trip);
        const { times } = findTrip(feed, trip);
        expect(stops.map(({ stop }) => String(places.indexOf(stop) + 1))).toEqual(
          times.map((row) => row["stop_sequence"]),
        );
        const own = trip.stops.map(({ stop_id: _, ...stop }) => stop);
        expect(own, `${why} ${keyOf(train)}`).toEqual(wanted);
        counts.skipped += own.filter((one) => one.schedule_relationship === SKIPPED).length;
        counts.unknown += own.filter((one) => one.schedule_relationship === NO_DATA).length;
        const isPart = own.some(({ arrival, departure }, i) => {
          return arrival !== null && departure === null && i < own.length - 1;
        });
        if (isPart) counts.partly++;
        const [first] = plan.find((one) => keyOf(one.train) === keyOf(train))!.stops;
        if (first!.planned_departure! >= "2026-03-02T23:00:00Z") counts.next_day++;
        const vehicle = vehicles.find(({ id }) => id === trip.id);
        const as_of_ms = Date.parse(forecast.as_of ?? isoOf(0));
        expectNotBefore(Math.floor(as_of_ms / 1000), stops, own);
        const isThere = isOnWay(stops, as_of_ms);
        if (isThere !== null) expect(vehicle !== undefined, `${why} ${keyOf(train)}`).toBe(isThere);
        if (vehicle === undefined) continue;
        counts.vehicles++;
        const next = stops.findIndex((one) => !one.has_departed && !one.is_cancelled);
        expect(vehicle.stop_sequence, why).toBe(places.indexOf(stops[next]!.stop) + 1);
        expect(vehicle.status).toBe(next === 0 || stops[next]!.has_arrived ? 1 : 2);
        expect(vehicle.timestamp).toBe(updates.timestamp);
        expect(Number.isFinite(vehicle.place!.latitude + vehicle.place!.longitude)).toBe(true);
      }
      expect(told.size, why).toBe(updates.trips.length);
      const canceled = updates.trips.filter((one) => one.schedule_relationship === CANCELED);
      for (const { id } of canceled) expect(vehicles.map((one) => one.id)).not.toContain(id);
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(seeds / 20);
  });
});
