/**
 * A train's path as directed chunks with positions from its start (engine.md 3.1). All that physics
 * and path properties read along a path starts from here; the attribute readers are in
 * path_attributes.ts. The packed form is what leaves the worker in `FoundPath`: three counts, the
 * indices, then the range offsets. It is valid for the network that it was found on.
 */
import type { Infra } from "../infra/infra.ts";

/** Consecutive pieces of tracks in travel order. */
export interface DirectedRanges {
  /** [nRanges] track * 2 + direction. */
  readonly directedTracks: Uint32Array;
  /** [nRanges] mm on the track, begin <= end in either direction. */
  readonly begins_mm: Float64Array;
  readonly ends_mm: Float64Array;
}

export interface PathParts {
  readonly blocks: Uint32Array;
  readonly routes: Uint32Array;
  readonly ranges: DirectedRanges;
}

/** Immutable; positions ("path offsets") are mm from the start of the path. */
export interface TrainPath extends PathParts {
  readonly infra: Infra;
  readonly length_mm: number;
  /** [nChunks] directed chunks in travel order; the first and last may only touch the path. */
  readonly chunks: Uint32Array;
  /** [nChunks] path offset of each chunk's start; the first is `-begin_mm`. */
  readonly chunkStart_mm: Float64Array;
  /** Offset of the path's start in its first chunk. */
  readonly begin_mm: number;
}

/** Arranges the directed chunks of the ranges along the path. */
export function makeTrainPath(infra: Infra, parts: PathParts): TrainPath {
  const { directedTracks, begins_mm, ends_mm } = parts.ranges;
  const { trackFirstChunk, trackLength_mm, chunkLength_mm } = infra;
  let nChunks = 0;
  let length_mm = 0;
  for (let i = 0; i < directedTracks.length; i++) {
    const track = directedTracks[i]! >>> 1;
    nChunks += trackFirstChunk[track + 1]! - trackFirstChunk[track]!;
    length_mm += ends_mm[i]! - begins_mm[i]!;
  }
  const chunks = new Uint32Array(nChunks);
  const chunkStart_mm = new Float64Array(nChunks);
  let start_mm = 0;
  if (directedTracks.length > 0) {
    const reversed = (directedTracks[0]! & 1) === 1;
    start_mm = reversed ? ends_mm[0]! - trackLength_mm[directedTracks[0]! >>> 1]! : -begins_mm[0]!;
  }
  let n = 0;
  for (let i = 0; i < directedTracks.length; i++) {
    const direction = directedTracks[i]! & 1;
    const first = trackFirstChunk[directedTracks[i]! >>> 1]!;
    const count = trackFirstChunk[(directedTracks[i]! >>> 1) + 1]! - first;
    for (let k = 0; k < count && start_mm <= length_mm; k++) {
      const chunk = direction === 0 ? first + k : first + count - 1 - k;
      const end_mm = start_mm + chunkLength_mm[chunk]!;
      if (end_mm >= 0) {
        chunks[n] = chunk * 2 + direction;
        chunkStart_mm[n] = start_mm;
        n++;
      }
      start_mm = end_mm;
    }
  }
  return {
    infra,
    ...parts,
    length_mm,
    chunks: chunks.subarray(0, n),
    chunkStart_mm: chunkStart_mm.subarray(0, n),
    begin_mm: n === 0 ? 0 : -chunkStart_mm[0]! + 0,
  };
}

const PACKED_HEADER = 4;

/** Writes the indices of a path into one shared buffer. */
export function packPath(parts: PathParts): SharedArrayBuffer {
  const { blocks, routes, ranges } = parts;
  const nRanges = ranges.directedTracks.length;
  const nWords = PACKED_HEADER + blocks.length + routes.length + nRanges;
  const doublesOffset = 8 * Math.ceil(nWords / 2);
  const buffer = new SharedArrayBuffer(doublesOffset + 16 * nRanges);
  const words = new Uint32Array(buffer, 0, nWords);
  words[0] = blocks.length;
  words[1] = routes.length;
  words[2] = nRanges;
  words.set(blocks, PACKED_HEADER);
  words.set(routes, PACKED_HEADER + blocks.length);
  words.set(ranges.directedTracks, PACKED_HEADER + blocks.length + routes.length);
  const doubles = new Float64Array(buffer, doublesOffset, 2 * nRanges);
  doubles.set(ranges.begins_mm, 0);
  doubles.set(ranges.ends_mm, nRanges);
  return buffer;
}

/** Makes views of a buffer written by `packPath`. */
export function unpackPath(buffer: SharedArrayBuffer): PathParts {
  const [nBlocks = 0, nRoutes = 0, nRanges = 0] = new Uint32Array(buffer, 0, PACKED_HEADER);
  const routesAt = 4 * (PACKED_HEADER + nBlocks);
  const tracksAt = routesAt + 4 * nRoutes;
  const doublesAt = 8 * Math.ceil((tracksAt / 4 + nRanges) / 2);
  return {
    blocks: new Uint32Array(buffer, 4 * PACKED_HEADER, nBlocks),
    routes: new Uint32Array(buffer, routesAt, nRoutes),
    ranges: {
      directedTracks: new Uint32Array(buffer, tracksAt, nRanges),
      begins_mm: new Float64Array(buffer, doublesAt, nRanges),
      ends_mm: new Float64Array(buffer, doublesAt + 8 * nRanges, nRanges),
    },
  };
}
