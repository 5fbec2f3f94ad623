/** Ways in which a simulation can fail although its input is valid, and their errors. */
import type { DescribedFault } from "../result.ts";

export type SimulationFault =
  /** The train lacks the traction to reach its destination. */
  | {
      readonly kind: "impossible_simulation";
      readonly offset_m: number;
      readonly grade_permille: number;
      readonly traction_n: number;
    }
  /** On a slope before a limit or a stop, the brakes can't hold the train. */
  | {
      readonly kind: "impossible_braking";
      readonly offset_m: number;
      readonly grade_permille: number;
    }
  | { readonly kind: "zero_length_path" }
  | { readonly kind: "stop_beyond_path"; readonly offset_m: number; readonly length_m: number }
  /** No signal at or beyond a stop with a closed reception signal. */
  | { readonly kind: "no_signal_after_stop"; readonly offset_m: number }
  /** The run needs more points or steps than one simulation may use. */
  | { readonly kind: "simulation_too_long"; readonly points_max: number };

/** Describes a fault: stable type, sentence, context. */
export function describeFault(fault: SimulationFault): DescribedFault {
  switch (fault.kind) {
    case "impossible_simulation":
      return {
        type: "core:impossible_simulation",
        message:
          "The requested train stopped before reaching its destination (not enough traction)",
        context: {
          offset: printOffset(fault),
          grade: printGrade(fault),
          traction_force: `${fault.traction_n.toFixed(2)}N`,
        },
      };
    case "impossible_braking":
      return {
        type: "core:impossible_braking",
        message: "The requested train can't brake on a slope of its path",
        context: { offset: printOffset(fault), grade: printGrade(fault) },
      };
    case "zero_length_path":
      return {
        type: "core:zero_length_path",
        message: "A train can't run on a path of no length",
        context: {},
      };
    case "stop_beyond_path":
      return {
        type: "core:stop_beyond_path",
        message: "A stop lies beyond the end of the path",
        context: { offset: fault.offset_m, path_length: fault.length_m },
      };
    case "no_signal_after_stop":
      return {
        type: "core:no_signal_after_stop",
        message: "No signal follows a stop whose reception signal is closed",
        context: { offset: fault.offset_m },
      };
    case "simulation_too_long":
      return {
        type: "core:simulation_too_long",
        message: "The run needs more points than one simulation may have",
        context: { points_max: fault.points_max },
      };
  }
}

function printOffset({ offset_m }: { readonly offset_m: number }): string {
  return `${Math.round(offset_m)}m`;
}

function printGrade({ grade_permille }: { readonly grade_permille: number }): string {
  return `${grade_permille.toFixed(2)}m/km`;
}
