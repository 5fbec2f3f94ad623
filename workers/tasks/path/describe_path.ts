/** Task: prints a found path as the JSON text of the success answer (interface.md 10.1). */
import { printPathProperties } from "../../engine/path/path_properties.ts";
import { printFormerPath, printPath } from "../../engine/path/print_path.ts";
import { makeTrainPath, unpackPath } from "../../engine/path/train_path.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef } from "../types.ts";

export interface DescribePathInput {
  readonly infra: InfraRef;
  readonly path: FoundPath;
  /** Tracks that were split are printed whole. */
  readonly is_former?: boolean;
  /** Names of `PATH_PROPERTIES` that are printed with it. */
  readonly props?: readonly string[];
}

/** Returns the JSON text with the names of blocks, routes and track sections. */
export function describePath({ infra, path, is_former, props }: DescribePathInput): string {
  const { packed, length_mm, item_positions_mm } = path;
  const print = is_former === true ? printFormerPath : printPath;
  const [view, parts] = [viewInfra(infra), unpackPath(packed)];
  const json = print(view, parts, length_mm, item_positions_mm);
  if (props === undefined || props.length === 0) return json;
  // Null: the network's coordinates are no longitudes and latitudes.
  const properties = printPathProperties(makeTrainPath(view, parts), props);
  return properties === null ? json : `${json.slice(0, -1)},"properties":${properties}}`;
}
