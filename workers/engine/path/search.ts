/**
 * The search over blocks (engine.md 2.3 to 2.6): best first over steps, where a step is a range on
 * an explorer's current block. Quirks of the contract are kept: a block with a reached waypoint is
 * paid twice, the destination is tested when a step is taken, ties follow the heap's order. One
 * `PathSearch` serves all searches of a thread on one network; its arenas are reused.
 */
import { growFloat64, growInt32 } from "../growable.ts";
import type { Infra } from "../infra/infra.ts";
import { LeastHeap } from "../least_heap.ts";
import { toMilli } from "../units.ts";
import { BlockLists } from "./block_lists.ts";
import type { BlockLocations } from "./block_locations.ts";
import { timeToOffset } from "./block_times.ts";
import type { Constraints } from "./constraints.ts";
import { Explorers, NOT_EXTENDED } from "./explorers.ts";
import { Heuristic, measureGeoFactor } from "./heuristic.ts";
import { SeenSteps } from "./seen_steps.ts";

/** Steps of one search: about two seconds and 250 MB, far more than the longest path of a real network needs. */
const STEPS_MAX = 3_000_000;
/** Blocks visited, target distances and explorers in all searches of one request: about a second. */
const WORK_MAX = 60_000_000;
/** Distances between the places of successive waypoints: 500 waypoints may have 200 places each. */
const PREPARATION_MAX = 20_000_000;
/** Arenas larger than this are freed after the search. */
const STEPS_KEPT_MAX = 262_144;
const INITIAL_STEPS = 1024;
/** Where a line is more than twice as long as its track, lines tell no distances: a search would be blind. */
const GEO_FACTOR_MIN = 0.5;
/** A path that is faster by less is no better. */
const FASTER_MIN_S = 0.001;

/** The steps of a found path, from the start to the destination. */
export interface FoundSteps {
  readonly kind: "found";
  /** [n] block of each range, and the range on it, mm. Consecutive ranges on equal blocks are one piece of a run. */
  readonly blocks: number[];
  readonly from_mm: number[];
  readonly to_mm: number[];
  /** [n] offsets of the waypoints reached with each range. */
  readonly targets_mm: number[][];
}

export type StepSearchOutcome =
  | FoundSteps
  | { readonly kind: "not_found" }
  | { readonly kind: "work_limit" };

export interface SearchQuery {
  /** At least two sets of places. */
  readonly steps: readonly BlockLocations[];
  /** null = ignore all constraints. */
  readonly constraints: Constraints | null;
  readonly maxSpeed_m_s: number;
  /** Work of earlier searches for the same request. */
  readonly spentWork: number;
  /** [nBlocks] seconds that each block costs more than it takes, never less; null: none does. */
  readonly surcharges_s: Float64Array | null;
}

export class PathSearch {
  readonly #infra: Infra;
  readonly #lists: BlockLists;
  readonly #explorers: Explorers;
  readonly #heuristic: Heuristic;
  readonly #geoFactor: number;
  #heap = new LeastHeap();
  readonly #seen = new SeenSteps();
  #steps: readonly BlockLocations[] = [];
  #maxSpeed_mm_s = 0;
  /** [nBlocks] seconds over the whole block at the speed beside it: most searches of a thread are for few speeds. */
  readonly #over_s: Float64Array;
  readonly #overSpeed_mm_s: Float64Array;
  #surcharges_s: Float64Array | null = null;
  /** Most distances that one estimate measures. */
  #estimateWork = 0;
  #work = 0;
  /** Steps on paths that can't be faster are not taken. */
  #limit_s = Infinity;
  /** Cost of the path found last. */
  #found_s = 0;

  #count = 0;
  #segment = new Int32Array(INITIAL_STEPS);
  #index = new Int32Array(INITIAL_STEPS);
  #block = new Int32Array(INITIAL_STEPS);
  #list = new Int32Array(INITIAL_STEPS);
  #from_mm = new Float64Array(INITIAL_STEPS);
  #to_mm = new Float64Array(INITIAL_STEPS);
  #prev = new Int32Array(INITIAL_STEPS);
  /** Seconds. */
  #cost = new Float64Array(INITIAL_STEPS);
  #reached = new Int32Array(INITIAL_STEPS);
  /** Last waypoint reached within the step's own range: index into the two lists below, or -1. */
  #target = new Int32Array(INITIAL_STEPS);
  #targetOffset_mm: number[] = [];
  #targetPrev: number[] = [];

