/** The decision table of sharing, changing and revoking, asked of requests and of the model; and every combination of its words. */
import { beforeAll, expect, it } from "vitest";
import { opened } from "../../helpers/opened.ts";
import { scaled } from "../../helpers/pace.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { type Decided, decide } from "./decided_world.ts";
import { allCases, readDecisions } from "./decisions.ts";

const database = opened(startTestDatabase);
let decided: readonly Decided[];

beforeAll(async () => {
  decided = await decide(database, readDecisions());
});

it.each(readDecisions().map((row, i) => ({ ...row, i })))(
  "answers $outcome to '$operation' by $actor about '$grant', other owners: $others",
  ({ outcome, i }) => {
    expect(decided[i]).toMatchObject({ told: outcome, expected: outcome });
  },
);

it(
  "answers all other combinations as the model does",
  async () => {
    const other = await startTestDatabase();
    const all = await decide(other, allCases());
    await other.close();
    expect(all.filter(({ told, expected }) => told !== expected)).toEqual([]);
    expect(all.length).toBe(allCases().length);
    expect(all.length).toBeGreaterThan(3000);
  },
  scaled(120_000),
);
