/**
 * Walks: sequences of joined directed tracks, and how one follows the distances to the end of the
 * path. Of several ways of equal length it takes, track by track, the first in the network's order
 * (file order, INCREASING before DECREASING), so ties do not depend on heaps.
 */
import type { DirectedRanges } from "../path/train_path.ts";
import type { TrackSpace } from "./track_distances.ts";
import { findRow, takePlaces } from "./track_places.ts";

/** From a place of the first item to the first place where all items are taken. Immutable. */
export interface TrackWalk {
  /** Index of the start among the places' starts. */
  readonly start: number;
  /** [nTracks] directed tracks. */
  readonly tracks: readonly number[];
  /** [nTracks] the next item when the track is left; the last one is the number of items. */
  readonly next: readonly number[];
  /** [nTracks] distance from the start to the end of each track, mm; the last one is the path's length. */
  readonly along_mm: readonly number[];
}

/** Walks that share the first `nKept` tracks of `walk` (0: not even its start) and then avoid the banned ones. */
export interface Branch {
  readonly walk: TrackWalk | null;
  readonly nKept: number;
  /** Starts if nothing is kept, else directed tracks. */
  readonly banned: readonly number[];
}

/** The branch's least possible length according to the distances, mm; Infinity if it has no walk. */
export function measureBranch(space: TrackSpace, values_mm: Float64Array, branch: Branch): number {
  const { walk, nKept, banned } = branch;
  if (walk === null || nKept === 0) {
    const start = bestStart(space, values_mm, banned);
    return start < 0 ? Infinity : lengthFromStart(space, values_mm, start);
  }
  const next = walk.next[nKept - 1]!;
  const at = { directed: walk.tracks[nKept - 1]!, next, banned };
  const onto = bestTrack(space, values_mm, at);
  return onto < 0 ? Infinity : walk.along_mm[nKept - 1]! + valueOf(space, values_mm, onto, next);
}

/** The branch's walk according to the distances; null if there is none. */
export function followBranch(
  space: TrackSpace,
  values_mm: Float64Array,
  { walk, nKept, banned }: Branch,
): TrackWalk | null {
  const { places, infra } = space;
  const tracks = walk === null ? [] : walk.tracks.slice(0, nKept);
  const next = walk === null ? [] : walk.next.slice(0, nKept);
  const along_mm = walk === null ? [] : walk.along_mm.slice(0, nKept);
  let start = walk === null ? -1 : walk.start;
  if (tracks.length === 0) {
    start = bestStart(space, values_mm, banned);
    if (start < 0) return null;
    tracks.push(places.startTrack[start]!);
    next.push(places.startNext[start]!);
    along_mm.push(places.startRest_mm[start]!);
  }
  for (let last = tracks.length - 1; next[last] !== places.nItems; last++) {
    const item = next[last]!;
    const bans = last === nKept - 1 ? banned : [];
    const onto = bestTrack(space, values_mm, { directed: tracks[last]!, next: item, banned: bans });
    if (onto < 0) return null;
    const row = findRow(places, onto, item);
    const then = row < 0 ? item : places.rowNext[row]!;
    const isEnd = then === places.nItems;
    const way_mm = isEnd ? places.rowEnd_mm[row]! : infra.trackLength_mm[onto >>> 1]!;
    tracks.push(onto);
    next.push(then);
    along_mm.push(along_mm[last]! + way_mm);
  }
  space.work += tracks.length;
  return { start, tracks, next, along_mm };
}

/** Least length first, then by start and tracks: negative when `a` comes before `b`. */
export function compareWalks(a: TrackWalk, b: TrackWalk): number {
  const difference_mm = lengthOf(a) - lengthOf(b);
  if (difference_mm !== 0) return difference_mm;
  if (a.start !== b.start) return a.start - b.start;
  // No walk continues where another ends, so they differ before either ends.
  let i = 0;
  while (i < a.tracks.length - 1 && a.tracks[i] === b.tracks[i]) i++;
  return a.tracks[i]! - b.tracks[i]!;
}

