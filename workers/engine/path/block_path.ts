/**
 * Makes a path from the steps of a search (engine.md 2.7): block and track ranges, positions of the
 * waypoints, and the routes, which are recovered from the chunks. The contract's checks give typed
 * errors: a path that uses a track twice, or leaves the signalled area.
 */
import type { Infra } from "../infra/infra.ts";
import { NONE, STOPS_AT_BUFFER_STOP } from "../infra/layout.ts";
import { err, ok, type Result } from "../result.ts";
import type { FoundSteps } from "./search.ts";
import type { DirectedRanges, PathParts } from "./train_path.ts";

export interface BlockPath extends PathParts {
  readonly length_mm: number;
  readonly itemPositions_mm: number[];
  /** [nBlocks + 1] path offsets of the block borders; the outer two are the ends of the path. */
  readonly blockBorders_mm: Float64Array;
}

/** A found path that violates a rule; `type` is part of the interface. */
export interface PathFault {
  readonly type:
    | "core:missing_signal_on_route_transition"
    | "core:no_route_for_path"
    | "core:path_with_repeated_tracks"
    | "core:inconsistent_path_items";
  readonly message: string;
}

/** `chunkStamps` is scratch of [2 * nChunks], `stamp` a number not used in it before. */
export interface StampScratch {
  readonly chunkStamps: Int32Array;
  stamp: number;
}

export function makeBlockPath(
  infra: Infra,
  steps: FoundSteps,
  nItems: number,
  scratch: StampScratch,
): Result<BlockPath, PathFault> {
  const run = joinSteps(steps);
  const chunks = listChunks(infra, run.blocks);
  const routes = findRoutes(infra, chunks, scratch);
  if (routes === null) return fault("core:no_route_for_path", "no routes cover the blocks");
  const ranges = cutRoutes(infra, routes, { firstChunk: chunks[0]!, ...run });
  const last = run.blocks.length - 1;
  const through = run.blocks.findIndex(
    (block, i) => i < last && (infra.blockFlags[block]! & STOPS_AT_BUFFER_STOP) !== 0,
  );
  if (through >= 0) {
    return fault("core:missing_signal_on_route_transition", "a block ends without a signal");
  }
  if (repeatsTrack(ranges)) {
    return fault("core:path_with_repeated_tracks", "the path runs over a track section twice");
  }
  const { length_mm, itemPositions_mm } = run;
  const complete =
    itemPositions_mm.length === nItems &&
    itemPositions_mm[0] === 0 &&
    itemPositions_mm[nItems - 1] === length_mm;
  if (!complete) {
    return fault("core:inconsistent_path_items", "the path does not run from item to item");
  }
  return ok({
    blocks: Uint32Array.from(run.blocks),
    routes: Uint32Array.from(routes),
    ranges,
    length_mm,
    itemPositions_mm,
    blockBorders_mm: Float64Array.from(run.borders_mm),
  });
}

function fault(type: PathFault["type"], message: string): Result<never, PathFault> {
  return err({ type, message });
}

interface BlockRun {
  readonly blocks: number[];
  readonly borders_mm: number[];
  /** Offset of the path's start on the first block. */
  readonly start_mm: number;
  readonly length_mm: number;
  readonly itemPositions_mm: number[];
}

/** Joins the ranges on one block and places the waypoints along the path. */
function joinSteps({ blocks, from_mm, to_mm, targets_mm }: FoundSteps): BlockRun {
  const run = { blocks: [] as number[], borders_mm: [0], itemPositions_mm: [] as number[] };
  let length_mm = 0;
  for (let i = 0; i < blocks.length; i++) {
    const isNew = i === 0 || blocks[i] !== blocks[i - 1];
    if (isNew) {
      if (i > 0) run.borders_mm.push(length_mm);
      run.blocks.push(blocks[i]!);
    }
    for (const target_mm of targets_mm[i]!) {
      run.itemPositions_mm.push(length_mm + target_mm - from_mm[i]!);
    }
    length_mm += to_mm[i]! - from_mm[i]!;
  }
  run.borders_mm.push(length_mm);
  return { ...run, start_mm: from_mm[0]!, length_mm };
}

function listChunks(infra: Infra, blocks: readonly number[]): number[] {
  const { blockChunkStart, blockChunks } = infra;
  const chunks: number[] = [];
  for (const block of blocks) {
    for (let k = blockChunkStart[block]!; k < blockChunkStart[block + 1]!; k++) {
      chunks.push(blockChunks[k]!);
    }
  }
  return chunks;
}

