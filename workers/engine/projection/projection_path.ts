/**
 * The path that trains are projected on (engine.md 8): positions of its tracks along it, its
 * signals, and the block of each of its zones. Made once per request; all trains share it.
 */
import type { Infra } from "../infra/infra.ts";
import { makeTrainPath, type PathParts, type TrainPath } from "../path/train_path.ts";
import { err, ok, type Result } from "../result.ts";
import { makeSignalChain, type SignalChain } from "../signalling/signal_chain.ts";

/** Why a list of tracks and blocks is not usable as a projection path. */
export type ProjectionFault =
  /** A track section appears twice. */
  | { readonly kind: "repeated_track_section" }
  /** The start of the path is not on the first block. */
  | { readonly kind: "path_outside_blocks" };

/** Immutable. */
export interface ProjectionPath {
  readonly path: TrainPath;
  /** By track: index into the path's track ranges. */
  readonly rangeOfTrack: ReadonlyMap<number, number>;
  /** [nRanges] offset of each range on the path. */
  readonly rangeStart_mm: Float64Array;
  /** Null if the path was given without blocks: then there are no signals to show. */
  readonly signals: ProjectedSignals | null;
}

export interface ProjectedSignals {
  readonly chain: SignalChain;
  /** [nSignals] offset up to which a signal is shown; NaN: it is not shown. */
  readonly shownTo_mm: Float64Array;
  /** Place of each zone among the zones of the blocks; the last one if it appears twice. */
  readonly placeOfZone: ReadonlyMap<number, number>;
  /** [nPlaces] block of each place. */
  readonly placeBlock: Uint32Array;
  /** For each physical signal, its signal in the chain. */
  readonly signalOfPhysical: ReadonlyMap<number, number>;
}

/** Arranges the path's objects. Blocks and routes may both be empty. */
export function makeProjectionPath(
  infra: Infra,
  parts: PathParts,
): Result<ProjectionPath, ProjectionFault> {
  const { directedTracks, begins_mm, ends_mm } = parts.ranges;
  const rangeOfTrack = new Map<number, number>();
  const rangeStart_mm = new Float64Array(directedTracks.length);
  let start_mm = 0;
  for (let i = 0; i < directedTracks.length; i++) {
    const track = directedTracks[i]! >>> 1;
    if (rangeOfTrack.has(track)) return err({ kind: "repeated_track_section" });
    rangeOfTrack.set(track, i);
    rangeStart_mm[i] = start_mm;
    start_mm += ends_mm[i]! - begins_mm[i]!;
  }
  const path = makeTrainPath(infra, parts);
  if (parts.blocks.length === 0) return ok({ path, rangeOfTrack, rangeStart_mm, signals: null });
  const signals = layOutSignals(path);
  if (signals === null) return err({ kind: "path_outside_blocks" });
  return ok({ path, rangeOfTrack, rangeStart_mm, signals });
}

/** Null if the start of the path is not on the first block. */
function layOutSignals(path: TrainPath): ProjectedSignals | null {
  const { infra, blocks, routes } = path;
  const start_mm = findStartInBlocks(path);
  if (start_mm === null) return null;
  const chain = makeSignalChain(infra, { blocks, routes, start_mm });
  const placeOfZone = new Map<number, number>();
  const placeBlock: number[] = [];
  for (let b = 0; b < blocks.length; b++) {
    const end = infra.blockZonePathStart[blocks[b]! + 1]!;
    for (let k = infra.blockZonePathStart[blocks[b]!]!; k < end; k++) {
      placeOfZone.set(infra.zonePathZone[infra.blockZonePaths[k]!]!, placeBlock.length);
      placeBlock.push(b);
    }
  }
  const shownTo_mm = findShown(path, chain);
  const signalOfPhysical = new Map<number, number>();
  for (let k = 0; k < shownTo_mm.length; k++) {
    if (!Number.isNaN(shownTo_mm[k]!)) {
      signalOfPhysical.set(infra.logicalSignal[chain.signals[k]!]!, k);
    }
  }
  return {
    chain,
    shownTo_mm,
    placeOfZone,
    placeBlock: Uint32Array.from(placeBlock),
    signalOfPhysical,
  };
}

/** A signal is shown up to the next one on the path; entry signals count as the previous block's exit. */
function findShown({ infra, blocks, length_mm }: TrainPath, chain: SignalChain): Float64Array {
  const placeInChain = new Map<number, number>();
  chain.signals.forEach((signal, k) => placeInChain.set(signal, k));
  const shownTo_mm = new Float64Array(chain.signals.length).fill(NaN);
  let last: number | undefined;
  for (let b = 0; b < blocks.length; b++) {
    const first = infra.blockSignalStart[blocks[b]!]! + (b === 0 ? 0 : 1);
    for (let i = first; i < infra.blockSignalStart[blocks[b]! + 1]!; i++) {
      const offset_mm = chain.blockStart_mm[b]! + infra.blockSignalPosition_mm[i]!;
      if (offset_mm < 0 || offset_mm > length_mm) continue;
      if (last !== undefined) shownTo_mm[last] = offset_mm;
      last = placeInChain.get(infra.blockSignals[i]!);
      if (last !== undefined) shownTo_mm[last] = length_mm;
    }
  }
  return shownTo_mm;
}

/** Offset of the path's start from the start of its first block; null if the blocks are elsewhere. */
function findStartInBlocks({ infra, blocks, chunks, chunkStart_mm }: TrainPath): number | null {
  if (chunks.length === 0) return null;
  // If a path begins at the very end of its first chunk, that chunk may not be on any of its blocks.
  const isAtEnd = -chunkStart_mm[0]! === infra.chunkLength_mm[chunks[0]! >>> 1];
  const index = isAtEnd && chunks.length > 1 ? 1 : 0;
  let before_mm = 0;
  for (const block of blocks) {
    for (let k = infra.blockChunkStart[block]!; k < infra.blockChunkStart[block + 1]!; k++) {
      if (infra.blockChunks[k] === chunks[index]) return before_mm - chunkStart_mm[index]!;
      before_mm += infra.chunkLength_mm[infra.blockChunks[k]! >>> 1]!;
    }
  }
  return null;
}
