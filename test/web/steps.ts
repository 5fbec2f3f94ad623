/** What visitors do, and what they find. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { makeGate } from "../helpers/gate.ts";
import { scaled } from "../helpers/pace.ts";

/** Frames that a page draws in half a second, longer than it holds back anything. */
const QUIET_FRAMES = 40;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What is done while it is held comes last. */
export async function drag(
  page: Page,
  from: Point,
  to: Point,
  hold: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await hold();
  await page.mouse.up();
}

/** What a page asks from now on: `GET /conflicts`, without what differs between timetables, trains and networks. */
export function listenToAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const words = new URL(request.url()).pathname.split("/").slice(2);
    // Parts of the page itself, which a browser fetches when it likes.
    if (words[0] === "assets") return;
    asked.push(`${request.method()} /${words.filter((word) => !/^\d+$/.test(word)).join("/")}`);
  });
  return asked;
}

/** How many questions of a path wait for their answers at once, at most. */
export function countAtOnce(page: Page, path: string): () => number {
  let [now, most] = [0, 0];
  const isIt = (url: string): boolean => new URL(url).pathname.endsWith(path);
  page.on("request", (request) => {
    if (isIt(request.url())) most = Math.max(most, ++now);
  });
  for (const end of ["requestfinished", "requestfailed"] as const) {
    page.on(end as "requestfinished", (request) => {
      if (isIt(request.url())) now--;
    });
  }
  return () => most;
}

/** Holds back what a path answers from now on. */
export async function answerLate(page: Page, path: string, by_ms: number): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.endsWith(path),
    async (route) => {
      const answer = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, by_ms));
      await route.fulfill({ response: answer });
    },
  );
}

/** Holds back what a path answers from now on, until the returned function is called. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  const { opened, open } = makeGate();
  await page.route(
    ({ pathname }) => pathname.endsWith(path),
    async (route) => {
      const answer = await route.fetch();
      await opened;
      await route.fulfill({ response: answer });
    },
  );
  return open;
}

/** Clicks a button, which takes no second click until the path has answered. */
export async function clickOnce(page: Page, button: Locator, path: string): Promise<void> {
  const release = await holdBack(page, path);
  await button.click();
  await button.and(page.locator(":disabled")).waitFor();
  release();
}

/** What the address says of the visible part. */
export function viewOf(page: Page): string {
  return new URLSearchParams(page.url().split("?")[1]).get("view") ?? "";
}

/** One of the lists beside the graph. */
export async function openConflicts(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Conflicts/ }).click();
}

export async function openFilters(page: Page): Promise<void> {
  await summaryOf(page, /^Filters/).click();
}

/** The number in a heading such as `Trains (74)`. */
export async function readCount(page: Page, text: RegExp): Promise<number> {
  const shown = (await summaryOf(page, text).textContent()) ?? "";
  return Number(/\((\d+)\)/.exec(shown)?.[1]);
}

export function summaryOf(page: Page, text: RegExp): Locator {
  return page.locator("summary, [role=tab]", { hasText: text });
}

/** Hours that a view shows. */
export function spanOf(view: string): number {
  const [from = "", to = ""] = view.split("_");
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 3_600_000;
}

/** Where a train is on the screen: the pointer is moved along the middle until it is named. */
export async function findOnGraph(page: Page, name: string): Promise<Point> {
  const box = await page.getByRole("application").boundingBox();
  if (box === null) throw new Error("no graph");
  const y = box.y + box.height * 0.47;
  for (let x = box.x + 140; x < box.x + box.width; x += 8) {
    await page.mouse.move(x, y);
    const tooltip = page.locator(".tooltip");
    if ((await tooltip.count()) > 0 && (await tooltip.textContent())?.startsWith(name)) {
      return { x, y };
    }
  }
  throw new Error(`${name} is not on the graph`);
}

/** How far down a train is at a place of the time axis: the middle of where it is named. */
export async function findBelow(page: Page, name: string, x: number): Promise<number> {
  const box = await page.getByRole("application").boundingBox();
  if (box === null) throw new Error("no graph");
  const found: number[] = [];
  for (let y = box.y + 34; y < box.y + box.height && found.length < 6; y += 2) {
    await page.mouse.move(x, y);
    const [named] = await page.locator(".tooltip strong").allTextContents();
    if (named === name) found.push(y);
    else if (found.length > 0) break;
  }
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`${name} is not at ${x}`);
  return (first + last) / 2;
}

/** As the page prints times without their zone. */
export function printInput(time_ms: number): string {
  return new Date(time_ms).toISOString().slice(0, 19);
}

/** Clicks on the first thing of a drawing that tells its name, from its upper left. */
export async function clickFirst(page: Page, drawing: Locator): Promise<void> {
  const box = await drawing.boundingBox();
  if (box === null) throw new Error("no drawing");
  for (let y = box.y + 13; y < box.y + box.height; y += 26) {
    for (let x = box.x + 140; x < box.x + box.width; x += 3) {
      await page.mouse.move(x, y);
      if ((await page.locator(".tooltip").count()) === 0) continue;
      await page.mouse.click(x, y);
      return;
    }
  }
  throw new Error("nothing in the drawing tells its name");
}