/** Length of the path, mm. */
export function lengthOf({ along_mm }: TrackWalk): number {
  return along_mm[along_mm.length - 1]!;
}

/** A walk as ranges of tracks, with the position of each item, mm from the start. */
export interface TrackPath {
  readonly ranges: DirectedRanges;
  readonly length_mm: number;
  readonly itemPositions_mm: number[];
}

export function layOutWalk({ infra, places }: TrackSpace, walk: TrackWalk): TrackPath {
  const { start, tracks, next, along_mm } = walk;
  const begins_mm = new Float64Array(tracks.length);
  const ends_mm = new Float64Array(tracks.length);
  const itemPositions_mm = [0];
  tracks.forEach((directed, i) => {
    const offset_mm = i === 0 ? places.startOffset_mm[start]! : 0;
    const entry_mm = i === 0 ? -offset_mm : along_mm[i - 1]!;
    const item = i === 0 ? 1 : next[i - 1]!;
    for (const place_mm of takePlaces(places, { directed, item, offset_mm })) {
      itemPositions_mm.push(entry_mm + place_mm);
    }
    const end_mm = along_mm[i]! - entry_mm;
    const length_mm = infra.trackLength_mm[directed >>> 1]!;
    begins_mm[i] = (directed & 1) === 0 ? offset_mm : length_mm - end_mm;
    ends_mm[i] = (directed & 1) === 0 ? end_mm : length_mm - offset_mm;
  });
  return {
    ranges: { directedTracks: Uint32Array.from(tracks), begins_mm, ends_mm },
    length_mm: lengthOf(walk),
    itemPositions_mm,
  };
}

/** The start with the shortest way, the first of equals; -1 if there is none. */
function bestStart(space: TrackSpace, values_mm: Float64Array, banned: readonly number[]): number {
  const nStarts = space.places.startTrack.length;
  let best = -1;
  let best_mm = Infinity;
  for (let start = 0; start < nStarts; start++) {
    const length_mm = lengthFromStart(space, values_mm, start);
    if (length_mm >= best_mm || banned.includes(start)) continue;
    best = start;
    best_mm = length_mm;
  }
  space.work += nStarts;
  return best;
}

function lengthFromStart(space: TrackSpace, values_mm: Float64Array, start: number): number {
  const { startTrack, startNext, startRest_mm, nItems } = space.places;
  const next = startNext[start]!;
  if (next === nItems) return startRest_mm[start]!;
  const onto = bestTrack(space, values_mm, { directed: startTrack[start]!, next, banned: [] });
  return onto < 0 ? Infinity : startRest_mm[start]! + valueOf(space, values_mm, onto, next);
}

/** A train at the end of a directed track, its next item, and where it must not go. */
interface Junction {
  readonly directed: number;
  readonly next: number;
  readonly banned: readonly number[];
}

/** The track with the shortest way, the first of equals; -1 if there is none. */
function bestTrack(
  space: TrackSpace,
  values_mm: Float64Array,
  { directed, next, banned }: Junction,
): number {
  const { endJoinStart, endJoins } = space.infra;
  const leave = directed ^ 1;
  let best = -1;
  let best_mm = Infinity;
  for (let j = endJoinStart[leave]!; j < endJoinStart[leave + 1]!; j++) {
    const onto = endJoins[j]!;
    const value_mm = valueOf(space, values_mm, onto, next);
    if (value_mm > best_mm || value_mm === Infinity || banned.includes(onto)) continue;
    if (value_mm === best_mm && onto > best) continue;
    best = onto;
    best_mm = value_mm;
  }
  return best;
}

/** Distance from the entry of a directed track to the end of the path, mm. */
function valueOf(space: TrackSpace, values_mm: Float64Array, onto: number, next: number): number {
  return values_mm[(next - 1) * (space.places.rowStart.length - 1) + onto]!;
}
