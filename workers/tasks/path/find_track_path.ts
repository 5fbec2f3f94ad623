/** Task: finds the shortest path through waypoints on tracks and switches alone (interface.md 5.2). */
import { packPath } from "../../engine/path/train_path.ts";
import { partsOf } from "../../engine/topology/find_track_path.ts";
import type { TrackPath } from "../../engine/topology/track_walk.ts";
import { viewTrackPathFinder } from "../infra_views.ts";
import type { FoundPath, InfraRef, PathOutcome, TrackPathRequest } from "../types.ts";
import { PATHFINDING_TIMEOUT, resolveItems } from "./path_items.ts";

export interface FindTrackPathInput {
  readonly infra: InfraRef;
  readonly request: TrackPathRequest;
}

/** Resolves the waypoints and searches; the path found has neither blocks nor routes. */
export function findTrackPath({ infra, request }: FindTrackPathInput): PathOutcome {
  const finder = viewTrackPathFinder(infra);
  const resolved = resolveItems(finder.infra, request.items);
  if (!resolved.ok) return resolved.error;
  const outcome = finder.find(resolved.value, request.stock);
  switch (outcome.kind) {
    case "success":
      return { kind: "success", path: toFoundPath(outcome.path) };
    case "incompatible_constraints":
      return { kind: outcome.kind, relaxed_path: toFoundPath(outcome.path), ...outcome.ranges };
    case "work_limit":
      return PATHFINDING_TIMEOUT;
    case "not_found_in_tracks":
      return outcome;
  }
}

function toFoundPath(path: TrackPath): FoundPath {
  const { length_mm, itemPositions_mm } = path;
  return { packed: packPath(partsOf(path)), length_mm, item_positions_mm: itemPositions_mm };
}
