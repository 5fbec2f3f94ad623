// Method: every view and form, opened in a real browser on a real server, looked at by axe in light, dark and forced
// colours and at 400 %; then on touch screens of two widths, where whatever can be pressed is measured; then where names
// are hostile, with hostile texts in each field.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browser, closeStage, endVisits, openStage, visit } from "./journeys/stage.ts";
import { expectUnbroken, fillAll, nameAll } from "./views/hostile.ts";
import { STATES } from "./views/states.ts";
import { expectAccessible, PATIENT } from "./visit.ts";

/** 400 % of 1280 × 1024. */
const SMALL = { width: 320, height: 256 };
/** Where everything still stands in one line. */
const SMALL_WINDOW = { width: 920, height: 700 };
const TABLET = { width: 820, height: 1100, is_touch: true };
const PHONE = { width: 390, height: 844 };
const TARGET_PX = 44;

beforeAll(openStage);
afterEach(async ({ task }) => {
  expect(await endVisits(task.result?.state === "fail")).toEqual([]);
});
afterAll(closeStage);

const NAMED = STATES.map((state) => [state.name, state] as const);

describe.skipIf(browser === null).each(NAMED)("%s", (_name, state) => {
  const { caller = "planner", hash, open } = state;

  it("is accessible in light, dark and forced colours and at 400 %", async () => {
    const made = await visit(caller, hash());
    const { page } = made;
    await open(page);
    await expectAccessible(made);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(made);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    await expectAccessible(made);
    await page.emulateMedia({ forcedColors: "none" });
    await page.setViewportSize(SMALL);
    await expect.poll(async () => await page.evaluate(WIDTH), PATIENT).toBe(SMALL.width);
    await expectAccessible(made);
  });

  it("has targets of 44 px on a touch screen, and sticks out neither of a tablet, nor of a small window, nor of a phone", async () => {
    const { page } = await visit(caller, hash(), TABLET);
    await open(page);
    expect(await listSmall(page)).toEqual([]);
    for (const screen of [TABLET, SMALL_WINDOW, PHONE]) {
      await page.setViewportSize(screen);
      await expect.poll(async () => await page.evaluate(WIDTH), PATIENT).toBe(screen.width);
      expect(await listBeyond(page)).toEqual([]);
    }
  });
});

describe.skipIf(browser === null)("with names and texts that are meant to break it", () => {
  beforeAll(nameAll);

  it.each(NAMED)("%s", async (_name, { caller = "planner", hash, open }) => {
    const made = await visit(caller, hash());
    await open(made.page);
    await expectUnbroken(made);
    await fillAll(made.page);
    await expectUnbroken(made);
    await made.page.keyboard.press("Enter");
    await expectUnbroken(made);
  });
});

const WIDTH = "document.documentElement.scrollWidth";

/** What can be used and lies beyond the window where nothing around it can be scrolled to it. */
async function listBeyond(page: Page): Promise<unknown> {
  return await page.evaluate(`(() => {
    const beyond = [];
    for (const one of document.querySelectorAll("button, a[href], select, input, textarea, summary, [role=option]")) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".unseen, .skip")) continue;
      const { left, right, width } = one.getBoundingClientRect();
      if (width === 0 || (left >= -1 && right <= innerWidth + 1)) continue;
      let around = one.parentElement;
      while (around !== null && !/auto|scroll/.test(getComputedStyle(around).overflowX)) around = around.parentElement;
      if (around === null) beyond.push([one.outerHTML.slice(0, 160), left, right]);
    }
    return beyond;
  })()`);
}

/** A box or dot to tick is as large as its label; a link in a sentence is as high as its line. */
async function listSmall(page: Page): Promise<unknown> {
  return await page.evaluate(`(() => {
    const small = [];
    for (const one of document.querySelectorAll("button, a[href], select, input, summary, [role=option], label.check")) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".unseen, .skip, p, small")?.matches("p:not(.row), small, .unseen, .skip")) continue;
      const { width, height } = (one.closest("label.check") ?? one).getBoundingClientRect();
      if (width > 0 && Math.min(width, height) < ${TARGET_PX} - 0.5) small.push([one.outerHTML.slice(0, 160), width, height]);
    }
    return small;
  })()`);
}
