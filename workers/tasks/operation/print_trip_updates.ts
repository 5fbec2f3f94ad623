/** Task: when the trips of a running day are expected, as a message of GTFS Realtime. */
import type { ForecastStop } from "../../engine/operation/forecast.ts";
import {
  daysOfPeriod,
  type FeedDays,
  printServiceDate,
  printServiceTime,
  toWholeSeconds,
  tripIdOf,
} from "../../exchange/gtfs/trips.ts";
import {
  type TripEvent,
  type TripStopUpdate,
  type TripUpdate,
  type UpdatesHead,
  writeTripUpdates,
} from "../../exchange/gtfs/write_trip_updates.ts";
import { parseShared, shareTexts } from "../shared_text.ts";
import { forecastOpen, type KnownDay, openDay } from "./day_ref.ts";
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

interface UpdatesInput extends KnownDay, UpdatesHead {
  readonly trips: SharedArrayBuffer;
  readonly period: Parameters<typeof daysOfPeriod>[0];
}

let kept: { readonly key: string; readonly trips: DayTrips } | null = null;

export function printTripUpdates(input: UpdatesInput): Uint8Array {
  const { day, period, cancelled } = input;
  const open = openDay(day);
  if (kept?.key !== day.key) kept = { key: day.key, trips: parseShared<DayTrips>(input.trips) };
  const { trips, stops: stopsOf } = kept.trips;
  const { plan, texts } = open;
  const forecast = forecastOpen(open, input);
  const isCancelled = new Set(cancelled);
  const days = daysOfPeriod(period);
  const updates: TripUpdate[] = [];
  for (const [t, name] of texts.trains.entries()) {
    const trip = trips[JSON.stringify(name)];
    const known = trip === undefined ? null : (stopsOf[trip.form] ?? null);
    if (trip === undefined || known === null) continue;
    const named = nameTrip(trip, plan.starts_ms[t] ?? 0, days);
    if (isCancelled.has(t)) {
      updates.push({ ...named, stops: null });
      continue;
    }
    const ids = texts.stops[day.stops_of[t] ?? 0] ?? [];
    const stops = listUpdates(forecast.listStops(t), ids, known);
    // A train that has arrived is over.
    if (stops.length > 0) updates.push({ ...named, stops });
  }
  return shareTexts([writeTripUpdates(input, updates)]);
}

function nameTrip(
  { key, pace }: DayTrips["trips"][string],
  start_ms: number,
  days: FeedDays,
): Omit<TripUpdate, "stops"> {
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
function listUpdates(
  stops: readonly ForecastStop[],
  ids: readonly (string | null)[],
  known: TripStops,
): TripStopUpdate[] {
  const updates: TripStopUpdate[] = [];
  let last_s = -Infinity;
  const tell = (time_ms: number, planned_ms: number): TripEvent | null => {
    if (Number.isNaN(time_ms)) return null;
    last_s = Math.max(last_s, toWholeSeconds(time_ms));
    return { time_s: last_s, delay_s: last_s - toWholeSeconds(planned_ms) };
  };
  for (const [i, stop] of stops.entries()) {
    const place = known[ids[i] ?? ""];
    const isEnd = stop.plannedDeparture_ms === null || stop.ends !== null;
    if (place === undefined || (isEnd ? stop.hasArrived : stop.hasDeparted)) continue;
    const arrival = i === 0 ? null : tell(stop.arrival_ms, stop.plannedArrival_ms);
    const departure =
      stop.plannedDeparture_ms === null ? null : tell(stop.departure_ms, stop.plannedDeparture_ms);
    updates.push({ ...place, arrival, departure, isSkipped: stop.isCancelled });
  }
  return updates;
}
