/** Task: where tracks without a train are on an axis of stations (interface.md 10.3). */
import { findOperationalPoint, findTrack } from "../../engine/infra/infra.ts";
import { NONE } from "../../engine/infra/layout.ts";
import { TracksOnAxis } from "../../engine/projection/tracks_on_axis.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";
import type { NamedAxis } from "./project_stations.ts";

export interface PlaceTracksInput {
  readonly infra: InfraRef;
  readonly axis: NamedAxis;
  /** Ids of track sections. */
  readonly tracks: readonly string[];
}

export interface PlacedTrack {
  readonly id: string;
  readonly begin: readonly number[];
  readonly end: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Each once, in the order asked for; those that can't be placed, or are not in the network, are left out. */
export function placeTracks({ infra, axis, tracks }: PlaceTracksInput): PlacedTrack[] {
  const view = viewInfra(infra);
  const { ids, ...figures } = axis;
  const ops = ids.map((id) => findOperationalPoint(view, id));
  const on_axis = new TracksOnAxis(view, { ...figures, ops });
  return [...new Set(tracks)].flatMap((id): PlacedTrack[] => {
    const track = findTrack(view, id);
    if (track === NONE) return [];
    const found = on_axis.place(track);
    if (found.begins_mm.length === 0) return [];
    return [
      {
        id,
        begin: found.begins_mm,
        end: found.ends_mm,
        from: found.fromAxis_mm,
        to: found.toAxis_mm,
      },
    ];
  });
}
