// Method: seeded random edits of trains and stocks through two servers of one database, all bytes compared with the detection that keeps nothing; tasks counted; bounds of the store.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playHistory } from "./edit_histories.ts";
import { type LiveWorld, startLiveWorld } from "./live_world.ts";

let world: LiveWorld;
beforeAll(async () => {
  world = await startLiveWorld();
});
afterAll(async () => {
  await world.close();
});

describe("kept conflicts", () => {
  it("are after every edit through either of two servers what is found from nothing, byte for byte", async () => {
    const counts = new Set<number>();
    const edits = new Set<string>();
    for (let seed = 0; seed < 4; seed++) {
      const figures = await playHistory(world, seed, 30);
      for (const count of figures.conflict_counts) counts.add(count);
      for (const edit of figures.edits) edits.add(edit);
    }
    // Otherwise there was nothing to compare.
    expect(counts.size).toBeGreaterThan(10);
    expect(edits.size).toBe(6);
  });
});
