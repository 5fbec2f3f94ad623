/** Task: prints the properties of a path given by its track section ranges (interface.md 10.1). */
import { findTrack, type Infra } from "../engine/infra/infra.ts";
import { NONE } from "../engine/infra/layout.ts";
import { printPathProperties } from "../engine/path/path_properties.ts";
import { makeTrainPath, type TrackRanges } from "../engine/path/train_path.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { viewInfra } from "./infra_views.ts";
import type { InfraRef } from "./types.ts";

/** mm on the track, begin <= end whatever the direction. */
export interface TrackSectionRange {
  readonly track_section: string;
  readonly begin: number;
  readonly end: number;
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
}

export interface ExtractPathPropertiesInput {
  readonly infra: InfraRef;
  /** In travel order. */
  readonly track_section_ranges: readonly TrackSectionRange[];
  /** Names of `PATH_PROPERTIES`; others are ignored. */
  readonly props: readonly string[];
}

export type PathPropertiesFault =
  | { readonly kind: "unknown_track_section"; readonly track_section: string }
  /** The range at this index is turned round or off its track. */
  | { readonly kind: "invalid_range"; readonly index: number }
  | { readonly kind: "zero_length_path" }
  /** Coordinates of the network that are no longitudes and latitudes. */
  | { readonly kind: "invalid_geometry" };

export type PathPropertiesOutcome =
  | { readonly kind: "success"; readonly json: string }
  | PathPropertiesFault;

/** Returns the JSON text of the asked properties, or what is wrong with the ranges. */
export function extractPathProperties(input: ExtractPathPropertiesInput): PathPropertiesOutcome {
  const infra = viewInfra(input.infra);
  const ranges = resolveRanges(infra, input.track_section_ranges);
  if (!ranges.ok) return ranges.error;
  const parts = { blocks: new Uint32Array(), routes: new Uint32Array(), ranges: ranges.value };
  const path = makeTrainPath(infra, parts);
  if (path.length_mm === 0) return { kind: "zero_length_path" };
  const json = printPathProperties(path, input.props);
  return json === null ? { kind: "invalid_geometry" } : { kind: "success", json };
}

function resolveRanges(
  infra: Infra,
  ranges: readonly TrackSectionRange[],
): Result<TrackRanges, PathPropertiesFault> {
  const directedTracks = new Uint32Array(ranges.length);
  const begins_mm = new Float64Array(ranges.length);
  const ends_mm = new Float64Array(ranges.length);
  for (const [index, { track_section, begin, end, direction }] of ranges.entries()) {
    const track = findTrack(infra, track_section);
    if (track === NONE) return err({ kind: "unknown_track_section", track_section });
    if (!(begin >= 0 && begin <= end && end <= (infra.trackLength_mm[track] ?? 0))) {
      return err({ kind: "invalid_range", index });
    }
    directedTracks[index] = track * 2 + (direction === "START_TO_STOP" ? 0 : 1);
    begins_mm[index] = begin;
    ends_mm[index] = end;
  }
  return ok({ directedTracks, begins_mm, ends_mm });
}
