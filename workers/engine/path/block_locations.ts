/**
 * The places on blocks that a waypoint stands for (engine.md 2.2), in the order of the reference's
 * hash set (engine.md 2.6), which decides between paths of equal cost.
 */
import { findChunk } from "../infra/find_chunk.ts";
import type { Infra } from "../infra/infra.ts";

/** A place on a track. */
export interface TrackLocation {
  readonly track: number;
  /** mm, within the track. */
  readonly offset_mm: number;
}

/** A set of places on blocks, iterated in array order. */
export interface BlockLocations {
  readonly blocks: number[];
  readonly offsets_mm: number[];
}

const INITIAL_CAPACITY = 16;

export function locateOnBlocks(infra: Infra, locations: readonly TrackLocation[]): BlockLocations {
  const blocks: number[] = [];
  const offsets_mm: number[] = [];
  for (let direction = 0; direction < 2; direction++) {
    for (const { track, offset_mm } of locations) {
      const chunk = findChunk(infra, track, offset_mm, 0);
      if (chunk < 0) continue;
      const inChunk_mm = offset_mm - infra.chunkOffset_mm[chunk]!;
      const directed_mm = direction === 0 ? inChunk_mm : infra.chunkLength_mm[chunk]! - inChunk_mm;
      const row = chunk * 2 + direction;
      for (let k = infra.chunkBlockStart[row]!; k < infra.chunkBlockStart[row + 1]!; k++) {
        blocks.push(infra.chunkBlocks[k]!);
        offsets_mm.push(infra.chunkBlockOffset_mm[k]! + directed_mm);
      }
    }
  }
  return blocks.length < 2 ? { blocks, offsets_mm } : orderByBucket(blocks, offsets_mm);
}

/** Drops repeated places and sorts the rest by hash bucket, stably. */
function orderByBucket(blocks: readonly number[], offsets_mm: readonly number[]): BlockLocations {
  const distinct: number[] = [];
  const hashes: number[] = [];
  const placesOfHash = new Map<number, number[]>();
  for (let i = 0; i < blocks.length; i++) {
    const hash = hashPlace(blocks[i]!, offsets_mm[i]!);
    const same = placesOfHash.get(hash);
    if (same === undefined) placesOfHash.set(hash, [i]);
    else if (same.some((k) => blocks[k] === blocks[i] && offsets_mm[k] === offsets_mm[i])) continue;
    else same.push(i);
    hashes[i] = hash ^ (hash >>> 16);
    distinct.push(i);
  }
  let capacity = INITIAL_CAPACITY;
  while (distinct.length > 0.75 * capacity) capacity *= 2;
  const mask = capacity - 1;
  distinct.sort((a, b) => (hashes[a]! & mask) - (hashes[b]! & mask));
  return {
    blocks: distinct.map((i) => blocks[i]!),
    offsets_mm: distinct.map((i) => offsets_mm[i]!),
  };
}

/** 31 * block + (low word ^ high word of the offset), as a 32-bit integer. */
function hashPlace(block: number, offset_mm: number): number {
  const high = Math.floor(offset_mm / 0x1_0000_0000);
  return (Math.imul(31, block) + (offset_mm ^ high)) | 0;
}
