/**
 * The places of a request's waypoints by directed track, and which of them a train takes on a
 * directed track: each waypoint at the first of its places that it meets. Taking one early never
 * costs anything, because everything that can follow a later place can also follow an earlier one.
 * So the tracks of a path alone determine its waypoints and its end. A place at a track's border
 * belongs to its own track only: what is on the next track comes after it.
 */
import type { Infra } from "../infra/infra.ts";
import type { TrackLocation } from "../path/block_locations.ts";
import { isStretchBlocked, type TrackConstraints } from "../path/constraints.ts";

/** Places of one request, counting both directions. */
const PLACES_MAX = 1_000_000;
/** Waypoints taken while the ways through all tracks are computed: about a second. */
const WORK_MAX = 20_000_000;

/** Directed track = track * 2 + direction; offsets are mm along the direction. */
interface SortedPlaces {
  readonly nItems: number;
  /** [nDirected + 1] start into the places on a directed track. */
  readonly placeStart: Uint32Array;
  /** [nPlaces] by item, then by offset. */
  readonly placeItem: Uint32Array;
  readonly placeOffset_mm: Float64Array;
}

export interface TrackPlaces extends SortedPlaces {
  /** [nDirected + 1] first row of a directed track; one row per item with a place on it, except the first item. */
  readonly rowStart: Uint32Array;
  /** [nRows] the next item of a train that enters the track; ascending. */
  readonly rowItem: Uint32Array;
  /** [nRows] the next item when it leaves the track, non-decreasing; `nItems`: the path ends here. */
  readonly rowNext: Uint32Array;
  /** [nRows] where the path ends; Infinity: constraints forbid going there. */
  readonly rowEnd_mm: Float64Array;
  /** [nStarts] the places of the first item, by directed track, then by offset. */
  readonly startTrack: Uint32Array;
  readonly startOffset_mm: Float64Array;
  /** [nStarts] like `rowNext`. */
  readonly startNext: Uint32Array;
  /** [nStarts] distance to the end of the track or of the path; Infinity: constraints forbid it. */
  readonly startRest_mm: Float64Array;
}

/** Arranges the places of at least two items; null if there are too many. `constraints` null: none. */
export function layOutPlaces(
  infra: Infra,
  items: readonly (readonly TrackLocation[])[],
  constraints: TrackConstraints | null,
): TrackPlaces | null {
  const sorted = sortPlaces(infra, items);
  const rows = sorted === null ? null : makeRows(sorted);
  const starts = sorted === null ? null : makeStarts(infra, sorted);
  if (sorted === null || rows === null || starts === null) return null;
  const places = { ...sorted, ...rows, ...starts };
  if (constraints !== null) constrain(infra, places, constraints);
  return places;
}

function sortPlaces(
  infra: Infra,
  items: readonly (readonly TrackLocation[])[],
): SortedPlaces | null {
  const nPlaces = items.reduce((sum, locations) => sum + 2 * locations.length, 0);
  if (nPlaces > PLACES_MAX) return null;
  const { trackLength_mm } = infra;
  const placeStart = new Uint32Array(2 * trackLength_mm.length + 1);
  for (const locations of items) {
    for (const { track } of locations) {
      placeStart[track * 2 + 1]!++;
      placeStart[track * 2 + 2]!++;
    }
  }
  for (let i = 1; i < placeStart.length; i++) placeStart[i]! += placeStart[i - 1]!;
  const next = placeStart.slice();
  const placeItem = new Uint32Array(nPlaces);
  const placeOffset_mm = new Float64Array(nPlaces);
  items.forEach((locations, item) => {
    for (const { track, offset_mm } of locations) {
      const forward = next[track * 2]!++;
      const backward = next[track * 2 + 1]!++;
      placeItem[forward] = item;
      placeItem[backward] = item;
      placeOffset_mm[forward] = offset_mm;
      placeOffset_mm[backward] = trackLength_mm[track]! - offset_mm;
    }
  });
  for (let d = 0; d + 1 < placeStart.length; d++) {
    for (let from = placeStart[d]!; from < placeStart[d + 1]!; ) {
      let to = from + 1;
      while (to < placeStart[d + 1]! && placeItem[to] === placeItem[from]) to++;
      if (to - from > 1) placeOffset_mm.subarray(from, to).sort();
      from = to;
    }
  }
  return { nItems: items.length, placeStart, placeItem, placeOffset_mm };
}

type Rows = Pick<TrackPlaces, "rowStart" | "rowItem" | "rowNext" | "rowEnd_mm">;

