/** The HTTP forms of simulations and summaries (interface.md 10.2). */
import {
  type PathFailure,
  type PathKeys,
  printEngineError,
  printFailure,
} from "../path/path_answer.ts";
import { describeFailure, describeRelaxedPath } from "../path/path_texts.ts";
import type { ComputeSetup } from "../path/setup.ts";
import type { ComputedTrain, ValidTrain } from "./compute_trains.ts";
import type { PathlessTrain } from "./train_paths.ts";

type Keys = Readonly<Record<string, unknown>>;

/** The summaries of trains as JSON texts, in order. */
export function printSummaries(computed: readonly ComputedTrain[]): readonly string[] {
  return computed.map((one) => JSON.stringify(printSummary(one)));
}

/**
 * The same, including the path without constraints for trains that have no path. Those are
 * described one after the other, equal ones once, so that they occupy no thread for long.
 */
export async function printSummariesWithRelaxed(
  setup: ComputeSetup,
  computed: readonly ComputedTrain[],
): Promise<string[]> {
  const described = new Map<PathFailure, PathKeys | null>();
  for (const one of computed) {
    if (one.kind !== "failed" || described.has(one.failure)) continue;
    described.set(one.failure, await describeRelaxedPath(setup, one.failure));
  }
  return computed.map((one) => {
    const relaxed = one.kind === "failed" ? (described.get(one.failure) ?? null) : null;
    return JSON.stringify(printSummary(one, relaxed));
  });
}

/** The summary of a train, valid or not; `relaxed` null: without that path. */
export function printSummary(computed: ComputedTrain, relaxed: PathKeys | null = null): Keys {
  if (computed.kind === "failed") return printPathlessSummary(computed, relaxed);
  if (computed.kind === "simulation_failed") {
    return { status: computed.kind, error_type: computed.outcome.error.type };
  }
  const { base, provisional, final, warnings_count } = computed.outcome;
  return {
    status: "success",
    length: final.length_mm,
    time: final.time_ms,
    energy_consumption: final.energy_j,
    path_item_times_final: final.item_times_ms,
    path_item_times_provisional: provisional.item_times_ms,
    path_item_times_base: base.item_times_ms,
    traction_j: final.traction_j,
    braking_j: final.braking_j,
    // Omitted if empty, for clients that do not know this key.
    ...(warnings_count === 0 ? {} : { warnings_count }),
  };
}

/** The path without constraints is long: by default only answers about single trains contain it. */
function printPathlessSummary({ failure, items }: PathlessTrain, relaxed: PathKeys | null): Keys {
  const { failed_status, ...keys } = printFailure(failure, { items, relaxed });
  if (failed_status === "internal_error") return { status: "pathfinding_failure", ...keys };
  if (relaxed === null && "relaxed_constraints_path" in keys) {
    const { relaxed_constraints_path: _, ...others } = keys;
    return { status: failed_status, ...others };
  }
  return { status: failed_status, ...keys };
}

/** The simulation of a train that can't run, as JSON text. */
export async function printFailedSimulation(
  setup: ComputeSetup,
  computed: Exclude<ComputedTrain, ValidTrain>,
): Promise<string> {
  if (computed.kind === "simulation_failed") {
    return JSON.stringify({
      status: computed.kind,
      core_error: printEngineError(computed.outcome.error),
    });
  }
  const pathfinding_failed = await describeFailure(setup, computed.failure, computed.items);
  return JSON.stringify({ status: "pathfinding_failed", pathfinding_failed });
}
