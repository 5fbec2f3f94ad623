/**
 * Objects along a path's routes and on its tracks, for a simulation: block-ending signals and the
 * end of the last route (engine.md 6.1), and undirected track ranges such as electrical profiles,
 * mapped onto the path (engine.md 4.3).
 */
import type { Infra } from "../infra/infra.ts";
import { DELIMITER, NONE } from "../infra/layout.ts";
import { assert } from "../result.ts";
import type { PathRanges } from "./path_attributes.ts";
import type { TrainPath } from "./train_path.ts";

export interface PathSignals {
  /** Path offsets, non-decreasing and >= 0: block-ending signals, then the end of the last route. */
  readonly offsets_mm: Float64Array;
  /** Path offset of the end of the last route; may lie beyond the path. */
  readonly routesEnd_mm: number;
  readonly endsAtBufferStop: boolean;
}

/** Finds the positions where a train with a closed reception signal may have to stop. */
export function readPathSignals(path: TrainPath): PathSignals {
  const { infra, routes } = path;
  const start_mm = findPathStart(path);
  const offsets_mm: number[] = [];
  let zonePathStart_mm = -start_mm;
  for (const route of routes) {
    for (let k = infra.routeZonePathStart[route]!; k < infra.routeZonePathStart[route + 1]!; k++) {
      const zonePath = infra.routeZonePaths[k]!;
      const end = infra.zonePathSignalStart[zonePath + 1]!;
      for (let s = infra.zonePathSignalStart[zonePath]!; s < end; s++) {
        const offset_mm = zonePathStart_mm + infra.zonePathSignalOffset_mm[s]!;
        if (offset_mm >= 0 && delimits(infra, infra.zonePathSignals[s]!))
          offsets_mm.push(offset_mm);
      }
      zonePathStart_mm += infra.zonePathLength_mm[zonePath]!;
    }
  }
  if (zonePathStart_mm >= 0) offsets_mm.push(zonePathStart_mm);
  return {
    offsets_mm: Float64Array.from(offsets_mm),
    routesEnd_mm: zonePathStart_mm,
    endsAtBufferStop:
      routes.length > 0 && isBufferStop(infra, infra.routeExit[routes[routes.length - 1]!]! >>> 1),
  };
}

/** A detector is a buffer stop if and only if one of its two next zones is missing (engine.md 1.10). */
export function isBufferStop(infra: Infra, detector: number): boolean {
  const { detectorNextZone } = infra;
  return detectorNextZone[detector * 2] === NONE || detectorNextZone[detector * 2 + 1] === NONE;
}

/** Whether a signal ends a block. */
export function delimits(infra: Infra, signal: number): boolean {
  const end = infra.signalFirstLogical[signal + 1]!;
  for (let k = infra.signalFirstLogical[signal]!; k < end; k++) {
    if ((infra.logicalFlags[k]! & DELIMITER) !== 0) return true;
  }
  return false;
}

/** Offset of the path's start from the start of its first route, mm. */
export function findPathStart(path: TrainPath): number {
  const { infra, chunks, chunkStart_mm, begin_mm } = path;
  const firstLength_mm = infra.chunkLength_mm[chunks[0]! >>> 1]!;
  // If a path begins at the very end of its first chunk, that chunk may not be on any of its routes.
  const index = begin_mm === firstLength_mm && chunks.length > 1 ? 1 : 0;
  let before_mm = 0;
  for (const route of path.routes) {
    for (let k = infra.routeChunkStart[route]!; k < infra.routeChunkStart[route + 1]!; k++) {
      if (infra.routeChunks[k] === chunks[index]) return before_mm - chunkStart_mm[index]!;
      before_mm += infra.chunkLength_mm[infra.routeChunks[k]! >>> 1]!;
    }
  }
  assert(false, "a path starts on one of its routes");
  return 0;
}

export interface UndirectedRanges {
  /** [n] */
  readonly tracks: Uint32Array;
  readonly begins_mm: Float64Array;
  readonly ends_mm: Float64Array;
}

/**
 * Maps undirected track ranges onto the path: `values` contains the index of the range. The result
 * keeps the order of the input (later ranges overwrite), clipped to the path, without empty pieces.
 */
export function mapOntoPath(path: TrainPath, ranges: UndirectedRanges): PathRanges {
  const { directedTracks, begins_mm, ends_mm } = path.ranges;
  const rangeOfTrack = new Map<number, number>();
  const rangeStart_mm = new Float64Array(directedTracks.length);
  let start_mm = 0;
  for (let i = 0; i < directedTracks.length; i++) {
    rangeOfTrack.set(directedTracks[i]! >>> 1, i);
    rangeStart_mm[i] = start_mm;
    start_mm += ends_mm[i]! - begins_mm[i]!;
  }
  const from_mm: number[] = [];
  const to_mm: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < ranges.tracks.length; i++) {
    const r = rangeOfTrack.get(ranges.tracks[i]!);
    if (r === undefined) continue;
    const lo_mm = Math.max(begins_mm[r]!, ranges.begins_mm[i]!);
    const hi_mm = Math.min(ends_mm[r]!, ranges.ends_mm[i]!);
    if (lo_mm >= hi_mm) continue;
    const reversed = (directedTracks[r]! & 1) === 1;
    from_mm.push(rangeStart_mm[r]! + (reversed ? ends_mm[r]! - hi_mm : lo_mm - begins_mm[r]!));
    to_mm.push(rangeStart_mm[r]! + (reversed ? ends_mm[r]! - lo_mm : hi_mm - begins_mm[r]!));
    values.push(i);
  }
  return {
    from_mm: Float64Array.from(from_mm),
    to_mm: Float64Array.from(to_mm),
    values: Float64Array.from(values),
  };
}