/** Computes the way through each track with places; null if that takes too long. */
function makeRows(places: SortedPlaces): Rows | null {
  const { placeStart, placeItem, placeOffset_mm } = places;
  const rowStart = new Uint32Array(placeStart.length);
  const rowItem = new Uint32Array(placeItem.length);
  const rowFirst = new Uint32Array(placeItem.length);
  const rowNext = new Uint32Array(placeItem.length);
  const rowEnd_mm = new Float64Array(placeItem.length);
  let nRows = 0;
  let work = 0;
  for (let d = 0; d + 1 < placeStart.length; d++) {
    const start = nRows;
    rowStart[d] = start;
    for (let p = placeStart[d]!; p < placeStart[d + 1]!; p++) {
      const item = placeItem[p]!;
      if (item === 0 || (nRows > start && rowItem[nRows - 1] === item)) continue;
      rowItem[nRows] = item;
      rowFirst[nRows++] = p;
    }
    for (let r = nRows - 1; r >= start; r--) {
      const item = rowItem[r]!;
      const offset_mm = placeOffset_mm[rowFirst[r]!]!;
      const isShared =
        r + 1 < nRows &&
        rowItem[r + 1] === item + 1 &&
        placeOffset_mm[rowFirst[r + 1]!]! >= offset_mm;
      // From the next item's first place on, the way is already known.
      if (isShared) {
        rowNext[r] = rowNext[r + 1]!;
        rowEnd_mm[r] = rowEnd_mm[r + 1]!;
        continue;
      }
      const taken = takePlaces(places, { directed: d, item: item + 1, offset_mm });
      rowNext[r] = item + 1 + taken.length;
      rowEnd_mm[r] = taken[taken.length - 1] ?? offset_mm;
      work += taken.length;
      if (work > WORK_MAX) return null;
    }
  }
  rowStart[placeStart.length - 1] = nRows;
  return {
    rowStart,
    rowItem: rowItem.subarray(0, nRows),
    rowNext: rowNext.subarray(0, nRows),
    rowEnd_mm: rowEnd_mm.subarray(0, nRows),
  };
}

type Starts = Pick<TrackPlaces, "startTrack" | "startOffset_mm" | "startNext" | "startRest_mm">;

/** Computes the way from each place of the first item; null if that takes too long. */
function makeStarts(infra: Infra, places: SortedPlaces): Starts | null {
  const { placeStart, placeItem, placeOffset_mm, nItems } = places;
  const tracks: number[] = [];
  const offsets_mm: number[] = [];
  const nexts: number[] = [];
  const rests_mm: number[] = [];
  let work = 0;
  for (let directed = 0; directed + 1 < placeStart.length; directed++) {
    const length_mm = infra.trackLength_mm[directed >>> 1]!;
    for (let p = placeStart[directed]!; p < placeStart[directed + 1]!; p++) {
      if (placeItem[p] !== 0) break;
      const offset_mm = placeOffset_mm[p]!;
      const taken = takePlaces(places, { directed, item: 1, offset_mm });
      work += taken.length;
      if (work > WORK_MAX) return null;
      const next = 1 + taken.length;
      const to_mm = next === nItems ? (taken[taken.length - 1] ?? offset_mm) : length_mm;
      tracks.push(directed);
      offsets_mm.push(offset_mm);
      nexts.push(next);
      rests_mm.push(to_mm - offset_mm);
    }
  }
  return {
    startTrack: Uint32Array.from(tracks),
    startOffset_mm: Float64Array.from(offsets_mm),
    startNext: Uint32Array.from(nexts),
    startRest_mm: Float64Array.from(rests_mm),
  };
}

/** Marks the ends and starts that are blocked by constraints. */
function constrain(infra: Infra, places: TrackPlaces, constraints: TrackConstraints): void {
  const { rowStart, rowNext, rowEnd_mm, startTrack, startOffset_mm, startRest_mm } = places;
  for (let directed = 0; directed + 1 < rowStart.length; directed++) {
    for (let r = rowStart[directed]!; r < rowStart[directed + 1]!; r++) {
      if (rowNext[r] !== places.nItems) continue;
      const stretch = { directed, from_mm: 0, to_mm: rowEnd_mm[r]! };
      if (isStretchBlocked(infra, constraints, stretch)) rowEnd_mm[r] = Infinity;
    }
  }
  for (let s = 0; s < startTrack.length; s++) {
    const from_mm = startOffset_mm[s]!;
    const stretch = { directed: startTrack[s]!, from_mm, to_mm: from_mm + startRest_mm[s]! };
    if (isStretchBlocked(infra, constraints, stretch)) startRest_mm[s] = Infinity;
  }
}

/** A train on a track: its next item and its offset. */
interface TrainPlace {
  readonly directed: number;
  readonly item: number;
  readonly offset_mm: number;
}

/** Offsets of the items that a train takes from here to the end of the track, one per item. */
export function takePlaces(
  { placeStart, placeItem, placeOffset_mm, nItems }: SortedPlaces,
  { directed, item, offset_mm }: TrainPlace,
): number[] {
  const taken: number[] = [];
  const end = placeStart[directed + 1]!;
  let low = placeStart[directed]!;
  let at_mm = offset_mm;
  for (let next = item; next < nItems && low < end; next++) {
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = placeItem[middle]!;
      if (other < next || (other === next && placeOffset_mm[middle]! < at_mm)) low = middle + 1;
      else high = middle;
    }
    if (low === end || placeItem[low] !== next) break;
    at_mm = placeOffset_mm[low]!;
    taken.push(at_mm);
  }
  return taken;
}

/** The row of an item on a directed track; -1 if it has no place there. */
export function findRow(
  { rowStart, rowItem }: TrackPlaces,
  directed: number,
  item: number,
): number {
  let low = rowStart[directed]!;
  const end = rowStart[directed + 1]!;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowItem[middle]! < item) low = middle + 1;
    else high = middle;
  }
  return low < end && rowItem[low] === item ? low : -1;
}
