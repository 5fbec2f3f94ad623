/**
 * Most restrictive speed profile (engine.md 4.7): of all limits that hold at a place the lowest, as
 * constant-speed pieces. One sweep over the begins with a heap of the limits that are still open;
 * a limit that has ended is dropped when it comes to the top. Also makes the profile for answers,
 * where the limits are not extended by the train length.
 */

/** Constant-speed ranges in the order they are added; that order decides ties. */
export interface SpeedParts {
  /** [n] */
  readonly from_mm: number[];
  readonly to_mm: number[];
  readonly v_m_s: number[];
}

/** The result: piece i spans boundaries i to i + 1 at the speed of part `parts[i]`. */
export interface SpeedProfile {
  readonly boundaries_mm: readonly number[];
  readonly parts: readonly number[];
}

/**
 * Sweeps the parts, which must leave no gap; at every place the slowest wins, then the one that
 * began first, then the one added first.
 */
export function findSlowest(input: SpeedParts): SpeedProfile {
  const { from_mm, to_mm, v_m_s } = input;
  const n = from_mm.length;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  order.sort((a, b) => from_mm[a]! - from_mm[b]! || a - b);
  const heap = new PartHeap(input);
  const boundaries_mm: number[] = [];
  const parts: number[] = [];
  let next = 0;
  let at_mm = n === 0 ? 0 : from_mm[order[0]!]!;
  boundaries_mm.push(at_mm);
  while (next < n || heap.count > 0) {
    while (next < n && from_mm[order[next]!]! <= at_mm) heap.push(order[next++]!);
    while (heap.count > 0 && to_mm[heap.top()]! <= at_mm) heap.pop();
    if (heap.count === 0) break;
    const winner = heap.top();
    let end_mm = to_mm[winner]!;
    // Until it ends, only a later part of lower speed takes over.
    while (next < n && from_mm[order[next]!]! < end_mm) {
      const part = order[next]!;
      if (v_m_s[part]! < v_m_s[winner]!) {
        end_mm = from_mm[part]!;
        break;
      }
      heap.push(part);
      next++;
    }
    if (parts[parts.length - 1] === winner) boundaries_mm.pop();
    else parts.push(winner);
    boundaries_mm.push(end_mm);
    at_mm = end_mm;
  }
  return { boundaries_mm, parts };
}

/** Binary heap of part numbers, the part that wins on top. */
class PartHeap {
  count = 0;
  readonly #items: number[] = [];
  readonly #parts: SpeedParts;

  constructor(parts: SpeedParts) {
    this.#parts = parts;
  }

  top(): number {
    return this.#items[0]!;
  }

  push(part: number): void {
    const items = this.#items;
    let i = this.count++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#wins(part, items[parent]!)) break;
      items[i] = items[parent]!;
      i = parent;
    }
    items[i] = part;
  }

  pop(): void {
    const items = this.#items;
    const n = --this.count;
    const part = items[n]!;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= n) break;
      if (child + 1 < n && this.#wins(items[child + 1]!, items[child]!)) child++;
      if (!this.#wins(items[child]!, part)) break;
      items[i] = items[child]!;
      i = child;
    }
    items[i] = part;
  }

  #wins(a: number, b: number): boolean {
    const { from_mm, v_m_s } = this.#parts;
    if (v_m_s[a] !== v_m_s[b]) return v_m_s[a]! < v_m_s[b]!;
    return from_mm[a] !== from_mm[b] ? from_mm[a]! < from_mm[b]! : a < b;
  }
}
