// Method: testKilledEdits, see killed_edits.ts; many more kills: killed_edits.long.test.ts.
import { it } from "vitest";
import { scaled } from "../helpers/pace.ts";
import { testKilledEdits } from "./killed_edits.ts";

const KILLS = 4;

it(
  "batches are whole or absent while servers and the database are killed, and both servers tell the same",
  async () => await testKilledEdits({ kills: KILLS, seed: 1 }),
  scaled(120_000),
);