/** Covers the chunks with routes: each time the longest route that matches. */
function findRoutes(
  infra: Infra,
  chunks: readonly number[],
  scratch: StampScratch,
): number[] | null {
  const { chunkRouteStart, chunkRoutesLongest, routeChunkStart, routeChunks } = infra;
  const routes: number[] = [];
  for (let at = 0; at < chunks.length; ) {
    const chunk = chunks[at]!;
    let chosen = NONE;
    for (let k = chunkRouteStart[chunk]!; k < chunkRouteStart[chunk + 1]! && chosen === NONE; k++) {
      const route = chunkRoutesLongest[k]!;
      if (matchesRoute(infra, route, chunks, at)) chosen = route;
    }
    if (chosen === NONE) return null;
    routes.push(chosen);
    const stamp = ++scratch.stamp;
    for (let k = routeChunkStart[chosen]!; k < routeChunkStart[chosen + 1]!; k++) {
      scratch.chunkStamps[routeChunks[k]!] = stamp;
    }
    while (at < chunks.length && scratch.chunkStamps[chunks[at]!] === stamp) at++;
  }
  return routes;
}

/** Whether route and path agree from chunk `at` until one of them ends. */
function matchesRoute(infra: Infra, route: number, chunks: readonly number[], at: number): boolean {
  const { routeBlockStart, routeChunkStart, routeChunks } = infra;
  if (routeBlockStart[route] === routeBlockStart[route + 1]) return false;
  const end = routeChunkStart[route + 1]!;
  let k = routeChunkStart[route]!;
  if (at === 0) while (k < end && routeChunks[k] !== chunks[0]) k++;
  let i = at;
  while (k < end && i < chunks.length && routeChunks[k] === chunks[i]) {
    k++;
    i++;
  }
  return i > at && (k === end || i === chunks.length);
}

/**
 * Cuts the routes at the path's ends. Chunks that only touch an end are kept: at a track's border
 * they give a range of length zero.
 */
function cutRoutes(
  infra: Infra,
  routes: readonly number[],
  { firstChunk, start_mm, length_mm }: { firstChunk: number; start_mm: number; length_mm: number },
): DirectedRanges {
  const { routeChunkStart, routeChunks, chunkLength_mm, chunkTrack, chunkOffset_mm } = infra;
  let from_mm = start_mm;
  const first = routes[0]!;
  for (let k = routeChunkStart[first]!; routeChunks[k] !== firstChunk; k++) {
    from_mm += chunkLength_mm[routeChunks[k]! >>> 1]!;
  }
  const to_mm = from_mm + length_mm;
  const directedTracks: number[] = [];
  const begins_mm: number[] = [];
  const ends_mm: number[] = [];
  let chunkFrom_mm = 0;
  for (const route of routes) {
    for (let k = routeChunkStart[route]!; k < routeChunkStart[route + 1]!; k++) {
      const directed = routeChunks[k]!;
      const chunk = directed >>> 1;
      const chunkTo_mm = chunkFrom_mm + chunkLength_mm[chunk]!;
      if (chunkTo_mm >= from_mm && chunkFrom_mm <= to_mm) {
        const lo_mm = Math.max(from_mm, chunkFrom_mm);
        const hi_mm = Math.min(to_mm, chunkTo_mm);
        const increasing = (directed & 1) === 0;
        const base_mm = chunkOffset_mm[chunk]!;
        const begin_mm = base_mm + (increasing ? lo_mm - chunkFrom_mm : chunkTo_mm - hi_mm);
        const end_mm = base_mm + (increasing ? hi_mm - chunkFrom_mm : chunkTo_mm - lo_mm);
        const track = chunkTrack[chunk]! * 2 + (directed & 1);
        const last = directedTracks.length - 1;
        if (directedTracks[last] !== track) {
          directedTracks.push(track);
          begins_mm.push(begin_mm);
          ends_mm.push(end_mm);
        } else if (increasing) ends_mm[last] = end_mm;
        else begins_mm[last] = begin_mm;
      }
      chunkFrom_mm = chunkTo_mm;
    }
  }
  return {
    directedTracks: Uint32Array.from(directedTracks),
    begins_mm: Float64Array.from(begins_mm),
    ends_mm: Float64Array.from(ends_mm),
  };
}

function repeatsTrack({ directedTracks }: DirectedRanges): boolean {
  const tracks = new Set<number>();
  for (const directed of directedTracks) tracks.add(directed >>> 1);
  return tracks.size !== directedTracks.length;
}
