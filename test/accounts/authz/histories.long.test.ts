/** Five thousand random histories against the model, on two databases; HISTORY_SEED resumes where a run ended. */
import { expect, it } from "vitest";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { runHistory } from "./histories.ts";
import { compareViews } from "./views.ts";

const FIRST_SEED = Number(process.env["HISTORY_SEED"] ?? 10_000);
const LAST_SEED = Number(process.env["LAST_SEED"] ?? 14_999);

/** Every second seed. */
async function runEverySecond(first: number): Promise<number> {
  const database = await startTestDatabase();
  let compared = 0;
  for (let seed = first; seed <= LAST_SEED; seed += 2) {
    // The views of everybody are asked for in every tenth.
    const views = seed % 20 < 2 ? { inspect: compareViews } : {};
    const history = { seed, mutations: 50, compare_every: 4, ...views };
    const told = await runHistory(database, history);
    compared += told.compared;
    if (seed % 500 === 0) console.log(`reached seed ${seed}`);
  }
  await database.close();
  return compared;
}

it("tells the same levels, grant lists and refusals as the model in 5,000 random histories", async () => {
  const compared = await Promise.all([runEverySecond(FIRST_SEED), runEverySecond(FIRST_SEED + 1)]);
  console.log(`${compared.join(" + ")} answers compared`);
  expect(compared.every((count) => count > 0)).toBe(true);
});
