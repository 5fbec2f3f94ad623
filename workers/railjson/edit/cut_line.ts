/** Cuts a line in two at a fraction of its length, measured as in the engine (geo.ts). */
import { findSegmentEnd, interpolateLine } from "../../engine/geo.ts";
import { measureLine } from "../track_map.ts";

type Position = number[];

/** Both parts end at the point of the cut. `fraction` is between 0 and 1. */
export function cutLine(
  coordinates: readonly Position[],
  fraction: number,
): { readonly left: Position[]; readonly right: Position[] } {
  const line = measureLine(coordinates);
  const point = new Float64Array(2);
  interpolateLine(line, fraction, point);
  const cut = [...point];
  const next = findSegmentEnd(line, fraction * (line.along_m[line.end - 1] ?? 0));
  const isCut = (vertex: Position | undefined): boolean =>
    vertex !== undefined && vertex[0] === cut[0] && vertex[1] === cut[1];
  const before = coordinates.slice(0, next);
  const after = coordinates.slice(next);
  // A vertex at the cut is not doubled, unless a part would have no other.
  if (before.length > 1 && isCut(before.at(-1))) before.pop();
  if (after.length > 1 && isCut(after[0])) after.shift();
  return { left: [...before, cut], right: [[...cut], ...after] };
}
