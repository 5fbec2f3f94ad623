/** Method: seeded keys with many equal ones against the built-in stable sort. */
import { describe, expect, it } from "vitest";
import { sortByKey } from "../../../../workers/engine/conflicts/stable_sort.ts";
import { makeRandom, wholeBetween } from "../seeded.ts";

describe("the sort of requirements", () => {
  it("is stable and right for random, sorted, reversed and nearly sorted keys", () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = makeRandom(seed);
      const count = wholeBetween(random, 0, 700);
      const from = wholeBetween(random, 0, Math.min(20, count));
      const to = count - wholeBetween(random, 0, Math.min(20, count - from));
      const spread = [1, 10, 1e6][seed % 3]!;
      const slope = [0, 1, -1, 1e6][seed % 4]!;
      const keys = Float64Array.from(
        { length: count },
        (_, i) => slope * i + wholeBetween(random, 0, spread),
      );
      const order = Uint32Array.from({ length: count }, (_, i) => i);
      sortByKey(order, keys, { from, to }, new Uint32Array(count));
      const expected = Array.from({ length: count }, (_, i) => i);
      const sorted = expected.slice(from, to).sort((a, b) => keys[a]! - keys[b]!);
      expected.splice(from, to - from, ...sorted);
      expect(Array.from(order), `seed ${seed}`).toEqual(expected);
    }
  });
});
