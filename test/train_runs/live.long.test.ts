// Method: the judges of kept conflicts and of what_if on many more seeds and networks.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playHistory } from "./edit_histories.ts";
import { type LiveWorld, startLiveWorld } from "./live_world.ts";
import { runTrial } from "./what_if_trial.ts";

const NETWORK_SEEDS = [7, 8, 9, 10];
const TRIALS = 500;
const HISTORIES = 5;
const EDITS = 200;

describe.each(NETWORK_SEEDS)("on network %i", (network_seed) => {
  let world: LiveWorld;
  beforeAll(async () => {
    world = await startLiveWorld(network_seed);
  });
  afterAll(async () => {
    await world.close();
  });

  it("what_if tells what storing the changes does", async () => {
    let new_count = 0;
    for (let seed = 0; seed < TRIALS; seed++) {
      new_count += (await runTrial(world, 1_000 * network_seed + seed)).new_count;
    }
    expect(new_count).toBeGreaterThan(TRIALS);
  });

  it("kept conflicts are those found from nothing after 200 edits through two servers", async () => {
    for (let seed = 0; seed < HISTORIES; seed++) {
      const { conflict_counts } = await playHistory(world, 1_000 * network_seed + seed, EDITS);
      expect(conflict_counts.size).toBeGreaterThan(10);
    }
  });
});
