/** The range map of engine.md 1.2 in its most literal form: a sorted list of entries with gaps. */

export interface Entry<V> {
  readonly lo: number;
  readonly hi: number;
  readonly value: V;
}

/** A text that is equal for equal values; infinities and key order included. */
export function textOf(value: unknown): string {
  if (value instanceof Map) return `map${textOf([...value].sort(([a], [b]) => (a < b ? -1 : 1)))}`;
  if (value instanceof Set)
    return `set${textOf([...value].map(textOf).sort((a, b) => (a < b ? -1 : 1)))}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value === "object" && value !== null) {
    return textOf(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  return typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "undefined");
}

export class RangeMap<V> {
  entries: Entry<V>[] = [];

  put(lo: number, hi: number, value: V): this {
    if (!(lo < hi)) return this;
    const kept: Entry<V>[] = [];
    for (const entry of this.entries) {
      if (entry.lo < lo) kept.push({ ...entry, hi: Math.min(entry.hi, lo) });
      if (entry.hi > hi) kept.push({ ...entry, lo: Math.max(entry.lo, hi) });
      // An entry that spans [lo, hi] gives both pieces.
    }
    kept.push({ lo, hi, value });
    kept.sort((a, b) => a.lo - b.lo);
    this.entries = [];
    for (const entry of kept) {
      const last = this.entries.at(-1);
      if (
        last !== undefined &&
        last.hi === entry.lo &&
        textOf(last.value) === textOf(entry.value)
      ) {
        this.entries[this.entries.length - 1] = { ...last, hi: entry.hi };
      } else {
        this.entries.push(entry);
      }
    }
    return this;
  }

  get(x: number): V | undefined {
    return this.entries.findLast(({ lo, hi }) => lo <= x && x <= hi)?.value;
  }

  subMap(low: number, high: number): RangeMap<V> {
    const map = new RangeMap<V>();
    for (const { lo, hi, value } of this.entries) {
      map.put(Math.max(lo, low), Math.min(hi, high), value);
    }
    return map;
  }

  shift(by: number): RangeMap<V> {
    const map = new RangeMap<V>();
    for (const { lo, hi, value } of this.entries) map.put(lo + by, hi + by, value);
    return map;
  }

  /** The same seen from the other end of a stretch of this length. */
  mirror(length: number, change: (value: V) => V = (value) => value): RangeMap<V> {
    const map = new RangeMap<V>();
    for (const { lo, hi, value } of this.entries) map.put(length - hi, length - lo, change(value));
    return map;
  }

  putAll(other: RangeMap<V>): this {
    for (const { lo, hi, value } of other.entries) this.put(lo, hi, value);
    return this;
  }

  /** Pieces of this map under the ranges of another become `change(old, new)`. */
  update<U>(other: RangeMap<U>, change: (old: V, by: U) => V): this {
    for (const by of other.entries) {
      for (const { lo, hi, value } of this.subMap(by.lo, by.hi).entries) {
        this.put(lo, hi, change(value, by.value));
      }
    }
    return this;
  }

  /** Takes closed ranges out. */
  remove(low: number, high: number): this {
    const kept: Entry<V>[] = [];
    for (const entry of this.entries) {
      if (entry.lo < low) kept.push({ ...entry, hi: Math.min(entry.hi, low) });
      if (entry.hi > high) kept.push({ ...entry, lo: Math.max(entry.lo, high) });
    }
    this.entries = kept.filter(({ lo, hi }) => lo < hi);
    return this;
  }
}
