/**
 * Values over a range of integer mm: sorted boundaries with one nullable value between neighbours
 * (engine.md 1.2). Used while a network is compiled, which flattens the results into arrays. A cut
 * is found by bisection and spliced in; ranges mostly arrive in order, so that it is a push.
 */
import { countBelow } from "./sorted.ts";

export class RangeMap<T> {
  /** Strictly increasing; empty, or one more than `values`. */
  readonly bounds_mm: number[] = [];
  /** null = a gap. Neighbours differ. */
  readonly values: (T | null)[] = [];
  readonly #equal: (a: T, b: T) => boolean;

  constructor(equal: (a: T, b: T) => boolean = (a, b) => a === b) {
    this.#equal = equal;
  }

  /** Sets the value on [lo, hi]; the last call wins. An empty range changes nothing. */
  put(lo_mm: number, hi_mm: number, value: T): void {
    if (!(lo_mm < hi_mm)) return;
    const first = this.#cut(lo_mm);
    const last = this.#cut(hi_mm);
    this.bounds_mm.splice(first + 1, last - first - 1);
    this.values.splice(first, last - first, value);
    this.#mergeAt(first + 1);
    this.#mergeAt(first);
  }

  /** Replaces the values on [lo, hi]; gaps stay gaps. */
  update(lo_mm: number, hi_mm: number, change: (old: T) => T): void {
    const { bounds_mm } = this;
    // Clipped to the map: cutting outside would leave gaps at its ends.
    const from_mm = Math.max(lo_mm, bounds_mm[0] ?? Infinity);
    const to_mm = Math.min(hi_mm, bounds_mm[bounds_mm.length - 1] ?? -Infinity);
    if (!(from_mm < to_mm)) return;
    const first = this.#cut(from_mm);
    const last = this.#cut(to_mm);
    for (let i = first; i < last; i++) {
      const old = this.values[i];
      if (old !== null && old !== undefined) this.values[i] = change(old);
    }
    for (let i = last; i >= first; i--) this.#mergeAt(i);
  }

  /** Value at x; on a boundary the one after it, at the very end the one before it. */
  get(x_mm: number): T | null {
    for (let i = this.values.length - 1; i >= 0; i--) {
      if (this.bounds_mm[i]! <= x_mm && x_mm <= this.bounds_mm[i + 1]!) return this.values[i]!;
    }
    return null;
  }

  /** Index of the range that contains x or begins there; 0 before the map, its length after it. */
  findRange(x_mm: number): number {
    const at = countBelow(this.bounds_mm, x_mm);
    return at === 0 || this.bounds_mm[at] === x_mm ? at : at - 1;
  }

  /** Makes x a boundary and returns its index in `bounds_mm`. */
  #cut(x_mm: number): number {
    const { bounds_mm, values } = this;
    const count = bounds_mm.length;
    if (count === 0 || x_mm > bounds_mm[count - 1]!) {
      bounds_mm.push(x_mm);
      if (count > 0) values.push(null);
      return count;
    }
    const low = countBelow(bounds_mm, x_mm);
    if (bounds_mm[low] === x_mm) return low;
    bounds_mm.splice(low, 0, x_mm);
    values.splice(low, 0, low === 0 ? null : values[low - 1]!);
    return low;
  }

  /** Merges the values on both sides of boundary i if they are equal. */
  #mergeAt(i: number): void {
    const { bounds_mm, values } = this;
    if (i <= 0 || i >= values.length) return;
    const a = values[i - 1]!;
    const b = values[i]!;
    const same = a === null || b === null ? a === b : this.#equal(a, b);
    if (!same) return;
    bounds_mm.splice(i, 1);
    values.splice(i, 1);
  }
}
