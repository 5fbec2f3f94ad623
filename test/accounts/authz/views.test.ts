/** All ways to ask what a user may see agree with each other and with the model, on random worlds. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { runHistory } from "./histories.ts";
import { compareViews } from "./views.ts";

const WORLDS = Number(process.env["WORLDS"] ?? 16);
const FIRST_SEED = Number(process.env["WORLD_SEED"] ?? 100_001);

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(async () => {
  await database.close();
});

it(
  "tells the same in levels, roles, lists and single answers, for every user and resource of random worlds",
  async () => {
    let compared = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      const history = { seed, mutations: 60, compare_every: 100, inspect: compareViews };
      compared += (await runHistory(database, history)).compared;
    }
    console.log(`${compared} answers compared`);
    expect(compared).toBeGreaterThan(WORLDS * 100);
  },
  scaled(300_000),
);
