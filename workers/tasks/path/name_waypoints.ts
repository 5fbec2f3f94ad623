/** Task: names the waypoints of found paths, for human-readable tables. */
import { type NamedPlace, namePlaces } from "../../engine/path/name_places.ts";
import { unpackPath } from "../../engine/path/train_path.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef, PathItemLocation } from "../types.ts";

export interface NameWaypointsInput {
  readonly infra: InfraRef;
  readonly paths: readonly {
    readonly path: FoundPath;
    /** As many as the path has item positions. */
    readonly items: readonly PathItemLocation[];
  }[];
}

/** For each path one place per item, in order. */
export function nameWaypoints({ infra, paths }: NameWaypointsInput): NamedPlace[][] {
  const view = viewInfra(infra);
  return paths.map(({ path, items }) =>
    namePlaces(view, unpackPath(path.packed).ranges, items, path.item_positions_mm),
  );
}
