/** The exhaustive small world of decisions.md 5: 11,718,750 answers against the model, on two connections. */
import { expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { COMBINATIONS, Crowd, compareTrees, type TreeGrants, WORLDS } from "./small_worlds.ts";

/** Answers for combinations of public grants, from the given one on in steps of two. */
async function compareEverySecond(first: number): Promise<number> {
  const database = await startTestDatabase({
    deadline_ms: scaled(200_000),
    slow_deadline_ms: scaled(200_000),
  });
  const crowd = await Crowd.make(database.db, COMBINATIONS);
  let compared = 0;
  for (let anybody = first; anybody < COMBINATIONS; anybody += 2) {
    const trees = Array.from(
      { length: COMBINATIONS },
      (_, group): TreeGrants => ({ public: anybody, group }),
    );
    compared += await compareTrees(crowd, trees);
  }
  await database.close();
  return compared;
}

it("answers three resources of all 3,906,250 small worlds as the model does", async () => {
  const compared = await Promise.all([compareEverySecond(0), compareEverySecond(1)]);
  expect(compared.reduce((sum, count) => sum + count, 0)).toBe(WORLDS * 3);
});
