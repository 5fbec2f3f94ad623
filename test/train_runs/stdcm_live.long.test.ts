/** The judge of stdcm_live.ts on many requests; `LIVE_SEED` starts elsewhere, `LIVE_COUNT` tells how many. */
import { afterAll, expect, it } from "vitest";
import { makeRandom } from "../workers/engine/seeded.ts";
import { type Json, startLiveWorld } from "./live_world.ts";
import { tryRequest } from "./stdcm_live.ts";

const FIRST = Number(process.env["LIVE_SEED"] ?? 1000);
const COUNT = Number(process.env["LIVE_COUNT"] ?? 400);
const world = await startLiveWorld(FIRST);
afterAll(async () => {
  await world.close();
});

it("trains fitted in among works, limits, paced trains and exceptions keep all that was asked", async () => {
  const listed = (await world.make("GET", "/light_rolling_stock?page_size=100")).json;
  const stocks = new Map<string, Json>(
    listed.results.map((one: { name: string }) => [one.name, one]),
  );
  const counts: Record<string, number> = {};
  const problems: string[] = [];
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const tried = await tryRequest(makeRandom(seed), world, stocks);
    for (const kind of [tried.status, ...tried.kinds]) counts[kind] = (counts[kind] ?? 0) + 1;
    problems.push(...tried.problems.map((one) => `seed ${seed}: ${one}`));
  }
  console.log(JSON.stringify(counts));
  expect(problems).toEqual([]);
  expect(counts["not kept"] ?? 0).toBe(0);
  expect(counts["kept"]).toBeGreaterThan(COUNT / 4);
});