/** The map when all that it shows is drawn. */
export async function drawnMap(page: Page): Promise<Locator> {
  const map = page.getByRole("application", { name: /^Map/ });
  await page.locator('[role="application"][aria-busy="false"]').waitFor();
  return map;
}

/** Waits until it is told that something is stored, and takes that away. It may be gone before it is clicked on. */
export async function stored(page: Page, what: RegExp): Promise<void> {
  const notice = page.locator(".told .notice").filter({ hasText: what });
  await notice.waitFor();
  await page.evaluate('document.querySelector(".told .notice button")?.click()');
  await notice.waitFor({ state: "detached" });
}

/** Clicks on the first thing down the middle of the map over which the pointer is a hand. */
export async function clickThrough(page: Page): Promise<void> {
  const map = await drawnMap(page);
  const box = await map.boundingBox();
  if (box === null) throw new Error("no map");
  for (let y = box.y + 20; y < box.y + box.height; y += 4) {
    const at: [number, number] = [box.x + box.width * 0.62, y];
    await page.mouse.move(...at);
    const style = await map.locator("canvas").getAttribute("style");
    if (style?.includes("cursor: pointer") !== true) continue;
    await page.mouse.click(...at);
    return;
  }
  throw new Error("nothing on the map was met");
}

/** Counts points of a picture by colour: `r,g,b`. */
const COUNT_COLOURS = `async (base64) => {
  const image = new Image();
  image.src = "data:image/png;base64," + base64;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const ctx = canvas.getContext("2d");
  ctx.drawImage(image, 0, 0);
  const { data } = ctx.getImageData(0, 0, image.width, image.height);
  const counts = {};
  for (let i = 0; i < data.length; i += 4) {
    const colour = data[i] + "," + data[i + 1] + "," + data[i + 2];
    counts[colour] = (counts[colour] ?? 0) + 1;
  }
  return counts;
}`;

const NEAR = 40;

/** How many points of what a part of the page looks like have a colour: `#rrggbb`. */
export async function countPoints(page: Page, part: Locator, colour: string): Promise<number> {
  const picture = (await part.screenshot()).toString("base64");
  const counts = await page.evaluate<Readonly<Record<string, number>>>(
    `(${COUNT_COLOURS})(${JSON.stringify(picture)})`,
  );
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  // Edges of lines are lighter.
  const isNear = (one: string): boolean =>
    one.split(",").every((part, i) => Math.abs(Number(part) - (parts[i] ?? 0)) <= NEAR);
  const near = Object.entries(counts).filter(([one]) => isNear(one));
  return near.reduce((sum, [, count]) => sum + count, 0);
}

/** The head of the chosen train's panel. */
export function headOf(page: Page, name: string): Locator {
  return page.locator(".move > summary", { hasText: name });
}

/** What is done with the chosen train less often. */
export async function openMore(page: Page): Promise<void> {
  await page.locator(".move .acts .menu > summary").click();
}

/** Tools behind a button of the toolbar. */
export async function openMenu(page: Page, label: RegExp): Promise<void> {
  await page.locator(".menu > summary", { hasText: label }).click();
}

/** The network, profiles, works and limits that trains are computed with. */
export async function openSetting(page: Page): Promise<void> {
  await page.locator(".context .menu > summary").first().click();
}

/** What is typed counts when the field is left. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel("Search trains").fill(text);
  await page.getByLabel("Search trains").press("Tab");
}

/** Types some of a name, and chooses what is found. */
export async function pick(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).fill(name.slice(0, 4));
  await page.locator(".picks").getByRole("option", { name }).first().click();
}

export async function download(page: Page, name: string): Promise<Buffer> {
  const summary = page.locator("summary", { hasText: /^Export and print/ });
  const menu = page.locator("details", { has: summary });
  // Another menu has closed this one.
  if ((await menu.getAttribute("open")) === null) await summary.click();
  const link = menu.locator(".row").getByText(name);
  return await saved(page, async () => await link.click());
}

const DRAWING = { timeout: scaled(60_000) };

/** What the graph is exported as, by its name in the menu. */
export async function openOut(page: Page, name: RegExp): Promise<void> {
  await page.getByText("Export and print").click();
  await page.getByRole("button", { name }).click();
  await page.getByRole("dialog").waitFor();
}

export function countPages(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/MediaBox/g)?.length ?? 0;
}

/** What the page saves, which it may have to draw first, for as long as that takes on a busy machine. */
export async function saved(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download", DRAWING), act()]);
  return readFileSync(await file.path());
}

/** Another start in the form. */
export async function tryShift(page: Page, start_time: string, by_ms: number): Promise<void> {
  const wanted = new Date(Date.parse(start_time) + by_ms).toISOString().slice(0, 19);
  const field = page.getByLabel("Start (UTC)");
  await field.fill(wanted);
  await field.press("Tab");
}

/** What `read` finds once the page has drawn many frames without a change of it. */
export async function settled<T>(page: Page, read: () => T | Promise<T>): Promise<T> {
  for (let before = await read(); ; before = await read()) {
    await page.evaluate(`new Promise((resolve) => {
      let left = ${QUIET_FRAMES};
      const count = () => (left-- > 0 ? requestAnimationFrame(count) : resolve());
      count();
    })`);
    if ((await read()) === before) return before;
  }
}

/** The view when the address has it. */
export async function settledView(page: Page): Promise<string> {
  return await settled(page, () => viewOf(page));
}
