/**
 * The search graph (engine.md 2.3): an explorer is a chain of segments, each with the blocks that
 * one more route added. Segments are shared between explorers and never changed. A state of the
 * search is (last segment of the look-ahead, index of the current block).
 */
import { growInt32 } from "../growable.ts";
import type { Infra } from "../infra/infra.ts";
import { type BlockLists, EMPTY_LIST } from "./block_lists.ts";
import { type Constraints, measureBlocked } from "./constraints.ts";

/** Size of a segment. */
const SEGMENT_BYTES = 28;
/** The extension is forbidden by a rule. */
export const NOT_EXTENDED = -1;
const NO_IDS = -1;

export class Explorers {
  /** Units of work done in this search: blocks visited. */
  work = 0;
  readonly #infra: Infra;
  readonly #lists: BlockLists;
  #constraints: Constraints | null = null;
  #count = 0;
  /** Previous segment, or -1. */
  #parent = new Int32Array(256);
  /** Position of the first block in `routeBlocks`, and the end of the route there. */
  #start = new Int32Array(256);
  #routeEnd = new Int32Array(256);
  #route = new Int32Array(256);
  /** Index of the first block within the explorer, and number of blocks. */
  #firstIndex = new Int32Array(256);
  #nBlocks = new Int32Array(256);
  /** Start in `#ids` for a segment cut at a destination; NO_IDS for one that extends to its route's end. */
  #idStart = new Int32Array(256);
  #ids = new Int32Array(256);
  #nIds = 0;

  /** Number of the search; marks of earlier searches do not count. */
  #search = 0;
  /** [nBlocks] number of the last search that put the block on an explorer, and the first segment there. */
  readonly #usedIn: Int32Array;
  readonly #firstUse: Int32Array;
  /** [nBlocks] number of the last search with a destination on the block. */
  readonly #destinationIn: Int32Array;
  /** [nBlocks] offset of the block's first destination, in the order of the set. */
  readonly #destination_mm: Float64Array;
  /** [nBlocks] number of the last extension that contained the block. */
  readonly #extendedBy: Int32Array;
  #nExtensions = 0;
  readonly #extent_mm = new Float64Array(4);

  constructor(infra: Infra, lists: BlockLists) {
    const nBlocks = infra.blockName.length;
    this.#infra = infra;
    this.#lists = lists;
    this.#usedIn = new Int32Array(nBlocks);
    this.#firstUse = new Int32Array(nBlocks);
    this.#destinationIn = new Int32Array(nBlocks);
    this.#destination_mm = new Float64Array(nBlocks);
    this.#extendedBy = new Int32Array(nBlocks);
  }

  /** Memory of all segments. */
  get bytes(): number {
    return SEGMENT_BYTES * this.#count + 4 * this.#nIds;
  }

  /** Generation of the block lists. */
  get generation(): number {
    return this.#lists.generation;
  }

