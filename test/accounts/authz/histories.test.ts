/** Random histories of changes of rights through requests; the server's answers are then compared with the model, in the end in all ways to ask what a user may see. */
import { expect, it } from "vitest";
import { opened } from "../../helpers/opened.ts";
import { scaled } from "../../helpers/pace.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { addOutcomes, EVERY_OUTCOME, runHistory } from "./histories.ts";
import { compareViews } from "./views.ts";

const FIRST_SEEDS = 50;
/** Of histories in which the rarest things happen: the first of each. */
const RARE_SEEDS = [52, 71, 99, 102];
const FIRST_VIEWED = 100_001;
const VIEWED_WORLDS = 16;

const database = opened(startTestDatabase);

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

it(
  "tells the same in levels, roles, lists and single answers, for every user and resource of random worlds",
  async () => {
    let compared = 0;
    for (let seed = FIRST_VIEWED; seed < FIRST_VIEWED + VIEWED_WORLDS; seed++) {
      const history = { seed, mutations: 60, compare_every: 100, inspect: compareViews };
      compared += (await runHistory(database, history)).compared;
    }
    expect(compared).toBeGreaterThan(VIEWED_WORLDS * 100);
  },
  scaled(300_000),
);
