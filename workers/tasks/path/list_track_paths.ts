/** Task: the shortest paths between two places on tracks, as JSON text (`pathfinding?number=`, interface.md 5.2). */
import type { Infra } from "../../engine/infra/infra.ts";
import type { TrackLocation } from "../../engine/path/block_locations.ts";
import { resolveWaypoint } from "../../engine/path/waypoints.ts";
import { printTrackPaths } from "../../engine/topology/print_track_paths.ts";
import { toMilli } from "../../engine/units.ts";
import { viewTrackPathFinder } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

/** A place in the clients' form. */
export interface PlaceOnTrack {
  readonly track: string;
  /** Metres from the track's start. */
  readonly position: number;
}

export interface ListTrackPathsInput {
  readonly infra: InfraRef;
  readonly starting: PlaceOnTrack;
  readonly ending: PlaceOnTrack;
  /** Most paths to list. */
  readonly number: number;
}

export type ListTrackPathsOutcome =
  | { readonly kind: "success"; readonly json: string }
  | { readonly kind: "starting_not_found" }
  | { readonly kind: "ending_not_found" }
  /** Given up before the first path was found. */
  | { readonly kind: "work_limit" };

/** Fewer paths than requested: there are no more, or finding them takes too much work. */
export function listTrackPaths(input: ListTrackPathsInput): ListTrackPathsOutcome {
  const finder = viewTrackPathFinder(input.infra);
  const from = locate(finder.infra, input.starting);
  if (from === null) return { kind: "starting_not_found" };
  const to = locate(finder.infra, input.ending);
  if (to === null) return { kind: "ending_not_found" };
  const { paths, isComplete } = finder.findSome(from, to, input.number);
  if (paths.length === 0 && !isComplete) return { kind: "work_limit" };
  return { kind: "success", json: printTrackPaths(finder.infra, paths) };
}

function locate(infra: Infra, { track, position }: PlaceOnTrack): TrackLocation | null {
  const offset_mm = toMilli(position);
  const places = resolveWaypoint(infra, { kind: "track_offset", track, offset_mm });
  return places.ok ? (places.value[0] ?? null) : null;
}
