/** What is done to several trains at once. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { clickOnce, drag, openMenu, summaryOf } from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { graphHash, idOf, readTrain, trainKey, visit, visitGraph, world } from "./stage.ts";

async function store(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Store", exact: true }).click();
  await page.locator(".tried").waitFor({ state: "detached" });
}

/** Where the bar of a train is in a station's diagram: the graph above names the train that the pointer is on. */
async function findBar(page: Page, rows: Locator, name: string): Promise<{ x: number; y: number }> {
  const box = await rows.boundingBox();
  if (box === null) throw new Error("no diagram");
  for (let y = box.y + 13; y < box.y + box.height; y += 26) {
    for (let x = box.x + 140; x < box.x + box.width; x += 4) {
      await page.mouse.move(x, y);
      const [named] = await page.locator(".tooltip strong").allTextContents();
      if (named === name) return { x, y };
    }
  }
  throw new Error(`${name} is not in the diagram`);
}

function minutesBetween(before: { start_time: string }, after: { start_time: string }): number {
  return (Date.parse(after.start_time) - Date.parse(before.start_time)) / 60_000;
}

export function describeSeveral(): void {
  describe("several trains", () => {
    it("are chosen by keys, shifted and labelled together, in one stored change, which is undone in one", async () => {
      const [a, b] = [idOf(6), idOf(8)];
      const before = [await readTrain(a), await readTrain(b)] as const;
      const made = await visitGraph("planner", trainKey(a));
      const { page } = made;
      await page.getByRole("application").focus();
      await page.keyboard.press("m");
      await summaryOf(page, /^Several trains \(1\)/).waitFor();
      await page
        .getByRole("list", { name: /^Trains/ })
        .getByRole("button", { name: before[1].train_name })
        .first()
        .click({ modifiers: ["Control"] });
      await page.getByText("2 trains and services are chosen.").waitFor();
      await expectAccessible(made);
      await page.getByLabel("Minutes later").fill("7");
      await page.getByLabel("Minutes later").press("Enter");
      await page.getByText("Tried, not stored: 2 trains").waitFor();
      await page.locator(".act").getByLabel("Label").fill("summer");
      await page.locator(".act").getByLabel("Label").press("Enter");
      const requests: string[] = [];
      page.on("request", (request) => {
        if (request.method() !== "GET")
          requests.push(new URL(request.url()).pathname.split("/").at(-1) ?? "");
      });
      await store(page);
      expect(requests.filter((name) => name === "changes")).toHaveLength(1);
      const stored = [await readTrain(a), await readTrain(b)] as const;
      expect(stored.map((one, i) => minutesBetween(before[i] ?? one, one))).toEqual([7, 7]);
      expect(JSON.stringify(stored)).toMatch(/"summer".*"summer"/);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText(/^Undone: /).waitFor();
      await expect
        .poll(async () => (await readTrain(a)).start_time, PATIENT)
        .toBe(before[0].start_time);
      expect((await readTrain(b)).start_time).toBe(before[1].start_time);
    });

    it("one is put on another track of a station, by the pointer and by keys, tried first", async () => {
      const id = idOf(0);
      const before = await readTrain(id);
      const { page } = await visitGraph("planner", trainKey(id));
      await page.getByRole("button", { name: "Zoom to train" }).click();
      await openMenu(page, /^Show/);
      await page.getByLabel("Station occupancy").selectOption("Essoyes");
      const visitOf = (track: RegExp) =>
        page.getByRole("list", { name: "Trains at Essoyes" }).getByRole("button", { name: track });
      await visitOf(/ 4501, track \S+$/).waitFor();
      const stored_name = (await visitOf(/ 4501, track/).textContent()) ?? "";
      const rows = page.getByRole("application", { name: /^Tracks of Essoyes/ });
      const from = await findBar(page, rows, "4501");
      const box = await rows.boundingBox();
      const is_low = from.y - (box?.y ?? 0) > 2 * 26;
      await drag(page, from, { x: from.x, y: from.y + (is_low ? -26 : 26) });
      await page.getByText(/^Tried, not stored: /).waitFor();
      expect(await readTrain(id)).toEqual(before);
      await page.getByRole("button", { name: "Cancel" }).click();
      await visitOf(new RegExp(`${stored_name.split(" ").at(-1)}$`))
        .first()
        .waitFor();
      await rows.focus();
      await page.keyboard.press(is_low ? "Alt+ArrowUp" : "Alt+ArrowDown");
      await page.getByText(/^Tried, not stored: /).waitFor();
      await page.getByText(/^Conflicts: /).waitFor();
      await store(page);
      const after = await readTrain(id);
      expect(JSON.stringify(after.path)).toContain("track_reference");
      expect(after.path).not.toEqual(before.path);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText(/^Undone: /).waitFor();
      expect((await readTrain(id)).path).toEqual(before.path);
    });

    it("are chosen by a rectangle, and by search; copied, also to another timetable, and deleted", async () => {
      const stage = world();
      const made = await stage.send("planner", "POST", "/timetable");
      const { timetable_id } = (await made.json()) as { timetable_id: number };
      const countIn = async (): Promise<number> => {
        const path = `/timetable/${timetable_id}/train_schedules?page_size=1`;
        return ((await (await stage.send("planner", "GET", path)).json()) as { count: number })
          .count;
      };
      const { page } = await visitGraph();
      const box = await page.getByRole("application").boundingBox();
      if (box === null) throw new Error("no graph");
      await page.keyboard.down("Control");
      await drag(page, { x: box.x + 200, y: box.y + 60 }, { x: box.x + 330, y: box.y + 200 });
      await page.keyboard.up("Control");
      await summaryOf(page, /^Several trains \([1-9]/).waitFor();
      await page.getByRole("button", { name: "None" }).click();
      await page.getByLabel("Search trains").fill("4501");
      await page.getByLabel("Search trains").press("Tab");
      await summaryOf(page, /^Trains \(1\)/).waitFor();
      await page.getByRole("button", { name: "All that are shown" }).click();
      await page.getByText("1 train or service is chosen.").waitFor();
      await page.getByLabel("Copy to another timetable").selectOption(String(timetable_id));
      const form = page.locator(".act", { hasText: "Copy to another timetable" });
      await clickOnce(page, form.getByRole("button", { name: "Copy" }), "/changes");
      await page.getByText(`1 copy is in Timetable ${timetable_id} now.`).waitFor();
      expect(await countIn()).toBe(1);
      const { infra_id, electrical_profile_set_id } = stage.imported;
      const hash = `#/timetable/${timetable_id}/graph?infra=${infra_id}&profiles=${electrical_profile_set_id}`;
      const { page: other } = await visit("planner", hash);
      await summaryOf(other, /^Trains \(1\)/).waitFor();
      await summaryOf(other, /^Several trains/).click();
      await other.getByRole("button", { name: "All that are shown" }).click();
      await other.getByLabel("Copy every … minutes").fill("30");
      await other.getByLabel("Copies", { exact: true }).fill("3");
      await other.getByLabel("Copies", { exact: true }).press("Enter");
      await other.getByText("Tried, not stored: 3 trains").waitFor();
      await store(other);
      await summaryOf(other, /^Trains \(4\)/).waitFor();
      expect(await countIn()).toBe(4);
      await other.getByRole("button", { name: "All that are shown" }).click();
      await other.getByRole("button", { name: "Delete all 4" }).click();
      await store(other);
      expect(await countIn()).toBe(0);
      expect(graphHash()).not.toBe(hash);
    });
  });
}
