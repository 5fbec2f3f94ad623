/** What the graph tells by itself: numbers, stations, where the trains are; its conflicts by kind; trains dragged at once. */
import { describe, expect, it } from "vitest";
import {
  download,
  drag,
  findOnGraph,
  openConflicts,
  readCount,
  settledView,
  summaryOf,
  viewOf,
} from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { idOf, readJson, readTrain, runQuery, trainKey, visitGraph, world } from "./stage.ts";

const EMPTY_HOUR = "&view=2026-03-01T05:00:00_2026-03-01T06:00:00_-0.0300_1.0300";

interface SentConflict {
  readonly conflict_type: string;
}

export function describeGraphParts(): void {
  describe("the graph by itself", () => {
    it("has the trains' numbers and the stations with kilometre and tracks, in the SVG too", async () => {
      const { page } = await visitGraph();
      await page.getByText("Export and print").click();
      // The tracks are read when the graph is there already.
      await expect
        .poll(async () => (await download(page, "Graph as SVG")).toString(), PATIENT)
        .toMatch(/>0\.0 km · 4 tracks</);
      const svg = (await download(page, "Graph as SVG")).toString();
      const numbers = [...svg.matchAll(/rotate\([^>]*>([^<]+)<\/text>/g)].map(([, text]) => text);
      expect(numbers).toEqual(expect.arrayContaining(["4501", "R2"]));
      expect(numbers.length).toBeGreaterThan(40);
      expect(svg).toContain(">Auberive<");
    });

    it("says in an empty part where the trains are, and goes there by keys", async () => {
      const made = await visitGraph("planner", EMPTY_HOUR);
      const { page } = made;
      const next = page.getByRole("button", { name: "Next: 4501, 02/03 05:00" });
      await next.waitFor();
      await expectAccessible(made);
      await next.focus();
      await page.keyboard.press("Enter");
      await next.waitFor({ state: "detached" });
      expect(viewOf(page)).not.toBe("");
      await findOnGraph(page, "4501");
    });

    it("filters conflicts by type, train and station, on the graph and in the list", async () => {
      const made = await visitGraph();
      const { page } = made;
      const path = `/timetable/${world().imported.timetable_id}/conflicts?${runQuery()}`;
      const all = await readJson<SentConflict[]>(path);
      const routing = all.filter(({ conflict_type }) => conflict_type === "Routing");
      expect([routing.length > 0, routing.length < all.length]).toEqual([true, true]);
      await openConflicts(page);
      await summaryOf(page, /^Filter conflicts/).click();
      await page.getByLabel("Type").selectOption("Routing");
      expect(await readCount(page, /^Conflicts/)).toBe(routing.length);
      await page.getByLabel("Type").selectOption("all");
      await page.getByLabel("Of a train").fill("4510");
      const of_train = await readCount(page, /^Conflicts/);
      expect([of_train > 0, of_train < all.length]).toEqual([true, true]);
      const listed = page.getByRole("list", { name: /^Conflicts/ }).getByRole("button");
      for (const text of await listed.allTextContents()) expect(text).toContain("4510");
      await expectAccessible(made);
      await page.getByRole("button", { name: "Show all conflicts" }).press("Enter");
      expect(await readCount(page, /^Conflicts/)).toBe(all.length);
      await page.getByLabel("At the station").selectOption("Fontenay");
      const there = await readCount(page, /^Conflicts/);
      expect([there > 0, there < all.length]).toEqual([true, true]);
      await page.getByLabel("Of a train").fill("no such train");
      await page.getByText("No conflict of this kind.").waitFor();
    });

    it("is compared with what it was when it was opened", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(5)));
      await summaryOf(page, /^Compare/).click();
      const choice = page.getByLabel("Compare with");
      await choice
        .locator("option", { hasText: "when it was opened here" })
        .waitFor({ state: "attached" });
      await choice.selectOption("opened");
      await page.getByRole("status").filter({ hasText: "Nothing differs." }).waitFor();
      const before = await readTrain(idOf(5));
      await page.getByRole("application").focus();
      for (let i = 0; i < 4; i++) await page.keyboard.press("Alt+ArrowRight");
      await page.keyboard.press("Enter");
      await page.getByText(`${before.train_name}: stored`).waitFor();
      const line = page.getByRole("button", { name: `${before.train_name} Start +4 min` });
      await line.waitFor();
      await page.getByText("compared with", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Undo (1)" }).click();
      await line.waitFor({ state: "detached" });
    });

    it("is compared with another timetable by keys, which is known by its name, also from a link", async () => {
      // It has none of its trains.
      const name = "Draft of the north";
      const made = await world().send("planner", "POST", "/timetable", { name });
      const { timetable_id } = (await made.json()) as { timetable_id: number };
      const { page } = await visitGraph("planner");
      await summaryOf(page, /^Compare/).press("Enter");
      const choice = page.getByLabel("Compare with");
      await choice.locator("option", { hasText: name }).waitFor({ state: "attached" });
      await choice.focus();
      await page.keyboard.type("Draft");
      await page.getByText(/^\d+ trains differ$/).waitFor();
      expect(await choice.inputValue()).toBe(String(timetable_id));
      const compared = await visitGraph(
        "planner",
        new URL(page.url()).hash.replace(/^[^?]*[?]/, "&"),
      );
      const stored = await readJson<{ results: unknown[]; count: number }>(
        `/timetable/${world().imported.timetable_id}/train_schedules?page_size=1`,
      );
      expect(stored.count).toBeGreaterThan(10);
      const told = compared.page.getByText(/^\d+ trains differ$/);
      await told.waitFor();
      expect(Number.parseInt((await told.textContent()) ?? "", 10)).toBeGreaterThanOrEqual(
        stored.count,
      );
      await expectAccessible(compared);
    });

    it("drags a train that is not chosen at once, and not for a caller who may only read", async () => {
      const id = idOf(3);
      const before = await readTrain(id);
      const zoomed = await visitGraph("planner", trainKey(id));
      await zoomed.page.getByRole("button", { name: "Zoom to train" }).click();
      const view = await settledView(zoomed.page);
      const { page } = await visitGraph("planner", `&view=${view}`);
      const from = await findOnGraph(page, before.train_name);
      await drag(page, from, { x: from.x + 60, y: from.y });
      await page.getByText(`${before.train_name}: stored`).waitFor();
      expect(page.url()).toContain(`train=train_schedule+${id}`);
      expect(viewOf(page)).toBe(view);
      const moved = await readTrain(id);
      expect(Date.parse(moved.start_time)).toBeGreaterThan(Date.parse(before.start_time));
      await page.getByRole("button", { name: "Undo (1)" }).click();
      await page.getByText(/^Undone: /).waitFor();
      const { page: reader } = await visitGraph("reader", `&view=${view}`);
      const there = await findOnGraph(reader, before.train_name);
      await drag(reader, there, { x: there.x + 60, y: there.y });
      await reader.waitForURL(() => viewOf(reader) !== view);
      expect((await readTrain(id)).start_time).toBe(before.start_time);
    });
  });
}
