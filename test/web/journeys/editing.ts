/** Trains are made, changed, named and deleted in the page. */
import { describe, expect, it } from "vitest";
import { makeGate } from "../../helpers/gate.ts";
import type { Train } from "../planner_world.ts";
import {
  clickOnce,
  drag,
  headOf,
  openMore,
  pick,
  readCount,
  settledView,
  summaryOf,
  viewOf,
} from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { idOf, readJson, readTrain, trainKey, visitGraph, withoutAuthor, world } from "./stage.ts";

export function describeEditing(): void {
  describeMaking();
  describeForms();
  describe("a whole train", () => {
    it("is duplicated, renamed and deleted with the pointer, each with a way back", async () => {
      const made = await visitGraph("planner", trainKey(idOf(5)));
      const { page } = made;
      const before = withoutId(await readTrain(idOf(5)));
      await clickOnce(page, page.getByRole("button", { name: "Duplicate" }), "/changes");
      const copy = String(Number(before.train_name) + 1);
      await page.getByText(`${copy}: stored`).waitFor();
      await headOf(page, copy).waitFor();
      expect(await readByName(copy)).toEqual([{ ...before, train_name: copy }]);
      await openMore(page);
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByLabel("New name").fill("copied");
      await page.getByLabel("New name").press("Enter");
      await page.getByText("copied: stored").waitFor();
      await expectAccessible(made);
      await openMore(page);
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.locator(".notice.done", { hasText: "copied: deleted" }).waitFor();
      expect(await readByName("copied")).toEqual([]);
      // Taken back it is another record with all that it was; then its name, then itself.
      await page.getByRole("button", { name: "Undo (3): copied: deleted" }).click();
      await page.getByText("Undone: copied: deleted").waitFor();
      expect(await readByName("copied")).toEqual([{ ...before, train_name: "copied" }]);
      await page.getByRole("button", { name: "Undo (2): copied: Name" }).click();
      await page.getByText("Undone: copied: Name").waitFor();
      expect(await readByName(copy)).toHaveLength(1);
      await page.getByRole("button", { name: `Undo (1): ${copy}: new` }).click();
      await page.getByText(`Undone: ${copy}: new`).waitFor();
      expect(await readByName(copy)).toEqual([]);
    });

    it("has a history of its own, of which a change is taken back", async () => {
      const made = await visitGraph("planner", trainKey(idOf(9)));
      const { page } = made;
      const before = await readTrain(idOf(9));
      await openMore(page);
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByLabel("New name").fill("named twice");
      await page.getByLabel("New name").press("Enter");
      await page.getByText("named twice: stored").waitFor();
      await openMore(page);
      await page.getByRole("button", { name: "History …" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "What was changed in named twice" });
      // The change is told by the name that it has changed.
      const told = `changed ${before.train_name}`;
      await dialog.getByRole("row", { name: told }).first().waitFor();
      await expectAccessible(made);
      await dialog
        .getByRole("button", { name: /^Revert: changed/ })
        .first()
        .click();
      await page.getByText(`Reverted: ${told}.`).waitFor();
      expect(await readTrain(idOf(9))).toEqual(before);
    });

    it("is duplicated, renamed and deleted with keys", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(6)));
      const before = await readTrain(idOf(6));
      await headOf(page, before.train_name).waitFor();
      const field = page.getByRole("application");
      await field.focus();
      await page.keyboard.press("d");
      const copy = String(Number(before.train_name) + 1);
      await headOf(page, copy).waitFor();
      await field.focus();
      await page.keyboard.press("F2");
      await expect.poll(async () => await page.getByLabel("New name").inputValue()).toBe(copy);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("by keys");
      await page.keyboard.press("Enter");
      await page.getByText("by keys: stored").waitFor();
      expect(await readByName("by keys")).toHaveLength(1);
      await field.focus();
      await page.keyboard.press("Delete");
      await page.locator(".notice.done", { hasText: "by keys: deleted" }).waitFor();
      expect(await readByName("by keys")).toEqual([]);
    });

    it("is deleted while its run is still being read", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(6)));
      await page.locator(".move > summary").waitFor();
      await page.getByRole("button", { name: "Duplicate" }).click();
      await page.getByText(/: stored/).waitFor();
      const gate = makeGate();
      await page.route(
        ({ pathname }) => pathname.endsWith("/project_stations"),
        async (route) => {
          await gate.opened;
          await route.continue();
        },
      );
      await openMore(page);
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByLabel("New name").fill("read late");
      await page.getByLabel("New name").press("Enter");
      await page.getByText("read late: stored").waitFor();
      await openMore(page);
      await page.getByRole("button", { name: "Delete" }).click();
      await page.locator(".notice.done", { hasText: "read late: deleted" }).waitFor();
      const answersConflicts = (): Promise<unknown> =>
        page.waitForResponse((answer) => answer.url().includes("/conflicts?"));
      const next = answersConflicts();
      gate.open();
      await next;
      expect(await page.locator(".notice.failed").count()).toBe(0);
    });

    it("is not offered to be changed to who may only read", async () => {
      const { page } = await visitGraph("reader", trainKey(idOf(5)));
      await page.getByText("You may read this timetable, but not change it.").waitFor();
      expect(await page.getByRole("button", { name: "Duplicate" }).count()).toBe(0);
      await page.getByRole("application").focus();
      await page.keyboard.press("Delete");
      await page.locator(".notice.warning").waitFor();
      await expect.poll(async () => (await readTrain(idOf(5))).path.length, PATIENT).toBeTruthy();
    });
  });
}

