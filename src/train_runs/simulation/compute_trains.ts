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
import { simulateTrains } from "./cached_runs.ts";
import type { SimulationSetup } from "./setup.ts";
import { type FoundTrain, findTrainPaths, type PathlessTrain } from "./train_paths.ts";

/** A train whose path was found, and the outcome of its run. */
interface SimulatedTrain<Outcome extends TrainOutcome> extends Omit<FoundTrain, "kind"> {
  readonly kind: Outcome["kind"];
  readonly outcome: Outcome;
  /** Cache key of the run, which holds everything that it depends on. */
  readonly run_key: string;
}

type Success = Extract<TrainOutcome, { readonly kind: "success" }>;

/** A train that has a path and a run. */
export type ValidTrain = SimulatedTrain<Success>;

export type ComputedTrain =
  | PathlessTrain
  | SimulatedTrain<Exclude<TrainOutcome, Success>>
  | ValidTrain;

/**
 * One result per departure, in order. Departures of one train under the same temporary speed limits
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
  const runs: (FoundTrain & Pick<Departure, "start_ms">)[] = [];
  /** Index of a run, by train and then by the limits in force. */
  const run_of = new Map<TrainSchedule, Map<string | null, number>>();
  const placed = await mapInTurns(departures, setup.signal, ({ train, start_ms }) => {
    const path = given(path_of.get(train), "every train has a path outcome");
    if (path.kind === "failed") return path;
    const limits_key = setup.limits?.keyAt(start_ms) ?? null;
    const own = run_of.get(train) ?? new Map<string | null, number>();
    run_of.set(train, own);
    const at = own.get(limits_key) ?? runs.push({ ...path, start_ms }) - 1;
    own.set(limits_key, at);
    return at;
  });
  const outcomes = await simulateTrains(setup, runs);
  const simulated = runs.map(({ start_ms: _, ...run }, i): ComputedTrain => {
    const { outcome, run_key } = given(outcomes[i], "every run has an outcome");
    if (outcome.kind === "success") return { ...run, kind: outcome.kind, outcome, run_key };
    return { ...run, kind: outcome.kind, outcome, run_key };
  });
  return placed.map((place) =>
    typeof place === "number" ? given(simulated[place], "every run was simulated") : place,
  );
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
