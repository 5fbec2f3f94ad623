/**
 * The HTTP form of every outcome of a search (interface.md 10.1), mapped from the engine's outcomes
 * (engine.md 2.8) in one place. Keys have the order of that page, so equal outcomes give equal bytes.
 */
import type { ConflictingRange, EngineError, PathOutcome } from "../../../workers/tasks/types.ts";
import type { Location } from "../../railway/waypoint.schemas.ts";

/** Failures that are known before any search. */
export type InputFailure =
  | { readonly kind: "rolling_stock_not_found"; readonly rolling_stock_name: string }
  | { readonly kind: "not_enough_path_items" }
  | { readonly kind: "invalid_path_items"; readonly item_indices: readonly number[] };

export type PathFailure = InputFailure | Exclude<PathOutcome, { kind: "success" }>;

/** The keys of a path, without a status. */
export type PathKeys = Readonly<Record<string, unknown>>;

/** `{failed_status, error_type, …}`: the keys of a failure, in a path's and in a simulation's answer. */
export type FailureKeys = Readonly<Record<string, unknown>> & {
  readonly failed_status: "pathfinding_input_error" | "pathfinding_not_found" | "internal_error";
};

/**
 * The keys of a failure. `items` are the request's locations; `relaxed` is the path without
 * constraints, used only for incompatible constraints.
 */
export function printFailure(
  failure: PathFailure,
  { items, relaxed }: { items: readonly Location[]; relaxed: PathKeys | null },
): FailureKeys {
  switch (failure.kind) {
    case "rolling_stock_not_found":
      return {
        failed_status: "pathfinding_input_error",
        error_type: "rolling_stock_not_found",
        rolling_stock_name: failure.rolling_stock_name,
      };
    case "not_enough_path_items":
      return { failed_status: "pathfinding_input_error", error_type: "not_enough_path_items" };
    case "invalid_path_items":
      return {
        failed_status: "pathfinding_input_error",
        error_type: "invalid_path_items",
        items: failure.item_indices.map((index) => ({ index, path_item: items[index] })),
      };
    case "not_found_in_blocks":
    case "not_found_in_tracks":
      return {
        failed_status: "pathfinding_not_found",
        error_type: failure.kind,
        track_section_ranges: [],
        length: 0,
      };
    case "incompatible_constraints":
      return {
        failed_status: "pathfinding_not_found",
        error_type: "incompatible_constraints",
        relaxed_constraints_path: relaxed,
        incompatible_constraints: {
          incompatible_electrification_ranges: failure.electrification_ranges.map(valuedRange),
          incompatible_gauge_ranges: failure.gauge_ranges.map((range) => ({
            range: { start: range.start_mm, end: range.end_mm },
          })),
          incompatible_signaling_system_ranges: failure.signaling_system_ranges.map(valuedRange),
        },
      };
    case "internal_error":
      return { failed_status: "internal_error", core_error: printEngineError(failure.error) };
  }
}

function valuedRange({ start_mm, end_mm, value }: ConflictingRange): {
  range: { start: number; end: number };
  value: string;
} {
  return { range: { start: start_mm, end: end_mm }, value: value ?? "" };
}

/** An engine error in the form of the error object (interface.md 1.3). */
export function printEngineError(error: EngineError): Readonly<Record<string, unknown>> {
  return { status: 500, type: error.type, context: error.context, message: error.message };
}
