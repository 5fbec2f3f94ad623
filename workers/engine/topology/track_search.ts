/**
 * Shortest paths on tracks and switches, one or several, in one total order: by length, then start, then
 * track by track. No path uses a track section twice or turns back. Distances to the end give the shortest
 * walk. If it repeats a track, or a further path is wanted, the remaining walks are split by where they
 * leave it (Lawler's form of Yen's algorithm) and taken in the order of their lower bounds. Distances that
 * exclude a branch's own tracks are only computed for branches that come next and need them.
 */
import type { Infra } from "../infra/infra.ts";
import type { TrackLocation } from "../path/block_locations.ts";
import type { TrackConstraints } from "../path/constraints.ts";
import { findGroupFault } from "./switch_groups.ts";
import { type Targets, TrackDistances, type TrackSpace } from "./track_distances.ts";
import { layOutPlaces } from "./track_places.ts";
import {
  type Branch,
  compareWalks,
  followBranch,
  layOutWalk,
  lengthOf,
  measureBranch,
  type TrackPath,
  type TrackWalk,
} from "./track_walk.ts";

/** States (next item, directed track) of one search: two times 64 MB of distances. */
const STATES_MAX = 8_000_000;
/** States settled and walks examined in one search: about two seconds. */
const WORK_MAX = 5_000_000;
/** Work that each branch counts as, which bounds their number and so their memory. */
const BRANCH_WORK = 16;
/** Distances of more states than this are freed after the search. */
const STATES_KEPT_MAX = 262_144;

export interface TrackQuery {
  /** At least two, each with a place. */
  readonly items: readonly (readonly TrackLocation[])[];
  /** null = none. */
  readonly constraints: TrackConstraints | null;
  /** [nDirected] 1 = can't be run from end to end. */
  readonly blocked: Uint8Array;
  readonly nPathsMax: number;
  /** Excludes paths that need two groups of one switch. */
  readonly hasOneGroupASwitch: boolean;
}

export interface TrackSearchResult {
  /** In the order of the search, at most as many as requested. */
  readonly paths: readonly TrackPath[];
  /** False if the search was given up: there may be more paths. */
  readonly isComplete: boolean;
}

/** A waiting branch, with its walk or a lower bound of its length. */
interface Open {
  readonly branch: Branch;
  readonly walk: TrackWalk | null;
  readonly length_mm: number;
}

type FoundBranch = Branch & { readonly walk: TrackWalk };

export class TrackSearch {
  readonly #infra: Infra;
  readonly #distances = new TrackDistances();
  /** Distances of one branch, excluding the tracks that it keeps. */
  readonly #branchDistances = new TrackDistances();
  readonly #used: Uint8Array;

  constructor(infra: Infra) {
    this.#infra = infra;
    this.#used = new Uint8Array(infra.trackLength_mm.length);
  }

