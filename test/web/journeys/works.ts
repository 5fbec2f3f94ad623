/** Works and temporary limits, made and changed on the graph. */
import { describe, expect, it } from "vitest";
import { drag, summaryOf } from "../steps.ts";
import { expectAccessible } from "../visit.ts";
import { readJson, visitGraph } from "./stage.ts";

interface WorkGroup {
  readonly work_schedule_group_name: string;
  readonly work_schedules: readonly {
    readonly obj_id: string;
    readonly work_schedule_type: string;
    readonly start_date_time: string;
  }[];
}

interface LimitGroup {
  readonly speed_limits: readonly { readonly speed_limit: number; readonly obj_id: string }[];
}

export function describeWorks(): void {
  describe("works and limits", () => {
    it("are made by an area that is drawn, or entered by keys, and changed, each in a new group", async () => {
      const made = await visitGraph();
      const { page } = made;
      const idOf = (name: string): string =>
        new URLSearchParams(page.url().split("?")[1]).get(name) ?? "";
      await summaryOf(page, /^Works and limits/).click();
      await page.getByRole("button", { name: "Draw an area" }).click();
      const box = await page.getByRole("application").boundingBox();
      if (box === null) throw new Error("no graph");
      const from = { x: box.x + 300, y: box.y + 150 };
      await drag(page, from, { x: from.x + 150, y: from.y + 120 });
      const dialog = page.getByRole("dialog", { name: "New work or limit" });
      await dialog.waitFor();
      await expectAccessible(made);
      await dialog.getByLabel("Name", { exact: true }).fill("Switch 7");
      await dialog.getByLabel("Name of the group").fill("March");
      await dialog.getByLabel("Name of the group").press("Enter");
      await page.getByText("The group March is made and chosen.").waitFor();
      await page.waitForURL(/works=\d+/);
      const first = idOf("works");
      const stored = await readJson<WorkGroup>(`/work_schedules/${first}`);
      expect(stored.work_schedules.map(({ obj_id }) => obj_id)).toEqual(["Switch 7"]);
      const line = page.getByRole("button", { name: /^Switch 7 Work on the track/ });
      await line.press("Enter");
      const change = page.getByRole("dialog", { name: "Change a work or a limit" });
      await change.getByLabel("From (UTC)").fill("2026-03-02T06:30");
      await change.getByLabel("Type").selectOption("CATENARY");
      await change.getByRole("button", { name: "Store" }).press("Enter");
      await page.getByText("The group March 2 is made and chosen.").waitFor();
      expect(idOf("works")).not.toBe(first);
      const changed = await readJson<WorkGroup>(`/work_schedules/${idOf("works")}`);
      expect(changed.work_schedules).toMatchObject([
        {
          obj_id: "Switch 7",
          work_schedule_type: "CATENARY",
          start_date_time: "2026-03-02T06:30:00Z",
        },
      ]);
      expect((await readJson<WorkGroup>(`/work_schedules/${first}`)).work_schedules).toEqual(
        stored.work_schedules,
      );
      await page.getByRole("button", { name: "Enter an area" }).press("Enter");
      await dialog.getByLabel("Type").selectOption("LIMIT");
      await dialog.getByLabel("Highest speed, km/h").fill("36");
      await dialog.getByLabel("Highest speed, km/h").press("Enter");
      await page.waitForURL(/limits=\d+/);
      const limits = await readJson<LimitGroup>(`/temporary_speed_limit_group/${idOf("limits")}`);
      expect(limits.speed_limits).toMatchObject([{ speed_limit: 10 }]);
      await page.getByText("temporary speed limit, km/h").waitFor();
      await page.getByRole("button", { name: /Speed limit 36 km\/h/ }).waitFor();
    });

    it("are looked at by a reader, who makes none", async () => {
      const { page } = await visitGraph("reader");
      await summaryOf(page, /^Works and limits/).click();
      await page
        .getByText("Works and limits are made by callers who may change networks.")
        .waitFor();
      expect(await page.getByRole("button", { name: "Draw an area" }).count()).toBe(0);
    });
  });
}