  constructor(infra: Infra, leastGeoFactor = GEO_FACTOR_MIN) {
    this.#infra = infra;
    this.#lists = new BlockLists(infra);
    this.#explorers = new Explorers(infra, this.#lists);
    this.#heuristic = new Heuristic(infra);
    const factor = measureGeoFactor(infra);
    this.#geoFactor = factor < leastGeoFactor ? 1 : factor;
    this.#over_s = new Float64Array(infra.blockName.length);
    this.#overSpeed_mm_s = new Float64Array(infra.blockName.length).fill(Number.NaN);
  }

  /** Work of the last search and of earlier ones for the same request. */
  get work(): number {
    return this.#work + this.#explorers.work;
  }

  /**
   * The path of the contract's estimate, which decides between equal ones; where lines are somewhat longer than
   * their tracks, a second search with a lower bound looks for a faster path.
   */
  run(query: SearchQuery): StepSearchOutcome {
    this.#limit_s = Infinity;
    const found = this.#runOnce(query, 1);
    if (found.kind !== "found" || this.#geoFactor === 1) return found;
    this.#limit_s = this.#found_s - FASTER_MIN_S;
    const faster = this.#runOnce({ ...query, spentWork: this.work }, this.#geoFactor);
    const isFaster = faster.kind === "found" && this.#timeOf(faster) < this.#timeOf(found);
    return isFaster ? faster : found;
  }

  #runOnce(query: SearchQuery, factor: number): StepSearchOutcome {
    const { steps, constraints, maxSpeed_m_s, spentWork, surcharges_s } = query;
    const preparation = steps.reduce((sum, { blocks }) => sum + blocks.length ** 2, 0);
    if (preparation > PREPARATION_MAX) return { kind: "work_limit" };
    this.#steps = steps;
    this.#maxSpeed_mm_s = toMilli(maxSpeed_m_s);
    this.#surcharges_s = surcharges_s;
    this.#work = spentWork;
    this.#count = 0;
    this.#targetOffset_mm = [];
    this.#targetPrev = [];
    this.#estimateWork = steps.reduce((most, { blocks }) => Math.max(most, blocks.length), 1);
    this.#lists.trim();
    this.#heap.clear();
    this.#seen.reset(steps.length);
    this.#explorers.reset(constraints, steps[steps.length - 1]!);
    this.#heuristic.reset(steps, maxSpeed_m_s, factor);
    this.#pushStarts();
    const result = this.#search();
    if (this.#segment.length > STEPS_KEPT_MAX) this.#release();
    return result;
  }

  #pushStarts(): void {
    const { blocks, offsets_mm } = this.#steps[0]!;
    const { blockChunkStart, blockChunks, chunkRouteStart, chunkRoutes } = this.#infra;
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[i]!;
      const chunk = blockChunks[blockChunkStart[block]!]!;
      for (let k = chunkRouteStart[chunk]!; k < chunkRouteStart[chunk + 1]!; k++) {
        const segment = this.#explorers.open(chunkRoutes[k]!, block, offsets_mm[i]!);
        if (segment !== NOT_EXTENDED) this.#pushStart(segment, block, offsets_mm[i]!);
      }
    }
  }

  /** A start needs a block ahead, so its explorer is extended by each possible next route. */
  #pushStart(segment: number, block: number, offset_mm: number): void {
    const explorers = this.#explorers;
    if (explorers.isComplete(segment) || explorers.lastIndex(segment) > 0) {
      this.#enqueueStart(segment, block, offset_mm);
      return;
    }
    const { detectorRouteStart, detectorRoutes } = this.#infra;
    const exit = this.#infra.routeExit[explorers.routeOf(segment)]!;
    for (let k = detectorRouteStart[exit]!; k < detectorRouteStart[exit + 1]!; k++) {
      const longer = explorers.extend(segment, detectorRoutes[k]!);
      if (longer !== NOT_EXTENDED) this.#enqueueStart(longer, block, offset_mm);
    }
  }

  #enqueueStart(segment: number, block: number, offset_mm: number): void {
    const step = this.#openStep(segment, 0, block);
    this.#from_mm[step] = offset_mm;
    this.#to_mm[step] = offset_mm;
    this.#target[step] = this.#addTarget(offset_mm, -1);
    this.#prev[step] = -1;
    this.#cost[step] = 0;
    this.#reached[step] = 0;
    this.#enqueue(step);
  }

  #addTarget(offset_mm: number, previous: number): number {
    this.#targetOffset_mm.push(offset_mm);
    this.#targetPrev.push(previous);
    return this.#targetPrev.length - 1;
  }

  /** Starts a step in the next free row; the caller sets the other fields, then enqueues it. */
  #openStep(segment: number, index: number, block: number): number {
    const step = this.#count;
    if (step >= this.#segment.length) this.#grow(step + 1);
    this.#segment[step] = segment;
    this.#index[step] = index;
    this.#block[step] = block;
    return step;
  }

  #enqueue(step: number): void {
    const to_mm = this.#to_mm[step]!;
    const block = this.#block[step]!;
    const weight = this.#cost[step]! + this.#heuristic.estimate(this.#reached[step]!, block, to_mm);
    this.#work += this.#estimateWork;
    if (!(weight < this.#limit_s)) return;
    this.#list[step] = this.#explorers.listFrom(this.#segment[step]!, this.#index[step]!);
    this.#count++;
    // Of equal weights, the one with more reached waypoints comes first.
    this.#heap.push(weight, step, -this.#reached[step]!);
  }

  #search(): StepSearchOutcome {
    const nTargets = this.#steps.length - 1;
    while (this.#heap.size > 0) {
      const step = this.#heap.pop();
      const reached = this.#reached[step]!;
      const from_mm = this.#from_mm[step]!;
      const to_mm = this.#to_mm[step]!;
      const length_mm = this.#infra.blockLength_mm[this.#block[step]!]!;
      const list = this.#list[step]!;
      const isKnown =
        from_mm === 0 && to_mm === length_mm
          ? this.#seen.isBlockKnown(list, reached)
          : this.#seen.isKnown(list, from_mm, to_mm, reached);
      if (isKnown) continue;
      if (reached === nTargets) {
        this.#found_s = this.#cost[step]!;
        return this.#trace(step);
      }
      if (this.work > WORK_MAX || this.#count > STEPS_MAX) {
        return { kind: "work_limit" };
      }
      const prev = this.#prev[step]!;
      const hit = (prev < 0 || reached === this.#reached[prev]) && this.#pushTargets(step);
      if (to_mm === length_mm && !hit) this.#pushSuccessors(step);
      else this.#pushRest(step, length_mm);
    }
    return { kind: "not_found" };
  }

  /** Pushes a step for each target of the next waypoint on this block; returns whether there is one. */
  #pushTargets(step: number): boolean {
    const reached = this.#reached[step]!;
    const { blocks, offsets_mm } = this.#steps[reached + 1]!;
    const block = this.#block[step]!;
    const from_mm = this.#from_mm[step]!;
    const last = this.#target[step]!;
    const last_mm = last < 0 ? 0 : this.#targetOffset_mm[last]!;
    let hit = false;
    this.#work += blocks.length;
    for (let i = 0; i < blocks.length; i++) {
      const to_mm = offsets_mm[i]!;
      if (blocks[i] !== block || to_mm < from_mm || to_mm < last_mm) continue;
      hit = true;
      const next = this.#openStep(this.#segment[step]!, this.#index[step]!, block);
      this.#from_mm[next] = from_mm;
      this.#to_mm[next] = to_mm;
      this.#target[next] = this.#addTarget(to_mm, last);
      this.#prev[next] = this.#prev[step]!;
      this.#reached[next] = reached + 1;
      // The step's own cost already includes the whole range: the contract pays this piece twice.
      this.#cost[next] = this.#cost[step]! + this.#costOf(block, from_mm, to_mm);
      this.#enqueue(next);
    }
    return hit;
  }

  #pushRest(step: number, length_mm: number): void {
    const next = this.#openStep(this.#segment[step]!, this.#index[step]!, this.#block[step]!);
    this.#follow(next, step, this.#to_mm[step]!, length_mm);
  }

  /** Enqueues a step for a range that follows another step. */
  #follow(next: number, step: number, from_mm: number, to_mm: number): void {
    this.#from_mm[next] = from_mm;
    this.#to_mm[next] = to_mm;
    this.#target[next] = -1;
    this.#prev[next] = step;
    this.#reached[next] = this.#reached[step]!;
    this.#cost[next] = this.#cost[step]! + this.#costOf(this.#block[next]!, from_mm, to_mm);
    this.#enqueue(next);
  }

  #pushSuccessors(step: number): void {
    const explorers = this.#explorers;
    const segment = this.#segment[step]!;
    if (this.#index[step]! < explorers.lastIndex(segment)) {
      this.#pushNext(step, segment);
      return;
    }
    if (explorers.isComplete(segment)) return;
    const { detectorRouteStart, detectorRoutes } = this.#infra;
    const exit = this.#infra.routeExit[explorers.routeOf(segment)]!;
    for (let k = detectorRouteStart[exit]!; k < detectorRouteStart[exit + 1]!; k++) {
      const longer = explorers.extend(segment, detectorRoutes[k]!);
      if (longer !== NOT_EXTENDED) this.#pushNext(step, longer);
    }
  }

  #pushNext(step: number, segment: number): void {
    const index = this.#index[step]! + 1;
    const block = this.#explorers.blockAt(segment, index);
    const next = this.#openStep(segment, index, block);
    this.#follow(next, step, 0, this.#infra.blockLength_mm[block]!);
  }

  /** Seconds; unlike the cost, no piece counts twice. */
  #timeOf({ blocks, from_mm, to_mm }: FoundSteps): number {
    return blocks.reduce((sum, block, i) => sum + this.#costOf(block, from_mm[i]!, to_mm[i]!), 0);
  }

  #costOf(block: number, from_mm: number, to_mm: number): number {
    const time_s = this.#timeTo_s(block, to_mm) - this.#timeTo_s(block, from_mm);
    if (this.#surcharges_s === null) return time_s;
    const part = (to_mm - from_mm) / this.#infra.blockLength_mm[block]!;
    return time_s + this.#surcharges_s[block]! * part;
  }

  #timeTo_s(block: number, offset_mm: number): number {
    const infra = this.#infra;
    const maxSpeed_mm_s = this.#maxSpeed_mm_s;
    if (offset_mm === 0) return 0;
    if (offset_mm !== infra.blockLength_mm[block]) {
      return timeToOffset(infra, block, offset_mm, maxSpeed_mm_s);
    }
    if (this.#overSpeed_mm_s[block] !== maxSpeed_mm_s) {
      this.#overSpeed_mm_s[block] = maxSpeed_mm_s;
      this.#over_s[block] = timeToOffset(infra, block, offset_mm, maxSpeed_mm_s);
    }
    return this.#over_s[block]!;
  }

  #trace(destination: number): FoundSteps {
    const blocks: number[] = [];
    const from_mm: number[] = [];
    const to_mm: number[] = [];
    const targets_mm: number[][] = [];
    for (let step = destination; step >= 0; step = this.#prev[step]!) {
      blocks.push(this.#block[step]!);
      from_mm.push(this.#from_mm[step]!);
      to_mm.push(this.#to_mm[step]!);
      const targets: number[] = [];
      for (let t = this.#target[step]!; t >= 0; t = this.#targetPrev[t]!) {
        targets.push(this.#targetOffset_mm[t]!);
      }
      targets_mm.push(targets.reverse());
    }
    return {
      kind: "found",
      blocks: blocks.reverse(),
      from_mm: from_mm.reverse(),
      to_mm: to_mm.reverse(),
      targets_mm: targets_mm.reverse(),
    };
  }

  #grow(needed: number): void {
    this.#segment = growInt32(this.#segment, needed);
    this.#index = growInt32(this.#index, needed);
    this.#block = growInt32(this.#block, needed);
    this.#list = growInt32(this.#list, needed);
    this.#from_mm = growFloat64(this.#from_mm, needed);
    this.#to_mm = growFloat64(this.#to_mm, needed);
    this.#prev = growInt32(this.#prev, needed);
    this.#cost = growFloat64(this.#cost, needed);
    this.#reached = growInt32(this.#reached, needed);
    this.#target = growInt32(this.#target, needed);
  }

  #release(): void {
    this.#segment = new Int32Array(INITIAL_STEPS);
    this.#index = new Int32Array(INITIAL_STEPS);
    this.#block = new Int32Array(INITIAL_STEPS);
    this.#list = new Int32Array(INITIAL_STEPS);
    this.#from_mm = new Float64Array(INITIAL_STEPS);
    this.#to_mm = new Float64Array(INITIAL_STEPS);
    this.#prev = new Int32Array(INITIAL_STEPS);
    this.#cost = new Float64Array(INITIAL_STEPS);
    this.#heap = new LeastHeap();
    this.#reached = new Int32Array(INITIAL_STEPS);
    this.#target = new Int32Array(INITIAL_STEPS);
    this.#seen.release();
  }
}
