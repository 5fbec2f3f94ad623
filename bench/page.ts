/**
 * The planner's page in a real browser: bytes of the first view; with 1,000 and 5,000 trains the time of a frame while the
 * train graph is panned and zoomed, the first picture after each of its acts, and the rounds of requests to the first train;
 * the answer to a drag with 1,400, and a train's view opened. Trains are those of the
 * demo's network. Without a browser it says so.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { Api, TimetableCreated, TrainsCreated } from "./demo/api.ts";
import { type Imported, importNetwork } from "./demo/import_network.ts";
import { type GeneratedNetwork, generateNetwork } from "./network.ts";
import { launchBrowser } from "./page/browser.ts";
import { BUILT_PAGE, countFirstView, FIRST_VIEW_BYTES_MAX } from "./page/first_view.ts";
import { measurePlannerActs } from "./page/planner_acts.ts";
import { BenchServers, waitFor } from "./servers.ts";

const PORT = 8197;
const FEW_TRAINS = 10;
const COUNTS = [1000, 5000] as const;
const DRAG_TRAINS = 1400;
const FRAMES = 90;
const DRAG_STEPS = 40;
const OPENINGS = 30;
const FIRST_VIEWS = 10;
const ROUND_MS = 1000;
const KB = 1000;
const LOAD_TIMEOUT_MS = 600_000;

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** What the browser loads before anything is chosen, as Brotli. */
function printBytes(): void {
  const files = readdirSync(BUILT_PAGE, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".br"))
    .map((name) => ({ name, bytes: statSync(join(BUILT_PAGE, name)).size }));
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `first view ${(countFirstView() / KB).toFixed(1)} kB brotli (at most ${FIRST_VIEW_BYTES_MAX / KB}), all views ${(all / KB).toFixed(1)} kB`,
  );
}

/** The demo's network with so many trains over two days. */
function generate(train_count: number): GeneratedNetwork {
  return generateNetwork({ train_count, departure_interval_s: Math.floor(172_800 / train_count) });
}

/** Another timetable on the same network. */
async function addTimetable(api: Api, known: Imported, train_count: number): Promise<Imported> {
  const { timetable_id } = await api.post("/timetable", {}, TimetableCreated);
  const path = `/timetable/${timetable_id}/train_schedules`;
  const trains = await api.post(path, generate(train_count).train_schedules, TrainsCreated);
  return { ...known, timetable_id, train_ids: trains.map(({ id }) => id) };
}

function addressOf(base_url: string, imported: Imported): string {
  const { timetable_id, infra_id, electrical_profile_set_id } = imported;
  const query = `infra=${infra_id}&profiles=${electrical_profile_set_id}`;
  return `${base_url}/#/timetable/${timetable_id}/graph?${query}`;
}

async function openGraph(browser: Browser, base_url: string, imported: Imported): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 860 } });
  page.setDefaultTimeout(LOAD_TIMEOUT_MS);
  await page.goto(addressOf(base_url, imported));
  await page.locator("[role=tab]", { hasText: /^Conflicts \([1-9]/ }).waitFor();
  return page;
}

