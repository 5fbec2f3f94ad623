/** The HTTP forms of simulations and summaries (interface.md 10.2). */
import type { TrainOutcome } from "../../workers/tasks/types.ts";
import { printEngineError, printFailure } from "../path/path_answer.ts";
import type { ComputedTrain } from "./compute_trains.ts";
import type { PathlessTrain } from "./train_paths.ts";

type Keys = Readonly<Record<string, unknown>>;

/** The summary of a train, valid or not. */
export function printSummary(computed: ComputedTrain): Keys {
  if (computed.kind === "failed") return printPathlessSummary(computed);
  const { outcome } = computed;
  if (outcome.kind === "simulation_failed") {
    return { status: "simulation_failed", error_type: outcome.error.type };
  }
  const { base, provisional, final, warnings_count } = outcome;
  return {
    status: "success",
    length: final.length_mm,
    time: final.time_ms,
    energy_consumption: final.energy_j,
    path_item_times_final: final.item_times_ms,
    path_item_times_provisional: provisional.item_times_ms,
    path_item_times_base: base.item_times_ms,
    // Clients that know the other keys only are spared this one where it says nothing.
    ...(warnings_count === 0 ? {} : { warnings_count }),
  };
}

/** The path without constraints is left out: only the endpoints that answer one train print it. */
function printPathlessSummary({ failure, items }: PathlessTrain): Keys {
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
