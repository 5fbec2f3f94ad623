// Method: every view, form, and trouble is opened in a real browser and pictured in three widths and both themes; axe looks at
// the troubles, which no other test opens all. `npm run pictures:states` leaves the pictures in pictures/ with a page of them all.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { scaled } from "../helpers/pace.ts";
import { browser, closeStage, endVisits, openStage, visit, world } from "./journeys/stage.ts";
import { STATES } from "./views/states.ts";
import { TROUBLES } from "./views/troubles.ts";
import { expectAccessible, startVisit, type Visit } from "./visit.ts";

const FOLDER = join(PROJECT_ROOT, "pictures");
const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1100 },
  { width: 390, height: 844 },
] as const;
const THEMES = ["light", "dark"] as const;
/** Until a view that never gets its answers looks as it will. */
const LOOKED_AT_MS = 2500;

const names: string[] = [];

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await openStage();
});
afterEach(async () => {
  await endVisits(false);
});
afterAll(async () => {
  writeFileSync(join(FOLDER, "index.html"), makeIndex());
  await closeStage();
});

const fileOf = (name: string, width: number, theme: string): string =>
  `${name.replace(/\W+/g, "_")}_${width}_${theme}.png`;

async function picture({ page }: Visit, name: string): Promise<void> {
  names.push(name);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      const path = join(FOLDER, fileOf(name, size.width, colorScheme));
      const { length } = await page.screenshot({ path });
      expect(length).toBeGreaterThan(1000);
    }
  }
}

function makeIndex(): string {
  const row = (name: string): string => {
    const files = SIZES.flatMap(({ width }) => THEMES.map((theme) => fileOf(name, width, theme)));
    const shown = files.map((file) => `<a href="${file}"><img src="${file}" loading="lazy"></a>`);
    return `<h2>${name}</h2><p>${shown.join(" ")}</p>`;
  };
  const style = "body{font:14px system-ui;margin:24px}img{height:260px;border:1px solid #ccc}";
  return `<!doctype html><meta charset="utf-8"><title>Marey's page</title><style>${style}</style>${names.map(row).join("\n")}`;
}

const STATES_BY_NAME = STATES.map((state) => [state.name, state] as const);
const TROUBLES_BY_NAME = TROUBLES.map((trouble) => [trouble.name, trouble] as const);

describe.skipIf(browser === null)("pictured", () => {
  it.each(STATES_BY_NAME)("%s", async (name, { caller = "planner", hash, open }) => {
    const made = await visit(caller, hash(), SIZES[0]);
    await open(made.page);
    await picture(made, name);
  });

  it.each(TROUBLES_BY_NAME)("%s", async (name, { hash, prepare, finish }) => {
    if (browser === null) throw new Error("no browser");
    const made = await startVisit(browser, world().gateway.pageOf("planner"), SIZES[0]);
    try {
      await prepare?.(made.page);
      await made.open(await hash());
      await made.page.waitForTimeout(scaled(LOOKED_AT_MS));
      await finish?.(made.page);
      await made.page.waitForTimeout(LOOKED_AT_MS);
      await picture(made, name);
      await expectAccessible(made);
      expect(made.errors).toEqual([]);
    } finally {
      await made.close();
    }
  });
});
