// Method: as edit_histories.test.ts, on 2,000 other seeds; SEEDS sets how many.
import { expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { scaled } from "../helpers/pace.ts";
import { compareHistory } from "./edit_histories.ts";

const SEEDS = Number(process.env["SEEDS"] ?? 2_000);

it(
  "two thousand histories of edits make the networks that fresh imports of them are",
  async () => {
    const api = await startTestApi();
    for (let seed = 0; seed < SEEDS; seed++) await compareHistory(api, 1_000 + seed);
    expect(api.compute.runs.length).toBeGreaterThan(SEEDS);
    await api.close();
  },
  scaled(2_000_000),
);