  run(query: TrackQuery): TrackSearchResult {
    const { items, constraints, blocked } = query;
    const nStates = (items.length - 1) * 2 * this.#used.length;
    if (nStates > STATES_MAX) return { paths: [], isComplete: false };
    const places = layOutPlaces(this.#infra, items, constraints);
    if (places === null) return { paths: [], isComplete: false };
    const space: TrackSpace = { infra: this.#infra, places, blocked, used: this.#used, work: 0 };
    const walks: TrackWalk[] = [];
    const isComplete = this.#collect(space, query, walks);
    if (nStates > STATES_KEPT_MAX) {
      this.#distances.release();
      this.#branchDistances.release();
    }
    return { paths: walks.map((walk) => layOutWalk(space, walk)), isComplete };
  }

  /** Adds walks in order; false if the search was given up. */
  #collect(space: TrackSpace, query: TrackQuery, walks: TrackWalk[]): boolean {
    this.#distances.reset(space);
    if (!this.#distances.run(space, targetsOfStarts(space), WORK_MAX)) return false;
    let hasAllDistances = false;
    const open: Open[] = [];
    addOpen(open, this.#measure(space, { walk: null, nKept: 0, banned: [] }));
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (space.work > WORK_MAX) return false;
      const { branch, walk } = one;
      if (walk === null) {
        const found = this.#findWalk(space, branch);
        if (found === "work_limit") return false;
        if (found !== null) addOpen(open, { branch, walk: found, length_mm: lengthOf(found) });
        continue;
      }
      const fault = findFault(space, walk, query.hasOneGroupASwitch);
      if (fault === walk.tracks.length && walks.push(walk) === query.nPathsMax) return true;
      if (!hasAllDistances && !this.#distances.run(space, null, WORK_MAX)) return false;
      hasAllDistances = true;
      this.#split(space, { ...branch, walk }, fault, open);
    }
    return true;
  }

  #measure(space: TrackSpace, branch: Branch): Open {
    const length_mm = measureBranch(space, this.#distances.values_mm, branch);
    return { branch, walk: null, length_mm };
  }

  /** The first walk of a branch: it avoids the branch's kept tracks but may repeat others. */
  #findWalk(space: TrackSpace, branch: Branch): TrackWalk | "work_limit" | null {
    const kept = branch.walk === null ? [] : branch.walk.tracks.slice(0, branch.nKept);
    for (const track of kept) space.used[track >>> 1] = 1;
    const walk = this.#findClearWalk(space, branch);
    for (const track of kept) space.used[track >>> 1] = 0;
    return walk;
  }

  #findClearWalk(space: TrackSpace, branch: Branch): TrackWalk | "work_limit" | null {
    const walk = followBranch(space, this.#distances.values_mm, branch);
    const { nKept } = branch;
    const isClear = walk?.tracks.every((track, i) => i < nKept || space.used[track >>> 1] === 0);
    if (walk === null || isClear === true) return walk;
    const distances = this.#branchDistances;
    distances.reset(space);
    if (!distances.run(space, targetsOfBranch(space, branch), WORK_MAX)) return "work_limit";
    return followBranch(space, distances.values_mm, branch);
  }

  /**
   * Opens a branch for each track at which a walk can differ from the branch's own; beyond `fault`
   * no walk can be valid.
   */
  #split(space: TrackSpace, branch: FoundBranch, fault: number, open: Open[]): void {
    const { walk, nKept } = branch;
    const { endJoinStart, endJoins } = space.infra;
    const last = Math.min(fault, walk.tracks.length - 1);
    const firstUse = new Map<number, number>();
    for (let i = 0; i < last; i++) firstUse.set(walk.tracks[i]! >>> 1, i);
    for (let i = nKept; i <= last; i++) {
      const banned = i === nKept ? [...branch.banned] : [];
      banned.push(i === 0 ? walk.start : walk.tracks[i]!);
      const leave = i === 0 ? 0 : walk.tracks[i - 1]! ^ 1;
      for (let j = endJoinStart[leave]!; i > 0 && j < endJoinStart[leave + 1]!; j++) {
        if ((firstUse.get(endJoins[j]! >>> 1) ?? i) < i) banned.push(endJoins[j]!);
      }
      const one = this.#measure(space, { walk, nKept: i, banned });
      if (one.length_mm < Infinity) addOpen(open, one);
    }
    space.work += BRANCH_WORK * (last + 1 - nKept);
  }
}

/** Keeps the branches sorted with the next one last: by length, those without a walk first, then by walk. */
function addOpen(open: Open[], one: Open): void {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareOpen(open[middle]!, one) > 0) low = middle + 1;
    else high = middle;
  }
  open.splice(low, 0, one);
}

function compareOpen(a: Open, b: Open): number {
  const difference_mm = a.length_mm - b.length_mm;
  if (difference_mm !== 0) return difference_mm;
  if (a.walk === null || b.walk === null)
    return (a.walk === null ? 0 : 1) - (b.walk === null ? 0 : 1);
  return compareWalks(a.walk, b.walk);
}

/** The states that follow the starts. */
function targetsOfStarts({ places, infra }: TrackSpace): Targets {
  const { startTrack, startNext, startRest_mm, nItems, rowStart } = places;
  const { endJoinStart, endJoins } = infra;
  const states: number[] = [];
  const rests_mm: number[] = [];
  for (let s = 0; s < startTrack.length; s++) {
    if (startNext[s] === nItems || startRest_mm[s] === Infinity) continue;
    const leave = startTrack[s]! ^ 1;
    for (let j = endJoinStart[leave]!; j < endJoinStart[leave + 1]!; j++) {
      states.push((startNext[s]! - 1) * (rowStart.length - 1) + endJoins[j]!);
      rests_mm.push(startRest_mm[s]!);
    }
  }
  return { states, rests_mm };
}

/** The states with which a branch can continue. */
function targetsOfBranch({ places, infra }: TrackSpace, { walk, nKept, banned }: Branch): Targets {
  const { endJoinStart, endJoins } = infra;
  const states: number[] = [];
  if (walk === null || nKept === 0) return { states, rests_mm: [] };
  const leave = walk.tracks[nKept - 1]! ^ 1;
  const first = (walk.next[nKept - 1]! - 1) * (places.rowStart.length - 1);
  for (let j = endJoinStart[leave]!; j < endJoinStart[leave + 1]!; j++) {
    if (!banned.includes(endJoins[j]!)) states.push(first + endJoins[j]!);
  }
  return { states, rests_mm: states.map(() => 0) };
}

/** Index of the first track at which a walk is not a path; otherwise the number of its tracks. */
function findFault(space: TrackSpace, walk: TrackWalk, hasOneGroupASwitch: boolean): number {
  const seen = new Set<number>();
  let end = 0;
  for (; end < walk.tracks.length && !seen.has(walk.tracks[end]! >>> 1); end++) {
    seen.add(walk.tracks[end]! >>> 1);
  }
  return hasOneGroupASwitch ? findGroupFault(space.infra, walk.tracks.slice(0, end)) : end;
}
