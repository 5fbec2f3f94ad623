/** Task: finds the paths of a batch of requests on one network, one outcome a request, in order. */

import type { TrackLocation } from "../engine/path/block_locations.ts";
import type { BlockPath } from "../engine/path/block_path.ts";
import type { PathFinder } from "../engine/path/find_path.ts";
import { packPath } from "../engine/path/train_path.ts";
import { resolveWaypoint } from "../engine/path/waypoints.ts";
import { viewPathFinder } from "./infra_views.ts";
import type { FoundPath, InfraRef, PathOutcome, PathRequest } from "./types.ts";

export interface FindPathsInput {
  readonly infra: InfraRef;
  readonly requests: readonly PathRequest[];
}

/** Resolves the waypoints of each request and searches its path. */
export function findPaths({ infra, requests }: FindPathsInput): PathOutcome[] {
  const finder = viewPathFinder(infra);
  return requests.map((request) => findPath(finder, request));
}

function findPath(finder: PathFinder, { items, stock }: PathRequest): PathOutcome {
  if (items.length < 2) return { kind: "not_enough_path_items" };
  const invalid: number[] = [];
  const resolved: (readonly TrackLocation[])[] = [];
  items.forEach((item, index) => {
    const locations = resolveWaypoint(finder.infra, item);
    if (locations.ok) resolved.push(locations.value);
    else invalid.push(index);
  });
  if (invalid.length > 0) return { kind: "invalid_path_items", item_indices: invalid };
  const outcome = finder.find(resolved, stock);
  switch (outcome.kind) {
    case "success":
      return { kind: "success", path: toFoundPath(outcome.path) };
    case "incompatible_constraints":
      return { kind: outcome.kind, relaxed_path: toFoundPath(outcome.path), ...outcome.ranges };
    case "fault":
      return { kind: "internal_error", error: { ...outcome.fault, context: {} } };
    case "work_limit":
      return {
        kind: "internal_error",
        error: {
          type: "core:pathfinding_timeout",
          message: "the search was given up: too many possibilities",
          context: {},
        },
      };
    case "not_enough_path_items":
    case "not_found_in_blocks":
      return outcome;
  }
}

function toFoundPath(path: BlockPath): FoundPath {
  const { length_mm, itemPositions_mm } = path;
  return { packed: packPath(path), length_mm, item_positions_mm: itemPositions_mm };
}
