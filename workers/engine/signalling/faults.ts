/** Faults of signalling as errors (engine.md 1.14). */
import type { DescribedFault } from "../result.ts";
import type { SignallingFault } from "./signal_chain.ts";

/** Describes a fault: stable type, sentence, context. */
export function describeSignallingFault(fault: SignallingFault): DescribedFault {
  switch (fault.kind) {
    case "broken_block_path":
      return {
        type: "core:missing_signal_on_route_transition",
        message: "The blocks of the path are not joined by signals",
        context: {},
      };
    case "unknown_aspect":
      return {
        type: "core:unknown_aspect",
        message: "A signal meets an aspect that its signaling system does not know",
        context: { signal: fault.signal },
      };
    case "aspect_not_in_schema":
      return {
        type: "core:sig_schema_field_error",
        message: "A signal would show an aspect that its signaling system does not have",
        context: { signal: fault.signal },
      };
  }
}
