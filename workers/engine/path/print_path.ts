/** Prints a found path as the success answer of interface.md 10.1. */
import { type Infra, jsonAt } from "../infra/infra.ts";
import type { DirectedRanges, PathParts } from "./train_path.ts";

export function printPath(
  infra: Infra,
  parts: PathParts,
  length_mm: number,
  itemPositions_mm: readonly number[],
): string {
  return `{"status":"success",${printPathKeys(infra, parts, length_mm, itemPositions_mm)}}`;
}

/** The keys of the path, without a status. */
export function printPathKeys(
  infra: Infra,
  { blocks, routes, ranges }: PathParts,
  length_mm: number,
  itemPositions_mm: readonly number[],
): string {
  const blockNames = printNames(infra, infra.blockName, blocks);
  const routeNames = printNames(infra, infra.routeName, routes);
  return (
    `"blocks":[${blockNames}],"routes":[${routeNames}],` +
    `"track_section_ranges":[${printTrackRanges(infra, ranges)}],` +
    `"length":${length_mm},"path_item_positions":[${itemPositions_mm.join()}]`
  );
}

function printNames(infra: Infra, names: Uint32Array, indices: Uint32Array): string {
  let text = "";
  for (let i = 0; i < indices.length; i++) {
    const name = jsonAt(infra, names[indices[i]!]!);
    text += i === 0 ? name : `,${name}`;
  }
  return text;
}

function printTrackRanges(infra: Infra, ranges: DirectedRanges): string {
  const { directedTracks, begins_mm, ends_mm } = ranges;
  let text = "";
  for (let i = 0; i < directedTracks.length; i++) {
    const name = jsonAt(infra, infra.trackName[directedTracks[i]! >>> 1]!);
    const direction = (directedTracks[i]! & 1) === 0 ? "START_TO_STOP" : "STOP_TO_START";
    text +=
      `${i === 0 ? "" : ","}{"track_section":${name},"begin":${begins_mm[i]!},` +
      `"end":${ends_mm[i]!},"direction":"${direction}"}`;
  }
  return text;
}
