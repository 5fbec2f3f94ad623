/** Resolves path items to places, and gives the outcomes that replace a search. */
import type { Infra } from "../../engine/infra/infra.ts";
import type { TrackLocation } from "../../engine/path/block_locations.ts";
import { resolveWaypoint } from "../../engine/path/waypoints.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import type { PathItemLocation, PathOutcome } from "../types.ts";

/** A search that was given up. */
export const PATHFINDING_TIMEOUT: PathOutcome = {
  kind: "internal_error",
  error: {
    type: "core:pathfinding_timeout",
    message: "the search was given up: too many possibilities",
    context: {},
  },
};

/** The places of each of at least two items, or their faults. */
export function resolveItems(
  infra: Infra,
  items: readonly PathItemLocation[],
): Result<readonly (readonly TrackLocation[])[], PathOutcome> {
  if (items.length < 2) return err({ kind: "not_enough_path_items" });
  const invalid: number[] = [];
  const resolved: (readonly TrackLocation[])[] = [];
  items.forEach((item, index) => {
    const locations = resolveWaypoint(infra, item);
    if (locations.ok) resolved.push(locations.value);
    else invalid.push(index);
  });
  if (invalid.length > 0) return err({ kind: "invalid_path_items", item_indices: invalid });
  return ok(resolved);
}
