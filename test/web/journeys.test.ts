// Method: a real browser on a real server with the demo's data, behind a gateway that adds identities and a prefix;
// what the page says is compared with what the interface answers. One world for all, in the order of the file.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../bench/page/browser.ts";
import { startWorld, type Train, type World } from "./planner_world.ts";
import {
  answerLate,
  clickThrough,
  download,
  drag,
  findOnGraph,
  readCount,
  settledView,
  spanOf,
  summaryOf,
  tryShift,
  viewOf,
} from "./steps.ts";
import { describeVisit, expectAccessible, type Screen, startVisit, type Visit } from "./visit.ts";

const browser: Browser | null = await launchBrowser();

let world: World;
let graph: string;
const visits: Visit[] = [];

beforeAll(async () => {
  if (browser === null) return;
  world = await startWorld();
  const { timetable_id, infra_id, electrical_profile_set_id } = world.imported;
  graph = `#/timetable/${timetable_id}/graph?infra=${infra_id}&profiles=${electrical_profile_set_id}`;
});
afterEach(async ({ task }) => {
  for (const visit of visits.splice(0)) {
    if (task.result?.state === "fail") console.error(await describeVisit(visit));
    expect(visit.errors).toEqual([]);
    await visit.close();
  }
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function visit(caller: string, hash: string, screen: Screen = {}): Promise<Visit> {
  if (browser === null) throw new Error("no browser");
  const made = await startVisit(browser, world.gateway.pageOf(caller), screen);
  visits.push(made);
  await made.open(hash);
  return made;
}

/** The graph with everything in it. */
async function visitGraph(caller = "planner", more = "", screen: Screen = {}): Promise<Visit> {
  const made = await visit(caller, graph + more, screen);
  await summaryOf(made.page, /^Conflicts \([1-9]/).waitFor();
  return made;
}

async function readJson<T>(path: string): Promise<T> {
  return (await (await world.send("planner", "GET", path)).json()) as T;
}

async function readTrain(id: number): Promise<Train> {
  return await readJson<Train>(`/train_schedule/${id}`);
}

const trainKey = (id: number): string => `&train=train_schedule+${id}`;

/** Of a train by its place in the generated timetable. */
function idOf(index: number): number {
  return world.imported.train_ids[index] ?? 0;
}

describe.skipIf(browser === null)("the start", () => {
  it("lists what the caller may read, and search narrows it", async () => {
    const made = await visit("planner", "#/");
    const { page } = made;
    const link = page.getByRole("link", { name: `Timetable ${world.imported.timetable_id}` });
    await link.waitFor();
    await page.getByText("Signed in as planner").waitFor();
    await expectAccessible(made);
    await page.getByRole("searchbox").fill("nothing of this name");
    await page.getByText("There is no timetable that you may read.").waitFor();
    await page.getByRole("searchbox").fill("");
    await link.click();
    await page.getByRole("application").waitFor();
    expect(page.url()).toContain(`infra=${world.imported.infra_id}`);
  });

  it("tells an unknown caller what a gateway must do", async () => {
    const { page } = await visit("nobody", "#/");
    await page.getByRole("alert").getByText("x-remote-user-identity").waitFor();
  });

  it("tells a stranger in words what is missing", async () => {
    const { page } = await visit("stranger", "#/");
    await page.getByRole("alert").first().getByText("You may not do this.").waitFor();
    expect(await page.getByRole("alert").first().textContent()).toMatch(/role|timetable:read/);
  });
});

describe.skipIf(browser === null)("the train graph", () => {
  it("shows all trains and conflicts of the timetable, in both directions", async () => {
    const made = await visitGraph();
    const { page } = made;
    const { timetable_id, infra_id, electrical_profile_set_id } = world.imported;
    const query = `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
    const conflicts = await readJson<unknown[]>(`/timetable/${timetable_id}/conflicts?${query}`);
    expect(await readCount(page, /^Conflicts/)).toBe(conflicts.length);
    const all = await readCount(page, /^Trains/);
    await page.getByLabel("Direction").selectOption("along");
    const along = await readCount(page, /^Trains/);
    await page.getByLabel("Direction").selectOption("against");
    const against = await readCount(page, /^Trains/);
    expect([along > 10, against > 10, along + against]).toEqual([true, true, all]);
    expect(made.refusals).toEqual([]);
    await expectAccessible(made);
  });

  it("is as accessible in the dark and on a tablet, where nothing sticks out", async () => {
    const made = await visitGraph("planner", trainKey(idOf(0)), { width: 820, is_dark: true });
    await made.page.getByText("Move 4501").waitFor();
    await expectAccessible(made);
    expect(await made.page.evaluate("document.documentElement.scrollWidth")).toBe(820);
  });

  it("narrows by search and filters, and a link keeps all of it", async () => {
    const { page } = await visitGraph();
    const all = await readCount(page, /^Trains/);
    await page.getByLabel("Category").selectOption({ label: "Freight train" });
    const freight = await readCount(page, /^Trains/);
    await page.getByLabel("Search trains").fill("521");
    const found = await readCount(page, /^Trains/);
    expect(found).toBeGreaterThan(0);
    expect(freight).toBeGreaterThanOrEqual(found);
    expect(freight).toBeLessThan(all);
    await page.getByLabel("Even stations").check();
    await page.reload();
    await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
    expect(await readCount(page, /^Trains/)).toBe(found);
    expect(await page.getByLabel("Even stations").isChecked()).toBe(true);
  });

  it("is panned, zoomed and fitted by keys, wheel and pointer, and the address follows", async () => {
    const { page } = await visitGraph();
    await page.waitForURL(/view=/);
    const changes: (() => Promise<void>)[] = [
      async () => await page.keyboard.press("ArrowRight"),
      async () => await page.keyboard.press("+"),
      async () => await page.mouse.wheel(0, -300),
      async () => await page.mouse.wheel(200, 0),
      async () => await page.keyboard.press("PageDown"),
      async () => await page.keyboard.press("0"),
      async () => await drag(page, { x: 700, y: 520 }, { x: 600, y: 520 }),
    ];
    await page.getByRole("application").focus();
    await page.mouse.move(700, 520);
    for (const change of changes) {
      const before = viewOf(page);
      await change();
      await page.waitForURL(() => viewOf(page) !== before);
      expect(viewOf(page)).not.toBe(before);
    }
  });

  it("zooms to a rectangle, and to a conflict that is chosen in the list", async () => {
    const { page } = await visitGraph();
    await page.waitForURL(/view=/);
    const before = spanOf(viewOf(page));
    await page.keyboard.down("Shift");
    await drag(page, { x: 400, y: 400 }, { x: 560, y: 520 });
    await page.keyboard.up("Shift");
    await page.waitForTimeout(500);
    const inside = spanOf(viewOf(page));
    expect(inside).toBeLessThan(before / 2);
    await page.getByRole("button", { name: /^1 Spacing/ }).click();
    await page.waitForTimeout(500);
    expect(spanOf(viewOf(page))).not.toBe(inside);
    await findOnGraph(page, "1 Spacing");
    const named = await page.locator(".tooltip").textContent();
    const listed = await page
      .getByRole("button", { name: /^1 Spacing/ })
      .locator("strong")
      .textContent();
    expect(named).toContain(listed ?? "nobody");
  });

  it("names the train under the pointer, and a click chooses it", async () => {
    const { page } = await visitGraph("planner", trainKey(idOf(0)));
    await page.getByRole("button", { name: "Zoom to train" }).click();
    const spot = await findOnGraph(page, "4501");
    expect(await page.locator(".tooltip").textContent()).toMatch(/4501.*near .* km\/h/);
    await page.keyboard.press("Tab");
    await page.getByRole("application").focus();
    await page.keyboard.press("Escape");
    expect(page.url()).not.toContain("train=train");
    await page.mouse.click(spot.x, spot.y);
    await page.waitForURL(/train=train_schedule/);
    await page.getByText("Move 4501").waitFor();
  });

  it("lights up all occurrences of a paced train, and says how it is moved", async () => {
    const { page } = await visitGraph();
    await page.getByLabel("Search trains").fill("R1");
    await page.getByRole("button", { name: /R1/ }).first().click();
    await page.getByText("An occurrence of a paced train is moved by changing").waitFor();
    await page.getByRole("application").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.locator(".notice.warning").waitFor();
  });

  it("takes another axis, and lists who is at a station", async () => {
    const { page } = await visitGraph();
    await page.getByRole("combobox", { name: "From" }).selectOption({ label: "Essoyes" });
    await page
      .getByRole("combobox", { name: "To", exact: true })
      .selectOption({ label: "Issenheim" });
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/axis=stations/);
    const station = page.getByLabel("Station occupancy");
    await station.locator("option", { hasText: "Auberive" }).waitFor({ state: "detached" });
    await station.selectOption({ label: "Grandval" });
    const there = page.getByRole("group", { name: "Who is at Grandval" }).getByRole("button");
    await there.first().waitFor();
    await there.first().click();
    await page.waitForURL(/train=/);
  });

  it("goes out as SVG, PNG, CSV, JSON and as a link", async () => {
    const { page } = await visitGraph();
    await page.getByText("Take along").click();
    const svg = await download(page, "Graph as SVG");
    expect(svg.toString()).toMatch(/^<svg [^>]*>[\s\S]*<title>4501<\/title>[\s\S]*<\/svg>\s*$/);
    expect(svg.toString()).toContain(">Fontenay</text>");
    const png = await download(page, "Graph as PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect((await download(page, "Times as CSV")).toString().split("\n").length).toBeGreaterThan(
      100,
    );
    const document = JSON.parse((await download(page, "Timetable as JSON")).toString());
    expect(document.train_schedules).toHaveLength(60);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("The link is copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(page.url());
  });
});

describe.skipIf(browser === null)("a train", () => {
  it("is chosen and opened by keys: its stops are at the times of its simulation", async () => {
    const made = await visitGraph();
    const { page } = made;
    await page.getByRole("application").focus();
    await page.keyboard.press("]");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "4501" }).waitFor();
    const { infra_id, electrical_profile_set_id } = world.imported;
    const query = `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
    const { final_output } = await readJson<{
      final_output: { path_item_times: number[] };
    }>(`/train_schedule/${idOf(0)}/simulation?${query}`);
    const { start_time } = await readTrain(idOf(0));
    const last_ms = Date.parse(start_time) + (final_output.path_item_times.at(-1) ?? 0);
    const printed = new Date(Math.round(last_ms / 1000) * 1000).toISOString().slice(11, 19);
    const row = page.getByRole("row").filter({ hasText: "Montigny" });
    expect(await row.getByRole("cell").first().textContent()).toBe(printed.replace(/:00$/, ""));
    await page.locator(".chart canvas").waitFor();
    await page.getByText("25000V").first().waitFor();
    await expectAccessible(made);
  });
});

describe.skipIf(browser === null)("the map", () => {
  it("shows the trains at a time, moves with it, and tells what is clicked", async () => {
    const made = await visitGraph();
    const { page } = made;
    await page.getByRole("button", { name: "Map" }).click();
    const where = page.locator("details", { hasText: "Trains at this time" }).getByRole("button");
    await where.first().waitFor();
    const at_first = await where.allTextContents();
    await page.getByRole("slider").focus();
    for (let i = 0; i < 20; i++) await page.keyboard.press("PageUp");
    expect(await where.allTextContents()).not.toEqual(at_first);
    await expectAccessible(made);
    await clickThrough(
      page,
      page.getByRole("heading", { name: /^(Station|Track section|Signal) / }),
    );
    expect(await page.locator("pre").textContent()).toContain('"id"');
  });
});

describe.skipIf(browser === null)("moving a train", () => {
  const id = (): number => idOf(3);

  it("by the form: tried is not stored, stored is, undone is back", async () => {
    const { page } = await visitGraph("planner", trainKey(id()));
    const before = await readTrain(id());
    await tryShift(page, before.start_time, 4 * 60_000);
    await page.getByText("Tried, not stored: +4 min").waitFor();
    const { gone, new: fresh } = await askWhatIf(id(), "PT240S");
    const follows = new RegExp(`^Conflicts: ${gone.length} goe?s?, ${fresh.length} comes?$`);
    await page.getByText(follows).waitFor();
    expect((await readTrain(id())).start_time).toBe(before.start_time);
    await page.getByRole("button", { name: "Store", exact: true }).click();
    await page.getByText(`${before.train_name}: stored`).waitFor();
    const stored = await readTrain(id());
    expect(Date.parse(stored.start_time) - Date.parse(before.start_time)).toBe(4 * 60_000);
    await page.getByRole("button", { name: "Undo (1)" }).click();
    await page.getByText("back where it was").waitFor();
    expect(await readTrain(id())).toEqual(before);
  });

  it("by the pointer: the train follows, and is stored where it is dropped", async () => {
    const { page } = await visitGraph("planner", trainKey(id()));
    const before = await readTrain(id());
    await page.getByRole("button", { name: "Zoom to train" }).click();
    const view = await settledView(page);
    const from = await findOnGraph(page, before.train_name);
    await drag(page, from, { x: from.x + 40, y: from.y + 30 });
    await page.getByText(`${before.train_name}: stored`).waitFor();
    const moved_ms = Date.parse((await readTrain(id())).start_time) - Date.parse(before.start_time);
    const box = await page.getByRole("application").boundingBox();
    const wanted_ms = (40 / ((box?.width ?? 0) - 132)) * spanOf(view) * 3_600_000;
    expect(Math.abs(moved_ms - wanted_ms)).toBeLessThanOrEqual(10_000);
    expect(viewOf(page)).toBe(view);
  });

  it("by keys, with five steps of undo and no more", async () => {
    const { page } = await visitGraph("planner", trainKey(id()));
    const start_ms = async (): Promise<number> => Date.parse((await readTrain(id())).start_time);
    const first_ms = await start_ms();
    await page.getByText(/^Move \d/).waitFor();
    // What is read after each change comes late: later than the next move.
    await answerLate(page, "/authz/me/privileges", 300);
    await answerLate(page, "/train_schedule", 300);
    const field = page.getByRole("application");
    for (let i = 1; i <= 6; i++) {
      await field.focus();
      await page.keyboard.press("Alt+ArrowRight");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: `Undo (${Math.min(5, i)})` }).waitFor();
      await page.locator(".tried").waitFor({ state: "detached" });
    }
    expect(await start_ms()).toBe(first_ms + 6 * 60_000);
    for (let i = 4; i >= 0; i--) {
      await field.focus();
      await page.keyboard.press("u");
      const left = page.getByRole("button", { name: /^Undo/ });
      if (i > 0) await page.getByRole("button", { name: `Undo (${i})` }).waitFor();
      else await left.waitFor({ state: "detached" });
    }
    await expect.poll(start_ms).toBe(first_ms + 60_000);
  });

  it("changes the length of a stop", async () => {
    const { page } = await visitGraph("planner", trainKey(idOf(0)));
    const { schedule } = await readTrain(idOf(0));
    const { at } = schedule.find(({ stop_for }, i) => i > 0 && stop_for !== null) ?? { at: "" };
    await page.getByText("Stops", { exact: true }).click();
    const field = page.getByLabel(`Stop at ${at}, seconds`);
    await field.fill("300");
    await field.press("Tab");
    await page.getByRole("button", { name: "Store", exact: true }).click();
    await page.getByText("4501: stored").waitFor();
    const after = (await readTrain(idOf(0))).schedule.find((entry) => entry.at === at);
    expect(after?.stop_for).toBe("PT300S");
  });

  it("tells who was faster, and stores nothing over it unasked", async () => {
    const { page } = await visitGraph("planner", trainKey(id()));
    const before = await readTrain(id());
    await tryShift(page, before.start_time, 60_000);
    await page.getByText("Tried, not stored: +1 min").waitFor();
    const theirs = new Date(Date.parse(before.start_time) + 1_200_000).toISOString();
    await world.send("planner", "PUT", `/train_schedule/${id()}`, {
      ...before,
      start_time: theirs,
    });
    await page.getByRole("button", { name: "Store", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Somebody was faster" });
    await dialog.waitFor();
    expect(Date.parse((await readTrain(id())).start_time)).toBe(Date.parse(theirs));
    await dialog.getByRole("button", { name: "Store mine" }).click();
    await page.getByText(": stored").waitFor();
    const mine_ms = Date.parse(before.start_time) + 60_000;
    expect(Date.parse((await readTrain(id())).start_time)).toBe(mine_ms);
  });

  it("is nothing for a reader, who sees everything else", async () => {
    const { page } = await visitGraph("reader", trainKey(idOf(0)));
    await page.getByText("You may read this timetable, but not change it.").waitFor();
    await page.getByRole("application").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.locator(".notice.warning").waitFor();
    expect(await page.locator(".tried").count()).toBe(0);
  });
});

describe.skipIf(browser === null)("what others do", () => {
  it("appears by itself, with a mark, and goes on after the connection was lost", async () => {
    const { page } = await visitGraph("reader");
    await page.getByText("Live", { exact: true }).waitFor();
    const train = await readTrain(idOf(7));
    const { page: other } = await visitGraph("planner", trainKey(idOf(7)));
    await tryShift(other, train.start_time, 180_000);
    await other.getByRole("button", { name: "Store", exact: true }).click();
    const item = page.getByRole("button", { name: train.train_name }).first();
    await item.getByText("just changed by somebody").waitFor();
    const start = new Date(Date.parse(train.start_time) + 180_000).toISOString().slice(11, 16);
    await item.getByText(start).waitFor();
    world.gateway.cut();
    await page.getByText("Offline: connecting again").waitFor();
    const missed = { ...train, train_name: "while nobody looked" };
    await world.send("planner", "PUT", `/train_schedule/${idOf(7)}`, missed);
    await page.getByRole("button", { name: "while nobody looked" }).first().waitFor();
    await world.send("planner", "PUT", `/train_schedule/${idOf(7)}`, train);
  });

  it("marks trains that run otherwise than they were accepted, until they are accepted", async () => {
    const { page } = await visitGraph("planner", trainKey(idOf(0)));
    await page.getByRole("button", { name: "Accept how all trains run now" }).click();
    await page.getByText(/trains are accepted/).waitFor();
    const train = await readTrain(idOf(0));
    const slower = { ...train, margins: { boundaries: [], values: ["20%"] } };
    await world.send("planner", "PUT", `/train_schedule/${idOf(0)}`, slower);
    const item = page.getByRole("button", { name: train.train_name }).first();
    await item.getByText("outdated").waitFor();
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByText("runs otherwise than when it was planned: running time changed").waitFor();
    await page.getByRole("button", { name: "Accept how it runs now" }).click();
    await page.getByText("1 train is accepted").waitFor();
    await page.getByText("runs otherwise than when").waitFor({ state: "detached" });
  });
});

describe.skipIf(browser === null)("a short term request", () => {
  it("is answered, drawn, and kept at wish", async () => {
    const made = await visitGraph();
    const { page } = made;
    const all = await readCount(page, /^Trains/);
    await page.getByRole("button", { name: "Short term" }).click();
    await page.getByLabel("Rolling stock").selectOption({ label: "demo_freight" });
    await page.getByRole("button", { name: "Find a train" }).click();
    await page.getByText(/^Leaves at/).waitFor({ timeout: 60_000 });
    await expectAccessible(made);
    await page.getByLabel("Name").fill("Night ballast");
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByText("Night ballast is in the timetable now.").waitFor();
    await page.getByRole("button", { name: "Train graph" }).click();
    await expect.poll(async () => await readCount(page, /^Trains/)).toBe(all + 1);
    await page.getByLabel("Search trains").fill("Night");
    expect(await readCount(page, /^Trains/)).toBe(1);
  });
});

describe.skipIf(browser === null)("when the server is not itself", () => {
  it("says what it waits for, and shows it when it comes", async () => {
    world.gateway.delay_ms = 250;
    try {
      const { page } = await visit("planner", graph);
      await page
        .getByText(/^(Finding the axis|Computing the trains|Looking for conflicts)/)
        .waitFor();
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
    } finally {
      world.gateway.delay_ms = 0;
    }
  });

  it("tells an ended database in words, keeps what it shows, and goes on after a restart", async () => {
    const { page } = await visitGraph("planner", trainKey(idOf(5)));
    const before = await readTrain(idOf(5));
    world.stopDatabase();
    await tryShift(page, before.start_time, 60_000);
    await page.getByRole("button", { name: "Store", exact: true }).click();
    await page.locator(".tried.failed", { hasText: /database|server/ }).waitFor();
    expect(await readCount(page, /^Trains/)).toBeGreaterThan(60);
    await world.restart({ AUTHORIZATION: "disabled" });
    await page.getByRole("button", { name: "Store", exact: true }).click();
    await page.getByText(`${before.train_name}: stored`).waitFor();
    await page.reload();
    await page.getByText("AUTHORIZATION=disabled").waitFor();
  });
});

interface Follows {
  readonly gone: readonly unknown[];
  readonly new: readonly unknown[];
}

/** What the interface says would follow from a later start. */
async function askWhatIf(id: number, shift: string): Promise<Follows> {
  const { timetable_id, infra_id, electrical_profile_set_id } = world.imported;
  const query = `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  const changes = [{ kind: "train_schedule", id, shift }];
  const path = `/timetable/${timetable_id}/what_if?${query}`;
  const answer = await world.send("planner", "POST", path, { changes });
  return ((await answer.json()) as { conflicts: Follows }).conflicts;
}
