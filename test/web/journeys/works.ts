/** Works and temporary limits, made and changed on the graph and on the map. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import { countPoints, drag, drawnMap, summaryOf } from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { readJson, visitGraph } from "./stage.ts";

interface WorkGroup {
  readonly work_schedule_group_name: string;
  readonly work_schedules: readonly {
    readonly obj_id: string;
    readonly work_schedule_type: string;
    readonly start_date_time: string;
    readonly track_ranges: readonly unknown[];
  }[];
}

interface LimitGroup {
  readonly speed_limits: readonly { readonly speed_limit: number; readonly obj_id: string }[];
}

/** Colours of the light map. */
const { work: WORK, limit: LIMIT } = paletteOf(false);

/** By keys, in a new group. */
async function storeWork(
  page: Page,
  dialog: Locator,
  { name, group }: { readonly name: string; readonly group: string },
): Promise<void> {
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Name of the group").fill(group);
  await dialog.getByLabel("Name of the group").press("Enter");
  await page.getByText(`The group ${group} is created and chosen.`).waitFor();
}

export function describeWorks(): void {
  describe("works and limits", () => {
    it("are made by an area that is drawn, or entered by keys, and changed, each in a new group", async () => {
      const made = await visitGraph();
      const { page } = made;
      const idOf = (name: string): string =>
        new URLSearchParams(page.url().split("?")[1]).get(name) ?? "";
      await summaryOf(page, /^Works/).click();
      await page.getByRole("button", { name: "Draw an area" }).click();
      const box = await page.getByRole("application").boundingBox();
      if (box === null) throw new Error("no graph");
      const from = { x: box.x + 300, y: box.y + 150 };
      await drag(page, from, { x: from.x + 150, y: from.y + 120 });
      const dialog = page.getByRole("dialog", { name: "New work or limit" });
      await dialog.waitFor();
      await expectAccessible(made);
      await storeWork(page, dialog, { name: "Switch 7", group: "March" });
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
      await page.getByText("The group March 2 is created and chosen.").waitFor();
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
      await dialog.getByLabel("Maximum speed, km/h").fill("36");
      await dialog.getByLabel("Maximum speed, km/h").press("Enter");
      await page.waitForURL(/limits=\d+/);
      const limits = await readJson<LimitGroup>(`/temporary_speed_limit_group/${idOf("limits")}`);
      expect(limits.speed_limits).toMatchObject([{ speed_limit: 10 }]);
      await page.getByText("temporary speed limit, km/h").waitFor();
      await page.getByRole("button", { name: /Speed limit 36 km\/h/ }).waitFor();
    });

    it("are on a track of any station, every night from Monday to Friday", async () => {
      const made = await visitGraph();
      const { page } = made;
      await summaryOf(page, /^Works/).click();
      await page.getByRole("button", { name: "Enter an area" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "New work or limit" });
      await dialog.getByLabel("From (UTC)").fill("2026-03-02T23:00");
      await dialog.getByLabel("To (UTC)").fill("2026-03-03T04:00");
      await dialog.getByLabel("Where").selectOption("tracks of a station");
      const station = dialog.getByRole("combobox", { name: "Station" });
      await station.press("ArrowDown");
      await page.locator(".picks").getByRole("option").first().waitFor();
      await station.press("Enter");
      await dialog.getByRole("combobox", { name: "Track", exact: true }).selectOption({ index: 1 });
      await dialog.getByLabel("Again on other days").click();
      await dialog.getByLabel("Until (UTC)").fill("2026-03-15");
      await expectAccessible(made);
      await storeWork(page, dialog, { name: "Tamping", group: "Nights" });
      await page.waitForURL(/works=\d+/);
      const id = new URLSearchParams(page.url().split("?")[1]).get("works") ?? "";
      const { work_schedules } = await readJson<WorkGroup>(`/work_schedules/${id}`);
      expect(work_schedules.map(({ start_date_time }) => start_date_time.slice(5, 16))).toEqual(
        [2, 3, 4, 5, 6, 9, 10, 11, 12, 13].map((day) => `03-${String(day).padStart(2, "0")}T23:00`),
      );
      for (const { track_ranges } of work_schedules) expect(track_ranges).toHaveLength(1);
      await page
        .getByRole("button", { name: /^Tamping/ })
        .nth(9)
        .waitFor();
    });

    it("are drawn along the axis on the map, with the pointer and by keys, and changed there", async () => {
      const made = await visitGraph();
      const { page } = made;
      const idOf = (name: string): string =>
        new URLSearchParams(page.url().split("?")[1]).get(name) ?? "";
      await page.getByRole("button", { name: "Map" }).click();
      // Before the first train, which would be meant before a work.
      await page.getByRole("slider").press("Home");
      const map = await drawnMap(page);
      await summaryOf(page, /^Works/).click();
      const draw = page.getByRole("button", { name: "Draw an area" });
      await draw.click();
      await page.getByText("Drag along the axis").waitFor();
      const box = await map.boundingBox();
      if (box === null) throw new Error("no map");
      const at = (share: number) => ({ x: box.x + share * box.width, y: box.y + box.height / 2 });
      await drag(page, at(0.3), at(0.6));
      const dialog = page.getByRole("dialog", { name: "New work or limit" });
      await dialog.waitFor();
      await expectAccessible(made);
      await storeWork(page, dialog, { name: "Bridge 3", group: "Of the map" });
      await page.waitForURL(/works=\d+/);
      const stored = await readJson<WorkGroup>(`/work_schedules/${idOf("works")}`);
      expect(stored.work_schedules.map(({ obj_id }) => obj_id)).toEqual(["Bridge 3"]);
      expect(stored.work_schedules[0]?.track_ranges.length).toBeGreaterThan(0);
      await expect
        .poll(async () => await countPoints(page, await drawnMap(page), WORK), PATIENT)
        .toBeGreaterThan(300);
      await draw.press("Enter");
      await map.focus();
      await page.keyboard.press("Enter");
      for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await dialog.waitFor();
      await dialog.getByLabel("Type").selectOption("LIMIT");
      await dialog.getByLabel("Maximum speed, km/h").fill("36");
      await dialog.getByLabel("Maximum speed, km/h").press("Enter");
      await page.waitForURL(/limits=\d+/);
      const limits = await readJson<LimitGroup>(`/temporary_speed_limit_group/${idOf("limits")}`);
      expect(limits.speed_limits).toMatchObject([{ speed_limit: 10 }]);
      await expect
        .poll(async () => await countPoints(page, await drawnMap(page), LIMIT), PATIENT)
        .toBeGreaterThan(100);
      await map.focus();
      await page.keyboard.press("Enter");
      const change = page.getByRole("dialog", { name: "Change a work or a limit" });
      await change.getByLabel("Name", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await change.waitFor({ state: "detached" });
    });

    it("are looked at by a reader, who makes none", async () => {
      const { page } = await visitGraph("reader");
      await summaryOf(page, /^Works/).click();
      await page
        .getByText("Only those who may change networks can create works and limits.")
        .waitFor();
      expect(await page.getByRole("button", { name: "Draw an area" }).count()).toBe(0);
    });
  });
}
