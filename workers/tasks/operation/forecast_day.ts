/** Task: how a day that has run in part goes on, as JSON. */
import { noFacts, noteReport } from "../../engine/operation/day_facts.ts";
import { type DayPlan, planDay } from "../../engine/operation/day_plan.ts";
import { DaySimulator } from "../../engine/operation/day_simulation.ts";
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
  /** By report: train, its stop, what (`day_facts.ts`) and when. */
  readonly report_trains: Uint32Array;
  readonly report_stops: Uint32Array;
  readonly report_kinds: Uint32Array;
  readonly report_times_ms: Float64Array;
  /** -Infinity: nothing is known. */
  readonly as_of_ms: number;
  readonly patience_ms: number;
  /** JSON object whose fields come first. */
  readonly head_json: string;
}

export function forecastDay(input: ForecastInput): Uint8Array {
  const { runs, run_of, as_of_ms, patience_ms } = input;
  const plan = planDay(
    runs.map(({ packed }) => openRun(packed)),
    run_of,
    input.starts_ms,
  );
  const nPlaces = plan.placeStart[run_of.length]!;
  const facts = noFacts(plan, as_of_ms);
  for (const [i, t] of input.report_trains.entries()) {
    const place = listStops(plan, t)[input.report_stops[i]!]!;
    noteReport(facts, {
      t,
      at: plan.placeStart[t]! + place,
      kind: input.report_kinds[i]!,
      time_ms: input.report_times_ms[i]!,
    });
  }
  const simulator = new DaySimulator(plan, patience_ms);
  const zeros = new Float64Array(nPlaces);
  simulator.run(
    { entries_ms: new Float64Array(run_of.length), stops_ms: zeros, runs_ms: zeros },
    facts,
  );
  const names: readonly object[] = JSON.parse(input.trains_json);
  const waits = groupWaits(simulator, input, names);
  const trains = names.map((train, t) => ({
    train,
    stops: listStops(plan, t).map((place, i) => {
      const run = plan.runs[run_of[t]!]!;
      const at = plan.placeStart[t]! + place;
      const start_ms = plan.starts_ms[t]!;
      const planned_ms = start_ms + run.planned_ms[run.times.placePoint[place]!]!;
      const arrival_ms = simulator.arrivals_ms[at]!;
      const isEnd = place === run.isStop.length - 1;
      return {
        stop: runs[run_of[t]!]!.stops[i] ?? null,
        planned_arrival: printUtc(planned_ms),
        planned_departure: isEnd ? null : printUtc(start_ms + run.departures_ms[place]!),
        arrival: printTime(arrival_ms),
        departure: printTime(simulator.departures_ms[at]!),
        delay_seconds: Number.isNaN(arrival_ms)
          ? null
          : Math.round((arrival_ms - planned_ms) / 1000),
        has_arrived: at <= facts.lastSeen[t]!,
        has_departed: at < facts.lastSeen[t]! || !Number.isNaN(facts.departures_ms[at]!),
        held_until: facts.holds_ms[at]! === -Infinity ? null : printUtc(facts.holds_ms[at]!),
      };
    }),
    waits: waits[t] ?? [],
  }));
  const deadlocks = simulator.deadlocks.map(({ time_ms, trains: stuck }) => ({
    time: printUtc(time_ms),
    trains: stuck.map((t) => names[t]),
  }));
  return shareTexts([JSON.stringify({ ...JSON.parse(input.head_json), trains, deadlocks })]);
}

/** Places where a train stops by plan. */
function listStops({ runs, runOf }: DayPlan, t: number): number[] {
  const { isStop } = runs[runOf[t]!]!;
  const places: number[] = [];
  for (let place = 0; place < isStop.length; place++) if (isStop[place] === 1) places.push(place);
  return places;
}

function printTime(time_ms: number): string | null {
  return Number.isNaN(time_ms) ? null : printUtc(Math.round(time_ms));
}

/** By train, for whom it waits, before which signal, and how long. */
function groupWaits(
  { waits }: DaySimulator,
  { runs, run_of }: ForecastInput,
  names: readonly object[],
): object[][] {
  const byTrain: object[][] = names.map(() => []);
  for (let i = 0; i < waits.count; i++) {
    const t = waits.trains.values[i]!;
    byTrain[t]!.push({
      cause: names[waits.causes.values[i]!],
      signal: runs[run_of[t]!]!.signals[waits.blocks.values[i]!] ?? null,
      seconds: Math.round(waits.times_ms.values[i]! / 1000),
    });
  }
  return byTrain;
}
