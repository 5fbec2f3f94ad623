// Method: seeded random changes of random timetables, tried and then really stored, against whole lists of conflicts before and after; table of bodies and rights.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LiveWorld, startLiveWorld } from "./live_world.ts";
import { runTrial, type TrialFigures } from "./what_if_trial.ts";

const SEEDS = 100;

let world: LiveWorld;
beforeAll(async () => {
  world = await startLiveWorld();
});
afterAll(async () => {
  await world.close();
});

describe("what_if", () => {
  it("tells what differs between all conflicts before and after really storing the changes", async () => {
    const trials: TrialFigures[] = [];
    for (let seed = 0; seed < SEEDS; seed++) trials.push(await runTrial(world, seed));
    // Otherwise there was nothing to compare.
    const kinds = new Set(trials.flatMap((one) => one.kinds));
    expect(kinds.size).toBe(11);
    for (const count of ["gone_count", "new_count", "kept_count"] as const) {
      expect(trials.filter((one) => one[count] > 0).length, count).toBeGreaterThan(SEEDS / 3);
    }
  });
});
