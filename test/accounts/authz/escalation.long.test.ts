/** The search for escalation in a tree with a group, and some thousand of its sequences as requests. */
import { expect, it } from "vitest";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { makeRandom } from "../../workers/engine/seeded.ts";
import {
  makeNetworkAndGroup,
  makeProjectAndStudy,
  makeTreeAndGroup,
  search,
} from "./escalation.ts";
import { replay } from "./replay.ts";

const SEED = Number(process.env["ESCALATION_SEED"] ?? 7);

it.each([
  { name: "a network and a group", make: makeNetworkAndGroup, operations: 5 },
  { name: "a project and its study", make: makeProjectAndStudy, operations: 5 },
  { name: "a project, its study and a group", make: makeTreeAndGroup, operations: 4 },
])(
  "lets nobody rise above who acts within $operations operations on $name, nor does the server",
  async ({ make, operations }) => {
    const database = await startTestDatabase();
    const start = make();
    const random = makeRandom(SEED);
    const found = search({ start, depth_max: operations, kept_max: 1000, random });
    expect(found.faults).toEqual([]);
    const { kept } = found;
    const replayed = await replay(database, start.resources, { kept, probed_max: 100 });
    console.log(
      `${found.states} states, ${found.steps} steps, replayed ${JSON.stringify(replayed)}`,
    );
    expect(replayed.done).toBe(kept.length * operations);
    await database.close();
  },
);
