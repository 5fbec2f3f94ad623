// Method: an array with one cell per millimetre is the oracle for 400 seeded sequences of changes.
import { describe, expect, it } from "vitest";
import { RangeMap } from "../../../../workers/engine/range_map.ts";
import { makeRandom } from "../seeded.ts";

const LENGTH = 40;

function cellsOf(map: RangeMap<number>): (number | null)[] {
  const cells: (number | null)[] = Array.from({ length: LENGTH }, () => null);
  map.values.forEach((value, i) => cells.fill(value, map.bounds_mm[i], map.bounds_mm[i + 1]));
  return cells;
}

describe("a range map", () => {
  it("holds what an array of cells holds after the same changes", () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = makeRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const map = new RangeMap<number>();
      const cells: (number | null)[] = Array.from({ length: LENGTH }, () => null);
      for (let change = 0; change < 12; change++) {
        const lo = below(LENGTH);
        const hi = lo + below(LENGTH - lo + 1);
        if (below(3) > 0) {
          const value = below(4);
          map.put(lo, hi, value);
          cells.fill(value, lo, hi);
        } else {
          map.update(lo, hi, (old) => old + 1);
          for (let x = lo; x < hi; x++) {
            const old = cells[x] ?? null;
            cells[x] = old === null ? null : old + 1;
          }
        }
        expect(cellsOf(map), `seed ${seed}`).toEqual(cells);
        map.values.forEach((value, i) => {
          expect(map.bounds_mm[i]).toBeLessThan(map.bounds_mm[i + 1]!);
          if (i > 0) expect(value, `seed ${seed}: neighbours merge`).not.toBe(map.values[i - 1]);
        });
      }
    }
  });

  it("gives the later value on a boundary and the last one at the end", () => {
    const map = new RangeMap<string>();
    map.put(0, 10, "a");
    map.put(10, 20, "b");
    expect([map.get(0), map.get(9), map.get(10), map.get(20), map.get(21)]).toEqual([
      "a",
      "a",
      "b",
      "b",
      null,
    ]);
  });

  it("ignores empty and turned ranges and keeps gaps empty on update", () => {
    const map = new RangeMap<number>();
    map.put(5, 5, 1);
    map.put(9, 3, 1);
    expect(map.values).toEqual([]);
    map.put(0, 2, 1);
    map.put(4, 6, 1);
    map.update(0, 6, () => 7);
    expect(map.bounds_mm).toEqual([0, 2, 4, 6]);
    expect(map.values).toEqual([7, null, 7]);
  });
});
