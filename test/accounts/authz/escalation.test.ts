/** Breadth-first search for escalation on the model, whole to four operations, to five in the long one; a part of what it finds is replayed on the server. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { makeRandom } from "../../workers/engine/seeded.ts";
import { makeNetworkAndGroup, makeProjectAndStudy, search } from "./escalation.ts";
import { replay } from "./replay.ts";

const OPERATIONS = 4;
const REPLAYED = 30;

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(async () => {
  await database.close();
});

it.each([
  { name: "a network and a group", make: makeNetworkAndGroup },
  { name: "a project and its study", make: makeProjectAndStudy },
])(
  "lets nobody rise above who acts within four operations on $name, nor does the server",
  async ({ make }) => {
    const start = make();
    const random = makeRandom(1);
    const found = search({ start, depth_max: OPERATIONS, kept_max: REPLAYED, random });
    expect(found.faults).toEqual([]);
    expect(found.states).toBeGreaterThan(1000);
    const { kept } = found;
    const replayed = await replay(database, start.resources, { kept, probed_max: 10 });
    console.log(
      `${found.states} states, ${found.steps} steps, replayed ${JSON.stringify(replayed)}`,
    );
    expect(replayed.done).toBe(REPLAYED * OPERATIONS);
    expect(replayed.refused).toBeGreaterThan(50);
  },
);
