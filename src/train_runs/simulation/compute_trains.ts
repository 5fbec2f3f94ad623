/**
 * Path and simulation of every train of a request: the basis of summaries, conflicts and
 * projections, for train schedules and occurrences of paced trains alike.
 */
import type { TrainOutcome } from "../../../workers/tasks/types.ts";
import { given } from "../../platform/given.ts";
import { mapInTurns } from "../../platform/turns.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { KnownStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { KeyedOutcome } from "./cached_runs.ts";
import { type LeavingTrain, type MetRun, runDepartures } from "./limits_met.ts";
import type { SimulationSetup } from "./setup.ts";
import { type FoundTrain, findTrainPaths, type PathlessTrain } from "./train_paths.ts";

/** A train whose path was found, and the outcome of its run. */
interface SimulatedTrain<Outcome extends TrainOutcome> extends Omit<FoundTrain, "kind"> {
  readonly kind: Outcome["kind"];
  readonly outcome: Outcome;
  /** Cache key of the run, which holds everything that it depends on. */
  readonly run_key: string;
  readonly message: KeyedOutcome["message"];
  readonly same: MetRun["same"];
}

type Success = Extract<TrainOutcome, { readonly kind: "success" }>;

/** A train that has a path and a run. */
export type ValidTrain = SimulatedTrain<Success>;

export type ComputedTrain =
  | PathlessTrain
  | SimulatedTrain<Exclude<TrainOutcome, Success>>
  | ValidTrain;

/**
 * One result per departure, in order. Departures of one train that meet the same temporary speed limits
 * share one result: all occurrences of a paced train cost one cache lookup.
 */
export async function computeDepartures(
  setup: SimulationSetup,
  departures: readonly Departure[],
  stocks: KnownStocks,
): Promise<ComputedTrain[]> {
  const distinct = [...new Set(departures.map(({ train }) => train))];
  const paths = await findTrainPaths(setup, distinct, stocks);
  const path_of = new Map(paths.map((path) => [path.train, path]));
  const leaving_of = new Map<TrainSchedule, LeavingTrain>();
  const placed: ComputedTrain[] = [];
  await mapInTurns(departures, setup.signal, ({ train, start_ms }, place) => {
    const found = given(path_of.get(train), "every train has a path outcome");
    const start = { place, at_ms: start_ms };
    const leaving = leaving_of.get(train);
    if (found.kind === "failed") placed[place] = found;
    else if (leaving === undefined) leaving_of.set(train, { found, starts: [start] });
    else leaving.starts.push(start);
  });
  for (const one of await runDepartures(setup, [...leaving_of.values()])) {
    const { found, outcome, run_key, message, same } = one;
    const result: ComputedTrain =
      outcome.kind === "success"
        ? { ...found, kind: outcome.kind, outcome, run_key, message, same }
        : { ...found, kind: outcome.kind, outcome, run_key, message, same };
    for (const { place } of one.starts) placed[place] = result;
  }
  return placed;
}

/** The result of one departure. */
export async function computeOne(
  setup: SimulationSetup,
  departure: Departure,
  stocks: KnownStocks,
): Promise<ComputedTrain> {
  const [computed] = await computeDepartures(setup, [departure], stocks);
  return given(computed, "every departure is computed");
}