  /** Starts a search; `constraints` null: without constraints. */
  reset(
    constraints: Constraints | null,
    destinations: { readonly blocks: readonly number[]; readonly offsets_mm: readonly number[] },
  ): void {
    this.#constraints = constraints;
    this.#count = 0;
    this.#nIds = 0;
    this.work = 0;
    this.#search++;
    destinations.blocks.forEach((block, i) => {
      if (this.#destinationIn[block] === this.#search) return;
      this.#destinationIn[block] = this.#search;
      this.#destination_mm[block] = destinations.offsets_mm[i]!;
    });
  }

  /** Opens an explorer with the part of a route from the start block on; NOT_EXTENDED if that is not allowed. */
  open(route: number, startBlock: number, startOffset_mm: number): number {
    const { routeBlockStart, routeBlocks } = this.#infra;
    const end = routeBlockStart[route + 1]!;
    let first = routeBlockStart[route]!;
    while (first < end && routeBlocks[first] !== startBlock) first++;
    this.work += first - routeBlockStart[route]!;
    if (first === end) return NOT_EXTENDED;
    return this.#add(-1, route, first, startOffset_mm);
  }

  /** Appends a whole route to an explorer; NOT_EXTENDED for a loop, a blocked block or an unusable route. */
  extend(segment: number, route: number): number {
    const first = this.#infra.routeBlockStart[route]!;
    const end = this.#infra.routeBlockStart[route + 1]!;
    if (first === end) return NOT_EXTENDED;
    return this.#add(segment, route, first, -1);
  }

  /** Whether the explorer has reached a block with a destination, so that nothing follows. */
  isComplete(segment: number): boolean {
    return this.#idStart[segment] !== NO_IDS;
  }

  /** Index of the explorer's last block. */
  lastIndex(segment: number): number {
    return this.#firstIndex[segment]! + this.#nBlocks[segment]! - 1;
  }

  routeOf(segment: number): number {
    return this.#route[segment]!;
  }

  /** The previous segment; -1 for an explorer's first one. */
  parentOf(segment: number): number {
    return this.#parent[segment]!;
  }

  blockAt(segment: number, index: number): number {
    let at = segment;
    while (this.#firstIndex[at]! > index) at = this.#parent[at]!;
    return this.#infra.routeBlocks[this.#start[at]! + index - this.#firstIndex[at]!]!;
  }

  /** Reads the blocks from `index` to the end of the explorer's look-ahead into the begin of `out`. */
  readBlocks(segment: number, index: number, out: Int32Array): void {
    const { routeBlocks } = this.#infra;
    let at = segment;
    for (let i = this.lastIndex(segment); i >= index; i--) {
      while (this.#firstIndex[at]! > i) at = this.#parent[at]!;
      out[i - index] = routeBlocks[this.#start[at]! + i - this.#firstIndex[at]!]!;
    }
  }

  /** Id of the list of blocks from `index` to the end of the explorer's look-ahead. */
  listFrom(segment: number, index: number): number {
    let at = segment;
    if (this.#firstIndex[at]! <= index) return this.#listWithin(at, index);
    let list = this.#listWithin(at, this.#firstIndex[at]!);
    do {
      at = this.#parent[at]!;
      const first = this.#firstIndex[at]!;
      for (let i = first + this.#nBlocks[at]! - 1; i >= first && i >= index; i--) {
        list = this.#lists.intern(this.#infra.routeBlocks[this.#start[at]! + i - first]!, list);
      }
    } while (this.#firstIndex[at]! > index);
    return list;
  }

  #listWithin(segment: number, index: number): number {
    const offset = index - this.#firstIndex[segment]!;
    const idStart = this.#idStart[segment]!;
    if (idStart !== NO_IDS) return this.#ids[idStart + offset]!;
    return this.#lists.routeTail(this.#start[segment]! + offset, this.#routeEnd[segment]!);
  }

  /** The blocks of a route from a position of `routeBlocks` on; `startOffset_mm` is -1 if the path starts elsewhere. */
  #add(parent: number, route: number, first: number, startOffset_mm: number): number {
    const { routeBlocks, routeBlockStart } = this.#infra;
    const end = routeBlockStart[route + 1]!;
    const nBlocks = this.#measureRun(parent, first, end, startOffset_mm);
    if (nBlocks === NOT_EXTENDED) return NOT_EXTENDED;
    const last = first + nBlocks - 1;
    const segment = this.#count++;
    this.#grow(this.#count);
    for (let k = first; k <= last; k++) {
      const block = routeBlocks[k]!;
      if (this.#usedIn[block] === this.#search) continue;
      this.#usedIn[block] = this.#search;
      this.#firstUse[block] = segment;
    }
    this.#parent[segment] = parent;
    this.#route[segment] = route;
    this.#start[segment] = first;
    this.#routeEnd[segment] = end;
    this.#firstIndex[segment] = parent < 0 ? 0 : this.lastIndex(parent) + 1;
    this.#nBlocks[segment] = nBlocks;
    const complete = this.#destinationIn[routeBlocks[last]!] === this.#search;
    this.#idStart[segment] = complete ? this.#internCut(first, nBlocks) : NO_IDS;
    return segment;
  }

  /** Number of blocks that the run adds (up to the first destination), or NOT_EXTENDED. */
  #measureRun(parent: number, first: number, end: number, startOffset_mm: number): number {
    const { routeBlocks } = this.#infra;
    const search = this.#search;
    const extension = ++this.#nExtensions;
    const blocked = this.#constraints?.blocked;
    let firstUse = this.#count;
    let k = first;
    for (let reached = false; k < end && !reached; k++) {
      const block = routeBlocks[k]!;
      if (this.#extendedBy[block] === extension) return NOT_EXTENDED;
      this.#extendedBy[block] = extension;
      if (this.#usedIn[block] === search) firstUse = Math.min(firstUse, this.#firstUse[block]!);
      reached = this.#destinationIn[block] === search;
      if (blocked === undefined || blocked[block] === 0) continue;
      const isStart = parent < 0 && k === first;
      if (!isStart && !reached) return NOT_EXTENDED;
      if (this.#isRefused(block, isStart ? startOffset_mm : -1)) return NOT_EXTENDED;
    }
    this.work += k - first;
    return this.#holdsMarked(parent, firstUse, extension) ? NOT_EXTENDED : k - first;
  }

  /** Whether a blocked range is ahead of the start, or before the destination. */
  #isRefused(block: number, startOffset_mm: number): boolean {
    const extent_mm = this.#extent_mm;
    measureBlocked(this.#infra, this.#constraints!, block, extent_mm);
    if (startOffset_mm >= 0) return startOffset_mm < extent_mm[1]!;
    return this.#destination_mm[block]! > extent_mm[0]!;
  }

  /** A segment is older than all that follow it: none before the first with one of the blocks can hold any. */
  #holdsMarked(segment: number, firstUse: number, extension: number): boolean {
    const { routeBlocks } = this.#infra;
    for (let at = segment; at >= firstUse; at = this.#parent[at]!) {
      const start = this.#start[at]!;
      const end = start + this.#nBlocks[at]!;
      this.work += end - start;
      for (let k = start; k < end; k++) {
        if (this.#extendedBy[routeBlocks[k]!] === extension) return true;
      }
    }
    return false;
  }

  /** Interns the lists of a segment cut at a destination. */
  #internCut(first: number, nBlocks: number): number {
    const idStart = this.#nIds;
    this.#nIds += nBlocks;
    this.#ids = growInt32(this.#ids, this.#nIds);
    let list = EMPTY_LIST;
    for (let i = nBlocks - 1; i >= 0; i--) {
      list = this.#lists.intern(this.#infra.routeBlocks[first + i]!, list);
      this.#ids[idStart + i] = list;
    }
    return idStart;
  }

  #grow(needed: number): void {
    if (needed <= this.#parent.length) return;
    this.#parent = growInt32(this.#parent, needed);
    this.#start = growInt32(this.#start, needed);
    this.#routeEnd = growInt32(this.#routeEnd, needed);
    this.#route = growInt32(this.#route, needed);
    this.#firstIndex = growInt32(this.#firstIndex, needed);
    this.#nBlocks = growInt32(this.#nBlocks, needed);
    this.#idStart = growInt32(this.#idStart, needed);
  }
}
