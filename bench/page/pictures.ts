/**
 * `npm run pictures [folder]`: pictures of the page's views, taken while `npm run demo` runs on `PORT`. Small ones go
 * to docs/ for README and pages for planners, the others to the folder, to be looked at. They show what a planner sees who is signed
 * in: that the demo is open to everybody is left out.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { launchBrowser } from "./browser.ts";
import { makeYear } from "./year_timetable.ts";

const SMALL = { width: 980, height: 690 };
const LARGE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** On the demo's fresh database ids are always these. */
const QUERY = "infra=2&profiles=7";
const TRAIN = "train=train_schedule+15";

interface Picture {
  readonly name: string;
  readonly hash: string;
  readonly is_dark?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** What is done before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Half past seven, in the middle of the network. */
const MAP = `#/timetable/8/map?${QUERY}&${TRAIN}&at=2026-03-02T07:30:00`;
/** A station's throat. */
const EDITOR = "#/network/2?place=47.099887_2.857930_16.50";

const LARGE_ONES: readonly Picture[] = [
  { name: "start", hash: "#/" },
  { name: "graph", hash: `#/timetable/8/graph?${QUERY}` },
  { name: "graph_dark", hash: `#/timetable/8/graph?${QUERY}&${TRAIN}`, is_dark: true },
  {
    name: "graph_tablet",
    hash: `#/timetable/8/graph?${QUERY}`,
    size: { width: 820, height: 1100 },
  },
  { name: "graph_phone", hash: `#/timetable/8/graph?${QUERY}&${TRAIN}`, size: PHONE },
  { name: "find", hash: `#/timetable/8/graph?${QUERY}`, is_dark: true, prepare: findStation },
  { name: "move", hash: `#/timetable/8/graph?${QUERY}&${TRAIN}`, prepare: tryMove },
  { name: "conflict", hash: `#/timetable/8/graph?${QUERY}`, prepare: chooseConflict },
  { name: "train", hash: `#/timetable/8/train?${QUERY}&${TRAIN}` },
  { name: "train_dark", hash: `#/timetable/8/train?${QUERY}&${TRAIN}`, is_dark: true },
  { name: "map", hash: `#/timetable/8/map?${QUERY}&${TRAIN}` },
  { name: "map_dark", hash: MAP, is_dark: true },
  { name: "editor", hash: EDITOR, prepare: chooseSignal },
  { name: "editor_dark", hash: EDITOR, is_dark: true, prepare: chooseSignal },
  { name: "request", hash: `#/timetable/8/request?${QUERY}`, prepare: ask },
];

/** Few lines: a picture in the repository stays small. */
const VIEW = "view=2026-03-02T06:30:00_2026-03-02T08:30:00_-0.03_1.03";
const SMALL_ONES: readonly Picture[] = [
  { name: "page_making", hash: `#/timetable/8/graph?${QUERY}&${VIEW}`, prepare: makeTrain },
  { name: "page_map", hash: MAP },
  { name: "page_resolving", hash: `#/timetable/8/graph?${QUERY}&${VIEW}`, prepare: resolveAll },
  { name: "page_editor", hash: EDITOR, prepare: chooseSignal },
  {
    name: "page_robustness",
    hash: `#/timetable/8/today?${QUERY}&${VIEW}`,
    prepare: tryDays,
  },
  { name: "page_train", hash: `#/timetable/8/train?${QUERY}&${TRAIN}` },
];

/** Of a timetable with a period and days. */
function listYears(timetable_id: number, train_id: number): readonly Picture[] {
  const own = `train=train_schedule+${train_id}`;
  return [
    {
      name: "days_of_train",
      hash: `#/timetable/${timetable_id}/train?${QUERY}&${own}`,
      prepare: openDays,
    },
    {
      name: "days_of_conflicts",
      hash: `#/timetable/${timetable_id}/graph?${QUERY}&${VIEW}`,
      prepare: openYear,
    },
    {
      name: "days_on_paper",
      hash: `#/timetable/${timetable_id}/graph?${QUERY}&${VIEW}&date=2026-03-02`,
      prepare: openTables,
    },
  ];
}

/** The network is never idle: the stream of events is open. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(700);
  await page.locator(".step", { hasText: /./ }).waitFor({ state: "detached" });
  await page.waitForTimeout(1000);
}

async function tryMove(page: Page): Promise<void> {
  await page.locator(".menu > summary", { hasText: "Show" }).click();
  await page.getByLabel("What it occupies").check();
  await page.keyboard.press("Escape");
  await page.getByRole("application").focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press("Alt+ArrowRight");
}

/** From station to station, and what would follow; not stored. */
async function makeTrain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New train" }).click();
  const form = page.getByRole("region", { name: "New train" });
  for (const [label, name] of [
    ["From", "Auberive"],
    ["To", "Hauteroche"],
  ] as const) {
    await form.getByRole("combobox", { name: label, exact: true }).fill(name);
    await page.locator(".picks").getByRole("option", { name }).first().click();
  }
  await form.getByLabel("Start (UTC)").fill("2026-03-02T06:52");
  await form.getByLabel("Start (UTC)").press("Tab");
  await page.locator(".tried", { hasText: /Conflicts: / }).waitFor();
}

