/** Files of other programs: from the dialog to a report, to a train, to the graph. */
import { strToU8, zipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../../bench/network/rolling_stocks.ts";
import { writeStockFile } from "../../../workers/exchange/exchange_stocks.ts";
import type { StockForm } from "../../../workers/exchange/stocks/stock_form.ts";
import { scaled } from "../../helpers/pace.ts";
import { GTFS_FEED } from "../../workers/exchange/gtfs_files.ts";
import { makeNetgraph } from "../../workers/exchange/nge_files.ts";
import { EXTRACT, lineOf, printOsm, writePbf } from "../../workers/exchange/osm_files.ts";
import { RAILML2, RAILML3 } from "../../workers/exchange/railml_files.ts";
import { type EmptyWorld, startEmptyWorld } from "../planner_world.ts";
import { pick, summaryOf } from "../steps.ts";
import { expectAccessible, PATIENT, type Visit } from "../visit.ts";
import { visit } from "./stage.ts";

const LOADING = { timeout: scaled(60_000) };
const DAY = "2026-03-02";

const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).every(({ is_electric }) => !is_electric),
) as unknown as StockForm;

/** Of each format of networks: the file, and two of its stations. */
const NETWORKS: readonly (readonly [string, string | Uint8Array, string, string])[] = [
  ["Second.railml", RAILML2, "West", "Mid"],
  ["Third.xml", RAILML3, "West", "Mid"],
  ["Text.osm", printOsm(EXTRACT), "West", "Middle"],
  ["Bytes.osm.pbf", writePbf(EXTRACT, { is_dense: true, is_zipped: true }), "West", "Middle"],
];

