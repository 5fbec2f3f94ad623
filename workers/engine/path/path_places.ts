/** Converts positions along a path to places on tracks. */
import { type Infra, stringAt } from "../infra/infra.ts";
import type { DirectedRanges } from "./train_path.ts";

/** A place on a track and its position along the path. */
export interface PathPlace {
  readonly at_mm: number;
  readonly track: string;
  readonly offset_mm: number;
}

/** The middle of each range of positive length, mm from the path's start. */
export function findMiddles({ begins_mm, ends_mm }: DirectedRanges): number[] {
  let start_mm = 0;
  return Array.from(begins_mm).flatMap((begin_mm, i) => {
    const length_mm = ends_mm[i]! - begin_mm;
    const middle_mm = start_mm + Math.floor(length_mm / 2);
    start_mm += length_mm;
    return length_mm > 1 ? [middle_mm] : [];
  });
}

/** The place on a track; where two ranges meet, it is on the first. */
export function findPathPlace(infra: Infra, ranges: DirectedRanges, at_mm: number): PathPlace {
  const { directedTracks, begins_mm, ends_mm } = ranges;
  let start_mm = 0;
  for (let i = 0; i < directedTracks.length; i++) {
    const length_mm = ends_mm[i]! - begins_mm[i]!;
    if (at_mm <= start_mm + length_mm) {
      const isReversed = (directedTracks[i]! & 1) === 1;
      const along_mm = at_mm - start_mm;
      const offset_mm = isReversed ? ends_mm[i]! - along_mm : begins_mm[i]! + along_mm;
      const track = stringAt(infra, infra.trackName[directedTracks[i]! >>> 1]!);
      return { at_mm, track, offset_mm };
    }
    start_mm += length_mm;
  }
  throw new Error("a place beyond the path");
}
