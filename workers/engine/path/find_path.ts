/**
 * Pathfinding on blocks, from resolved waypoints to an outcome (engine.md 2.2 to 2.8). If the search
 * with the stock's constraints fails, one without them tells a train that can't pass from a place that
 * can't be reached. A `PathFinder` belongs to one thread and one network and keeps what searches share.
 */
import type { Infra } from "../infra/infra.ts";
import { toMilli } from "../units.ts";
import { locateOnBlocks, type TrackLocation } from "./block_locations.ts";
import { type BlockPath, makeBlockPath, type PathFault } from "./block_path.ts";
import { timeToOffset } from "./block_times.ts";
import { type ConflictingRanges, findConflictingRanges } from "./conflicting_ranges.ts";
import { KnownConstraints, type StockLimits } from "./constraints.ts";
import { type FoundSteps, PathSearch } from "./search.ts";
import { makeTrainPath } from "./train_path.ts";

/**
 * What it costs to run against the direction in which tracks are usually used (layout.ts, `trackUsual`): a fifth of
 * the time more. So a train that names no track takes the one of its direction where there are two, the other one
 * where that saves more, and a single track in both directions. Without usual directions nothing costs more.
 */
const AGAINST_WEIGHT = 0.2;
/** Speeds whose costs are kept: most searches of a thread are for few. */
const SPEEDS_MAX = 8;

class Preference {
  readonly #infra: Infra;
  /** Blocks that are for some length against it, and for what share of their length. */
  readonly #blocks: readonly number[];
  readonly #shares: readonly number[];
  readonly #known = new Map<number, Float64Array>();

  constructor(infra: Infra) {
    const { blockChunkStart, blockChunks, blockLength_mm, chunkTrack, chunkLength_mm } = infra;
    this.#infra = infra;
    const blocks: number[] = [];
    const shares: number[] = [];
    const nBlocks = infra.trackUsual.some((usual) => usual !== 0) ? blockLength_mm.length : 0;
    for (let block = 0; block < nBlocks; block++) {
      let against_mm = 0;
      for (let i = blockChunkStart[block]!; i < blockChunkStart[block + 1]!; i++) {
        const directed = blockChunks[i]!;
        const usual = infra.trackUsual[chunkTrack[directed >>> 1]!]!;
        // 1 is the increasing direction, whose bit is 0.
        if (usual !== 0 && usual - 1 !== (directed & 1))
          against_mm += chunkLength_mm[directed >>> 1]!;
      }
      if (against_mm === 0) continue;
      blocks.push(block);
      shares.push(against_mm / blockLength_mm[block]!);
    }
    this.#blocks = blocks;
    this.#shares = shares;
  }

  /** [nBlocks] seconds that each block costs more than it takes; null: none does. Not to be changed. */
  surcharges_s(maxSpeed_m_s: number): Float64Array | null {
    if (this.#blocks.length === 0) return null;
    const known = this.#known.get(maxSpeed_m_s);
    if (known !== undefined) return known;
    const infra = this.#infra;
    const maxSpeed_mm_s = toMilli(maxSpeed_m_s);
    const made = new Float64Array(infra.blockLength_mm.length);
    this.#blocks.forEach((block, i) => {
      const time_s = timeToOffset(infra, block, infra.blockLength_mm[block]!, maxSpeed_mm_s);
      made[block] = AGAINST_WEIGHT * this.#shares[i]! * time_s;
    });
    if (this.#known.size === SPEEDS_MAX) this.#known.clear();
    this.#known.set(maxSpeed_m_s, made);
    return made;
  }
}

export type PathSearchOutcome =
  | { readonly kind: "success"; readonly path: BlockPath }
  | { readonly kind: "not_enough_path_items" }
  | { readonly kind: "not_found_in_blocks" }
  | {
      readonly kind: "incompatible_constraints";
      readonly path: BlockPath;
      readonly ranges: ConflictingRanges;
    }
  | { readonly kind: "work_limit" }
  | { readonly kind: "fault"; readonly fault: PathFault };

type Items = readonly (readonly TrackLocation[])[];

export class PathFinder {
  readonly infra: Infra;
  readonly #search: PathSearch;
  readonly #scratch;
  readonly #constraints: KnownConstraints;
  readonly #preference: Preference;

