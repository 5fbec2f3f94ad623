/** A slice of the exhaustive small world against the model, by a printed seed; and the types without parents, whole. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { makeRandom, wholeBetween } from "../../workers/engine/seeded.ts";
import { COMBINATIONS, Crowd, compareAlone, compareTrees, WORLDS } from "./small_worlds.ts";

const SEED = Number(process.env["SMALL_WORLD_SEED"] ?? 20_240_101);
/** 125 users, members or not: 250 worlds per tree. */
const TREES = 80;
const TREES_AT_ONCE = 40;

let database: TestDatabase;
let crowd: Crowd;

beforeAll(async () => {
  database = await startTestDatabase({
    deadline_ms: scaled(120_000),
    slow_deadline_ms: scaled(120_000),
  });
  crowd = await Crowd.make(database.db, COMBINATIONS);
});

afterAll(async () => {
  await database.close();
});

it("counts 3,906,250 small worlds", () => {
  expect(WORLDS).toBe(3_906_250);
});

it(
  "answers three resources of random small worlds as the model does",
  async () => {
    const random = makeRandom(SEED);
    const draw = (): number => wholeBetween(random, 0, COMBINATIONS - 1);
    let compared = 0;
    for (let i = 0; i < TREES; i += TREES_AT_ONCE) {
      const trees = Array.from({ length: TREES_AT_ONCE }, () => ({
        public: draw(),
        group: draw(),
      }));
      compared += await compareTrees(crowd, trees);
    }
    console.log(`seed ${SEED}: ${compared} answers compared`);
    expect(compared).toBe(TREES * 750);
  },
  scaled(300_000),
);

it.each(["timetable", "infra", "rolling_stock_collection", "group"] as const)(
  "answers all 250 small worlds of a %s as the model does",
  async (type) => {
    expect(await compareAlone(crowd, type)).toBe(250);
  },
);
