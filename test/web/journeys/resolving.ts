/** Conflicts resolved by the server's proposals: looked at, taken as a whole or in part, stored, taken back. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { openConflicts, readCount, summaryOf } from "../steps.ts";
import { expectAccessible, PATIENT, type Visit } from "../visit.ts";
import { idOf, readJson, readTrain, runQuery, visit, visitGraph, world } from "./stage.ts";

/** A search on a busy machine. */
const SEARCHED = { timeout: scaled(20_000) };

interface Stored {
  readonly id: number;
  readonly train_name: string;
  readonly paced?: unknown;
}

async function readConflicts(): Promise<readonly unknown[]> {
  const { timetable_id } = world().imported;
  return await readJson(`/timetable/${timetable_id}/conflicts?${runQuery()}`);
}

async function listStored(): Promise<readonly Stored[]> {
  const place = `/timetable/${world().imported.timetable_id}`;
  const lists = await Promise.all(
    ["train_schedules", "paced_trains"].map((name) =>
      readJson<{ results: readonly Stored[] }>(`${place}/${name}?page_size=200`),
    ),
  );
  return lists.flatMap(({ results }) => results);
}

/** Of a train as a proposal names it: one of a service with its start. */
async function findRecord(name: string): Promise<{ path: string; record: Stored }> {
  const record = (await listStored()).find(({ train_name }) => name.split(" ")[0] === train_name);
  if (record === undefined) throw new Error(`no ${name}`);
  const kind = record.paced === undefined ? "train_schedule" : "paced_train";
  return { path: `/${kind}/${record.id}`, record };
}

/** All trains and services as they are stored, but for who stored them and when. */
async function readRecords(): Promise<readonly string[]> {
  return (await listStored())
    .map((record) => JSON.stringify({ ...record, modified_by: null, modified_at: null }))
    .sort();
}

/** A timetable of a service and the same one again, half a minute later: each train conflicts with its twin. */
async function makeTwins(): Promise<{ readonly hash: string; readonly services: string }> {
  const { infra_id } = world().imported;
  const {
    id: _id,
    timetable_id: _of,
    ...train
  } = (await readTrain(idOf(0))) as unknown as Stored & {
    timetable_id: number;
    start_time: string;
  };
  const paced = { time_window: "PT4H", interval: "PT1H" };
  const later = new Date(Date.parse(train.start_time) + 30_000).toISOString();
  const made = await world().send("planner", "POST", "/timetable", {});
  const { timetable_id } = (await made.json()) as { timetable_id: number };
  const services = `/timetable/${timetable_id}/paced_trains`;
  const twins = [train, { ...train, train_name: "twin", start_time: later }];
  const sent = twins.map((one) => ({ ...one, paced, exceptions: [] }));
  await world().send("planner", "POST", services, sent);
  return { hash: `#/timetable/${timetable_id}/graph?infra=${infra_id}`, services };
}

/** All trains of the network three times, all at the same moment: the least that a search does can't resolve that. */
async function makeCrowd(): Promise<string> {
  const { imported, network } = world();
  const made = await world().send("planner", "POST", "/timetable", {});
  const { timetable_id } = (await made.json()) as { timetable_id: number };
  const [first] = network.train_schedules;
  const trains = network.train_schedules.map((train) => ({
    ...train,
    start_time: first?.start_time,
  }));
  const path = `/timetable/${timetable_id}/train_schedules`;
  for (let i = 0; i < 3; i++) await world().send("planner", "POST", path, trains);
  return `#/timetable/${timetable_id}/graph?infra=${imported.infra_id}`;
}

function panelOf(page: Page): Locator {
  return page.locator("details", { has: page.locator("summary", { hasText: /^Resolve / }) });
}

/** From the list of conflicts to the end of the search. */
async function find(page: Page, button: RegExp): Promise<Locator> {
  await openConflicts(page);
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("button", { name: "Find a proposal" }).press("Enter");
  await page.getByRole("button", { name: "Find another one" }).waitFor(SEARCHED);
  return panelOf(page);
}

async function store(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Store", exact: true }).click();
  await page.locator(".tried").waitFor({ state: "detached" });
}

