/** A day as its reports tell it, and how it goes on. */
import { ARRIVED, DEPARTED, HELD_UNTIL } from "../../../workers/engine/operation/day_facts.ts";
import type { StopReport } from "../../../workers/engine/operation/forecast.ts";
import { given } from "../../platform/given.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { dateOf } from "../../railway/days/operating_days.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import { findStops, type RunningTrain, runTrains } from "../robustness/running_trains.ts";
import { openSource } from "../simulation/computed_groups.ts";
import type { DatedParameters } from "../simulation/setup.ts";
import { type KnownReport, readReports, reportKeyOf } from "./report.queries.ts";

/** A train waits for one that is planned to go first, if it is expected within this time. */
const PATIENCE_MS = 300_000;
/** No run ends later after its operating day, nor starts later. */
const DAYS_BEFORE = 15;
const DAYS_BEHIND = 1;
const UNUSED_MAX = 100;
const KINDS = { arrived: ARRIVED, departed: DEPARTED, held: HELD_UNTIL } as const;

export async function answerForecast(
  ctx: Context,
  {
    timetable_id,
    as_of_ms: asked_ms,
    ...parameters
  }: DatedParameters & {
    readonly timetable_id: number;
    readonly as_of_ms: number | undefined;
  },
): Promise<JsonText> {
  const { source } = await openSource(ctx, timetable_id, parameters);
  const { setup, on } = source;
  const told = new ToldReports(await readReports(setup.services.db, timetable_id, daysAround(on)));
  const { running, runs } = await runTrains(source, {
    count_max: Infinity,
    begin_ms: -Infinity,
    end_ms: Infinity,
  });
  const opened = await mapInTurns(runs, setup.signal, ({ computed, table }) => ({
    packed: table.packed,
    signals: table.signals,
    stops: findStops(computed, table.stops_mm).map((item) => item?.id ?? null),
  }));
  const trains: (RunningTrain & { readonly run: number })[] = [];
  const cancelled: object[] = [];
  const left_out: object[] = [];
  await mapInTurns(running, setup.signal, (one) => {
    const { name, run } = one;
    if (told.isCancelled(name)) cancelled.push(name);
    else if (run === null) left_out.push(name);
    else {
      told.place(name, trains.length, given(opened[run], "it was opened").stops);
      trains.push({ ...one, run });
    }
  });
  const as_of_ms = asked_ms ?? told.observed_at_ms;
  const head = {
    as_of: as_of_ms === -Infinity ? null : printDateTime(as_of_ms),
    cancelled,
    left_out,
    unused_reports: told.listUnused(on === null ? undefined : dateOf(on.day)),
  };
  const json = await setup.services.compute.run(
    "forecast_day",
    {
      runs: opened,
      run_of: Uint32Array.from(trains, ({ run }) => run),
      starts_ms: Float64Array.from(trains, ({ start_ms }) => start_ms),
      trains_json: JSON.stringify(trains.map(({ name }) => name)),
      reports: told.placed,
      as_of_ms,
      patience_ms: PATIENCE_MS,
      head_json: JSON.stringify(head),
    },
    { share: setup.share, priority: setup.priority, signal: setup.signal },
  );
  return { json };
}

/** The operating days of trains that may run on a date. */
function daysAround(on: AskedDate | null): { first: string; last: string } | null {
  if (on === null) return null;
  return { first: dateOf(on.day - DAYS_BEFORE), last: dateOf(on.day + DAYS_BEHIND) };
}

/** Reports by train, and what becomes of them. */
class ToldReports {
  readonly placed: StopReport[] = [];
  /** When the last one was observed. */
  readonly observed_at_ms: number = -Infinity;
  readonly #byTrain = new Map<string, KnownReport[]>();
  readonly #unplaced: KnownReport[] = [];

  constructor(reports: readonly KnownReport[]) {
    for (const report of reports) {
      this.observed_at_ms = Math.max(this.observed_at_ms, report.observed_at_ms);
      if (report.at_ms === null) continue;
      const own = this.#byTrain.get(report.train);
      if (own === undefined) this.#byTrain.set(report.train, [report]);
      else own.push(report);
    }
  }

  isCancelled(name: object): boolean {
    const key = reportKeyOf(name);
    const isIt = this.#byTrain.get(key)?.some(({ event }) => event === "cancelled") ?? false;
    if (isIt) this.#byTrain.delete(key);
    return isIt;
  }

  /** Places what is told of a train at its stops. */
  place(name: object, train: number, stops: readonly (string | null)[]): void {
    const key = reportKeyOf(name);
    for (const report of this.#byTrain.get(key) ?? []) {
      const stop = stops.indexOf(report.stop);
      if (report.event === "cancelled" || report.at_ms === null) continue;
      if (stop < 0) this.#unplaced.push(report);
      else this.placed.push({ train, stop, kind: KINDS[report.event], time_ms: report.at_ms });
    }
    this.#byTrain.delete(key);
  }

  /** Of trains of that day, after all trains were placed. */
  listUnused(date: string | undefined): object[] {
    const print =
      (reason: string) =>
      ({ train, stop, event }: KnownReport) => ({
        train: JSON.parse(train) as { readonly date?: string },
        stop: stop === "" ? null : stop,
        event,
        reason,
      });
    return [
      ...this.#unplaced.map(print("unknown_stop")),
      ...[...this.#byTrain.values()].flat().map(print("unknown_train")),
    ]
      .filter(({ train }) => train.date === date)
      .slice(0, UNUSED_MAX);
  }
}
