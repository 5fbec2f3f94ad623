/** Services are made from trains, changed as a whole or train by train, split and joined again. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { drag, findOnGraph, headOf, search, settledView, stored } from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { idOf, readJson, readTrain, trainKey, visitGraph, withoutAuthor, world } from "./stage.ts";

interface Service {
  readonly id: number;
  readonly train_name: string;
  readonly start_time: string;
  readonly path: readonly { readonly id: string }[];
  readonly paced: { readonly interval: string; readonly time_window: string };
  readonly exceptions: readonly {
    readonly occurrence_index?: number;
    readonly start_time?: { readonly value: string };
  }[];
}

async function readServices(): Promise<readonly Service[]> {
  const { timetable_id } = world().imported;
  const path = `/timetable/${timetable_id}/paced_trains?page_size=200`;
  return (await readJson<{ results: readonly Service[] }>(path)).results;
}

async function readService(name: string): Promise<Service> {
  const found = (await readServices()).find(({ train_name }) => train_name === name);
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
}

/** Its first train's, as it runs. */
async function arrivalOf({ id, start_time }: Service): Promise<number> {
  const { infra_id, electrical_profile_set_id } = world().imported;
  const query = `infra_id=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  const { final_output } = await readJson<{
    final_output: { path_item_times: readonly number[] };
  }>(`/paced_train/${id}/simulation?${query}`);
  return Date.parse(start_time) + (final_output.path_item_times.at(-1) ?? 0);
}

const serviceKey = ({ id }: Service, index: number): string =>
  `&train=paced_train+${id}+${index}+-`;

async function store(page: Page): Promise<void> {
  await page.locator(".tried", { hasText: /Conflicts: / }).waitFor();
  await page.getByRole("button", { name: "Store", exact: true }).click();
  await page.locator(".tried").waitFor({ state: "detached" });
}

async function undo(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Undo/ }).click();
  await stored(page, /^Undone: /);
}

export function describeServices(): void {
  describe("a service", () => {
    it("is made from a train, and the train is back when that is taken back", async () => {
      const made = await visitGraph("planner", trainKey(idOf(7)));
      const { page } = made;
      const before = await readTrain(idOf(7));
      const count = (await readServices()).length;
      await page.locator("summary", { hasText: /^Service$/ }).click();
      await page.getByLabel("Every, min").fill("30");
      await page.getByLabel("Every, min").press("Tab");
      await page.getByLabel("Trains", { exact: true }).fill("3");
      await page.getByLabel("Trains", { exact: true }).press("Tab");
      const make = page.getByRole("button", { name: "Make a service" });
      await make.click();
      // Once: another service would run beside this one.
      await make.and(page.locator(":disabled")).waitFor();
      await page.locator(".tried", { hasText: "the train is a service now" }).waitFor();
      await expectAccessible(made);
      expect((await readServices()).length).toBe(count);
      await store(page);
      const service = await readService(before.train_name);
      expect(service).toMatchObject({
        start_time: before.start_time,
        paced: { interval: "PT1800S", time_window: "PT5400S" },
      });
      await undo(page);
      expect((await readServices()).length).toBe(count);
      const { timetable_id } = world().imported;
      const { results } = await readJson<{ results: readonly { train_name: string }[] }>(
        `/timetable/${timetable_id}/train_schedules?page_size=200`,
      );
      expect(results.filter((one) => one.train_name === before.train_name)).toHaveLength(1);
    });

    it("has one of its trains moved with the pointer and with keys: an exception, listed and reset", async () => {
      const before = await readService("R1");
      const { page } = await visitGraph("planner", serviceKey(before, 1));
      await page.getByLabel("this train alone").check();
      await page.getByRole("button", { name: "Zoom to train" }).click();
      await settledView(page);
      const from = await findOnGraph(page, "R1");
      await drag(page, from, { x: from.x + 40, y: from.y });
      await page.getByText("R1: stored").waitFor();
      const [exception] = (await readService("R1")).exceptions.filter(
        ({ start_time }) => start_time !== undefined,
      );
      expect(exception?.start_time?.value).toBeTruthy();
      await page.getByRole("application").focus();
      await page.keyboard.press("Alt+ArrowLeft");
      await page.locator(".tried", { hasText: "train 2 starts " }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByText(/^Exceptions \(/).waitFor();
      const listed = page.getByRole("button", { name: /^Reset train/ });
      const resets = await listed.count();
      await listed.last().click();
      await store(page);
      expect((await readService("R1")).exceptions).toHaveLength(resets - 1);
      await undo(page);
      await undo(page);
      expect(withoutAuthor(await readService("R1"))).toEqual(withoutAuthor(before));
    });

    it("is moved as a whole, and runs more often", async () => {
      const before = await readService("R2");
      const { page } = await visitGraph("planner", serviceKey(before, 0));
      await page.getByLabel("the whole service").waitFor();
      await page.getByRole("application").focus();
      await page.keyboard.press("Alt+ArrowRight");
      await page.getByText("Tried, not stored: +1 min").waitFor();
      await page.getByLabel("Trains", { exact: true }).fill("4");
      await page.getByLabel("Trains", { exact: true }).press("Tab");
      await store(page);
      const after = await readService("R2");
      expect(Date.parse(after.start_time) - Date.parse(before.start_time)).toBe(60_000);
      expect(after.paced.time_window).not.toBe(before.paced.time_window);
      await undo(page);
      expect(withoutAuthor(await readService("R2"))).toEqual(withoutAuthor(before));
    });

    it("has its way back made in one act, with the next number, and both name each other", async () => {
      const before = await readService("R2");
      const made = await visitGraph("planner", serviceKey(before, 0));
      const { page } = made;
      await page.getByRole("button", { name: "Return", exact: true }).press("Enter");
      await page.locator(".tried", { hasText: "new service" }).waitFor();
      await expectAccessible(made);
      // By the pointer: mirrored around the half hour.
      await page.getByLabel("Mirrored around a minute").click();
      await page.getByLabel("Minute of the hour").fill("30");
      await page.getByLabel("Minute of the hour").press("Tab");
      const names = new Set((await readServices()).map(({ train_name }) => train_name));
      await store(page);
      const back = (await readServices()).find(({ train_name }) => !names.has(train_name));
      expect(back).toMatchObject({
        paced: before.paced,
        follows: { kind: "paced_train", id: before.id },
      });
      expect(back?.path.map(({ id }) => id)).toEqual(before.path.map(({ id }) => id).toReversed());
      const arrival_ms = await arrivalOf(before);
      const axis_min = (arrival_ms + Date.parse(back?.start_time ?? "")) / 2 / 60_000;
      expect(Math.abs(axis_min - 15 * Math.round(axis_min / 15))).toBeLessThan(0.02);
      // What is made is chosen.
      await page.getByRole("button", { name: "Comes from R2" }).click();
      await page.getByRole("button", { name: `Goes on as ${back?.train_name}` }).waitFor();
      await undo(page);
      expect((await readServices()).length).toBe(names.size);
      // With the pointer, and not stored.
      const { page: other } = await visitGraph("planner", serviceKey(before, 0));
      await other.getByRole("button", { name: "Return", exact: true }).click();
      await other.locator(".tried", { hasText: "new service" }).waitFor();
      await other.getByRole("application").press("Escape");
      await other.locator(".tried").waitFor({ state: "detached" });
      expect((await readServices()).length).toBe(names.size);
    });

    it("has its trains numbered with the pointer and with keys: list, search and heading tell them apart", async () => {
      const before = await readService("R2");
      const made = await visitGraph("planner", serviceKey(before, 1));
      const { page } = made;
      await page.getByLabel("Its trains have numbers").click();
      await page.getByLabel("First number").fill("4101");
      await page.getByLabel("First number").press("Tab");
      await page.getByLabel("From train to train").fill("4");
      await page.getByLabel("From train to train").press("Enter");
      await page.getByLabel("Behind the number").fill("B");
      await page.getByLabel("Behind the number").press("Enter");
      await page.getByText(/^4101B, 4105B/).waitFor();
      await expectAccessible(made);
      await store(page);
      const numbering = { first: 4101, step: 4, suffix: "B" };
      expect(await readService("R2")).toMatchObject({ paced: before.paced, numbering });
      await headOf(page, "4105B").waitFor();
      const listed = (name: string) =>
        page.locator(".item strong", { hasText: new RegExp(`^${name}$`) });
      await search(page, "4105b");
      await listed("4101B").waitFor({ state: "detached" });
      expect(await listed("4105B").count()).toBe(1);
      await search(page, "r2");
      await listed("4101B").waitFor();
      expect(await listed("4105B").count()).toBe(1);
      await undo(page);
      await page
        .getByLabel("Its trains have numbers")
        .and(page.locator(":not(:checked)"))
        .waitFor();
      expect(withoutAuthor(await readService("R2"))).toEqual(withoutAuthor(before));
      // The same with keys alone.
      await page.getByLabel("Its trains have numbers").press("Space");
      await page.getByLabel("First number").waitFor();
      await page.getByRole("button", { name: "Cancel" }).press("Enter");
      await page.getByLabel("First number").waitFor({ state: "detached" });
    });

    it("is split into trains, which are joined again", async () => {
      const before = await readService("R2");
      const { page } = await visitGraph("planner", serviceKey(before, 0));
      const split = page.getByRole("button", { name: "Split into trains" });
      await split.click();
      await split.and(page.locator(":disabled")).waitFor();
      await store(page);
      expect((await readServices()).some(({ train_name }) => train_name === "R2")).toBe(false);
      await headOf(page, "R2").waitFor();
      await page.locator("summary", { hasText: /^Service$/ }).click();
      await page.getByRole("button", { name: /^Join with the \d+ trains like it/ }).click();
      await store(page);
      // Trains beside the interval are exceptions of the new one, whatever they were of the old one.
      const intervalOf = async (): Promise<string> => (await readService("R2")).paced.interval;
      await expect.poll(intervalOf, PATIENT).toBe(before.paced.interval);
      await undo(page);
      await undo(page);
      const { id: _id, ...again } = withoutAuthor(await readService("R2"));
      const { id: _old, ...was } = withoutAuthor(before);
      expect(again).toEqual(was);
    });
  });
}
