/** As many trains as a day of a busy network has. */
import { beforeAll, describe, expect, it } from "vitest";
import { generateNetwork } from "../../../bench/network.ts";
import { scaled } from "../../helpers/pace.ts";
import { readCount, search, summaryOf } from "../steps.ts";
import { readJson, readTrain, runQuery, trainKey, visit, world } from "./stage.ts";

const TRAINS = 1400;
const COMPUTED = { timeout: scaled(30_000) };

export function describeLarge(): void {
  describe("1,400 trains", () => {
    let timetable_id = 0;
    let id = 0;
    beforeAll(async () => {
      const { train_schedules } = generateNetwork({
        train_count: TRAINS,
        departure_interval_s: 123,
      });
      const stage = world();
      const made = await stage.send("planner", "POST", "/timetable");
      ({ timetable_id } = (await made.json()) as { timetable_id: number });
      const path = `/timetable/${timetable_id}/train_schedules`;
      const created = await stage.send("planner", "POST", path, train_schedules);
      id = ((await created.json()) as { id: number }[])[TRAINS / 2]?.id ?? 0;
    });

    it("are all on the graph with their conflicts, found by search, and moved", async () => {
      const { infra_id, electrical_profile_set_id } = world().imported;
      const hash = `#/timetable/${timetable_id}/graph?infra=${infra_id}&profiles=${electrical_profile_set_id}`;
      const { page } = await visit("planner", hash + trainKey(id));
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor(COMPUTED);
      expect(await readCount(page, /^Trains/)).toBe(TRAINS);
      const place = `/timetable/${timetable_id}`;
      const conflicts = await readJson<unknown[]>(`${place}/conflicts?${runQuery()}`);
      expect(await readCount(page, /^Conflicts/)).toBe(conflicts.length);
      const changes = [{ kind: "train_schedule", id, shift: "PT7M" }];
      const tried = await world().send("planner", "POST", `${place}/what_if?${runQuery()}`, {
        changes,
      });
      const follows = (await tried.json()) as { conflicts: { count_after: number } };
      await page.getByRole("application").focus();
      for (let i = 0; i < 7; i++) await page.keyboard.press("Alt+ArrowRight");
      await page.getByText("Tried, not stored: +7 min").waitFor();
      await page.keyboard.press("Enter");
      await page.getByText(": stored").waitFor();
      const after = new RegExp(`^Conflicts \\(${follows.conflicts.count_after}\\)`);
      await summaryOf(page, after).waitFor();
      const { train_name } = await readTrain(id);
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByRole("combobox", { name: "Train" }).click();
      const offered = page.locator(".picks").getByRole("option");
      await offered.first().waitFor();
      expect(await offered.count()).toBeLessThanOrEqual(50);
      await page.getByRole("button", { name: "Train graph" }).click();
      await search(page, train_name);
      const found = await readCount(page, /^Trains/);
      expect([found > 0, found < TRAINS]).toEqual([true, true]);
    });
  });
}
