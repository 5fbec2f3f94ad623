/** The judge of stdcm_live.ts on a few requests; 400 in stdcm_live.long.test.ts. */
import { afterAll, expect, it } from "vitest";
import { startLiveWorld } from "./live_world.ts";
import { tryRequests } from "./stdcm_live.ts";

const world = await startLiveWorld();
afterAll(async () => {
  await world.close();
});

it("trains fitted in among works, limits, paced trains and exceptions keep all that was asked", async () => {
  const { counts, problems } = await tryRequests(world, 0, 40);
  expect(problems).toEqual([]);
  // Every train of one rolling stock alone can be kept.
  expect(counts["not kept"] ?? 0).toBe(0);
  // Without these there would have been nothing to judge.
  expect(counts["kept"]).toBeGreaterThan(10);
  expect(counts["conflicts"]).toBeGreaterThan(0);
});
