// Oracle: the lowest limit metre by metre.
import { expect, it } from "vitest";
import { NO_LIMITS, TailLimits } from "../../../../workers/engine/stdcm/tail_limits.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";

const MAX_M_S = 40;
const END_M = 60;

interface Limits {
  readonly from_mm: number[];
  readonly to_mm: number[];
  readonly v_m_s: number[];
}

function draw(random: Random): Limits {
  const drawn: Limits = { from_mm: [], to_mm: [], v_m_s: [] };
  for (let n = wholeBetween(random, 0, 4); n > 0; n--) {
    const from_m = random() < 0.7 ? 0 : wholeBetween(random, 0, END_M - 1);
    drawn.from_mm.push(1000 * from_m);
    drawn.to_mm.push(1000 * wholeBetween(random, from_m + 1, END_M));
    drawn.v_m_s.push(wholeBetween(random, 1, MAX_M_S + 5));
  }
  return drawn;
}

/** [END_M] the lowest limit on each metre. */
function lowest({ from_mm, to_mm, v_m_s }: Limits): number[] {
  return Array.from({ length: END_M }, (_, m) => {
    const on = v_m_s.filter((_limit, i) => from_mm[i]! <= 1000 * m && to_mm[i]! > 1000 * m);
    return Math.min(MAX_M_S, ...on);
  });
}

it("limits under a tail are kept by what they limit, and compared by that", () => {
  const random = makeRandom(5);
  const tails = new TailLimits(MAX_M_S);
  let nWeaker = 0;
  for (let i = 0; i < 2000; i++) {
    const [a, b] = [draw(random), draw(random)];
    const [idA, idB] = [tails.intern(a), tails.intern(b)];
    expect(lowest(tails.listOf(idA))).toEqual(lowest(a));
    expect(tails.intern(a)).toBe(idA);
    expect(tails.isWeaker(NO_LIMITS, idA)).toBe(true);
    // It may miss that several limits together are as restrictive as one, never the reverse.
    if (tails.isWeaker(idA, idB)) {
      nWeaker++;
      const other = lowest(b);
      expect(lowest(a).every((v, m) => v >= other[m]!)).toBe(true);
    }
    const cost_s = lowest(a).reduce((sum, v) => sum + 1 / v - 1 / MAX_M_S, 0);
    expect(tails.cost_s(idA)).toBeGreaterThan(cost_s - 1e-9);
  }
  expect(nWeaker).toBeGreaterThan(200);
});