/** From the address to all trains on the graph, in a browser that has nothing of the page yet. */
async function measureFirstView(
  browser: Browser,
  base_url: string,
  imported: Imported,
): Promise<void> {
  const times_ms: number[] = [];
  for (let i = 0; i < FIRST_VIEWS; i++) {
    const context = await browser.newContext({ viewport: { width: 1400, height: 860 } });
    const page = await context.newPage();
    const started_ms = performance.now();
    await page.goto(addressOf(base_url, imported));
    await page.locator("[role=tab]", { hasText: /^Trains \([1-9]/ }).waitFor();
    times_ms.push(performance.now() - started_ms);
    await context.close();
  }
  times_ms.sort((a, b) => a - b);
  console.log(
    `${`${imported.train_ids.length} trains, first view`.padEnd(28)} median ${quantile(times_ms, 0.5).toFixed(0)} ms` +
      `  p95 ${quantile(times_ms, 0.95).toFixed(0)} ms`,
  );
}

/** Pans with the wheel, a step a frame; times between frames, and the wait for the sharp picture at rest. */
const PAN = `(async (frames) => {
  const graph = document.querySelector(".graph");
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await next();
  const times = [];
  let last = await next();
  for (let i = 0; i < frames; i++) {
    const deltaX = i < frames / 2 ? 12 : -12;
    graph.dispatchEvent(new WheelEvent("wheel", { deltaX, deltaY: 0, clientX: 600, clientY: 500, bubbles: true, cancelable: true }));
    const now = await next();
    times.push(now - last);
    last = now;
  }
  return times;
})`;

/** The same, in and out. */
const ZOOM = PAN.replace("deltaX, deltaY: 0", "deltaX: 0, deltaY: deltaX");

async function measurePan(page: Page, what: string): Promise<void> {
  await measureFrames(page, what, PAN);
}

async function measureZoom(page: Page, what: string): Promise<void> {
  await measureFrames(page, what, ZOOM);
}

async function measureFrames(page: Page, what: string, steps: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Fit" }).click();
  await page.waitForTimeout(1500);
  await page.evaluate(`${steps}(20)`);
  const times_ms = (await page.evaluate<number[]>(`${steps}(${FRAMES})`)).sort((a, b) => a - b);
  const mean_ms = times_ms.reduce((sum, ms) => sum + ms, 0) / times_ms.length;
  console.log(
    `${what.padEnd(28)} frame mean ${mean_ms.toFixed(1)} ms (${(1000 / mean_ms).toFixed(0)}/s)` +
      `  median ${quantile(times_ms, 0.5).toFixed(1)}  p95 ${quantile(times_ms, 0.95).toFixed(1)} ms`,
  );
}

/** A step of the train, then its answer and the frame that draws it: by the browser's own clock. */
const DRAG = `(async (steps) => {
  const graph = document.querySelector(".graph");
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const times = [];
  for (let i = 0; i < steps; i++) {
    const answered = new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const answer = list.getEntries().find(({ name }) => name.includes("what_if"));
        if (answer === undefined) return;
        observer.disconnect();
        resolve(answer.duration);
      });
      observer.observe({ type: "resource" });
    });
    const start = performance.now();
    graph.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", altKey: true, bubbles: true }));
    const asked = await answered;
    await next();
    times.push({ asked, whole: performance.now() - start });
  }
  return times;
})`;

async function measureDrag(page: Page, imported: Imported): Promise<void> {
  const id = imported.train_ids[Math.floor(imported.train_ids.length / 2)] ?? 0;
  const { hash } = new URL(page.url());
  await page.evaluate(`location.hash = ${JSON.stringify(`${hash}&train=train_schedule+${id}`)}`);
  await page.locator(".move > summary").waitFor();
  await page.evaluate(`${DRAG}(5)`);
  const steps = await page.evaluate<{ asked: number; whole: number }[]>(`${DRAG}(${DRAG_STEPS})`);
  const whole_ms = steps.map(({ whole }) => whole).sort((a, b) => a - b);
  const asked_ms = steps.map(({ asked }) => asked).sort((a, b) => a - b);
  console.log(
    `${`${DRAG_TRAINS} trains, a step of a drag`.padEnd(28)} median ${quantile(whole_ms, 0.5).toFixed(0)} ms` +
      `  p95 ${quantile(whole_ms, 0.95).toFixed(0)} ms (target 100); the answer alone ` +
      `median ${quantile(asked_ms, 0.5).toFixed(0)}  p95 ${quantile(asked_ms, 0.95).toFixed(0)} ms`,
  );
}

/** The next train is chosen and opened at once, until its curves, stops and voltages are drawn; then back. */
const OPEN_TRAIN = `(async (count) => {
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const until = async (selectors) => {
    while (!selectors.every((one) => document.querySelector(one) !== null)) await next();
  };
  const times = [];
  for (let i = 0; i < count; i++) {
    await until([".graph"]);
    const graph = document.querySelector(".graph");
    const start = performance.now();
    for (const key of ["]", "Enter"]) graph.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await until([".chart canvas", ".band", "tbody th[scope=row]"]);
    await next();
    times.push(performance.now() - start);
    document.querySelector("nav button").click();
  }
  return times;
})`;

async function measureOpening(page: Page): Promise<void> {
  // Gives up what the drag has tried.
  await page.getByRole("application").press("Escape");
  await page.evaluate(`${OPEN_TRAIN}(3)`);
  const evaluated = await page.evaluate<number[]>(`${OPEN_TRAIN}(${OPENINGS})`);
  const times_ms = evaluated.sort((a, b) => a - b);
  console.log(
    `${"a train opened, warm".padEnd(28)} median ${quantile(times_ms, 0.5).toFixed(0)} ms` +
      `  p95 ${quantile(times_ms, 0.95).toFixed(0)} ms (target 300)`,
  );
}

/**
 * What a key or a click takes to the end of the next frame that the page draws, and its longest frame within the second
 * after it: what is not done at once must not hold back what is done next.
 */
const ACT = `(async (act) => {
  const next = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  }));
  await next();
  const start = performance.now();
  act();
  await next();
  const first = performance.now() - start;
  let [last, longest] = [performance.now(), 0];
  while (last < start + 1000) {
    await next();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return { first, longest };
})`;

const key = (name: string, more = ""): string =>
  `document.querySelector(".graph").dispatchEvent(new KeyboardEvent("keydown", { key: "${name}", bubbles: true, cancelable: true${more} }))`;
const typed = (text: string): string =>
  `(() => { const field = document.querySelector(".filters input"); field.value = "${text}"; field.dispatchEvent(new Event("input", { bubbles: true })); })()`;
const clicked = (selector: string): string => `document.querySelector("${selector}").click()`;

/** Each from where the one before has left the page. */
const ACTS: readonly (readonly [name: string, act: string])[] = [
  ["zoom in", key("+")],
  ["zoom out", key("-")],
  ["a day on", key("PageDown")],
  ["a day back", key("PageUp")],
  ["fit", key("0")],
  ["choose the next train", key("]")],
  ["choose another one", key("]")],
  ["move it by a minute", key("ArrowRight", ", altKey: true")],
  ["give that up", key("Escape")],
  ["a key in the search", typed("5")],
  ["another key", typed("52")],
  ["search cleared", typed("")],
  ["a train of the list", clicked(".list .item")],
  ["several: the chosen one", key("m")],
  ["the train's own view", clicked("nav .tab:nth-of-type(2)")],
  ["the map", clicked("nav .tab:nth-of-type(3)")],
  ["back to the graph", clicked("nav .tab:nth-of-type(1)")],
];

async function measureActs(page: Page, count: number): Promise<void> {
  // The first round loads what is loaded when it is opened.
  for (const is_counted of [false, true]) {
    for (const [name, act] of ACTS) {
      const { first, longest } = await page.evaluate<{ first: number; longest: number }>(
        `${ACT}(() => ${act})`,
      );
      if (!is_counted) continue;
      console.log(
        `${`${count} trains, ${name}`.padEnd(40)} first picture ${first.toFixed(0)} ms (target 100)` +
          `  longest frame of the second after ${longest.toFixed(0)} ms`,
      );
    }
  }
}

/** Requests one after the other: by how much later the first train is there when each answer is a second late. */
async function countRounds(browser: Browser, base_url: string, imported: Imported): Promise<void> {
  const times_ms: number[] = [];
  for (const late_ms of [0, ROUND_MS]) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 860 } });
    await page.route(
      (url) => !url.pathname.startsWith("/assets/") && url.pathname !== "/",
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, late_ms));
        await route.continue();
      },
    );
    const started_ms = performance.now();
    await page.goto(addressOf(base_url, imported));
    await page.locator("[role=tab]", { hasText: /^Trains \([1-9]/ }).waitFor();
    times_ms.push(performance.now() - started_ms);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.close();
  }
  const [plain = 0, late = 0] = times_ms;
  console.log(
    `${"rounds to the first train".padEnd(28)} ${((late - plain) / ROUND_MS).toFixed(1)} (target 4)`,
  );
}

