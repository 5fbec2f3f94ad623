/** The frame around the graph: how much of the window is the graph's, and what is reached by keys from anywhere. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import {
  countPoints,
  drawnMap,
  headOf,
  openConflicts,
  openMenu,
  readCount,
  summaryOf,
  viewOf,
} from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { graphHash, idOf, trainKey, visit, visitGraph, world } from "./stage.ts";

const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844, is_touch: true };
/** The date is one of them. */
const CONTROLS_MAX = 17;
/** Of the chosen train on the map. */
const { selected: PATH } = paletteOf(false);
const NOW = "aria-valuenow";

/** What is seen of the graph, as shares of the window: nothing may lie over it but what floats on it. */
async function seenOf(page: Page, stage: Locator): Promise<readonly [number, number]> {
  const box = await stage.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 1, height: 1 };
  if (box === null) return [0, 0];
  const covered =
    await page.evaluate<number>(`Math.max(0, ...[...document.querySelectorAll(".panel, .views")]
    .filter((one) => getComputedStyle(one).position === "fixed")
    .map((one) => ${box.y + box.height} - one.getBoundingClientRect().top))`);
  return [box.width / width, (box.height - covered) / height];
}

async function countControls(page: Page): Promise<number> {
  const used = page.locator("header").locator("button, a[href], select, input, summary");
  return await used.evaluateAll(
    (all) => all.filter((one) => (one as unknown as Seen).checkVisibility()).length,
  );
}

