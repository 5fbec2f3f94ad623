/**
 * Look-up tables over a valid document, built once and shared by all checks: ids to indices, track ends
 * to their switches, built-in and extended switch types (engine.md 1.9). Plain maps and typed arrays,
 * linear in the document; keys of the document never become property names of our own objects.
 */
import { toMilli } from "../../engine/units.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { indexSwitchTypes, type SwitchShape } from "./switch_shapes.ts";
import { indexTrackEnds, type TrackEnds } from "./track_ends.ts";

export interface TrackIndex {
  readonly tracks: ReadonlyMap<string, number>;
  /** [nTracks] */
  readonly track_lengths_mm: Float64Array;
  readonly switch_types: ReadonlyMap<string, SwitchShape>;
  readonly ends: TrackEnds;
}

export interface NetworkIndex extends TrackIndex {
  readonly document: RailjsonDocument;
  readonly detectors: ReadonlyMap<string, number>;
  readonly buffer_stops: ReadonlyMap<string, number>;
  readonly switches: ReadonlyMap<string, number>;
  readonly routes: ReadonlyMap<string, number>;
}

/** Builds every table. Validation refuses duplicate ids; otherwise the last object would count. */
export function indexNetwork(document: RailjsonDocument): NetworkIndex {
  return {
    ...indexTracks(document),
    document,
    detectors: indexById(document.detectors),
    buffer_stops: indexById(document.buffer_stops),
    switches: indexById(document.switches),
    routes: indexById(document.routes),
  };
}

/** Builds the tables of tracks and what joins them. */
export function indexTracks(document: RailjsonDocument): TrackIndex {
  const tracks = indexById(document.track_sections);
  const switch_types = indexSwitchTypes(document);
  return {
    tracks,
    track_lengths_mm: Float64Array.from(document.track_sections, ({ length }) => toMilli(length)),
    switch_types,
    ends: indexTrackEnds(document.switches, { tracks, switch_types }),
  };
}

function indexById(objects: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  const indices = new Map<string, number>();
  for (const [index, { id }] of objects.entries()) indices.set(id, index);
  return indices;
}