async function measure(browser: Browser, base_url: string): Promise<void> {
  const api = new Api(base_url);
  const known = await importNetwork(api, generate(FEW_TRAINS));
  // All at first: the server ends a connection that is idle as long as a browser is measured.
  const timetables: Imported[] = [];
  for (const count of [...COUNTS, DRAG_TRAINS]) {
    timetables.push(await addTimetable(api, known, count));
  }
  const [imported = known] = timetables.slice(-1);
  for (const [i, count] of COUNTS.entries()) {
    const timetable = timetables[i] ?? known;
    const page = await openGraph(browser, base_url, timetable);
    await measurePan(page, `${count} trains panned`);
    await measureZoom(page, `${count} trains zoomed`);
    await measureActs(page, count);
    await measurePlannerActs(page, `${count} trains`);
    await page.close();
    await countRounds(browser, base_url, timetable);
  }
  const page = await openGraph(browser, base_url, imported);
  // What has been computed stays known to the server.
  await measureFirstView(browser, base_url, imported);
  await measureDrag(page, imported);
  await measureOpening(page);
}

async function main(): Promise<void> {
  printBytes();
  const browser = await launchBrowser();
  if (browser === null) return;
  try {
    await BenchServers.run(async (servers) => {
      const base_url = `http://127.0.0.1:${PORT}`;
      await servers.makeDatabase("page");
      servers.startMarey(PORT, "page", { AUTHORIZATION: "disabled" });
      await waitFor(`${base_url}/ready`);
      await measure(browser, base_url);
    });
  } finally {
    await browser.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
