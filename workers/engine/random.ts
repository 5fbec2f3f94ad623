/** A seeded generator of 32 bits (mulberry32): the same numbers on every machine. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number in [0, n). */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  /** The same items in an order drawn by lot. */
  shuffled(items: readonly number[]): number[] {
    const all = [...items];
    for (let i = all.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const item = all[i]!;
      all[i] = all[j]!;
      all[j] = item;
    }
    return all;
  }
}
