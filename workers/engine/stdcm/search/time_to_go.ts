/**
 * Least time from the begin of each block to the destination, over all steps not reached yet: the
 * heuristic of A*. It counts the speed limits in the most favourable reading (the tag's, or a
 * route's where that is higher), the margin and the least stops, and neither acceleration nor traffic,
 * so it never exceeds the truth. One Dijkstra backwards from the destination over (block, steps
 * reached); it depends on the steps and the consist alone and is kept with them. Of more steps than there
 * is memory for, some are passed over: only their stops count, so times are less, and still no more than
 * the truth.
 */
import { groupBy } from "../../columns.ts";
import { findString, type Infra } from "../../infra/infra.ts";
import { NONE } from "../../infra/layout.ts";
import { LeastHeap } from "../../least_heap.ts";
import { fromMilli, toMilli } from "../../units.ts";
import type { StdcmStep, StdcmTrain } from "../steps.ts";

/** Blocks by the detector at which they end. */
export interface BlocksByExit {
  readonly start: Uint32Array;
  readonly items: Uint32Array;
}

export function groupByExit(infra: Infra): BlocksByExit {
  const { blockExit, detectorNextZone } = infra;
  return groupBy(blockExit, blockExit.length, detectorNextZone.length);
}

/** Least times over blocks for one consist, filled when first asked for. */
export class BlockTimes {
  readonly #infra: Infra;
  readonly #train: StdcmTrain;
  readonly #max_mm_s: number;
  /** [nBlocks] NaN = not asked for yet. */
  readonly #times_s: Float64Array;
  /** [nSpeedLimits] highest speed that a train of this tag may have under the limit on any route. */
  readonly #limits_mm_s: Float64Array;

