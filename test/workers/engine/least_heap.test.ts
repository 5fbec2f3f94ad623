// Method: a sorted list is the oracle for the order of weights; ties are checked against a second,
// literal heap written with a comparator and swaps.
import { describe, expect, it } from "vitest";
import { LeastHeap } from "../../../workers/engine/least_heap.ts";
import { makeRandom } from "./seeded.ts";

class LiteralHeap {
  readonly items: number[] = [];
  readonly compare: (a: number, b: number) => number;

  constructor(compare: (a: number, b: number) => number) {
    this.compare = compare;
  }

  push(item: number): void {
    const { items, compare } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = Math.floor((at - 1) / 2);
      if (compare(items[at]!, items[parent]!) >= 0) break;
      [items[at], items[parent]] = [items[parent]!, items[at]!];
      at = parent;
    }
  }

  pop(): number {
    const { items, compare } = this;
    const least = items[0]!;
    const last = items.pop()!;
    if (items.length === 0) return least;
    items[0] = last;
    for (let at = 0; ; ) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && compare(items[child + 1]!, items[child]!) < 0) child++;
      if (compare(items[at]!, items[child]!) <= 0) break;
      [items[at], items[child]] = [items[child]!, items[at]!];
      at = child;
    }
    return least;
  }
}

describe("the heap", () => {
  it("takes least keys first, least ties first on equal keys, what is equal like the classic heap", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = makeRandom(seed);
      const n = 3000;
      const weights = Float64Array.from({ length: n }, () => Math.floor(random() * 20));
      const reached = Int32Array.from({ length: n }, () => Math.floor(random() * 3));
      const heap = new LeastHeap();
      const literal = new LiteralHeap(
        (a, b) => weights[a]! - weights[b]! || reached[b]! - reached[a]!,
      );
      const taken: number[] = [];
      const expected: number[] = [];
      for (let step = 0; step < n; step++) {
        heap.push(weights[step]!, step, -reached[step]!);
        literal.push(step);
        if (random() < 0.4) {
          taken.push(heap.pop());
          expected.push(literal.pop());
        }
      }
      const rest: number[] = [];
      while (heap.size > 0) rest.push(heap.pop());
      while (literal.items.length > 0) expected.push(literal.pop());
      expect([...taken, ...rest]).toEqual(expected);
      const sorted = [...rest].sort(
        (a, b) => weights[a]! - weights[b]! || reached[b]! - reached[a]!,
      );
      expect(rest.map((step) => weights[step])).toEqual(sorted.map((step) => weights[step]));
    }
  });
});
