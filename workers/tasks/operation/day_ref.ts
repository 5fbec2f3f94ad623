/** A running day as tasks get it: its trains, and what is known of them. */
import type { Closure } from "../../engine/operation/closed_zones.ts";
import { DayForecaster } from "../../engine/operation/day_forecaster.ts";
import { type DayPlan, planDay } from "../../engine/operation/day_plan.ts";
import {
  type DayForecast,
  type KnownFacts,
  type StopOrder,
} from "../../engine/operation/forecast.ts";
import type { PassedReport } from "../../engine/operation/passed_trains.ts";
import type { SlowerReport } from "../../engine/operation/slower_trains.ts";
import { parseShared } from "../shared_text.ts";
import { type JoinedRuns, openRuns } from "./joined_runs.ts";
import { type PackedReports, unpackReports } from "./packed_reports.ts";

/** Trains that run, and their runs. */
export interface DayRef {
  /** Identifies it for a thread that forecasts it again. */
  readonly key: string;
  readonly runs: JoinedRuns;
  /** [nTrains] */
  readonly run_of: Uint32Array;
  /** [nTrains] its list of stops: equal runs may call their waypoints by other ids. */
  readonly stops_of: Uint32Array;
  readonly starts_ms: Float64Array;
  /** `DayTexts` as JSON. */
  readonly texts: SharedArrayBuffer;
}

interface DayTexts {
  /** Their names. */
  readonly trains: readonly object[];
  /** Ids of waypoints where a train stops, its begin and its end included; null: it has none. */
  readonly stops: readonly (readonly (string | null)[])[];
  /** [nRuns] */
  readonly signals: readonly (readonly (string | null)[])[];
}

/** With its place as answers name it. */
export interface ToldClosure extends Closure {
  readonly place: object;
}

/** With the id of the waypoint. */
export interface ToldPassing extends PassedReport {
  readonly stop_id: string;
}

export interface KnownDay {
  readonly day: DayRef;
  readonly reports: PackedReports;
  /** Trains that do not run. */
  readonly cancelled: Uint32Array;
  readonly orders: readonly StopOrder[];
  readonly closures: readonly ToldClosure[];
  readonly slower: readonly SlowerReport[];
  readonly passings: readonly ToldPassing[];
  /** -Infinity: nothing is known. */
  readonly as_of_ms: number;
  readonly patience_ms: number;
}

export interface OpenDay {
  readonly key: string;
  readonly plan: DayPlan;
  readonly texts: DayTexts;
  /** With the last forecast; null: there is none. */
  forecaster: DayForecaster | null;
}

/** The last one: mostly one day is forecast again and again. */
let kept: OpenDay | null = null;

export function openDay({ key, runs, run_of, starts_ms, texts }: DayRef): OpenDay {
  if (kept?.key === key) return kept;
  const plan = planDay(openRuns(runs), run_of, starts_ms);
  kept = { key, plan, texts: parseShared<DayTexts>(texts), forecaster: null };
  return kept;
}

/** Valid until the next one of that day. */
export function forecastOpen(open: OpenDay, known: KnownDay): DayForecast {
  const { plan, forecaster: last } = open;
  const { patience_ms } = known;
  const forecaster =
    last?.patience_ms === patience_ms ? last : new DayForecaster(plan, patience_ms);
  // One that fails on its way is no start for the next.
  open.forecaster = null;
  const forecast = forecaster.forecast(knownOf(known));
  open.forecaster = forecaster;
  return forecast;
}

/** As the engine gets it. */
export function knownOf({
  reports,
  cancelled,
  orders,
  closures,
  slower,
  passings,
  as_of_ms: asOf_ms,
  patience_ms,
}: KnownDay): KnownFacts {
  const seen = unpackReports(reports);
  return { reports: seen, cancelled, orders, closures, slower, passings, asOf_ms, patience_ms };
}
