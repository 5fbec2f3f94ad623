/**
 * Binary heap of search steps, least weight first, on equal weights the higher number of reached
 * targets. The order of ties is part of the contract (engine.md 2.6), so this is the classic array
 * heap to the letter: sift-up stops at `>= 0`, sift-down prefers the left child and stops at `<= 0`.
 */
export class StepHeap {
  #items = new Int32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
  }

  push(step: number, weights: Float64Array, reached: Int32Array): void {
    if (this.#size === this.#items.length) {
      const larger = new Int32Array(2 * this.#size);
      larger.set(this.#items);
      this.#items = larger;
    }
    const items = this.#items;
    const weight = weights[step]!;
    const targets = reached[step]!;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const other = items[parent]!;
      const otherWeight = weights[other]!;
      if (weight > otherWeight || (weight === otherWeight && targets <= reached[other]!)) break;
      items[at] = other;
      at = parent;
    }
    items[at] = step;
  }

  /** Takes the least step; the heap must not be empty. */
  pop(weights: Float64Array, reached: Int32Array): number {
    const items = this.#items;
    const least = items[0]!;
    const size = --this.#size;
    if (size === 0) return least;
    const step = items[size]!;
    const weight = weights[step]!;
    const targets = reached[step]!;
    let at = 0;
    const half = size >>> 1;
    while (at < half) {
      let child = 2 * at + 1;
      let best = items[child]!;
      const right = child + 1;
      if (right < size) {
        const other = items[right]!;
        const difference = weights[best]! - weights[other]!;
        if (difference > 0 || (difference === 0 && reached[best]! < reached[other]!)) {
          child = right;
          best = other;
        }
      }
      const bestWeight = weights[best]!;
      if (weight < bestWeight || (weight === bestWeight && targets >= reached[best]!)) break;
      items[at] = best;
      at = child;
    }
    items[at] = step;
    return least;
  }
}
