// Method: seeded walks; each point that is left out is a second or ten metres from the line between its kept neighbours at most.
import { describe, expect, it } from "vitest";
import { thinPoints } from "../../../../workers/engine/projection/thin_points.ts";
import { makeRandom, wholeBetween } from "../seeded.ts";

describe("points of a curve", () => {
  it("are kept where a line would be more than a second and ten metres off", () => {
    const random = makeRandom(3);
    for (let round = 0; round < 300; round++) {
      let [x, t] = [0, 0];
      const positions: number[] = [];
      const times: number[] = [];
      for (let i = 0; i < 40; i++) {
        positions.push(x);
        times.push(t);
        x += random() < 0.2 ? 0 : wholeBetween(random, 1, 80_000);
        t += wholeBetween(random, 0, 3000);
      }
      const kept = thinPoints(positions, times);
      expect([kept[0], kept.at(-1)]).toEqual([0, 39]);
      for (const [k, to] of kept.entries()) {
        if (k === 0) continue;
        const from = kept[k - 1]!;
        const [dx, dt] = [positions[to]! - positions[from]!, times[to]! - times[from]!];
        for (let i = from + 1; i < to; i++) {
          if (dx === 0) continue;
          const drawn = times[from]! + ((positions[i]! - positions[from]!) / dx) * dt;
          const place = positions[from]! + ((times[i]! - times[from]!) / dt) * dx;
          const [late, far] = [Math.abs(drawn - times[i]!), Math.abs(place - positions[i]!)];
          expect(Math.min(late / 1001, far / 10_001)).toBeLessThan(1);
        }
      }
    }
  });
});
