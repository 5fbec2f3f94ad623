/** Finds chunks by position on a track, both in a draft and in a compiled network. */

interface ChunkTables {
  readonly trackFirstChunk: ArrayLike<number>;
  readonly chunkOffset_mm: ArrayLike<number>;
}

/** The chunk containing a position; on a boundary the one before it in the direction. -1: no chunk. */
export function findChunk(
  { trackFirstChunk, chunkOffset_mm }: ChunkTables,
  track: number,
  position_mm: number,
  direction: number,
): number {
  let low = trackFirstChunk[track]!;
  let high = trackFirstChunk[track + 1]! - 1;
  if (high < low) return -1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const start_mm = chunkOffset_mm[middle]!;
    if (direction === 0 ? start_mm < position_mm : start_mm <= position_mm) low = middle;
    else high = middle - 1;
  }
  return low;
}
