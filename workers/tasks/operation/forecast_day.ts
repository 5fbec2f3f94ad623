/** Task: how a day that has run in part goes on, as JSON. */
import { planDay } from "../../engine/operation/day_plan.ts";
import { type DayForecast, forecastDay, type StopReport } from "../../engine/operation/forecast.ts";
import { openRun } from "../../engine/operation/operated_run.ts";
import { printUtc } from "../conflicts/print_conflicts.ts";
import { shareTexts } from "../shared_text.ts";

export interface ForecastInput {
  readonly runs: readonly {
    /** From `tabulate_runs`. */
    readonly packed: SharedArrayBuffer;
    /** Ids of the waypoints where it stops, its begin and end included; null: it has none. */
    readonly stops: readonly (string | null)[];
    readonly signals: readonly (string | null)[];
  }[];
  readonly run_of: Uint32Array;
  readonly starts_ms: Float64Array;
  /** JSON list of the trains' names. */
  readonly trains_json: string;
  readonly reports: readonly StopReport[];
  /** -Infinity: nothing is known. */
  readonly as_of_ms: number;
  readonly patience_ms: number;
  /** JSON object whose fields come first. */
  readonly head_json: string;
}

export function printForecast(input: ForecastInput): Uint8Array {
  const { runs, run_of, starts_ms, reports, as_of_ms: asOf_ms, patience_ms } = input;
  const opened = runs.map(({ packed }) => openRun(packed));
  const plan = planDay(opened, run_of, starts_ms);
  const forecast = forecastDay(plan, { reports, asOf_ms, patience_ms });
  const names: readonly object[] = JSON.parse(input.trains_json);
  const head: object = JSON.parse(input.head_json);
  const trains = Array.from(run_of, (r, t) => ({
    train: names[t],
    stops: printStops(forecast.stops[t], runs[r]?.stops),
    waits: forecast.waits[t]?.map(({ cause, block, time_ms }) => ({
      cause: names[cause],
      signal: runs[r]?.signals[block] ?? null,
      seconds: Math.round(time_ms / 1000),
    })),
  }));
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
