/**
 * Binary heap of items by key, least first, then by tie. Which of two items with equal key and tie comes
 * first is part of the contract (engine.md 2.6). So this is exactly the classic array heap: sift-up stops
 * at `>= 0`, sift-down prefers the left child and stops at `<= 0`. An item may be in it several times.
 */
import { growFloat64, growInt32 } from "./growable.ts";

/** Typed arrays this short need no memory outside the heap: many heaps stay small. */
const INITIAL_ENTRIES = 8;

export class LeastHeap {
  size = 0;
  #keys = new Float64Array(INITIAL_ENTRIES);
  #ties = new Int32Array(INITIAL_ENTRIES);
  #items = new Int32Array(INITIAL_ENTRIES);

  /** Key of the next item; the heap must not be empty. */
  get leastKey(): number {
    return this.#keys[0]!;
  }

  /** The next item; the heap must not be empty. */
  get least(): number {
    return this.#items[0]!;
  }

  clear(): void {
    this.size = 0;
  }

  push(key: number, item: number, tie = 0): void {
    if (this.size === this.#items.length) this.#grow();
    const keys = this.#keys;
    const ties = this.#ties;
    const items = this.#items;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const other = keys[parent]!;
      if (key > other || (key === other && tie >= ties[parent]!)) break;
      keys[at] = other;
      ties[at] = ties[parent]!;
      items[at] = items[parent]!;
      at = parent;
    }
    keys[at] = key;
    ties[at] = tie;
    items[at] = item;
  }

  /** Takes the next item; the heap must not be empty. */
  pop(): number {
    const keys = this.#keys;
    const ties = this.#ties;
    const items = this.#items;
    const least = items[0]!;
    const size = --this.size;
    const key = keys[size]!;
    const tie = ties[size]!;
    const item = items[size]!;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      let other = keys[child]!;
      const right = child + 1;
      if (right < size) {
        const beside = keys[right]!;
        if (beside < other || (beside === other && ties[right]! < ties[child]!)) {
          child = right;
          other = beside;
        }
      }
      if (key < other || (key === other && tie <= ties[child]!)) break;
      keys[at] = other;
      ties[at] = ties[child]!;
      items[at] = items[child]!;
      at = child;
    }
    keys[at] = key;
    ties[at] = tie;
    items[at] = item;
    return least;
  }

  #grow(): void {
    this.#keys = growFloat64(this.#keys, this.size + 1);
    this.#ties = growInt32(this.#ties, this.size + 1);
    this.#items = growInt32(this.#items, this.size + 1);
  }
}
