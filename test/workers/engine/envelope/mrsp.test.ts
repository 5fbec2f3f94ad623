/** The sweep against a naive evaluation of every millimetre position between any two events. */
import { describe, expect, it } from "vitest";
import { findSlowest, type SpeedParts } from "../../../../workers/engine/envelope/mrsp.ts";
import { makeRandom, wholeBetween } from "../seeded.ts";

const LENGTH_MM = 400;

function randomParts(seed: number): SpeedParts {
  const random = makeRandom(seed);
  const parts: SpeedParts = { from_mm: [], to_mm: [], v_m_s: [] };
  const n = wholeBetween(random, 0, 14);
  const full = wholeBetween(random, 0, n);
  for (let i = 0; i <= n; i++) {
    const from = i === full ? 0 : wholeBetween(random, 0, LENGTH_MM);
    parts.from_mm.push(from);
    parts.to_mm.push(i === full ? LENGTH_MM : wholeBetween(random, from, LENGTH_MM));
    parts.v_m_s.push(wholeBetween(random, 1, 4));
  }
  return parts;
}

/** The part that wins just after x. */
function naiveWinner({ from_mm, to_mm, v_m_s }: SpeedParts, x: number): number {
  let best = -1;
  for (let i = 0; i < from_mm.length; i++) {
    if (from_mm[i]! > x || to_mm[i]! <= x) continue;
    const better =
      best < 0 ||
      v_m_s[i]! < v_m_s[best]! ||
      (v_m_s[i] === v_m_s[best] && from_mm[i]! < from_mm[best]!);
    if (better) best = i;
  }
  return best;
}

describe("the most restrictive speed profile", () => {
  it("has at every place the slowest part, ties by begin, then by order, in 2,000 seeds", () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const parts = randomParts(seed);
      const slowest = findSlowest(parts);
      expect(slowest.boundaries_mm[0]).toBe(0);
      expect(slowest.boundaries_mm.at(-1)).toBe(LENGTH_MM);
      slowest.parts.forEach((part, i) => {
        expect(part).not.toBe(slowest.parts[i - 1]);
        expect(slowest.boundaries_mm[i]!).toBeLessThan(slowest.boundaries_mm[i + 1]!);
        for (let x = slowest.boundaries_mm[i]!; x < slowest.boundaries_mm[i + 1]!; x++) {
          if (naiveWinner(parts, x) !== part) throw new Error(`seed ${seed}, position ${x}`);
        }
      });
    }
  });
});
