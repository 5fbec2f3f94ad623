// Method: testKilledEdits, see killed_edits.ts; KILLS sets how many.
import { it } from "vitest";
import { scaled } from "../helpers/pace.ts";
import { testKilledEdits } from "./killed_edits.ts";

const KILLS = Number(process.env["KILLS"] ?? 200);

it(
  "batches are whole or absent while servers and the database are killed, and both servers tell the same",
  async () => await testKilledEdits({ kills: KILLS, seed: 2 }),
  scaled(1_800_000),
);
