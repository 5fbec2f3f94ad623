// Method: the judges of kept conflicts and of what_if on many more seeds and networks.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { playHistory } from "./edit_histories.ts";
import { startLiveWorld } from "./live_world.ts";
import { runTrial } from "./what_if_trial.ts";

const NETWORK_SEEDS = [7, 8, 9, 10];
const TRIALS = 500;
const HISTORIES = 5;
const EDITS = 200;

describe.each(NETWORK_SEEDS)("on network %i", (network_seed) => {
  const world = opened(() => startLiveWorld(network_seed));

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