  constructor(infra: Infra, train: StdcmTrain) {
    this.#infra = infra;
    this.#train = train;
    this.#max_mm_s = toMilli(train.stock.stock.max_speed_m_s);
    this.#times_s = new Float64Array(infra.blockLength_mm.length).fill(Number.NaN);
    const tags = [train.speed_limit_tag, ...train.fallback_tags]
      .filter((tag) => tag !== null)
      .map((tag) => findString(infra, tag))
      .filter((tag) => tag !== NONE);
    this.#limits_mm_s = Float64Array.from(infra.limitDefault_mm_s, (default_mm_s, limit) =>
      mostFavourable(infra, { limit, default_mm_s, tags: new Set(tags) }),
    );
  }

  get bytes(): number {
    return this.#times_s.byteLength;
  }

  /** Least time over a block. */
  over_s(block: number): number {
    const known = this.#times_s[block]!;
    if (!Number.isNaN(known)) return known;
    const time_s = this.upTo_s(block, this.#infra.blockLength_mm[block]!);
    this.#times_s[block] = time_s;
    return time_s;
  }

  /** Least time from the begin of a block to a place on it. */
  upTo_s(block: number, offset_mm: number): number {
    const { blockChunkStart, blockChunks, chunkLength_mm, speedStart, speedEnd_mm, speedLimit } =
      this.#infra;
    let time_s = 0;
    let left_mm = offset_mm;
    for (let c = blockChunkStart[block]!; c < blockChunkStart[block + 1]! && left_mm > 0; c++) {
      const chunk = blockChunks[c]!;
      let from_mm = 0;
      for (let k = speedStart[chunk]!; k < speedStart[chunk + 1]!; k++) {
        const to_mm = Math.min(speedEnd_mm[k]!, left_mm);
        if (to_mm <= from_mm) break;
        const limit_mm_s = this.#limits_mm_s[speedLimit[k]!]!;
        time_s += (to_mm - from_mm) / Math.min(limit_mm_s, this.#max_mm_s);
        from_mm = to_mm;
      }
      left_mm -= chunkLength_mm[chunk >>> 1]!;
    }
    return this.withMargin_s(time_s, offset_mm);
  }

  /** A running time with the standard margin added. */
  withMargin_s(time_s: number, length_mm: number): number {
    const { margin } = this.#train;
    if (margin === null) return time_s;
    if (margin.kind === "percentage") return time_s * (1 + margin.value / 100);
    return time_s + (margin.value * 60 * fromMilli(length_mm)) / 100_000;
  }
}

interface LimitQuery {
  readonly limit: number;
  readonly default_mm_s: number;
  readonly tags: ReadonlySet<number>;
}

function mostFavourable(infra: Infra, { limit, default_mm_s, tags }: LimitQuery): number {
  let fastest_mm_s = default_mm_s > 0 ? default_mm_s : Infinity;
  for (let k = infra.limitTagStart[limit]!; k < infra.limitTagStart[limit + 1]!; k++) {
    if (!tags.has(infra.limitTag[k]!)) continue;
    const speed_mm_s = infra.limitTagSpeed_mm_s[k]!;
    fastest_mm_s = Math.max(fastest_mm_s, speed_mm_s > 0 ? speed_mm_s : Infinity);
  }
  for (let k = infra.limitRouteStart[limit]!; k < infra.limitRouteStart[limit + 1]!; k++) {
    const speed_mm_s = infra.limitRouteSpeed_mm_s[k]!;
    fastest_mm_s = Math.max(fastest_mm_s, speed_mm_s > 0 ? speed_mm_s : Infinity);
  }
  return fastest_mm_s;
}

/** The inputs of a table. */
export interface TimeToGoQuery {
  readonly steps: readonly StdcmStep[];
  readonly blocked: Uint8Array;
  /** Blocks that others never leave free. */
  readonly closed: ReadonlySet<number>;
  /** Longer ways are of no use. */
  readonly max_s: number;
  /** Most numbers in the table; it has at least one row. */
  readonly entriesMax: number;
}

/** Least times to the destination by (steps reached, block). */
export class TimeToGo {
  readonly #infra: Infra;
  readonly #times: BlockTimes;
  readonly #query: TimeToGoQuery;
  /** The steps that have rows. */
  readonly #steps: readonly StdcmStep[];
  /** [nSteps - 1] by steps reached: the row, and the stops ahead at steps without rows, s. */
  readonly #rowOf: number[] = [];
  readonly #passedOver_s: number[] = [];
  /** Rows of [nBlocks] s, Infinity = no way; row k: k of `#steps` behind the first are reached. */
  readonly #rows: (Float64Array | undefined)[] = [];
  /** By row: blocks that hold a place of the step. */
  readonly #places: readonly ReadonlySet<number>[];
  readonly #heap = new LeastHeap();

  constructor(infra: Infra, exits: BlocksByExit, times: BlockTimes, query: TimeToGoQuery) {
    this.#infra = infra;
    this.#times = times;
    this.#query = query;
    this.#steps = this.#chooseSteps();
    this.#places = this.#steps.map(({ places }) => new Set(places.blocks));
    this.#seed();
    this.#run(exits);
  }

  get bytes(): number {
    return this.#rows.reduce((bytes, row) => bytes + (row?.byteLength ?? 0), 0);
  }

  /** Least time from the begin of a block; `reached` is the number of steps reached, the first not counted. */
  from_s(block: number, reached: number): number {
    const row = this.#rows[this.#rowOf[reached] ?? Infinity];
    return row === undefined ? Infinity : row[block]! + this.#passedOver_s[reached]!;
  }

  /** The first step, the last, and as many between them as there may be rows. */
  #chooseSteps(): StdcmStep[] {
    const { steps, entriesMax } = this.#query;
    const last = steps.length - 1;
    const every = Math.ceil((last * this.#infra.blockLength_mm.length) / entriesMax);
    const chosen = steps.filter((_, i) => i % every === 0 || i === last);
    let passedOver_s = 0;
    let row = chosen.length - 1;
    for (let reached = last - 1; reached >= 0; reached--) {
      const next = steps[reached + 1]!;
      if (next === chosen[row]) row--;
      else passedOver_s += next.stop_s ?? 0;
      this.#rowOf[reached] = row;
      this.#passedOver_s[reached] = passedOver_s;
    }
    return chosen;
  }

  #offer(block: number, reached: number, time_s: number): void {
    if (time_s > this.#query.max_s || reached < 0) return;
    let row = this.#rows[reached];
    if (row === undefined) {
      row = new Float64Array(this.#infra.blockLength_mm.length).fill(Infinity);
      this.#rows[reached] = row;
    }
    if (time_s >= row[block]!) return;
    row[block] = time_s;
    this.#heap.push(time_s, reached * row.length + block);
  }

  /** Offers a block with every number of steps that may still be reached on it. */
  #offerWithSteps(block: number, reached: number, time_s: number): void {
    let total_s = time_s;
    this.#offer(block, reached, total_s);
    for (let k = reached; k > 0 && this.#places[k]!.has(block); k--) {
      total_s += this.#steps[k]!.stop_s ?? 0;
      this.#offer(block, k - 1, total_s);
    }
  }

  #seed(): void {
    const last = this.#steps.length - 1;
    const { blocks, offsets_mm } = this.#steps[last]!.places;
    const stop_s = this.#steps[last]!.stop_s ?? 0;
    for (let i = 0; i < blocks.length; i++) {
      if (this.#isClosed(blocks[i]!)) continue;
      const time_s = this.#times.upTo_s(blocks[i]!, offsets_mm[i]!) + stop_s;
      this.#offerWithSteps(blocks[i]!, last - 1, time_s);
    }
  }

  /** A train at the start needs only what lies before it. */
  #isClosed(block: number): boolean {
    return this.#query.closed.has(block) && !this.#places[0]!.has(block);
  }

  #run(exits: BlocksByExit): void {
    const { blockEntry, blockLength_mm } = this.#infra;
    const nBlocks = blockLength_mm.length;
    const starts = this.#places[0]!;
    while (this.#heap.size > 0) {
      const time_s = this.#heap.leastKey;
      const state = this.#heap.pop();
      const reached = Math.floor(state / nBlocks);
      const block = state - reached * nBlocks;
      // A shorter way there has been followed already.
      if (time_s > this.#rows[reached]![block]!) continue;
      const entry = blockEntry[block]!;
      for (let k = exits.start[entry]!; k < exits.start[entry + 1]!; k++) {
        const before = exits.items[k]!;
        if (this.#query.blocked[before] === 1 && !starts.has(before)) continue;
        if (this.#isClosed(before)) continue;
        this.#offerWithSteps(before, reached, time_s + this.#times.over_s(before));
      }
    }
  }
}
