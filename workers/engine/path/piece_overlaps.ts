/**
 * Maps stretches of tracks onto a path: offsets of the overlap between a stretch and a piece of the
 * path. The caller knows which pieces are on the stretch's track, so nothing is searched here.
 */
import type { DirectedRanges } from "./train_path.ts";

/** Stretches of a path, mm from its start; the lists grow, and their owner clears them. */
export interface PathSpans {
  readonly from_mm: number[];
  readonly to_mm: number[];
}

/** A path's pieces with their offsets. */
export interface PathPieces extends DirectedRanges {
  /** [nPieces] path offset of each piece's start. */
  readonly starts_mm: Float64Array;
}

/** Lays the pieces out along the path. */
export function layOutPieces(ranges: DirectedRanges): PathPieces {
  const { begins_mm, ends_mm } = ranges;
  const starts_mm = new Float64Array(begins_mm.length);
  for (let i = 1; i < starts_mm.length; i++) {
    starts_mm[i] = starts_mm[i - 1]! + ends_mm[i - 1]! - begins_mm[i - 1]!;
  }
  return { ...ranges, starts_mm };
}

/** Adds the overlap of piece i and a stretch of its track; false if it has no length. */
export function addOverlap(
  { directedTracks, begins_mm, ends_mm, starts_mm }: PathPieces,
  i: number,
  stretch: { readonly from_mm: number; readonly to_mm: number },
  out: PathSpans,
): boolean {
  const low_mm = Math.max(begins_mm[i]!, stretch.from_mm);
  const high_mm = Math.min(ends_mm[i]!, stretch.to_mm);
  if (!(low_mm < high_mm)) return false;
  const isReversed = (directedTracks[i]! & 1) === 1;
  const from_mm = starts_mm[i]! + (isReversed ? ends_mm[i]! - high_mm : low_mm - begins_mm[i]!);
  out.from_mm.push(from_mm);
  out.to_mm.push(from_mm + high_mm - low_mm);
  return true;
}