export function describeWorkspace(): void {
  describe("the workspace", () => {
    it("leaves most of a screen to the graph, below two lines of at most seventeen controls", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)), WIDE);
      const stage = page.locator(".stage");
      const [width, height] = await seenOf(page, stage);
      expect([width > 0.74, height > 0.78]).toEqual([true, true]);
      const seen = await countControls(page);
      expect(seen).toBeGreaterThan(10);
      expect(seen).toBeLessThanOrEqual(CONTROLS_MAX);
      expect((await page.locator("header").boundingBox())?.height).toBeLessThanOrEqual(74);
      // A station inside it too.
      await openMenu(page, /^Show/);
      await page.getByLabel("Station occupancy").selectOption("Grandval");
      await page.getByRole("list", { name: "Trains at Grandval" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("application", { name: /^Train graph/ }).focus();
      await page.keyboard.press("]");
      await expect.poll(async () => (await seenOf(page, stage))[0], PATIENT).toBeGreaterThan(0.98);
      await page.reload();
      await page.getByRole("button", { name: "Panel at the side" }).press("Enter");
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
      const edge = page.getByRole("separator", { name: "Panel at the side" });
      const before = Number(await edge.getAttribute("aria-valuenow"));
      await edge.focus();
      await page.keyboard.press("ArrowLeft");
      await page.reload();
      await expect
        .poll(async () => Number(await edge.getAttribute("aria-valuenow")), PATIENT)
        .toBe(before + 16);
    });

    it("leaves most of a screen to the map and to the editor, and most of a phone to the map", async () => {
      const map = graphHash().replace("/graph", "/map");
      const places = [
        [map, ".stage"],
        // With its tools beside it.
        [`#/network/${world().imported.infra_id}`, ".railed"],
      ] as const;
      for (const [hash, box] of places) {
        const { page } = await visit("planner", hash, WIDE);
        await drawnMap(page);
        const [width, height] = await seenOf(page, page.locator(box));
        expect([hash, width > 0.74, height > 0.78]).toEqual([hash, true, true]);
        expect(await countControls(page)).toBeLessThanOrEqual(CONTROLS_MAX);
      }
      const { page } = await visit("planner", map, PHONE);
      await drawnMap(page);
      const [width, height] = await seenOf(page, page.locator(".stage"));
      expect([width, height > 0.7]).toEqual([1, true]);
      await page.getByRole("button", { name: "More acts" }).tap();
      await page.getByRole("combobox", { name: "Go to a station" }).waitFor();
    });

    it.each(["train", "request"])("has at most seventeen controls above %s", async (tab) => {
      const hash = graphHash().replace("/graph", `/${tab}`);
      const { page } = await visit("planner", hash + trainKey(idOf(0)), WIDE);
      await page.locator(".context .connection").waitFor();
      expect(await countControls(page)).toBeLessThanOrEqual(CONTROLS_MAX);
    });

    it("leaves most of a phone to the graph, above a sheet that is drawn up", async () => {
      const made = await visitGraph("planner", trainKey(idOf(0)), PHONE);
      const { page } = made;
      const [width, height] = await seenOf(page, page.locator(".stage"));
      expect([width, height > 0.7]).toEqual([1, true]);
      await expectAccessible(made);
      await page.getByRole("button", { name: "Panel at the side" }).tap();
      await page.getByLabel("Start (UTC)").waitFor();
      const drawn = await page.getByRole("complementary").boundingBox();
      expect(drawn?.height).toBeGreaterThan(PHONE.height / 2);
      await expectAccessible(made);
      await page.getByRole("button", { name: "Panel at the side" }).tap();
      await page.getByRole("button", { name: "Network, axis, export" }).tap();
      await page.getByRole("button", { name: "New train" }).tap();
      await page.getByRole("region", { name: "New train" }).waitFor();
    });

    it("finds trains, stations and acts in one field, by keys from anywhere", async () => {
      const made = await visitGraph("planner", "", WIDE);
      const { page } = made;
      const before = viewOf(page);
      await page.keyboard.press("Control+k");
      const field = page.getByRole("combobox", { name: "Search or do …" });
      await field.fill("4501");
      await page.getByRole("option", { name: /^4501/ }).waitFor();
      await expectAccessible(made);
      await page.keyboard.press("Enter");
      await page.waitForURL(/train=train_schedule/);
      await page.waitForURL(() => viewOf(page) !== before);
      await headOf(page, "4501").waitFor();
      await page.keyboard.press("/");
      await field.fill("grandv");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "Trains at Grandval" }).waitFor();
      await page.keyboard.press("Control+k");
      await field.fill("print to");
      await page.keyboard.press("Enter");
      await page.getByText(/^This makes \d+ pages?\.$/).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator("main").focus();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).getByText("Draw a train").waitFor();
      await expectAccessible(made);
      await page.keyboard.press("Escape");
      await page.keyboard.press("3");
      await page.waitForURL(/\/map/);
      await page.keyboard.press("1");
      await page.waitForURL(/\/graph/);
    });

    it("has the map beside the graph with one selection, and its width is remembered", async () => {
      const made = await visitGraph("planner", "", WIDE);
      const { page } = made;
      await openMenu(page, /^Show/);
      await page.getByLabel("Map beside the graph").check();
      await page.keyboard.press("Escape");
      const map = await drawnMap(page);
      const before = await countPoints(page, map, PATH);
      await page
        .getByRole("list", { name: /^Trains \(/ })
        .getByRole("button")
        .first()
        .click();
      await expect
        .poll(async () => await countPoints(page, map, PATH), PATIENT)
        .toBeGreaterThan(before + 100);
      await expectAccessible(made);
      const edge = page.getByRole("separator", { name: "Map beside the graph" });
      await edge.press("ArrowLeft");
      const [width, kept] = [(await map.boundingBox())?.width, await edge.getAttribute(NOW)];
      await page.reload();
      await drawnMap(page);
      expect([(await map.boundingBox())?.width, await edge.getAttribute(NOW)]).toEqual([
        width,
        kept,
      ]);
    });

    it("leads from the end of its path to other timetables, and from one conflict to the next", async () => {
      await world().send("planner", "POST", "/timetable", { name: "Another winter" });
      const made = await visitGraph("planner", "", WIDE);
      const { page } = made;
      await openConflicts(page);
      await page.getByRole("button", { name: /^1 / }).click();
      const card = page.locator(".callout");
      const chosen = page.locator('.conflict[aria-pressed="true"]');
      await card.getByText(/^1 /).waitFor();
      await expectAccessible(made);
      await card.getByRole("button", { name: "Next conflict" }).click();
      await chosen.filter({ hasText: /^2 / }).waitFor();
      await page.getByRole("application").focus();
      await page.keyboard.press("c");
      await chosen.filter({ hasText: /^3 / }).waitFor();
      await page.keyboard.press("Shift+C");
      await chosen.filter({ hasText: /^2 / }).waitFor();
      await page.locator(".way summary").click();
      const other = page.getByRole("link", { name: "Another winter" });
      await other.waitFor();
      await expectAccessible(made);
      await other.click();
      await page.getByRole("heading", { name: "Another winter", level: 1 }).waitFor();
    });

    it("tells by name who else is in the timetable, until they leave", async () => {
      const { page } = await visitGraph("planner", "", WIDE);
      const made = await visitGraph("reader", "", WIDE);
      await page.getByRole("img", { name: "Also here: reader" }).waitFor();
      await made.page.getByRole("img", { name: "Also here: planner" }).waitFor();
      await expectAccessible(made);
      await made.page.goto("about:blank");
      await page.getByRole("img", { name: "Also here: reader" }).waitFor({ state: "detached" });
    });

    it("hides a kind of trains by its place in the legend, with their conflicts, and a link keeps it", async () => {
      const { page } = await visitGraph("planner", "", WIDE);
      const [all, conflicts] = [
        await readCount(page, /^Trains/),
        await readCount(page, /^Conflicts/),
      ];
      const freight = page.getByRole("button", { name: /^Freight train/ });
      const count = Number((await freight.locator(".quiet").textContent()) ?? "");
      await freight.click();
      expect(await readCount(page, /^Trains/)).toBe(all - count);
      await page.reload();
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
      expect(await freight.getAttribute("aria-pressed")).toBe("false");
      expect(await readCount(page, /^Trains/)).toBe(all - count);
      await openConflicts(page);
      await freight.click({ modifiers: ["Alt"] });
      expect(await readCount(page, /^Trains/)).toBe(count);
      await freight.click({ modifiers: ["Alt"] });
      expect(await readCount(page, /^Trains/)).toBe(all);
      expect(await readCount(page, /^Conflicts/)).toBe(conflicts);
    });
  });
}

interface Seen {
  checkVisibility(): boolean;
}
