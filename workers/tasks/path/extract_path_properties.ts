/** Task: prints the properties of a path given by its track section ranges (interface.md 10.1). */
import { printPathProperties } from "../../engine/path/path_properties.ts";
import { makeTrainPath } from "../../engine/path/train_path.ts";
import { viewInfra } from "../infra_views.ts";
import { resolveTrackRanges } from "../projection/track_ranges.ts";
import type { InfraRef, TrackRangeFault, TrackSectionRange } from "../types.ts";

export interface ExtractPathPropertiesInput {
  readonly infra: InfraRef;
  /** In travel order. */
  readonly track_section_ranges: readonly TrackSectionRange[];
  /** Names of `PATH_PROPERTIES`; others are ignored. */
  readonly props: readonly string[];
}

/** `invalid_geometry`: the network's coordinates are not longitudes and latitudes. */
export type PathPropertiesFault = TrackRangeFault | { readonly kind: "invalid_geometry" };

export type PathPropertiesOutcome =
  | { readonly kind: "success"; readonly json: string }
  | PathPropertiesFault;

/** Returns the JSON text of the requested properties, or the fault of the ranges. */
export function extractPathProperties(input: ExtractPathPropertiesInput): PathPropertiesOutcome {
  const infra = viewInfra(input.infra);
  const ranges = resolveTrackRanges(infra, input.track_section_ranges);
  if (!ranges.ok) return ranges.error;
  const parts = { blocks: new Uint32Array(), routes: new Uint32Array(), ranges: ranges.value };
  const path = makeTrainPath(infra, parts);
  const json = printPathProperties(path, input.props);
  return json === null ? { kind: "invalid_geometry" } : { kind: "success", json };
}