/** The whole proposal, not stored. */
async function resolveAll(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Conflicts/ }).click();
  await page.getByRole("button", { name: /^Resolve all …/ }).click();
  await page.getByRole("button", { name: "Find a proposal" }).click();
  await page.getByRole("button", { name: "Find another one" }).waitFor();
}

async function tryDays(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Robustness" }).click();
  await page.getByRole("button", { name: "Try the days" }).click();
  const heading = page.getByRole("heading", { name: "Trains at their ends" });
  await heading.waitFor();
  await heading.scrollIntoViewIfNeeded();
  await page.locator("#tab-panel").evaluate((panel) => panel.scrollBy(0, panel.clientHeight / 2));
}

async function openDays(page: Page): Promise<void> {
  await page.getByText("Edit all fields").first().click();
  await page.getByText(/^\d+ days: calendar$/).click();
  await page.getByText("Operating days", { exact: true }).scrollIntoViewIfNeeded();
}

async function openYear(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Conflicts/ }).click();
  await page.getByText("Conflicts of all days").first().click();
  await page.getByRole("button", { name: "Find them" }).click();
  await page
    .getByText(/^Mo–Fr/)
    .first()
    .scrollIntoViewIfNeeded();
}

async function openTables(page: Page): Promise<void> {
  await page.getByText("Export and print").click();
  await page.getByRole("button", { name: /^Tables/ }).click();
  await page.getByRole("dialog").getByText(/^1\) /).first().scrollIntoViewIfNeeded();
}

async function chooseConflict(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Conflicts/ }).click();
  await page.getByRole("button", { name: /^15 / }).click();
}

async function findStation(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("fon");
}

/** What is under the cross. */
async function chooseSignal(page: Page): Promise<void> {
  await page.getByRole("application").focus();
  await page.keyboard.press("Enter");
}

async function ask(page: Page): Promise<void> {
  await page.getByLabel("Rolling stock").selectOption({ label: "demo_freight" });
  await page.getByRole("button", { name: "Find a train" }).click();
  await page.getByText(/^Leaves at \d/).waitFor();
}

/** Fewer shades: half the bytes, and nobody sees it. */
const REDUCE = `async (base64) => {
  const image = new Image();
  image.src = "data:image/png;base64," + base64;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const ctx = canvas.getContext("2d");
  ctx.drawImage(image, 0, 0);
  const picture = ctx.getImageData(0, 0, image.width, image.height);
  for (let i = 0; i < picture.data.length; i++) picture.data[i] = Math.round(picture.data[i] / 42.5) * 42.5;
  ctx.putImageData(picture, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}`;

async function take(
  browser: Browser,
  base: string,
  folder: string,
  picture: Picture,
): Promise<void> {
  const { name, hash, is_dark = false, size = LARGE, prepare } = picture;
  const page = await browser.newPage({
    viewport: size,
    colorScheme: is_dark ? "dark" : "light",
  });
  await page.goto(base + hash);
  await settle(page);
  if (prepare !== undefined) {
    await prepare(page);
    await settle(page);
  }
  await page.evaluate(`document.querySelector("header .menu.warning")?.remove()`);
  const path = join(folder, `${name}.png`);
  const bytes = await page.screenshot();
  const small = await page.evaluate<string>(
    `(${REDUCE})(${JSON.stringify(bytes.toString("base64"))})`,
  );
  writeFileSync(path, Buffer.from(small, "base64"));
  await page.close();
}

async function main(): Promise<void> {
  const base = `http://127.0.0.1:${process.env["PORT"] ?? "8090"}/`;
  const browser = await launchBrowser();
  if (browser === null) return;
  const [, , folder] = process.argv;
  try {
    for (const picture of SMALL_ONES) {
      await take(browser, base, join(PROJECT_ROOT, "docs"), { ...picture, size: SMALL });
    }
    const { timetable_id, train_id } = await makeYear(base, 8);
    for (const picture of listYears(timetable_id, train_id)) {
      await take(browser, base, join(PROJECT_ROOT, "docs"), { ...picture, size: SMALL });
    }
    if (folder !== undefined) {
      for (const picture of LARGE_ONES) await take(browser, base, folder, picture);
    }
  } finally {
    await browser.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
