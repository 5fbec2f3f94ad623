/**
 * Hash-consed lists of blocks: a list is (first block, id of the rest), and equal lists have equal ids
 * (engine.md 10.3). The state of a search is such a list, so states are compared as two integers. The
 * tails of recovered routes are interned once per thread and kept from search to search.
 */
import { growInt32 } from "../growable.ts";
import type { Infra } from "../infra/infra.ts";

/** The empty list. */
export const EMPTY_LIST = 0;

/** Lists kept between two searches; with more, the table is emptied. 24 MB. */
const LISTS_KEPT_MAX = 1_000_000;

/** Size of a list with its share of the table. */
const LIST_BYTES = 24;
const INITIAL_SLOTS = 4096;

export class BlockLists {
  /** How often the table was emptied: ids are valid until then. */
  generation = 0;
  readonly #infra: Infra;
  /** [position in routeBlocks] list from there to the end of the route, 0 = not interned yet. */
  readonly #routeTails: Int32Array;
  #count = 1;
  #blocks = new Int32Array(INITIAL_SLOTS);
  #rests = new Int32Array(INITIAL_SLOTS);
  /** Open addressing, power of two: list id, 0 = free. */
  #slots = new Int32Array(INITIAL_SLOTS);

  constructor(infra: Infra) {
    this.#infra = infra;
    this.#routeTails = new Int32Array(infra.routeBlocks.length);
  }

  /** Approximate memory of all lists. */
  get bytes(): number {
    return LIST_BYTES * this.#count;
  }

  /** May only be called between searches: a running search needs its ids. */
  trim(): void {
    if (this.#count <= LISTS_KEPT_MAX) return;
    this.generation++;
    this.#count = 1;
    this.#blocks = new Int32Array(INITIAL_SLOTS);
    this.#rests = new Int32Array(INITIAL_SLOTS);
    this.#slots = new Int32Array(INITIAL_SLOTS);
    this.#routeTails.fill(0);
  }

  /** Id of the list that consists of `block` followed by the list `rest`. */
  intern(block: number, rest: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashPair(block, rest) & mask;
    for (;;) {
      const id = this.#slots[slot]!;
      if (id === 0) break;
      if (this.#blocks[id] === block && this.#rests[id] === rest) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.#count++;
    this.#blocks = growInt32(this.#blocks, id + 1);
    this.#rests = growInt32(this.#rests, id + 1);
    this.#blocks[id] = block;
    this.#rests[id] = rest;
    this.#slots[slot] = id;
    if (2 * this.#count > this.#slots.length) this.#rehash();
    return id;
  }

  /** Id of the blocks of a route from a position of `routeBlocks` to the route's end. */
  routeTail(position: number, routeEnd: number): number {
    const known = this.#routeTails[position]!;
    if (known !== 0) return known;
    let list = EMPTY_LIST;
    for (let k = routeEnd - 1; k >= position; k--) {
      const tail = this.#routeTails[k]!;
      list = tail === 0 ? this.intern(this.#infra.routeBlocks[k]!, list) : tail;
      this.#routeTails[k] = list;
    }
    return list;
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let id = 1; id < this.#count; id++) {
      let slot = hashPair(this.#blocks[id]!, this.#rests[id]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

function hashPair(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca77);
  return mixed ^ (mixed >>> 15);
}