export function describeImporting(): void {
  describe("files of other programs", () => {
    let server: EmptyWorld | null = null;
    beforeAll(async () => {
      server = await startEmptyWorld();
    });
    afterAll(async () => {
      await server?.close();
    });
    const open = async (): Promise<Visit> => {
      if (server === null) throw new Error("no server");
      return await visit("planner", "#/", {}, server);
    };

    it("of railML become rolling stocks, whose report is shown, and go out again", async () => {
      const made = await open();
      const { page } = made;
      const form = await chooseFile(page, "one rolling stock", {
        name: "vehicles.railml",
        content: writeStockFile("railml", [DIESEL]).bytes,
      });
      await form.getByRole("button", { name: "Import" }).click();
      await form.getByText("1 rolling stock is made.").waitFor(LOADING);
      await expectAccessible(made);
      // The same once more: none of the file's stocks is made, and it is told which one is there.
      await form.getByRole("button", { name: "Import" }).click();
      await form.getByRole("alert").waitFor(LOADING);
      await page.goto(page.url().replace(/#.*/, "#/stocks"));
      await page.getByRole("list", { name: "Rolling stocks" }).getByRole("button").first().click();
      const waiting = page.waitForEvent("download");
      await page.getByRole("link", { name: "Save as railML" }).click();
      expect((await waiting).suggestedFilename()).toMatch(/^stock_\d+\.railml$/);
    });

    it.each(NETWORKS)(
      "of a network: %s has a report, and a train runs there",
      async (name, content, from, to) => {
        const made = await open();
        const { page } = made;
        const title = name.replace(/\..*/, "");
        const form = await chooseFile(page, "RailJSON", { name, content });
        await form.getByRole("button", { name: "Import" }).click();
        await form.getByText(`The network “${title}” is ready.`).waitFor(LOADING);
        await form.getByText(/^Report: \d+ remarks/).waitFor();
        await expectAccessible(made);
        await leaveImports(page);
        await page.getByRole("button", { name: "New timetable" }).click();
        const dialog = page.getByRole("dialog", { name: "New timetable" });
        await dialog.getByRole("textbox", { name: "Name" }).fill(`On ${title}`);
        await dialog.getByRole("button", { name: "Create", exact: true }).click();
        await page.getByRole("heading", { name: `On ${title}`, level: 1 }).waitFor();
        await page.getByRole("button", { name: "New train" }).click();
        await pick(page, "From", from);
        await pick(page, "To", to);
        await page.getByLabel("Start (UTC)").fill(`${DAY}T08:00`);
        await page.getByLabel("Start (UTC)").press("Tab");
        await page.locator(".tried", { hasText: /Conflicts: / }).waitFor(LOADING);
        await page.getByRole("button", { name: "Store", exact: true }).click();
        await page.locator(".notice.done", { hasText: ": stored" }).waitFor(LOADING);
        await summaryOf(page, /^Trains \(1\)/).waitFor();
        await expectRuns(page, "train_schedule", 1);
        await keepPicture(page, title);
      },
    );

    it("of a netgraph is told to be no network, and a name follows the file until one is typed", async () => {
      const { page } = await open();
      const content = JSON.stringify(makeNetgraph());
      const first = { name: "First.json", content };
      const form = await chooseFile(page, "RailJSON", first);
      const field = form.getByLabel("Name");
      await expect.poll(async () => await field.inputValue()).toBe("First");
      await form.getByRole("button", { name: "Import" }).click();
      await form.getByText("This is a netgraph: it is imported as a timetable.").waitFor(LOADING);
      await chooseFile(page, "RailJSON", { name: "Second.json", content });
      await expect.poll(async () => await field.inputValue()).toBe("Second");
      await field.fill("Typed");
      await chooseFile(page, "RailJSON", first);
      await form.getByRole("button", { name: "Import" }).click();
      await form.getByText("This is a netgraph: it is imported as a timetable.").waitFor(LOADING);
      expect(await field.inputValue()).toBe("Typed");
    });

    it("of a netgraph: its trains run on a line of its stations", async () => {
      const made = await open();
      const { page } = made;
      const line = await chooseFile(page, "RailJSON", {
        name: "Line.osm",
        content: printOsm(lineOf(["A", "B", "C", "D"])),
      });
      await line.getByRole("button", { name: "Import" }).click();
      await line.getByText("The network “Line” is ready.").waitFor(LOADING);
      const form = await chooseFile(page, "GTFS", {
        name: "Netgraph.json",
        content: JSON.stringify(makeNetgraph()),
      });
      await form.getByLabel("Network").selectOption({ label: "Line" });
      await form.getByLabel("Rolling stock of trains").selectOption(DIESEL.name);
      await form.getByLabel("First day").fill(DAY);
      await form.getByRole("button", { name: "Import" }).click();
      await form.getByText("4 trains are imported.").waitFor(LOADING);
      // Every name of a place was found: there is nothing to remark.
      expect(await form.getByText(/^Report/).count()).toBe(0);
      await form.getByRole("link").click();
      await page.getByRole("heading", { name: "Netgraph", level: 1 }).waitFor();
      await expectRuns(page, "paced_train", 4);
      await summaryOf(page, /^Trains \([1-9]/).waitFor(LOADING);
      await keepPicture(page, "Netgraph");
    });

    it("of a netgraph into a period: its trains have their weekdays, by one more choice", async () => {
      const made = await open();
      const { page } = made;
      const form = await chooseFile(page, "GTFS", {
        name: "Weekly.json",
        content: JSON.stringify(makeNetgraph()),
      });
      await form.getByLabel("Give the timetable a period").check();
      expect(await form.getByLabel("First day", { exact: true }).count()).toBe(0);
      await form.getByLabel("First operating day").fill("2026-03-02");
      await form.getByLabel("Last operating day").fill("2026-03-29");
      await expectAccessible(made);
      await form.getByRole("button", { name: "Import" }).click();
      await form.getByText("4 trains are imported.").waitFor(LOADING);
      await form.getByRole("link").click();
      await page.getByRole("heading", { name: "Weekly", level: 1 }).waitFor();
      const id = /timetable\/(\d+)/.exec(page.url())?.[1];
      if (server === null) throw new Error("no server");
      const answer = await server.send("planner", "GET", `/timetable/${id}/export`);
      const { period, paced_trains } = (await answer.json()) as {
        period: object;
        paced_trains: { days: object | undefined }[];
      };
      expect(period).toMatchObject({ first: "2026-03-02", last: "2026-03-29" });
      expect(paced_trains.map(({ days }) => typeof days)).toEqual(Array(4).fill("object"));
    });

    it("with operating days: the dialog tells the first and the last, and a part of them comes in", async () => {
      const made = await open();
      const { page } = made;
      const line = await chooseFile(page, "RailJSON", {
        name: "Feed line.osm",
        content: printOsm(lineOf(["Alpha", "Beta", "Gamma"])),
      });
      await line.getByRole("button", { name: "Import" }).click();
      await line.getByText("The network “Feed line” is ready.").waitFor(LOADING);
      const form = await chooseFile(page, "GTFS", { name: "Feed.zip", content: zipFeed() });
      await form.getByLabel("Network").selectOption({ label: "Feed line" });
      await form
        .getByText(/^The file has operating days from .* \(Europe\/Zurich\)\.$/)
        .waitFor(LOADING);
      expect(await form.getByLabel("Keep operating days").isChecked()).toBe(true);
      const [first, last] = [
        form.getByLabel("First operating day"),
        form.getByLabel("Last operating day"),
      ];
      expect(await first.inputValue()).toBe("2026-03-01");
      expect(await last.inputValue()).toBe("2026-04-01");
      await form.getByText("It would bring 1 train and 1 paced train.").waitFor(LOADING);
      await first.fill("2026-03-05");
      await last.fill("2026-03-20");
      await form.getByText("It would bring 1 train and 0 paced trains.").waitFor(LOADING);
      await expectAccessible(made);
      await keepPicture(page, "Days of a feed");
      await form.getByRole("button", { name: "Import" }).click();
      await form.getByText("1 train is imported.").waitFor(LOADING);
      await form.getByRole("link").click();
      await page.getByRole("heading", { name: "Feed", level: 1 }).waitFor();
      const id = /timetable\/(\d+)/.exec(page.url())?.[1];
      if (server === null) throw new Error("no server");
      const answer = await server.send("planner", "GET", `/timetable/${id}/export`);
      const { period, train_schedules } = (await answer.json()) as {
        period: object;
        train_schedules: { days: object }[];
      };
      expect(period).toEqual({
        first: "2026-03-05",
        last: "2026-03-20",
        time_zone: "Europe/Zurich",
      });
      expect(train_schedules.map(({ days }) => days)).toEqual([{ weekdays: [1, 2, 3, 4, 5, 7] }]);
    });

    it("are followed while they come in: a bar with words, and an end that keeps nothing", async () => {
      const made = await open();
      const { page } = made;
      // Long enough to be seen: thousands of tracks.
      const names = Array.from({ length: 6000 }, (_, i) => `Station ${i}`);
      const content = printOsm({
        ...lineOf(names),
        ways: names.map((_one, i) => ({
          id: i + 1,
          nodes: [i + 1, i + 2],
          tags: { railway: "rail" },
        })),
      });
      const form = await chooseFile(page, "RailJSON", { name: "Long.osm", content });
      const before = await countNetworks(server);
      await form.getByRole("button", { name: "Import" }).click();
      await form.getByRole("progressbar").waitFor();
      await form.getByText(/^The server reads the file: \d+ s/).waitFor(LOADING);
      await expectAccessible(made);
      await keepPicture(page, "Progress");
      await form.getByRole("button", { name: "Cancel" }).click();
      await form.getByText("You have cancelled it.").waitFor();
      await form.getByRole("progressbar").waitFor({ state: "detached" });
      // Whatever the server has done by then is taken back.
      await expect.poll(async () => await countNetworks(server), PATIENT).toBe(before);
    });
  });
}

function zipFeed(): Uint8Array {
  const files = Object.entries(GTFS_FEED).map(([name, text]) => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(files));
}

/** The form of a kind of file, by words in it, with a file chosen. */
async function chooseFile(
  page: Page,
  kind: string,
  { name, content }: { readonly name: string; readonly content: string | Uint8Array },
): Promise<Locator> {
  await page.locator('.guide, [aria-labelledby="networks"]').first().waitFor();
  const form = page.locator("form.import", { hasText: kind });
  // Where there is something already, imports are in a dialog.
  if ((await form.count()) === 0) {
    await page.getByRole("button", { name: "Import", exact: true }).click();
  }
  const file = { name, mimeType: "", buffer: Buffer.from(content) };
  await form.locator("input[type=file]").setInputFiles(file);
  return form;
}

async function leaveImports(page: Page): Promise<void> {
  const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
  if ((await close.count()) > 0) await close.click();
}

/** All trains of the open timetable run on the chosen network, by the interface and on the graph. */
async function expectRuns(
  page: Page,
  kind: "train_schedule" | "paced_train",
  count: number,
): Promise<void> {
  const infra = new URL(page.url().replace("#", "")).searchParams.get("infra");
  const id = /timetable\/(\d+)/.exec(page.url())?.[1];
  const statuses = await page.evaluate(`(async () => {
    const read = async (path) => (await fetch(path)).json();
    const { results } = await read("timetable/${id}/${kind}s?page_size=100");
    const runs = results.map((one) => read("${kind}/" + one.id + "/simulation?infra=${infra}"));
    return (await Promise.all(runs)).map(({ status }) => status);
  })()`);
  expect(statuses).toEqual(Array.from({ length: count }, () => "success"));
  await page.getByRole("application").waitFor();
}

async function countNetworks(server: EmptyWorld | null): Promise<number> {
  if (server === null) throw new Error("no server");
  const answer = await server.send("planner", "GET", "/infra?page_size=1");
  return ((await answer.json()) as { count: number }).count;
}

/** For people, where `PICTURES` names a folder. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
