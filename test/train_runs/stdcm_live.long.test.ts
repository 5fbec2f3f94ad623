/** The judge of stdcm_live.ts on many requests; `LIVE_SEED` starts elsewhere, `LIVE_COUNT` tells how many. */
import { afterAll, expect, it } from "vitest";
import { startLiveWorld } from "./live_world.ts";
import { tryRequests } from "./stdcm_live.ts";

const FIRST = Number(process.env["LIVE_SEED"] ?? 1000);
const COUNT = Number(process.env["LIVE_COUNT"] ?? 400);
const world = await startLiveWorld(FIRST);
afterAll(async () => {
  await world.close();
});

it("trains fitted in among works, limits, paced trains and exceptions keep all that was asked, often", async () => {
  const { counts, problems } = await tryRequests(world, FIRST, COUNT);
  console.log(JSON.stringify(counts));
  expect(problems).toEqual([]);
  expect(counts["not kept"] ?? 0).toBe(0);
  expect(counts["kept"]).toBeGreaterThan(COUNT / 4);
});