  /** `leastGeoFactor`: of lines below it no second search is made (search.ts). */
  constructor(infra: Infra, leastGeoFactor?: number) {
    this.infra = infra;
    this.#search = new PathSearch(infra, leastGeoFactor);
    this.#constraints = new KnownConstraints(infra);
    this.#preference = new Preference(infra);
    this.#scratch = { chunkStamps: new Int32Array(2 * infra.chunkTrack.length), stamp: 0 };
  }

  /** Finds the path through one of the places of every item, in order. */
  find(items: Items, stock: StockLimits): PathSearchOutcome {
    if (items.length < 2) return { kind: "not_enough_path_items" };
    const outcome = this.#findThrough(items, stock);
    if (outcome.kind !== "not_found_in_blocks") return outcome;
    // On a border of blocks the search goes on behind it: a place that is named again has been passed.
    const again = listAgain(items);
    const distinct = items.filter((_item, i) => !again[i]);
    if (distinct.length < 2 || distinct.length === items.length) return outcome;
    const found = this.#findThrough(distinct, stock);
    if (!("path" in found)) return found;
    return { ...found, path: nameAgain(found.path, again) };
  }

  #findThrough(items: Items, stock: StockLimits): PathSearchOutcome {
    const steps = items.map((locations) => locateOnBlocks(this.infra, locations));
    const constraints = this.#constraints.of(stock);
    const maxSpeed_m_s = stock.maximum_speed_m_s;
    const surcharges_s = this.#preference.surcharges_s(maxSpeed_m_s);
    const query = { steps, constraints, maxSpeed_m_s, spentWork: 0, surcharges_s };
    const result = this.#search.run(query);
    if (result.kind === "found") return this.#finish(result, items.length);
    if (result.kind === "work_limit") return result;
    const spentWork = this.#search.work;
    const relaxed = this.#search.run({ ...query, constraints: null, spentWork });
    if (relaxed.kind === "work_limit") return relaxed;
    if (relaxed.kind === "not_found") return { kind: "not_found_in_blocks" };
    const outcome = this.#finish(relaxed, items.length);
    if (outcome.kind !== "success") return outcome;
    const path = makeTrainPath(this.infra, outcome.path);
    const ranges = findConflictingRanges(path, outcome.path, constraints);
    const nRanges =
      ranges.electrification_ranges.length +
      ranges.gauge_ranges.length +
      ranges.signaling_system_ranges.length;
    if (nRanges === 0) return { kind: "not_found_in_blocks" };
    return { kind: "incompatible_constraints", path: outcome.path, ranges };
  }

  /** The path where blocks cost so many seconds more than they do otherwise; null: there is none, or it is too much work. */
  findDearer(items: Items, stock: StockLimits, added_s: Float64Array): BlockPath | null {
    const steps = items.map((locations) => locateOnBlocks(this.infra, locations));
    const constraints = this.#constraints.of(stock);
    const maxSpeed_m_s = stock.maximum_speed_m_s;
    const usual_s = this.#preference.surcharges_s(maxSpeed_m_s);
    const surcharges_s = usual_s === null ? added_s : added_s.map((s, i) => s + usual_s[i]!);
    const query = { steps, constraints, maxSpeed_m_s, spentWork: 0, surcharges_s };
    const result = this.#search.run(query);
    const outcome = result.kind === "found" ? this.#finish(result, items.length) : result;
    return outcome.kind === "success" ? outcome.path : null;
  }

  #finish(steps: FoundSteps, nItems: number): PathSearchOutcome {
    const result = makeBlockPath(this.infra, steps, nItems, this.#scratch);
    return result.ok
      ? { kind: "success", path: result.value }
      : { kind: "fault", fault: result.error };
  }
}

/** [nItems] whether an item is at the same places as the one before it. */
function listAgain(items: Items): boolean[] {
  return items.map((places, i) => {
    const before = items[i - 1];
    return (
      before?.length === places.length &&
      places.every(({ track, offset_mm }, k) => {
        const other = before[k]!;
        return other.track === track && other.offset_mm === offset_mm;
      })
    );
  });
}

/** The path with the positions of all items. */
function nameAgain(path: BlockPath, again: readonly boolean[]): BlockPath {
  let i = -1;
  const itemPositions_mm = again.map((is_again) => path.itemPositions_mm[is_again ? i : ++i]!);
  return { ...path, itemPositions_mm };
}
