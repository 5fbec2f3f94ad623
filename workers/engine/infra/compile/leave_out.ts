/**
 * Leaves the objects that faults name out of a document. That is safe: without a signal or a detector blocks and zones
 * become longer, without a switch or a route fewer paths are found. Speed limits are never among them.
 */
import { isFiniteCurve, isFiniteSlope } from "./compile_attributes.ts";
import type { CompileFault, InfraObjectType } from "./faults.ts";
import type { RailjsonInput } from "./railjson_input.ts";

interface Rest {
  readonly input: RailjsonInput;
  /** The faults that it is without. */
  readonly left_out: readonly CompileFault[];
}

/** Null: some of the faults concern what can't be left out. */
export function leaveOut(input: RailjsonInput, faults: readonly CompileFault[]): Rest | null {
  // The other switch at a track's end may be left out for a fault of its own, and the end is free then.
  const own = faults.filter(({ kind }) => kind !== "endpoint_used_twice");
  const left_out = own.length > 0 ? own : faults;
  const named = new Map<InfraObjectType, Set<string>>();
  for (const { kind, object_type, object_id } of left_out) {
    if (kind === "too_large" || kind === "invalid_geometry" || kind === "duplicate_id") return null;
    const ids = named.get(object_type) ?? new Set();
    named.set(object_type, ids.add(object_id));
  }
  const isNamed = (type: InfraObjectType, id: string): boolean => named.get(type)?.has(id) ?? false;
  const rest = <Item extends { readonly id: string }>(
    items: readonly Item[],
    type: InfraObjectType,
  ): readonly Item[] => (named.has(type) ? items.filter(({ id }) => !isNamed(type, id)) : items);
  const routes = rest(input.routes, "Route");
  return {
    left_out,
    input: {
      ...input,
      track_sections: input.track_sections.map((track) =>
        isNamed("TrackSection", track.id)
          ? {
              ...track,
              slopes: track.slopes.filter(isFiniteSlope),
              curves: track.curves.filter(isFiniteCurve),
            }
          : track,
      ),
      detectors: rest(input.detectors, "Detector"),
      buffer_stops: rest(input.buffer_stops, "BufferStop"),
      extended_switch_types: rest(input.extended_switch_types, "SwitchType"),
      switches: rest(input.switches, "Switch"),
      routes,
      signals: leaveOutSignals(input, (id) => isNamed("Signal", id)),
    },
  };
}

/** Of a signal with parameters on routes that there are not, only these. */
function leaveOutSignals(
  { signals, routes }: RailjsonInput,
  isNamed: (id: string) => boolean,
): RailjsonInput["signals"] {
  if (!signals.some(({ id }) => isNamed(id))) return signals;
  const known = new Set(routes.map(({ id }) => id));
  return signals.flatMap((signal) => {
    if (!isNamed(signal.id)) return [signal];
    let has_lost = false;
    const logical_signals = (signal.logical_signals ?? []).map((logical) => {
      const { conditional_parameters: conditions } = logical;
      const met = conditions.filter(({ on_route }) => known.has(on_route));
      if (met.length < conditions.length) has_lost = true;
      return { ...logical, conditional_parameters: met };
    });
    return has_lost ? [{ ...signal, logical_signals }] : [];
  });
}
