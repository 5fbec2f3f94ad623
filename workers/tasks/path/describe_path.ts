/** Task: prints a found path as the JSON text of the success answer (interface.md 10.1). */
import { printFormerPath, printPath } from "../../engine/path/print_path.ts";
import { unpackPath } from "../../engine/path/train_path.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef } from "../types.ts";

export interface DescribePathInput {
  readonly infra: InfraRef;
  readonly path: FoundPath;
  /** Tracks that were split are printed whole. */
  readonly is_former?: boolean;
}

/** Returns the JSON text with the names of blocks, routes and track sections. */
export function describePath({ infra, path, is_former }: DescribePathInput): string {
  const { packed, length_mm, item_positions_mm } = path;
  const print = is_former === true ? printFormerPath : printPath;
  return print(viewInfra(infra), unpackPath(packed), length_mm, item_positions_mm);
}
