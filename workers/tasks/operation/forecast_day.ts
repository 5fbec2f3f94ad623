/** Task: how a day that has run in part goes on, as JSON. */
import {
  ARRIVED,
  DEPARTED,
  ENDS,
  HELD_UNTIL,
  STANDS,
  type StopReport,
} from "../../engine/operation/day_facts.ts";
import type { DayForecast, ForecastStop, StopOrder } from "../../engine/operation/forecast.ts";
import { printUtc } from "../conflicts/print_conflicts.ts";
import { shareTexts } from "../shared_text.ts";
import { forecastOpen, type KnownDay, openDay, type ToldPassing } from "./day_ref.ts";

interface ForecastInput extends KnownDay {
  /** JSON object whose fields come first. */
  readonly head_json: string;
  /** Reports that say nothing about the day; those of trains that are too fast come behind them. */
  readonly unused: readonly object[];
  readonly unused_max: number;
  /** [nTrains] 1: it is told. */
  readonly is_told: Uint8Array;
  /** By list of stops which of them are; null: all. */
  readonly told_stops: readonly (readonly number[])[] | null;
  /** Each train is a line, behind one with the rest. */
  readonly as_lines: boolean;
}

/** By kind of report. */
const EVENTS: Readonly<Record<number, string>> = {
  [ARRIVED]: "arrived",
  [DEPARTED]: "departed",
  [HELD_UNTIL]: "held",
  [ENDS]: "ends",
  [STANDS]: "stands",
};

export function printForecast(input: ForecastInput): Uint8Array {
  const { day, cancelled, closures, unused, unused_max, is_told, told_stops } = input;
  const open = openDay(day);
  const { plan, texts } = open;
  const { trains: names, signals } = texts;
  const forecast = forecastOpen(open, input);
  const waits = forecast.groupWaits();
  const head: object = JSON.parse(input.head_json);
  const isCancelled = new Set(cancelled);
  const firstOf = groupOrders(input.orders, names);
  const trains = Array.from(plan.runOf).flatMap((r, t) =>
    isCancelled.has(t) || is_told[t] !== 1
      ? []
      : [
          {
            train: names[t],
            stops: printStops(
              forecast.listStops(t),
              texts.stops[day.stops_of[t] ?? 0],
              firstOf.get(t),
            ).filter((_, i) => told_stops?.[day.stops_of[t] ?? 0]?.includes(i) ?? true),
            waits: (waits.get(t) ?? []).map(({ cause, closure, block, time_ms }) => ({
              cause: cause === null ? null : names[cause],
              ...(closure !== null && { closed: closures[closure]?.place }),
              signal: signals[r]?.[block] ?? null,
              seconds: time_ms === Infinity ? null : Math.round(time_ms / 1000),
            })),
          },
        ],
  );
  const deadlocks = printDeadlocks(forecast, names);
  const listUnused = (reports: readonly (StopReport | ToldPassing)[], reason: string): object[] =>
    reports.map((one) => ({
      train: names[one.train],
      ...("stop_id" in one
        ? { stop: one.stop_id, event: "passed" }
        : {
            stop: texts.stops[day.stops_of[one.train] ?? 0]?.[one.stop] ?? null,
            event: EVENTS[one.kind],
          }),
      reason,
    }));
  // Safe: passings came with their ids.
  const impossible = forecast.impossible as readonly (StopReport | ToldPassing)[];
  const unused_reports = [
    ...unused,
    ...listUnused(impossible, "impossible"),
    ...listUnused(forecast.overrun, "seen_behind"),
  ].slice(0, unused_max);
  if (!input.as_lines)
    return shareTexts([JSON.stringify({ ...head, unused_reports, trains, deadlocks })]);
  const lines = [{ ...head, unused_reports, deadlocks }, ...trains];
  return shareTexts(lines.map((line) => `${JSON.stringify(line)}\n`));
}

/** By train, by stop: the names of trains that go first. */
type FirstTrains = ReadonlyMap<number, readonly object[]>;

export function groupOrders(
  orders: readonly StopOrder[],
  names: readonly object[],
): Map<number, FirstTrains> {
  const groups = new Map<number, Map<number, object[]>>();
  for (const { train, stop, first } of orders) {
    const own = groups.get(train) ?? new Map<number, object[]>();
    own.set(stop, [...(own.get(stop) ?? []), names[first] ?? {}]);
    groups.set(train, own);
  }
  return groups;
}

export function printStops(
  stops: readonly ForecastStop[],
  ids: readonly (string | null)[] = [],
  firstOf: FirstTrains = new Map(),
): object[] {
  return stops.map((stop, i) => ({
    stop: ids[i] ?? null,
    planned_arrival: printUtc(stop.plannedArrival_ms),
    planned_departure: printTime(stop.plannedDeparture_ms),
    arrival: printTime(stop.arrival_ms),
    departure: printTime(stop.departure_ms),
    delay_seconds: Number.isNaN(stop.arrival_ms)
      ? null
      : Math.round((stop.arrival_ms - stop.plannedArrival_ms) / 1000),
    has_arrived: stop.hasArrived,
    has_departed: stop.hasDeparted,
    held_until: printTime(stop.heldUntil_ms),
    ends: stop.ends,
    is_cancelled: stop.isCancelled,
    follows: firstOf.get(i) ?? [],
  }));
}

export function printDeadlocks(
  { deadlocks }: Pick<DayForecast, "deadlocks">,
  names: readonly object[],
): object[] {
  return deadlocks.map(({ time_ms, trains }) => ({
    time: printUtc(Math.round(time_ms)),
    trains: trains.map((t) => names[t]),
  }));
}

function printTime(time_ms: number | null): string | null {
  return time_ms !== null && Number.isFinite(time_ms) ? printUtc(Math.round(time_ms)) : null;
}
