/** Task: how a day that has run in part goes on, as JSON. */
import { type DayPlan, planDay } from "../../engine/operation/day_plan.ts";
import { type DayForecast, forecastDay, type StopReport } from "../../engine/operation/forecast.ts";
import { printUtc } from "../conflicts/print_conflicts.ts";
import { shareTexts } from "../shared_text.ts";
import { type JoinedRuns, openRuns } from "./joined_runs.ts";

/** Trains that run, and their runs. */
export interface DayRef {
  /** Identifies it for a thread that forecasts it again. */
  readonly key: string;
  readonly runs: JoinedRuns;
  readonly run_of: Uint32Array;
  readonly starts_ms: Float64Array;
  /** `DayTexts` as JSON. */
  readonly texts: SharedArrayBuffer;
}

interface DayTexts {
  /** Their names. */
  readonly trains: readonly object[];
  readonly runs: readonly {
    /** Ids of the waypoints where it stops, its begin and its end included; null: it has none. */
    readonly stops: readonly (string | null)[];
    readonly signals: readonly (string | null)[];
  }[];
}

interface ForecastInput {
  readonly day: DayRef;
  readonly reports: readonly StopReport[];
  /** Trains that do not run. */
  readonly cancelled: Uint32Array;
  /** -Infinity: nothing is known. */
  readonly as_of_ms: number;
  readonly patience_ms: number;
  /** JSON object whose fields come first. */
  readonly head_json: string;
}

interface OpenDay {
  readonly key: string;
  readonly plan: DayPlan;
  readonly texts: DayTexts;
}

/** The last one: mostly one day after the other is forecast again and again. */
let kept: OpenDay | null = null;

function openDay({ key, runs, run_of, starts_ms, texts }: DayRef): OpenDay {
  if (kept?.key === key) return kept;
  // A decoder takes no shared memory.
  const json = new TextDecoder().decode(new Uint8Array(texts).slice());
  kept = { key, plan: planDay(openRuns(runs), run_of, starts_ms), texts: JSON.parse(json) };
  return kept;
}

export function printForecast(input: ForecastInput): Uint8Array {
  const { reports, cancelled, as_of_ms: asOf_ms, patience_ms } = input;
  const { plan, texts } = openDay(input.day);
  const { trains: names, runs } = texts;
  const forecast = forecastDay(plan, { reports, cancelled, asOf_ms, patience_ms });
  const head: object = JSON.parse(input.head_json);
  const isCancelled = new Set(cancelled);
  const trains = Array.from(plan.runOf).flatMap((r, t) =>
    isCancelled.has(t)
      ? []
      : [
          {
            train: names[t],
            stops: printStops(forecast.stops[t], runs[r]?.stops),
            waits: forecast.waits[t]?.map(({ cause, block, time_ms }) => ({
              cause: names[cause],
              signal: runs[r]?.signals[block] ?? null,
              seconds: Math.round(time_ms / 1000),
            })),
          },
        ],
  );
  const deadlocks = forecast.deadlocks.map(({ time_ms, trains: stuck }) => ({
    time: printUtc(time_ms),
    trains: stuck.map((t) => names[t]),
  }));
  return shareTexts([JSON.stringify({ ...head, trains, deadlocks })]);
}

function printStops(
  stops: DayForecast["stops"][number] = [],
  ids: readonly (string | null)[] = [],
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
  }));
}

function printTime(time_ms: number | null): string | null {
  return time_ms !== null && Number.isFinite(time_ms) ? printUtc(Math.round(time_ms)) : null;
}
