/** Columns of numbers that grow by doubling, for results whose length is not known in advance. */

const INITIAL_ROWS = 64;

export class Uint32Column {
  values = new Uint32Array(INITIAL_ROWS);
  count = 0;

  push(value: number): void {
    if (this.count === this.values.length) {
      const { values } = this;
      this.values = new Uint32Array(2 * this.count);
      this.values.set(values);
    }
    this.values[this.count++] = value;
  }

  /** Adds `values[from, to)`. */
  pushRange(values: Uint32Array, from: number, to: number): void {
    const count = this.count + to - from;
    if (count > this.values.length) {
      const known = this.values;
      this.values = new Uint32Array(2 * count);
      this.values.set(known.subarray(0, this.count));
    }
    this.values.set(values.subarray(from, to), this.count);
    this.count = count;
  }

  clear(): void {
    this.count = 0;
  }

  /** Clears the column; frees its memory if it is larger than `kept_max`. */
  release(kept_max: number): void {
    this.count = 0;
    if (this.values.length > kept_max) this.values = new Uint32Array(INITIAL_ROWS);
  }

  /** Copies the pushed values. */
  finish(): Uint32Array {
    return this.values.slice(0, this.count);
  }
}

export class Float64Column {
  values = new Float64Array(INITIAL_ROWS);
  count = 0;

  push(value: number): void {
    if (this.count === this.values.length) {
      const { values } = this;
      this.values = new Float64Array(2 * this.count);
      this.values.set(values);
    }
    this.values[this.count++] = value;
  }

  /** Adds `values[from, to)`. */
  pushRange(values: Float64Array, from: number, to: number): void {
    const count = this.count + to - from;
    if (count > this.values.length) {
      const known = this.values;
      this.values = new Float64Array(2 * count);
      this.values.set(known.subarray(0, this.count));
    }
    this.values.set(values.subarray(from, to), this.count);
    this.count = count;
  }

  clear(): void {
    this.count = 0;
  }

  /** Copies the pushed values. */
  finish(): Float64Array {
    return this.values.slice(0, this.count);
  }
}

/** Groups indices by bucket, keeping their order: row b of the result is `items[start[b]]` up to the next. */
export function groupBy(
  buckets: Uint32Array,
  count: number,
  nBuckets: number,
): { readonly start: Uint32Array; readonly items: Uint32Array } {
  const start = new Uint32Array(nBuckets + 1);
  for (let i = 0; i < count; i++) start[buckets[i]! + 1] = start[buckets[i]! + 1]! + 1;
  for (let b = 0; b < nBuckets; b++) start[b + 1] = start[b + 1]! + start[b]!;
  const next = start.slice();
  const items = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const b = buckets[i]!;
    items[next[b]!] = i;
    next[b] = next[b]! + 1;
  }
  return { start, items };
}
