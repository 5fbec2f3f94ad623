/** The HTTP forms of simulations and summaries (interface.md 10.2). */
import type { RunFigures, TrainOutcome } from "../../workers/tasks/types.ts";
import { type PathFailure, printEngineError, printFailure } from "../path/path_answer.ts";
import type { Location } from "../train_schedule/waypoint.schemas.ts";

type Keys = Readonly<Record<string, unknown>>;

/** The summary of a train whose path was found. */
export function printSummary(outcome: TrainOutcome): Keys {
  if (outcome.kind === "simulation_failed") {
    return { status: "simulation_failed", error_type: outcome.error.type };
  }
  const { base, provisional, final } = outcome;
  // Margins and arrivals are another stage of the engine: no figures are better than wrong ones.
  if (provisional === undefined || final === undefined) return { status: "not_computed" };
  return {
    status: "success",
    length: final.length_mm,
    time: final.time_ms,
    energy_consumption: final.energy_j,
    path_item_times_final: itemTimes(final),
    path_item_times_provisional: itemTimes(provisional),
    path_item_times_base: itemTimes(base),
  };
}

function itemTimes(figures: RunFigures): readonly number[] {
  return figures.item_times_ms;
}

/**
 * The summary of a train without a path. The path without constraints is left out: only the
 * endpoints that answer one train print it.
 */
export function printFailedSummary(failure: PathFailure, items: readonly Location[]): Keys {
  const { failed_status, ...keys } = printFailure(failure, { items, relaxed: null });
  if (failed_status === "internal_error") return { status: "pathfinding_failure", ...keys };
  if ("relaxed_constraints_path" in keys) {
    const { relaxed_constraints_path: _, ...others } = keys;
    return { status: failed_status, ...others };
  }
  return { status: failed_status, ...keys };
}

/** The simulation of a train whose run failed. */
export function printFailedSimulation(
  outcome: Extract<TrainOutcome, { kind: "simulation_failed" }>,
): Keys {
  return { status: "simulation_failed", core_error: printEngineError(outcome.error) };
}
