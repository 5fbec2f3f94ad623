/** Small windows, touch screens, forced colours, and what is heard and reached by keys. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openOut } from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { graphHash, idOf, trainKey, visit, visitGraph } from "./stage.ts";
import { PHONE } from "./workspace.ts";

/** 400 % of 1280 × 1024. */
const SMALL = { width: 320, height: 256 };
const SELECTOR = "button, a[href], select, input, summary";

/** The longest transition or animation that a style of the page asks for. */
const LONGEST_MOVE_MS = `Math.max(...[...document.querySelectorAll("*")].flatMap((one) => {
  const { transitionDuration, animationDuration } = getComputedStyle(one);
  return [...transitionDuration.split(","), ...animationDuration.split(",")];
}).map((text) => parseFloat(text) * (text.trim().endsWith("ms") ? 1 : 1000)).filter(Number.isFinite))`;

export function describeScreens(): void {
  describe("at 400 %", () => {
    it("each view is there, no wider than the window, and can be used", async () => {
      const made = await visitGraph("planner", trainKey(idOf(0)), SMALL);
      const { page } = made;
      const graph = page.getByRole("application");
      await graph.scrollIntoViewIfNeeded();
      expect((await graph.boundingBox())?.height).toBeGreaterThan(150);
      await expectAccessible(made);
      await graph.focus();
      await page.keyboard.press("Alt+ArrowRight");
      await page.getByText("Tried, not stored: +1 min").scrollIntoViewIfNeeded();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.locator(".tried").waitFor({ state: "detached" });
      for (const tab of ["Train", "Map", "Short term", "Train graph"]) {
        await page.getByRole("button", { name: tab, exact: true }).click();
        await page.locator("main .page, main .split, main .train-head").first().waitFor();
        await expect.poll(async () => await widthOf(page), PATIENT).toBe(SMALL.width);
      }
    });
  });

  describe("a touch screen", () => {
    it("has targets of 44 px, and the form of the chosen train on a tablet's first screen", async () => {
      const screen = { width: 820, height: 1100, is_touch: true };
      const { page } = await visitGraph("planner", trainKey(idOf(0)), screen);
      const small = await page.locator(SELECTOR).evaluateAll((all) =>
        all
          .filter((one) => (one as unknown as Target).checkVisibility())
          .map((one) => [
            one.textContent,
            (one as unknown as Target).getBoundingClientRect().height,
          ])
          .filter(([, height]) => Number(height) < 44),
      );
      // Links in a line of text, and boxes whose labels are as large.
      expect(small.filter(([text]) => text !== "" && text !== "Marey")).toEqual([]);
      const field = await page.getByLabel("Start (UTC)").boundingBox();
      expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThan(1100);
    });
  });

  describe("a phone that is turned", () => {
    it("keeps an opened dialog, though held upright it hides the line that opened it", async () => {
      const lying = { ...PHONE, width: PHONE.height, height: PHONE.width };
      const { page } = await visitGraph("planner", trainKey(idOf(0)), lying);
      await openOut(page, /^Tables/);
      await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
      await page.getByLabel("Table of").selectOption("a station");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    });
  });

  describe("forced colours", () => {
    it("show which tab is open", async () => {
      const { page } = await visitGraph();
      await page.emulateMedia({ forcedColors: "active" });
      const outlineOf = async (name: string): Promise<string> =>
        await page
          .getByRole("button", { name, exact: true })
          .evaluate((tab) =>
            String((globalThis as unknown as Styles).getComputedStyle(tab).outlineStyle),
          );
      expect([await outlineOf("Train graph"), await outlineOf("Map")]).toEqual(["solid", "none"]);
    });
  });

  describe("less motion", () => {
    it("lets nothing move by itself, in any view", async () => {
      for (const tab of ["graph", "train", "map", "request"]) {
        const hash = graphHash().replace("/graph", `/${tab}`) + trainKey(idOf(0));
        const { page } = await visit("planner", hash, PHONE);
        await page.locator(".context .connection").waitFor({ state: "attached" });
        await page.emulateMedia({ reducedMotion: "no-preference" });
        expect(Number(await page.evaluate(LONGEST_MOVE_MS))).toBeGreaterThan(0);
        await page.emulateMedia({ reducedMotion: "reduce" });
        expect(await page.evaluate(LONGEST_MOVE_MS)).toBe(0);
      }
    });
  });

  describe("by keys and by ear", () => {
    it("the chosen train is said and in the title, and focus stays in the page", async () => {
      const { page } = await visitGraph();
      expect(await page.title()).toMatch(/^Train graph · Demo line · Marey$/);
      await page.getByRole("application").focus();
      await page.keyboard.press(".");
      await page
        .getByRole("status")
        .filter({ hasText: /^Chosen: 4501, 05:00, demo_/ })
        .waitFor({
          state: "attached",
        });
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "4501" }).waitFor();
      await expect
        .poll(async () => await page.title(), PATIENT)
        .toMatch(/^4501 · Train · Demo line · Marey$/);
      expect(await page.evaluate("document.activeElement.id")).toBe("content");
    });

    it("a list is one tab stop, and arrow keys go through it", async () => {
      const { page } = await visitGraph();
      const trains = page.getByRole("list", { name: /^Trains/ }).getByRole("button");
      const stops = await trains.evaluateAll(
        (all) => all.filter((one) => (one as unknown as Target).tabIndex === 0).length,
      );
      expect([stops, (await trains.count()) > 60]).toEqual([1, true]);
      await trains.first().focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await trains.nth(1).getAttribute("aria-pressed")).toBe("true");
      await page.getByRole("application").focus();
      await page.keyboard.press(".");
      await page.locator(".move > summary").waitFor();
      // Station occupancy's buttons are one stop too.
      const { page: opened } = await visit("planner", `${graphHash()}&station=OP.GDV.BV`);
      await opened.getByRole("list", { name: "Trains at Grandval" }).waitFor();
      let presses = 0;
      await opened.getByRole("application", { name: /^Train graph/ }).focus();
      while (presses < 20) {
        await opened.keyboard.press("Tab");
        presses++;
        if ((await opened.evaluate("document.activeElement.closest('.panel') !== null")) === true)
          break;
      }
      expect(presses).toBeLessThanOrEqual(4);
    });
  });
}

interface Target {
  readonly tabIndex: number;
  checkVisibility(): boolean;
  getBoundingClientRect(): { readonly height: number };
}

interface Styles {
  getComputedStyle(element: unknown): { readonly outlineStyle: string };
}

async function widthOf(page: Page): Promise<unknown> {
  return await page.evaluate("document.documentElement.scrollWidth");
}