async function undo(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByText(/^Undone: /).waitFor();
}

/** How many conflicts there would be. */
async function readOutcome(panel: Locator): Promise<number> {
  const cell = panel.getByRole("row", { name: /^Conflicts/ }).locator("td strong");
  await expect.poll(async () => await cell.textContent(), PATIENT).toMatch(/^\d+$/);
  return Number(await cell.textContent());
}

async function openFirst(): Promise<Visit> {
  const made = await visitGraph();
  await openConflicts(made.page);
  const rows = made.page.getByRole("list", { name: /^Conflicts/ }).getByRole("button");
  await rows.first().click();
  return made;
}

export function describeResolving(): void {
  describe("conflicts that are resolved", () => {
    it("one, by the pointer: what would change is shown dashed and listed, and nothing is stored before", async () => {
      const before = await readConflicts();
      const records = await readRecords();
      const made = await openFirst();
      const { page } = made;
      const panel = await find(page, /^Resolve conflict 1 …/);
      await page.getByText("All of these conflicts are resolved.").waitFor();
      expect(await readOutcome(panel)).toBeLessThan(before.length);
      expect(await panel.getByRole("checkbox").count()).toBeGreaterThan(0);
      await expectAccessible(made);
      expect([await readConflicts(), await readRecords()]).toEqual([before, records]);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.locator(".tried").waitFor({ state: "detached" });
      await panel.getByRole("checkbox").first().waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Close" }).click();
      await summaryOf(page, /^Resolve /).waitFor({ state: "detached" });
      expect(await page.locator("[role=tab]:focus").textContent()).toMatch(/^Conflicts/);
      expect([await readConflicts(), await readRecords()]).toEqual([before, records]);
    });

    it("all of them, by keys alone, in one stored change, and taken back in one", async () => {
      const before = await readConflicts();
      const records = await readRecords();
      const { page } = await visitGraph();
      const requests: string[] = [];
      page.on("request", (request) => {
        if (request.method() !== "GET")
          requests.push(new URL(request.url()).pathname.split("/").at(-1) ?? "");
      });
      await openConflicts(page);
      await page.getByRole("button", { name: "Resolve all …" }).press("Enter");
      const ask = page.getByRole("button", { name: "Find a proposal" });
      await ask.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Find another one" }).waitFor(SEARCHED);
      // The focus stayed on the button that asked.
      expect(await page.locator("button:focus").textContent()).toBe("Find another one");
      expect(await readOutcome(panelOf(page))).toBe(0);
      await page.getByRole("button", { name: "Store", exact: true }).press("Enter");
      await summaryOf(page, /^Conflicts \(0\)/).waitFor();
      expect(await page.locator("summary:focus").textContent()).toMatch(/^Resolve all/);
      expect(requests.filter((name) => name === "changes")).toHaveLength(1);
      expect(await readConflicts()).toEqual([]);
      await undo(page);
      await summaryOf(page, new RegExp(`^Conflicts \\(${before.length}\\)`)).waitFor();
      expect([await readConflicts(), await readRecords()]).toEqual([before, records]);
    });

    it("of whole services, where that is less to tell than their trains", async () => {
      const { hash, services } = await makeTwins();
      const made = await visit("planner", hash);
      const { page } = made;
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
      await openConflicts(page);
      await page.getByRole("button", { name: "Resolve all …" }).click();
      await summaryOf(page, /^What is allowed/).press("Enter");
      const whole = page.getByLabel("change whole services");
      await whole.press("Space");
      await whole.press("Space");
      await page.getByRole("button", { name: "Find a proposal" }).click();
      await page.getByRole("button", { name: "Find another one" }).waitFor(SEARCHED);
      await page.getByText("All of these conflicts are resolved.").waitFor(SEARCHED);
      await expectAccessible(made);
      expect(await panelOf(page).getByRole("list").getByRole("checkbox").count()).toBe(1);
      await store(page);
      await summaryOf(page, /^Conflicts \(0\)/).waitFor();
      const { results } = await readJson<{ results: readonly { exceptions: unknown[] }[] }>(
        services,
      );
      expect(results.map(({ exceptions }) => exceptions)).toEqual([[], []]);
    });

    it("in less time than it takes: it says that time ran out, not that nothing would help", async () => {
      const made = await visit("planner", await makeCrowd());
      const { page } = made;
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor(SEARCHED);
      await openConflicts(page);
      await page.getByRole("button", { name: "Resolve all …" }).click();
      await summaryOf(page, /^What is allowed/).press("Enter");
      await page.getByLabel("Look for at most s").fill("0");
      await page.getByRole("button", { name: "Find a proposal" }).press("Enter");
      await page.getByRole("button", { name: "Find another one" }).waitFor(SEARCHED);
      const panel = panelOf(page);
      await summaryOf(page, /conflicts remain$/).press("Enter");
      await panel.getByText("time ran out before anything was found").first().waitFor(SEARCHED);
      expect(await panel.getByText("what is allowed does not resolve it").count()).toBe(0);
      await expectAccessible(made);
    });

    it("several that are chosen in the list, by Ctrl and by m", async () => {
      const { page } = await openFirst();
      const rows = page.getByRole("list", { name: /^Conflicts/ }).getByRole("button");
      await rows.nth(2).click({ modifiers: ["Control"] });
      await rows.nth(3).focus();
      await page.keyboard.press("m");
      const before = await readCount(page, /^Conflicts/);
      const panel = await find(page, /^Resolve the 3 chosen …/);
      await page.getByText("All of these conflicts are resolved.").waitFor();
      expect(await readOutcome(panel)).toBeLessThanOrEqual(before - 3);
      await page.getByRole("button", { name: "Close" }).click();
      await page.locator(".tried").waitFor({ state: "detached" });
    });

    it("are taken in part: what is left out stays as it is, and what remains is told before and is so", async () => {
      const records = await readRecords();
      const { page } = await visitGraph();
      const panel = await find(page, /^Resolve all …/);
      expect(await readOutcome(panel)).toBe(0);
      const boxes = panel.getByRole("checkbox");
      const count = await boxes.count();
      for (let i = 0; i < count; i += 2) await boxes.nth(i).uncheck();
      const row = panel.getByRole("row", { name: /^Trains changed/ });
      await row.getByText(String(Math.floor(count / 2)), { exact: true }).waitFor();
      await panel.getByText(/^\d+ conflicts? remains?$/).waitFor();
      const told = await readOutcome(panel);
      expect(told).toBeGreaterThan(0);
      await store(page);
      expect((await readConflicts()).length).toBe(told);
      await undo(page);
      expect(await readRecords()).toEqual(records);
    });

    it("are not stored on top of what a colleague changes meanwhile: it is told, and another proposal is made", async () => {
      const records = await readRecords();
      const before = await readConflicts();
      const { page } = await openFirst();
      const panel = await find(page, /^Resolve conflict 1 …/);
      await page.getByText("All of these conflicts are resolved.").waitFor();
      const [name = ""] = await panel.locator(".proposed strong").allTextContents();
      const { path, record } = await findRecord(name);
      await world().send("planner", "PUT", path, { ...record, labels: ["a colleague's"] });
      await page.locator(".tried.failed", { hasText: "Somebody has changed" }).waitFor();
      expect(await page.getByRole("button", { name: "Store", exact: true }).isDisabled()).toBe(
        true,
      );
      await page.getByRole("button", { name: "Find another one" }).click();
      await page.locator(".tried.tried").waitFor(SEARCHED);
      await page.getByRole("button", { name: "Find another one" }).waitFor(SEARCHED);
      await store(page);
      expect(await readJson(path)).toMatchObject({ labels: ["a colleague's"] });
      expect((await readConflicts()).length).toBeLessThan(before.length);
      await undo(page);
      await world().send("planner", "PUT", path, record);
      expect(await readRecords()).toEqual(records);
    });

    it("are not offered to a caller who may only read", async () => {
      const { page } = await visitGraph("reader");
      await page.getByText("Live", { exact: true }).waitFor();
      await openConflicts(page);
      expect(await page.getByRole("button", { name: /^Resolve/ }).count()).toBe(0);
    });
  });
}
