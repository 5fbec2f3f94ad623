// Method: killEditors, see killed_edits.ts; many more kills: killed_edits.long.test.ts.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../helpers/pace.ts";
import { killEditors } from "./killed_edits.ts";

const KILLS = 4;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-edits-"));
  chmodSync(folder, 0o755);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it(
  "batches are whole or absent while servers and the database are killed, and both servers tell the same",
  async () => {
    const told = await killEditors(join(folder, "postgres"), { kills: KILLS, seed: 1 });
    console.log(JSON.stringify(told));
    expect(told.batches).toBeGreaterThan(0);
  },
  scaled(120_000),
);
