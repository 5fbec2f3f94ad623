/** What is looked at: lists, the train graph, a train. */
import { describe, expect, it } from "vitest";
import {
  clickFirst,
  download,
  drag,
  findOnGraph,
  headOf,
  openConflicts,
  openFilters,
  openMenu,
  pick,
  readCount,
  search,
  spanOf,
  summaryOf,
  viewOf,
} from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import {
  idOf,
  readJson,
  readTrain,
  runQuery,
  trainKey,
  visit,
  visitGraph,
  world,
} from "./stage.ts";

async function make(path: string, body: unknown): Promise<number> {
  const answer = await world().send("planner", "POST", path, body);
  return ((await answer.json()) as { id: number }).id;
}

/** Path of a study's scenarios. */
async function makeStudy(project: string, name: string): Promise<string> {
  const studies = `/projects/${await make("/projects", { name: project })}/studies`;
  return `${studies}/${await make(studies, { name, state: "started" })}/scenarios`;
}

const HAS_FOCUS = (element: { readonly ownerDocument: { readonly activeElement: unknown } }) =>
  element.ownerDocument.activeElement === element;

export function describeReading(): void {
  describe("the start", () => {
    it("lists what the caller may read, and search narrows it", async () => {
      const { infra_id, timetable_id } = world().imported;
      await make(await makeStudy("Line 4", "Summer"), {
        name: "Fewer stops",
        infra_id,
        timetable_id,
      });
      await makeStudy("Line 5", "Winter");
      const made = await visit("planner", "#/");
      const { page } = made;
      const scenario = page.getByRole("listitem").filter({ hasText: "Fewer stops" });
      await scenario.getByText("Line 4 › Summer › Fewer stops").waitFor();
      expect(await scenario.getByRole("link").getAttribute("href")).toMatch(
        /^#\/timetable\/\d+\/graph/,
      );
      const link = page.getByRole("link", { name: "Demo line" });
      await link.waitFor();
      await page.getByRole("button", { name: "Signed in as planner" }).waitFor();
      await expectAccessible(made);
      await page.getByRole("searchbox").fill("nothing of this name");
      await page.getByText("Nothing has “nothing of this name” in its name.").waitFor();
      await page.getByRole("searchbox").fill("");
      await link.click();
      await page.getByRole("application").waitFor();
      expect(page.url()).toContain(`infra=${world().imported.infra_id}`);
    });

    it("tells an unknown caller what a gateway must do", async () => {
      const { page } = await visit("nobody", "#/");
      await page.getByRole("alert").getByText("You are not signed in").waitFor();
    });

    it("tells of a timetable that is not there, with the way back", async () => {
      const { page } = await visit("planner", "#/timetable/999999/graph");
      await page.getByRole("alert").getByText("Timetable '999999'").waitFor();
      await page.getByRole("link", { name: "Back to the timetables" }).click();
      await page.getByRole("searchbox").waitFor();
    });

    it("tells a stranger in words what is missing", async () => {
      const { page } = await visit("stranger", "#/");
      await page.getByRole("alert").first().getByText("You may not do this").waitFor();
      const told = (await page.getByRole("alert").allTextContents()).join();
      expect(told).toMatch(/it requires the role timetable:read/);
      expect(told).not.toMatch(/POST|\/authz|header/);
    });
  });

  describe("the train graph", () => {
    it("shows all trains and conflicts of the timetable, in both directions", async () => {
      const made = await visitGraph();
      const { page } = made;
      const { timetable_id } = world().imported;
      const path = `/timetable/${timetable_id}/conflicts?${runQuery()}`;
      const conflicts = await readJson<unknown[]>(path);
      expect(await readCount(page, /^Conflicts/)).toBe(conflicts.length);
      const all = await readCount(page, /^Trains/);
      await openFilters(page);
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
      await headOf(made.page, "4501").waitFor();
      await expectAccessible(made);
      expect(await made.page.evaluate("document.documentElement.scrollWidth")).toBe(820);
    });

    it("says so where no train meets the search, and lists those that run elsewhere", async () => {
      const made = await visitGraph();
      const { page } = made;
      const all = await readCount(page, /^Trains/);
      await search(page, "nobody's name");
      await page.locator(".empty", { hasText: "No train matches this search." }).waitFor();
      await expectAccessible(made);
      await page.getByRole("button", { name: "Clear search and filters" }).click();
      // The button is gone, and the focus is where it was.
      expect(await page.getByLabel("Search trains").evaluate(HAS_FOCUS)).toBe(true);
      expect(await readCount(page, /^Trains/)).toBe(all);
      await openMenu(page, /^Axis/);
      await pick(page, "From", "Louvemont");
      await page.getByRole("button", { name: "Show this line" }).click();
      await page.waitForURL(/axis=stations/);
      const elsewhere = summaryOf(page, /^Not along this axis \(\d+\)/);
      await elsewhere.click();
      await page.getByRole("button", { name: /R1/ }).first().click();
      await page.getByText("It does not run along the graph's axis.").waitFor();
      await openMenu(page, /^Axis/);
      await page.locator(".sheet").getByRole("button", { name: "Axis of this train" }).click();
      await page.waitForURL(/axis=paced_train/);
      await page
        .getByText("It does not run along the graph's axis.")
        .waitFor({ state: "detached" });
      await openMenu(page, /^Show/);
      const stations = page.getByLabel("Station occupancy");
      await stations.locator("option", { hasText: "Louvemont" }).waitFor({ state: "detached" });
      // No longer on the axis, and still to be found by its name.
      await openMenu(page, /^Axis/);
      await pick(page, "To", "Louvemont");
      await page.getByRole("button", { name: "Show this line" }).click();
      await stations.locator("option", { hasText: "Louvemont" }).waitFor({ state: "attached" });
      await stations.locator("option", { hasText: "Auberive" }).waitFor({ state: "attached" });
    });

    it("narrows by search and filters, and a link keeps all of it", async () => {
      const { page } = await visitGraph();
      const all = await readCount(page, /^Trains/);
      await openFilters(page);
      await page.getByLabel("Category").selectOption({ label: "Freight train" });
      const freight = await readCount(page, /^Trains/);
      await search(page, "521");
      const found = await readCount(page, /^Trains/);
      expect(found).toBeGreaterThan(0);
      expect(freight).toBeGreaterThanOrEqual(found);
      expect(freight).toBeLessThan(all);
      await page.getByRole("button", { name: "Clear search and filters" }).click();
      for (const [label, value] of [
        ["Rolling stock", "demo_intercity"],
        ["Label", "regional"],
      ] as const) {
        await page.getByLabel(label).selectOption(value);
        const some = await readCount(page, /^Trains/);
        expect([some > 0, some < all]).toEqual([true, true]);
        await page.getByLabel(label).selectOption("all");
      }
      await search(page, "521");
      await openMenu(page, /^Show/);
      await page.getByLabel("Even stations").check();
      await page.reload();
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
      expect(await readCount(page, /^Trains/)).toBe(found);
      await openMenu(page, /^Show/);
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
        async () => await page.keyboard.press("n"),
        async () => await page.keyboard.press("0"),
        // No train runs there.
        async () => await drag(page, { x: 160, y: 500 }, { x: 240, y: 500 }),
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
      await page.waitForURL(() => spanOf(viewOf(page)) < before / 2);
      const inside = spanOf(viewOf(page));
      await openConflicts(page);
      const in_list = page.getByRole("tabpanel").getByRole("listitem");
      const all = await in_list.count();
      await page.getByLabel("Only those on the graph").check();
      await expect.poll(async () => await in_list.count(), PATIENT).toBeLessThan(all);
      await page.getByLabel("Only those on the graph").uncheck();
      await page.getByRole("button", { name: /^1 Spacing/ }).click();
      await page.waitForURL(() => spanOf(viewOf(page)) !== inside);
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
      await headOf(page, "4501").waitFor();
    });

    it("hides conflicts with the trains that a filter hides, and keeps their numbers", async () => {
      const { page } = await visitGraph();
      const rows = page.getByRole("list", { name: /^Conflicts/ }).getByRole("button");
      await openConflicts(page);
      const all = await rows.allTextContents();
      await summaryOf(page, /^Trains/).click();
      await openFilters(page);
      await page.getByLabel("Category").selectOption({ label: "Freight train" });
      const trains = page.getByRole("list", { name: /^Trains/ }).locator("strong");
      const names = await trains.allTextContents();
      await openConflicts(page);
      const some = await rows.allTextContents();
      const isOfThem = (row: string): boolean => names.some((name) => row.includes(name));
      expect(some).toEqual(all.filter(isOfThem));
      expect([some.length > 0, some.length < all.length]).toEqual([true, true]);
    });

    it("lights up all occurrences of a paced train, and moves them together", async () => {
      const { page } = await visitGraph();
      await search(page, "R1");
      await page.getByRole("button", { name: /R1/ }).first().click();
      await page.getByLabel("the whole service").waitFor();
      await page.getByRole("application").focus();
      await page.keyboard.press("Alt+ArrowRight");
      await page.getByText("Tried, not stored: +1 min").waitFor();
      const sides = page.getByRole("group", { name: "On the graph" });
      const pressed = sides.locator("[aria-pressed=true]");
      expect(await pressed.textContent()).toBe("Both");
      await sides.getByRole("button", { name: "After" }).click();
      await sides.getByRole("button", { name: "Before" }).press("Enter");
      expect(await pressed.textContent()).toBe("Before");
      await page.getByRole("application").focus();
      await page.keyboard.press("Escape");
      await page.locator(".tried").waitFor({ state: "detached" });
    });

    it("takes another axis, and opens a station: who is on which track, as a diagram and as a list", async () => {
      const made = await visitGraph();
      const { page } = made;
      await openMenu(page, /^Axis/);
      await pick(page, "From", "Essoyes");
      await page.getByRole("combobox", { name: "To", exact: true }).fill("ISH");
      await page.locator(".picks").getByRole("option", { name: "Issenheim" }).waitFor();
      await expectAccessible(made);
      await page.keyboard.press("Enter");
      await pick(page, "Add a station on the way", "Grandval");
      await page.getByText("via Grandval").waitFor();
      await page.getByRole("button", { name: "Remove Grandval" }).press("Enter");
      await page.getByText("via Grandval").waitFor({ state: "detached" });
      await pick(page, "Add a station on the way", "Fontenay");
      await page.getByRole("button", { name: "Show this line" }).click();
      await page.waitForURL(/axis=stations(%3A[^%&]+){3}(&|$)/);
      await openMenu(page, /^Axis/);
      await page.getByText("via Fontenay").waitFor();
      await openMenu(page, /^Show/);
      const station = page.getByLabel("Station occupancy");
      await station.locator("option", { hasText: "Auberive" }).waitFor({ state: "detached" });
      await station.selectOption({ label: "Grandval" });
      expect(page.url()).toMatch(/station=OP/);
      const there = page.getByRole("list", { name: "Trains at Grandval" }).getByRole("button");
      await there.filter({ hasText: "52106, track 4" }).waitFor();
      // its name beside the graph opens and closes it as well
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await there.first().waitFor({ state: "detached" });
      const graph = page.getByRole("application", { name: /^Train graph/ });
      const { width = 0, height = 0 } = (await graph.boundingBox()) ?? {};
      expect(width).toBeGreaterThan(0);
      for (let y = height - 20; y > 40 && !/station=OP/.test(page.url()); y -= 12) {
        await graph.click({ position: { x: 60, y } });
      }
      expect(page.url()).toMatch(/station=OP/);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await openMenu(page, /^Show/);
      await station.selectOption({ label: "Grandval" });
      await there.filter({ hasText: /4501, track V1/ }).click();
      await page.waitForURL(/train=train_schedule/);
      const tracks = page.getByRole("application", { name: /^Tracks of Grandval/ });
      const chosen = page
        .getByRole("list", { name: "Trains at Grandval" })
        .locator("[aria-pressed=true]");
      // The list has the diagram's keys for tracks.
      await chosen.focus();
      await page.keyboard.press("Alt+ArrowDown");
      await page.locator(".tried").waitFor();
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      const first = await chosen.textContent();
      await tracks.focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(async () => await chosen.textContent(), PATIENT).not.toBe(first);
      await clickFirst(page, tracks);
      const [name] = (await page.locator(".tooltip strong").textContent())?.split(" ") ?? [];
      await expect.poll(async () => await chosen.textContent(), PATIENT).toContain(name);
      await expectAccessible(made);
      await tracks.focus();
      await page.keyboard.press("Escape");
      await tracks.waitFor({ state: "detached" });
    });

    it("takes a line as the axis, found by its code with keys or by its name with the pointer, and a link keeps it", async () => {
      const made = await visitGraph();
      const { page } = made;
      const lines = new Map(
        world().network.railjson.track_sections.flatMap(({ extensions }) => {
          const sncf = extensions?.sncf;
          return sncf ? [[sncf.line_code, sncf.line_name] as const] : [];
        }),
      );
      const [[line_code], [other, name]] = [...lines] as [[number, string], [number, string]];
      await openMenu(page, /^Axis/);
      const field = page.getByRole("combobox", { name: "A line, by name or code" });
      await field.fill(String(line_code));
      await page.locator(".picks").getByRole("option").first().waitFor();
      await expectAccessible(made);
      await page.keyboard.press("Enter");
      await page.waitForURL(new RegExp(`axis=line%3A${line_code}(&|$)`));
      await page.getByRole("application").waitFor();
      await page.reload();
      await page.getByRole("application").waitFor();
      expect(page.url()).toContain(`axis=line%3A${line_code}`);
      await openMenu(page, /^Axis/);
      await pick(page, "A line, by name or code", name);
      await page.waitForURL(new RegExp(`axis=line%3A${other}(&|$)`));
      // What lies on a branch is named.
      await page.route(/\/operational_points$/, async (route) => {
        const told = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...told, left_out: [{ id: "b", name: "Branch end" }] } });
      });
      await page.reload();
      await page.getByText("so not on this axis: Branch end.").waitFor();
      await page.goto(page.url().replace(/axis=[^&]*/, "axis=line%25&hidden=%25"));
      await page.reload();
      await page.getByRole("button", { name: "New train" }).waitFor();
    });

    it("shows the base runs of all trains at wish, and again the one of a train that changes", async () => {
      const { page } = await visitGraph();
      await page.getByText("Live", { exact: true }).waitFor();
      await page.getByText("Export and print").click();
      const countBase = async (): Promise<number> =>
        (await download(page, "Graph as SVG")).toString().split('stroke-dasharray="3 3"').length -
        1;
      expect(await countBase()).toBe(0);
      await openMenu(page, /^Show/);
      await page.getByLabel("Base runs").check();
      await page.getByRole("button", { name: "Fit", exact: true }).click();
      const all = await readCount(page, /^Trains/);
      await expect.poll(countBase, PATIENT).toBe(all);
      await page.reload();
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
      await page.getByRole("button", { name: "Fit", exact: true }).click();
      await page.getByText("Export and print").click();
      await expect.poll(countBase, PATIENT).toBe(all);
      const train = await readTrain(idOf(1));
      const asked = page.waitForRequest((request) => request.url().includes("run=base"));
      const slower = { ...train, margins: { boundaries: [], values: ["15%"] } };
      await world().send("planner", "PUT", `/train_schedule/${idOf(1)}`, slower);
      const { trains } = (await asked).postDataJSON();
      expect(trains).toEqual({ train_schedules: [idOf(1)], paced_trains: [] });
      await expect.poll(countBase, PATIENT).toBe(all);
      await world().send("planner", "PUT", `/train_schedule/${idOf(1)}`, train);
    });

    it("goes out as SVG, PNG, CSV, JSON, for other programs, and as a link", async () => {
      const { page } = await visitGraph();
      await page.getByText("Export and print").click();
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
      expect((await download(page, "GTFS")).subarray(0, 2).toString()).toBe("PK");
      expect((await download(page, "railML")).toString()).toContain('trainNumber="4501"');
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByText("The link is copied.").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(page.url());
    });
  });

  describe("a train", () => {
    it("is chosen and opened by keys: its stops are at the times of its simulation", async () => {
      const made = await visitGraph();
      const { page } = made;
      await page.getByRole("application").focus();
      await page.keyboard.press(".");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "4501" }).waitFor();
      const { final_output } = await readJson<{
        final_output: { path_item_times: number[] };
      }>(`/train_schedule/${idOf(0)}/simulation?${runQuery()}`);
      const { start_time } = await readTrain(idOf(0));
      const last_ms = Date.parse(start_time) + (final_output.path_item_times.at(-1) ?? 0);
      const printed = new Date(Math.round(last_ms / 1000) * 1000).toISOString().slice(11, 19);
      const row = page.getByRole("row").filter({ hasText: "Montigny" });
      // After its kilometre.
      expect(await row.getByRole("cell").nth(1).textContent()).toBe(printed.replace(/:00$/, ""));
      await page.locator(".chart canvas").waitFor();
      await page.getByText("25000V").first().waitFor({ state: "attached" });
      await expectAccessible(made);
      await page.getByRole("button", { name: "What it occupies on the graph" }).click();
      const legend = page.getByRole("list", { name: "Legend" });
      await legend.getByText("occupied by the chosen train").waitFor();
      await page.reload();
      await legend.getByText("occupied by the chosen train").waitFor();
    });

    it("has colours by category, stock, label or direction, with a legend, kept in the address", async () => {
      const made = await visitGraph();
      const { page } = made;
      const legend = page.getByRole("list", { name: "Legend" });
      await openMenu(page, /^Legend/);
      const by = page.getByLabel("Colours by");
      await by.waitFor();
      expect(await by.inputValue()).toBe("category");
      const lines = legend.locator("line");
      const before = await lines.count();
      await by.selectOption("direction");
      await page.waitForURL(/look=direction/);
      await legend.getByText("along the axis", { exact: false }).first().waitFor();
      expect(await lines.count()).not.toBe(before);
      await by.focus();
      await page.keyboard.press("ArrowUp");
      await page.waitForURL(/look=label/);
      await expectAccessible(made);
    });
  });
}
