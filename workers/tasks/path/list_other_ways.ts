/** Task: other ways of a train between its waypoints, without some zones that it needs. */
import { findOtherWays, type Via } from "../../engine/path/other_ways.ts";
import { unpackPath } from "../../engine/path/train_path.ts";
import { viewPathFinder } from "../infra_views.ts";
import type { FoundPath, InfraRef, PathRequest } from "../types.ts";

export interface ListOtherWaysInput extends PathRequest {
  readonly infra: InfraRef;
  readonly path: FoundPath;
  /** By name. */
  readonly zones: readonly string[];
  readonly count_max: number;
}

/** By way the places that the train has to pass for it; the shortest first. */
export function listOtherWays(input: ListOtherWaysInput): Via[][] {
  const { path, items, stock, zones, count_max } = input;
  const { item_positions_mm } = path;
  const own = { path: unpackPath(path.packed), item_positions_mm, items, stock, zones };
  return findOtherWays(viewPathFinder(input.infra), own, count_max);
}
