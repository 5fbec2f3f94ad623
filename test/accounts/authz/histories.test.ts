/** Random histories of changes of rights through requests; the server's answers are then compared with the model. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { addOutcomes, EVERY_OUTCOME, runHistory } from "./histories.ts";

const FIRST_SEEDS = 50;
/** Of histories in which the rarest things happen: the first of each. */
const RARE_SEEDS = [52, 71, 99, 102];

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(async () => {
  await database.close();
});

it(
  "tells the same levels, grant lists and refusals as the model after the changes of random histories",
  async () => {
    const outcomes = new Map<string, number>();
    let compared = 0;
    const first = Array.from({ length: FIRST_SEEDS }, (_, i) => i + 1);
    for (const seed of [...first, ...RARE_SEEDS]) {
      const told = await runHistory(database, { seed, mutations: 50, compare_every: 10 });
      compared += told.compared;
      addOutcomes(outcomes, told.outcomes);
    }
    console.log(`${compared} answers compared`);
    // Else the histories would pass without having asked.
    expect(EVERY_OUTCOME.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
  },
  scaled(600_000),
);
