/** Numbers distinct sets of owners: groups of the same trains and works belong together. */
import { Uint32Column } from "../columns.ts";

const INITIAL_SLOTS = 1 << 8;
/** Up to this length insertion beats the built-in sort, which has to be called out of compiled code. */
const INSERTION_MAX = 32;

/** Where the owners of one group are in an array. */
interface OwnerRange {
  readonly from: number;
  readonly to: number;
  readonly hash: number;
}

export class OwnerSets {
  /** Owners of all sets, each set ascending. */
  readonly #owners = new Uint32Column();
  /** [nSets + 1] */
  readonly #start = new Uint32Column();
  readonly #hashes = new Uint32Column();
  /** Open addressing: set + 1, or 0 for a free slot. */
  #slots = new Uint32Array(INITIAL_SLOTS);

  constructor() {
    this.#start.push(0);
  }

  get count(): number {
    return this.#hashes.count;
  }

  /** The number of the set `owners[from, to)`, which is ascending, distinct and has this hash. */
  add(owners: Uint32Array, { from, to, hash }: OwnerRange): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const set = this.#slots[slot]! - 1;
      if (set < 0) return this.#insert(owners, { from, to, hash }, slot);
      if (this.#hashes.values[set] === hash && this.#equals(set, owners, { from, to, hash })) {
        return set;
      }
    }
  }

  /** Copies the owners of a set to a column. */
  copyTo(set: number, out: Uint32Column): void {
    const end = this.#start.values[set + 1]!;
    for (let i = this.#start.values[set]!; i < end; i++) out.push(this.#owners.values[i]!);
  }

  #equals(set: number, owners: Uint32Array, { from, to }: OwnerRange): boolean {
    const first = this.#start.values[set]!;
    if (this.#start.values[set + 1]! - first !== to - from) return false;
    for (let i = from; i < to; i++) {
      if (this.#owners.values[first + i - from] !== owners[i]) return false;
    }
    return true;
  }

  #insert(owners: Uint32Array, { from, to, hash }: OwnerRange, slot: number): number {
    const set = this.count;
    for (let i = from; i < to; i++) this.#owners.push(owners[i]!);
    this.#start.push(this.#owners.count);
    this.#hashes.push(hash);
    this.#slots[slot] = set + 1;
    if (2 * this.count > this.#slots.length) this.#rehash();
    return set;
  }

  #rehash(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let set = 0; set < this.count; set++) {
      let slot = this.#hashes.values[set]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = set + 1;
    }
    this.#slots = slots;
  }
}

/** Sorts `owners[0, count)` and drops duplicates; returns the new count. */
export function sortDistinct(owners: Uint32Array, count: number): number {
  sortAscending(owners, count);
  let distinct = 0;
  for (let i = 0; i < count; i++) {
    if (distinct === 0 || owners[distinct - 1] !== owners[i]) owners[distinct++] = owners[i]!;
  }
  return distinct;
}

/** The hash of `owners[0, count)`, which are ascending and distinct. */
export function hashOwners(owners: Uint32Array, count: number): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < count; i++) {
    hash = Math.imul(hash ^ owners[i]!, 0x0100_0193);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

function sortAscending(values: Uint32Array, count: number): void {
  if (count > INSERTION_MAX) {
    values.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const value = values[i]!;
    let j = i - 1;
    while (j >= 0 && values[j]! > value) {
      values[j + 1] = values[j]!;
      j--;
    }
    values[j + 1] = value;
  }
}