function describeMaking(): void {
  describe("a new train", () => {
    it("is made by a form in five acts: tried with its conflicts, drawn, stored, taken back", async () => {
      const made = await visitGraph("planner", "");
      const { page } = made;
      const before = await readCount(page, /^Trains/);
      await page.getByRole("button", { name: "New train" }).click();
      await page.getByText("A train needs a rolling stock and two places").waitFor();
      expect(await page.getByRole("button", { name: "Store", exact: true }).isDisabled()).toBe(
        true,
      );
      const form = page.getByRole("region", { name: "New train" });
      await pick(page, "From", "Beaumont");
      await pick(page, "To", "Grandval");
      await form.getByLabel("Start (UTC)").fill("2026-03-02T06:30");
      await form.getByLabel("Start (UTC)").press("Tab");
      await page.locator(".tried", { hasText: /Conflicts: \d+ resolved, \d+ new/ }).waitFor();
      expect(await readCount(page, /^Trains/)).toBe(before);
      await expectAccessible(made);
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.locator(".notice.done", { hasText: ": stored" }).waitFor();
      await summaryOf(page, new RegExp(`^Trains \\(${before + 1}\\)`)).waitFor();
      const name = (await page.locator(".move > summary > bdi").textContent()) ?? "";
      const [stored] = await readByName(name);
      expect(stored).toMatchObject({
        start_time: "2026-03-02T06:30:00Z",
        path: [
          { id: "from", operational_point: "OP.BMT.BV" },
          { id: "to", operational_point: "OP.GDV.BV" },
        ],
        schedule: [{ at: "to", stop_for: "PT0S" }],
      });
      await page.getByRole("button", { name: `Undo (1): ${name}: new` }).click();
      await summaryOf(page, new RegExp(`^Trains \\(${before}\\)`)).waitFor();
      expect(await readByName(name)).toEqual([]);
    });

    it("is drawn from a station and a time to another station, with a stop on the way", async () => {
      const { page } = await visitGraph("planner", "");
      const view = await settledView(page);
      const box = await page.getByRole("application").boundingBox();
      if (box === null) throw new Error("no graph");
      await page.getByRole("application").focus();
      await page.keyboard.press("t");
      await page.getByText("Press at a station and time").waitFor();
      // The axis begins and ends within the view: Auberive above, Montigny below.
      const [low = 0, high = 1] = view.split("_").slice(2).map(Number);
      const yOf = (share: number): number =>
        box.y + 34 + ((share - low) / (high - low)) * (box.height - 34);
      const x = box.x + 132 + 300;
      await drag(page, { x, y: yOf(0) }, { x: x + 60, y: yOf(1) });
      const form = page.getByRole("region", { name: "New train" });
      expect(await form.getByLabel("From", { exact: true }).inputValue()).toBe("Auberive");
      expect(await form.getByLabel("To", { exact: true }).inputValue()).toBe("Montigny");
      await pick(page, "Add a stop on the way", "Essoyes");
      await form.getByLabel("Stop, min").waitFor();
      await page.locator(".tried", { hasText: /Conflicts: / }).waitFor();
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.locator(".notice.done", { hasText: ": stored" }).waitFor();
      expect(viewOf(page)).toBe(view);
      const undo = page.getByRole("button", { name: /^Undo/ });
      const name = /: (.*): new$/.exec((await undo.getAttribute("aria-label")) ?? "")?.[1] ?? "";
      const [stored] = await readByName(name);
      expect(stored?.path.map((place) => (place as unknown as Placed).operational_point)).toEqual([
        "OP.ABR.BV",
        "OP.ESY.BV",
        "OP.MTG.BV",
      ]);
      expect(stored?.schedule.map(({ stop_for }) => stop_for)).toEqual(["PT60S", "PT0S"]);
      await undo.click();
      await page.getByText(/^Undone: /).waitFor();
    });

    it("is made with keys alone", async () => {
      const { page } = await visitGraph("planner", "");
      await page.getByRole("button", { name: "New train" }).focus();
      await page.keyboard.press("Enter");
      for (const [label, words] of [
        ["From", "beau"],
        ["To", "grand"],
      ] as const) {
        await page.getByRole("combobox", { name: label, exact: true }).focus();
        await page.keyboard.type(words);
        await page.locator(".picks").getByRole("option").first().waitFor();
        await page.keyboard.press("Enter");
      }
      await page.locator(".tried", { hasText: /Conflicts: / }).waitFor();
      await page.getByRole("button", { name: "Store", exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.locator(".notice.done", { hasText: ": stored" }).waitFor();
      await page.getByRole("application").focus();
      await page.keyboard.press("u");
      await page.getByText(/^Undone: /).waitFor();
    });
  });
}

function describeForms(): void {
  describe("the form of a train", () => {
    it("holds all of its record, and what is tried is stored as one step", async () => {
      const made = await visitGraph("planner", trainKey(idOf(8)));
      const { page } = made;
      const before = await readTrain(idOf(8));
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByText("Edit all fields").click();
      const form = page.getByRole("region", { name: "All fields of the train" });
      await form.getByLabel("Name", { exact: true }).fill("formed");
      await form.getByLabel("Comfort").selectOption({ label: "Heating" });
      await form.getByLabel("Labels, separated by commas").fill("night, night, test");
      await form.getByLabel("Speed at the start, km/h").fill("36");
      await form.getByLabel("Use electrical profiles").uncheck();
      await form.getByLabel("Distribution of margins").selectOption({ label: "even (LINEAR)" });
      await page.locator(".tried", { hasText: /Conflicts: / }).waitFor();
      await expectAccessible(made);
      expect(await readTrain(idOf(8))).toEqual(before);
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText("formed: stored").waitFor();
      expect(await readTrain(idOf(8))).toMatchObject({
        train_name: "formed",
        comfort: "HEATING",
        labels: ["night", "test"],
        initial_speed: 10,
        options: { use_electrical_profiles: false },
        constraint_distribution: "LINEAR",
      });
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText(/^Undone: formed: /).waitFor();
      expect(await readTrain(idOf(8))).toEqual(before);
    });

    it("has its times as a table that is gone through, typed in and pasted into with keys", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)));
      const before = await readTrain(idOf(0));
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByText("Edit all fields").click();
      const table = page.getByRole("table").filter({ hasText: "Margin from here" });
      const cell = (column: string, place: string) => table.getByLabel(`${column} at ${place}`);
      await cell("Stop, m:ss", "Essoyes").fill("3");
      await page.keyboard.press("Enter");
      await expect
        .poll(async () => await cell("Stop, m:ss", "Essoyes").inputValue(), PATIENT)
        .toBe("3:00");
      // Enter went down, and to the right is the departure; one cell is the tab stop.
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowRight");
      const focused = async (): Promise<string | null> =>
        await page.locator("input:focus").getAttribute("aria-label");
      expect(await focused()).toBe("Departure at Essoyes");
      const stops = await table.locator('input[tabindex="0"]').count();
      expect(stops).toBe(1);
      await page.keyboard.type("soon");
      await page.keyboard.press("Enter");
      await page.getByText('"soon" is not a time').waitFor();
      await page.locator(".tried", { hasText: "stop at Essoyes 3 min" }).waitFor();
      await cell("Stop, m:ss", "Essoyes").focus();
      await page.evaluate(`navigator.clipboard.writeText("4:00\\t\\n0:30\\n")`);
      await page.keyboard.press("Control+V");
      await page.locator(".tried", { hasText: "stop at Essoyes 4 min" }).waitFor();
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText(`${before.train_name}: stored`).waitFor();
      const stop = (await readTrain(idOf(0))).schedule.filter(
        ({ stop_for }) => stop_for === "PT240S",
      );
      expect(stop).toHaveLength(1);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText(/^Undone: /).waitFor();
      expect(await readTrain(idOf(0))).toEqual(before);
    });

    it("is opened by keys from the graph, also of a train that runs elsewhere, and names its places and stocks", async () => {
      const { page } = await visitGraph("planner", "&axis=stations:OP.LVM.BV:OP.MTG.BV");
      await summaryOf(page, /^Not along this axis/).click();
      const elsewhere = page.getByRole("list", { name: /^Not along this axis/ });
      await elsewhere.getByRole("button").first().press("Enter");
      const panel = page.locator(".panel");
      await panel.getByText("It does not run along the graph's axis.").waitFor();
      await panel.getByRole("button", { name: "Edit", exact: true }).press("Enter");
      const form = page.getByRole("region", { name: "All fields of the train" });
      const places = form.locator("tbody th");
      await places.first().waitFor();
      // Neither codes nor trigrams.
      const readNames = async (): Promise<boolean> =>
        (await places.allTextContents()).every((name) => /^[A-Z][a-z]+/.test(name));
      await expect.poll(readNames, PATIENT).toBe(true);
      await form.getByRole("combobox", { name: "Rolling stock" }).press("ArrowDown");
      const offered = page.locator(".picks").getByRole("option");
      expect(await offered.locator("svg").count()).toBe(await offered.count());
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Train graph" }).press("Enter");
      await panel.getByRole("button", { name: "Axis of this train" }).press("Enter");
      await page.waitForURL(/axis=(?:train_schedule|paced_train)/);
      await panel
        .getByText("It does not run along the graph's axis.")
        .waitFor({ state: "detached" });
    });

    it("moves what follows, what precedes or nothing else with an arrival, as chosen", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)));
      const before = await readTrain(idOf(0));
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByText("Edit all fields").click();
      await page.getByLabel("all up to here").check();
      const cell = page.getByLabel("Arrival at Montigny");
      const later = new Date(Date.parse(before.start_time) + 3 * 3_600_000)
        .toISOString()
        .slice(11, 16);
      await cell.fill(later);
      await cell.press("Enter");
      const tried = page.locator(".tried", { hasText: /^Tried, not stored: \+\d+ min/ });
      await tried.waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      expect(await readTrain(idOf(0))).toEqual(before);
    });

    it("changes the way: a place more, another order, one less", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)));
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByText("Edit all fields").click();
      const table = page.getByRole("table").filter({ hasText: "Margin from here" });
      const listPlaces = async () => await table.locator("tbody th").allTextContents();
      await page.getByLabel("Stop, m:ss at Essoyes").waitFor();
      const places = await listPlaces();
      await page.getByRole("button", { name: "Remove Essoyes" }).click();
      const without = places.filter((name) => name !== "Essoyes");
      await expect.poll(listPlaces, PATIENT).toEqual(without);
      // It comes where it lies on the axis.
      await pick(page, "Add a place that it passes", "Essoyes");
      await expect.poll(listPlaces, PATIENT).toEqual(places);
      await page.locator(".tried", { hasText: "Path" }).waitFor();
      await page.getByRole("button", { name: "Essoyes earlier on the way" }).click();
      const at = places.indexOf("Essoyes");
      await expect.poll(async () => (await listPlaces())[at - 1], PATIENT).toBe("Essoyes");
      await page.getByRole("button", { name: "Cancel" }).click();
    });
  });
}

interface Placed {
  readonly operational_point?: string;
}

/** Records of a name, without their ids. */
async function readByName(name: string): Promise<readonly Train[]> {
  const { timetable_id } = world().imported;
  const { results } = await readJson<{ results: readonly Train[] }>(
    `/timetable/${timetable_id}/train_schedules?page_size=200`,
  );
  return results.filter(({ train_name }) => train_name === name).map(withoutId);
}

function withoutId(train: Train): Train {
  const { id: _id, ...rest } = withoutAuthor(train) as Train & { readonly id: number };
  return rest;
}
