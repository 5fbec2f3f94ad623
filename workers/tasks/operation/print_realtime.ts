/** Task: when the trips of a running day are expected, or where their trains are, as a message of GTFS Realtime. */
import type { ForecastStop } from "../../engine/operation/forecast.ts";
import { locateOnWay, placeTrain_mm } from "../../engine/projection/train_places.ts";
import {
  encodeFeed,
  type FeedHead,
  listTripUpdates,
  listVehicles,
  makeFeed,
  printFeed,
  type TripEvent,
  type TripName,
  type TripStopUpdate,
  type TripUpdate,
  type VehiclePosition,
} from "../../exchange/gtfs/realtime_feed.ts";
import {
  daysOfPeriod,
  type FeedDays,
  printServiceDate,
  printServiceTime,
  toWholeSeconds,
  tripIdOf,
} from "../../exchange/gtfs/trips.ts";
import { parseShared, shareTexts } from "../shared_text.ts";
import { forecastOpen, type KnownDay, openDay } from "./day_ref.ts";
import { openWays } from "./draw_ways.ts";
import type { TripStops } from "./list_trips.ts";

/** From `list_trips`; its trains by the JSON texts of their names. */
interface DayTrips {
  readonly trips: Readonly<
    Record<
      string,
      {
        readonly key: string;
        readonly form: number;
        /** Of a frequency: which of its trains, and how long after the one before. */
        readonly pace: { readonly index: number; readonly interval_ms: number } | null;
      }
    >
  >;
  readonly stops: readonly (TripStops | null)[];
}

interface RealtimeInput extends KnownDay, FeedHead {
  readonly trips: SharedArrayBuffer;
  readonly period: Parameters<typeof daysOfPeriod>[0];
  /** From `draw_ways`, of the day's runs: where trains are is told; null: when trips are expected. */
  readonly ways: SharedArrayBuffer | null;
  readonly is_json: boolean;
}

let kept: { readonly key: string; readonly trips: DayTrips } | null = null;

export function printRealtime(input: RealtimeInput): Uint8Array {
  const { ways, is_json } = input;
  const told = listTold(input);
  const entities =
    ways === null
      ? listTripUpdates(input, told.flatMap(describeUpdate))
      : listVehicles(input, told.flatMap(placeVehicles(input.as_of_ms, ways)));
  const feed = makeFeed(input, entities);
  return shareTexts([is_json ? printFeed(feed) : encodeFeed(feed)]);
}

/** A train of the feed. */
interface ToldTrain {
  readonly t: number;
  readonly run: number;
  readonly name: TripName;
  readonly isCancelled: boolean;
  readonly stops: readonly ForecastStop[];
  /** By stop: its place in the feed; absent: it is in none. */
  readonly calls: readonly (TripStops[string] | undefined)[];
  readonly place_mm: (now_ms: number) => number;
}

function listTold(input: RealtimeInput): ToldTrain[] {
  const { day, period, cancelled } = input;
  const open = openDay(day);
  if (kept?.key !== day.key) kept = { key: day.key, trips: parseShared<DayTrips>(input.trips) };
  const { trips, stops: stopsOf } = kept.trips;
  const { plan, texts } = open;
  const forecast = forecastOpen(open, input);
  const isCancelled = new Set(cancelled);
  const days = daysOfPeriod(period);
  return texts.trains.flatMap((train, t) => {
    const trip = trips[JSON.stringify(train)];
    const known = trip === undefined ? null : (stopsOf[trip.form] ?? null);
    if (trip === undefined || known === null) return [];
    const ids = texts.stops[day.stops_of[t] ?? 0] ?? [];
    return [
      {
        t,
        run: plan.runOf[t] ?? 0,
        name: nameTrip(trip, plan.starts_ms[t] ?? 0, days),
        isCancelled: isCancelled.has(t),
        stops: forecast.listStops(t),
        calls: ids.map((id) => known[id ?? ""]),
        place_mm: (now_ms) => placeTrain_mm(plan, forecast, t, now_ms),
      },
    ];
  });
}

function describeUpdate({ name, isCancelled, stops, calls }: ToldTrain): TripUpdate[] {
  if (isCancelled) return [{ ...name, stops: null }];
  const updates = listUpdates(stops, calls);
  // A train that has arrived is over.
  return updates.length > 0 ? [{ ...name, stops: updates }] : [];
}

/** Those that are on their way, and come to a stop yet. */
function placeVehicles(
  now_ms: number,
  buffer: SharedArrayBuffer,
): (train: ToldTrain) => VehiclePosition[] {
  const wayOf = openWays(buffer);
  return ({ run, name, isCancelled, stops, calls, place_mm }) => {
    const x_mm = place_mm(now_ms);
    if (isCancelled || Number.isNaN(x_mm)) return [];
    const next = stops.findIndex(
      (stop, i) => calls[i] !== undefined && !stop.isCancelled && !stop.hasDeparted,
    );
    const call = calls[next];
    if (call === undefined) return [];
    // A train stands where it begins.
    const isStanding = next === 0 || stops[next]?.hasArrived === true;
    return [{ ...name, ...call, isStanding, place: locateOnWay(wayOf(run), x_mm) }];
  };
}

function nameTrip(
  { key, pace }: DayTrips["trips"][string],
  start_ms: number,
  days: FeedDays,
): TripName {
  if (pace === null) {
    const { day, first_s } = days.startOf(start_ms);
    return { trip_id: tripIdOf(key, first_s), start_date: printServiceDate(day), start_time: null };
  }
  const { day, first_s } = days.startOf(start_ms - pace.index * pace.interval_ms);
  const headway_s = Math.max(1, toWholeSeconds(pace.interval_ms));
  return {
    trip_id: tripIdOf(key, first_s),
    start_date: printServiceDate(day),
    start_time: printServiceTime(first_s + pace.index * headway_s),
  };
}

/** Stops that the train has not left, in order of time, and those that it does not come to any more. */
function listUpdates(stops: readonly ForecastStop[], calls: ToldTrain["calls"]): TripStopUpdate[] {
  const updates: TripStopUpdate[] = [];
  let last_s = -Infinity;
  const tell = (time_ms: number, planned_ms: number): TripEvent | null => {
    if (Number.isNaN(time_ms)) return null;
    last_s = Math.max(last_s, toWholeSeconds(time_ms));
    return { time_s: last_s, delay_s: last_s - toWholeSeconds(planned_ms) };
  };
  for (const [i, stop] of stops.entries()) {
    const place = calls[i];
    const isEnd = stop.plannedDeparture_ms === null || stop.ends !== null;
    if (place === undefined || (isEnd ? stop.hasArrived : stop.hasDeparted)) continue;
    const arrival = i === 0 ? null : tell(stop.arrival_ms, stop.plannedArrival_ms);
    const departure =
      stop.plannedDeparture_ms === null ? null : tell(stop.departure_ms, stop.plannedDeparture_ms);
    updates.push({ ...place, arrival, departure, isSkipped: stop.isCancelled });
  }
  return updates;
}
