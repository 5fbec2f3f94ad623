/**
 * The distance from every track to the end of the path: Dijkstra's algorithm backwards over the
 * states (next item, directed track to enter). A state is `(item - 1) * nDirected + directed
 * track`; items count from 1 because the first one is taken at the start. One backward run serves
 * every start, every deviation of a further path, and the order of ties (track_walk.ts).
 */
import type { Infra } from "../infra/infra.ts";
import { LeastHeap } from "../least_heap.ts";
import { findRow, type TrackPlaces } from "./track_places.ts";

/** The input of one search. */
export interface TrackSpace {
  readonly infra: Infra;
  readonly places: TrackPlaces;
  /** [nDirected] 1 = can't be run from end to end. */
  readonly blocked: Uint8Array;
  /** [nTracks] 1 = already used; set and cleared by the search. */
  readonly used: Uint8Array;
  /** Units of work in this search: states settled and visited. All parts of the search add to it. */
  work: number;
}

/** States whose shortest way is wanted. */
export interface Targets {
  readonly states: readonly number[];
  /** Distance before each of them, mm. */
  readonly rests_mm: readonly number[];
}

export class TrackDistances {
  /** [nStates] mm from the track's entry to the end of the path; Infinity = not reached. */
  values_mm = new Float64Array(0);
  readonly #heap = new LeastHeap();

  /** Starts again: only the ends of the path are known. */
  reset(space: TrackSpace): void {
    const { rowStart, rowItem, rowNext, rowEnd_mm, nItems } = space.places;
    const nDirected = rowStart.length - 1;
    const nStates = (nItems - 1) * nDirected;
    if (this.values_mm.length < nStates) this.values_mm = new Float64Array(nStates);
    this.values_mm.fill(Infinity, 0, nStates);
    this.#heap.clear();
    // Filling is fast, but not free when many small searches follow one another.
    space.work += nStates >>> 6;
    for (let d = 0; d < nDirected; d++) {
      if (space.used[d >>> 1] === 1) continue;
      for (let r = rowStart[d]!; r < rowStart[d + 1]!; r++) {
        if (rowNext[r] !== nItems) continue;
        this.#reach((rowItem[r]! - 1) * nDirected + d, rowEnd_mm[r]!);
      }
    }
  }

  /** Frees the memory of a large search. */
  release(): void {
    this.values_mm = new Float64Array(0);
  }

  /**
   * Continues until all states no farther than the nearest target are settled, or, without targets,
   * all states. False if the work exceeds `workMax`.
   */
  run(space: TrackSpace, targets: Targets | null, workMax: number): boolean {
    const heap = this.#heap;
    const values_mm = this.values_mm;
    const nDirected = space.places.rowStart.length - 1;
    const marks = new Uint8Array(nDirected);
    targets?.states.forEach((state) => {
      marks[state % nDirected] = 1;
    });
    let least_mm = Infinity;
    while (heap.size > 0 && heap.leastKey <= least_mm) {
      const distance_mm = heap.leastKey;
      const state = heap.pop();
      if (distance_mm > values_mm[state]!) continue;
      const directed = state % nDirected;
      if (marks[directed] === 1 && targets !== null) {
        const { states, rests_mm } = targets;
        space.work += states.length;
        for (let t = 0; t < states.length; t++) {
          const whole_mm = distance_mm + rests_mm[t]!;
          if (states[t] === state && whole_mm < least_mm) least_mm = whole_mm;
        }
      }
      if (++space.work > workMax) return false;
      this.#reachBefore(space, directed, (state - directed) / nDirected + 1, distance_mm);
    }
    return true;
  }

  /** Reaches the states from which a train enters `directed` with `next` as its next item. */
  #reachBefore(space: TrackSpace, directed: number, next: number, distance_mm: number): void {
    const { infra, places, blocked, used } = space;
    const { endJoinStart, endJoins, trackLength_mm } = infra;
    const { rowStart, rowItem, rowNext } = places;
    const nDirected = rowStart.length - 1;
    for (let j = endJoinStart[directed]!; j < endJoinStart[directed + 1]!; j++) {
      // A train enters through the end with its directed track's number, and leaves through the other.
      const before = endJoins[j]! ^ 1;
      if (blocked[before] === 1 || used[before >>> 1] === 1) continue;
      const whole_mm = distance_mm + trackLength_mm[before >>> 1]!;
      const start = rowStart[before]!;
      const end = rowStart[before + 1]!;
      if (start === end) {
        this.#reach((next - 1) * nDirected + before, whole_mm);
        continue;
      }
      if (findRow(places, before, next) < 0) this.#reach((next - 1) * nDirected + before, whole_mm);
      for (let r = firstRowTo(rowNext, start, end, next); r < end && rowNext[r] === next; r++) {
        space.work++;
        this.#reach((rowItem[r]! - 1) * nDirected + before, whole_mm);
      }
    }
  }

  #reach(state: number, distance_mm: number): void {
    if (distance_mm >= this.values_mm[state]!) return;
    this.values_mm[state] = distance_mm;
    this.#heap.push(distance_mm, state);
  }
}

/** The first row in a range that leads to `next` or beyond. */
function firstRowTo(rowNext: Uint32Array, start: number, end: number, next: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowNext[middle]! < next) low = middle + 1;
    else high = middle;
  }
  return low;
}
