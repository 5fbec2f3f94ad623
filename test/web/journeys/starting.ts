/** From an empty server to trains; projects, names, sharing and history. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { makeNetgraph } from "../../workers/exchange/nge_files.ts";
import { RAILML2 } from "../../workers/exchange/railml_files.ts";
import { type EmptyWorld, startEmptyWorld } from "../planner_world.ts";
import { clickOnce, listenToAsked, summaryOf } from "../steps.ts";
import { expectAccessible, PATIENT, type Screen, type Visit } from "../visit.ts";
import { visit } from "./stage.ts";

const LOADING_MS = 60_000;
const HOSTILE = "<img src=x onerror=alert(1)> ‮ 東京 “9”";

export function describeStarting(): void {
  describe("a new server", () => {
    let server: EmptyWorld | null = null;
    beforeAll(async () => {
      server = await startEmptyWorld();
      for (const caller of ["colleague", "newcomer"]) await server.send(caller, "GET", "/authn/me");
    });
    afterAll(async () => {
      await server?.close();
    });
    const open = async (caller: string, hash = "#/", screen: Screen = {}): Promise<Visit> => {
      if (server === null) throw new Error("no server");
      return await visit(caller, hash, screen, server);
    };

    it("tells a caller without roles which one it takes", async () => {
      const made = await open("newcomer");
      await made.page.getByText(/it requires the role timetable:read/).waitFor();
      await expectAccessible(made);
    });

    it("has no rolling stocks, and gets those of the sample by one act", async () => {
      const made = await open("planner", "#/stocks");
      const { page } = made;
      await page.getByText(/^There is no rolling stock yet/).waitFor();
      await expectAccessible(made);
      await page.getByRole("button", { name: "Add the sample’s rolling stocks" }).click();
      const list = page.getByRole("list", { name: "Rolling stocks" });
      await expect.poll(async () => await list.getByRole("button").count(), PATIENT).toBe(3);
      await list.getByRole("button").first().click();
      await page.getByRole("button", { name: "Duplicate …" }).waitFor();
    });

    it("tells the faults of a file by line, and imports it when they are mended", async () => {
      const made = await open("planner");
      const { page } = made;
      const form = page.locator("form.import", { hasText: "RailJSON" });
      const choose = async (text: string): Promise<void> => {
        const buffer = Buffer.from(text);
        await form
          .locator("input[type=file]")
          .setInputFiles({ name: "tiny.json", mimeType: "application/json", buffer });
        await form.getByRole("button", { name: "Import" }).click();
      };
      const text = JSON.stringify(TINY_RAILJSON, null, 1);
      await choose(text.replace('"length": ', '"length": "long", "was": '));
      const line = text.slice(0, text.indexOf('"length": ')).split("\n").length;
      await form.getByText(`line ${line} (/track_sections/0/length)`).waitFor();
      await choose(text.slice(0, -20));
      await form.getByText(/^This is not JSON/).waitFor();
      await expectAccessible(made);
      await choose(text);
      await form.getByText("The network “tiny” is ready.").waitFor({ timeout: scaled(LOADING_MS) });
    });

    it("imports files of other formats, and shows what was left out and completed", async () => {
      const made = await open("planner");
      const { page } = made;
      const networks = page.locator("form.import", { hasText: "RailJSON" });
      await page.locator('.guide, [aria-labelledby="networks"]').waitFor();
      // Where there is something already, imports are in a dialog.
      if ((await page.locator(".guide").count()) === 0) {
        await page.getByRole("button", { name: "Import", exact: true }).click();
      }
      await networks.waitFor();
      const choose = async (kind: string, name: string, text: string): Promise<Locator> => {
        const form = page.locator("form.import", { hasText: kind });
        const file = { name, mimeType: "", buffer: Buffer.from(text) };
        await form.locator("input[type=file]").setInputFiles(file);
        return form;
      };
      const network = await choose("RailJSON", "Two stations.railml", RAILML2);
      await network.getByRole("button", { name: "Import" }).click();
      await network
        .getByText("The network “Two stations” is ready.")
        .waitFor({ timeout: scaled(LOADING_MS) });
      await network.getByText(/^Report: \d+ remarks/).waitFor();
      const timetable = await choose("GTFS", "Netgraph.json", JSON.stringify(makeNetgraph()));
      await timetable.getByLabel("Network").selectOption({ label: "Two stations" });
      await timetable.getByLabel("First day").fill("2026-03-02");
      await expectAccessible(made);
      await timetable.getByRole("button", { name: "Import" }).click();
      await timetable.getByText("4 trains are imported.").waitFor({ timeout: scaled(LOADING_MS) });
      await timetable.getByText(/the network has no operational point of this name/).waitFor();
      await timetable.getByRole("link").click();
      await page.getByRole("heading", { name: "Netgraph", level: 1 }).waitFor();
      // On its network, which is not the first one, now and when it is opened again.
      const chosen = page.locator(".context .menu > summary").first();
      await expect.poll(async () => await chosen.textContent(), PATIENT).toContain("Two stations");
      await page.getByRole("link", { name: "Marey" }).click();
      await page.getByRole("link", { name: "Netgraph" }).press("Enter");
      await page.getByRole("heading", { name: "Netgraph", level: 1 }).waitFor();
      await expect.poll(async () => await chosen.textContent(), PATIENT).toContain("Two stations");
    });

    it("loads the sample by one act, which runs at once", async () => {
      const made = await open("planner", "#/", { width: 834, height: 1112 });
      await made.page.locator('.guide, [aria-labelledby="networks"]').waitFor();
      const loading = made.page.getByRole("button", { name: "Load the sample" });
      // Where there is something already, it is among the imports.
      if ((await loading.count()) === 0) {
        await made.page.getByRole("button", { name: "Import" }).click();
      }
      await loading.click();
      await summaryOf(made.page, /^Trains \(\d/).waitFor({ timeout: scaled(LOADING_MS) });
      await made.page.getByRole("heading", { name: "Sample", level: 1 }).waitFor();
    });

    it("draws the first hours of a timetable that this browser has not seen yet, once", async () => {
      const { page } = await open("planner");
      const card = page.locator(".card", { has: page.getByText("Sample", { exact: true }) });
      const lines = card.locator("svg.thumbnail:not(.network) > path");
      await expect.poll(async () => await lines.count(), PATIENT).toBeGreaterThan(5);
      const drawn = await lines.evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
      const asked = listenToAsked(page);
      await page.reload();
      await lines.first().waitFor();
      const again = await lines.evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
      expect(again).toEqual(drawn);
      expect(asked.filter((path) => path.includes("project_stations"))).toEqual([]);
    });

    it("keeps projects, studies and scenarios, whose way is the header of what is opened", async () => {
      const made = await open("planner", "#/projects");
      const { page } = made;
      await nameNew(page, "New project", HOSTILE);
      await page.getByText(HOSTILE, { exact: true }).click();
      await nameNew(page, "New study", "Base");
      await page.getByText("Base", { exact: true }).click();
      await page.getByRole("button", { name: "New scenario" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Every hour");
      await clickOnce(
        page,
        page.getByRole("button", { name: "Create", exact: true }),
        "/scenarios",
      );
      await page.getByRole("heading", { name: "Every hour", level: 1 }).waitFor();
      const way = page.locator(".way");
      expect(await way.getByRole("link").allTextContents()).toEqual([`${HOSTILE} / Base`]);
      await page.reload();
      await way.getByRole("link", { name: "Base" }).waitFor();
      await way.getByRole("link", { name: "Base" }).click();
      // The study is opened with all that is around it.
      await page.getByRole("link", { name: "Every hour" }).waitFor();
      await openActs(page, "Base");
      await page.getByRole("button", { name: "Copy …" }).locator("visible=true").click();
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByText("Copy of Base", { exact: true }).click();
      await expect
        .poll(async () => await page.getByRole("link", { name: "Every hour" }).count(), PATIENT)
        .toBe(2);
      await expectAccessible(made);
      await openActs(page, "Copy of Base");
      await page.getByRole("button", { name: "Delete …" }).locator("visible=true").click();
      await clickOnce(page, page.getByRole("button", { name: "Delete", exact: true }), "/studies");
      await page.getByText("Copy of Base was deleted.").waitFor();
    });

    it("asks once for its start, has what was changed last first, and finds by any name", async () => {
      const made = await open("planner");
      const { page } = made;
      await page.locator(".card-name").first().waitFor();
      const asked = listenToAsked(page);
      await page.reload();
      await page.locator(".card-name").first().waitFor();
      await page.locator(".menu.small").first().waitFor();
      // Drawings are read by themselves, when their cards are in view.
      const drawings = /layers|train_schedules$|paced_trains$|\/path$|project_stations/;
      const own = asked.filter((one) => !/ready|authn|authz|^GET \/$/.test(one));
      expect(own.filter((one) => !drawings.test(one))).toEqual(["GET /overview"]);
      const names = async (): Promise<string[]> =>
        await page.locator(".card-name").allTextContents();
      expect((await names()).length).toBeGreaterThan(1);
      await openActs(page, "Sample");
      await page.getByRole("button", { name: "Rename …" }).locator("visible=true").click();
      await page.getByRole("textbox", { name: "Name" }).fill("  ");
      await page.getByRole("button", { name: "Store" }).click();
      await page.getByText("A name has at least one visible character").waitFor();
      await page.getByRole("textbox", { name: "Name" }).fill("Winter 2027");
      await page.getByRole("textbox", { name: "Name" }).press("Enter");
      await page.getByText("Renamed to Winter 2027.").waitFor();
      await expect.poll(async () => (await names())[0], PATIENT).toBe("Winter 2027");
      // Until it is closed it has the keys.
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("searchbox").fill("base every");
      await expect.poll(names, PATIENT).toEqual(["Every hour"]);
      await page.getByRole("searchbox").fill("no such name");
      await page.getByText("Nothing has “no such name” in its name.").waitFor();
      await expectAccessible(made);
    });

    it("shares in words: who was given it sees it, and not any more when it is taken", async () => {
      const [owner, other] = [await open("planner"), await open("colleague")];
      const { page } = owner;
      await openActs(page, "Winter 2027");
      await page.getByRole("button", { name: "Share …" }).locator("visible=true").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Who" }).fill("colleague");
      await dialog.getByRole("option", { name: "colleague" }).click();
      await dialog.getByRole("button", { name: "Share", exact: true }).click();
      await dialog.getByRole("row", { name: /colleague/ }).waitFor();
      await expectAccessible(owner);
      await server?.send("planner", "POST", `/authn/user/${await idOf("colleague")}/roles/add`, [
        "operational-studies-reader",
      ]);
      await other.page.reload();
      await other.page.getByRole("link", { name: "Winter 2027" }).waitFor();
      await openActs(other.page, "Winter 2027");
      await other.page.getByText("You may read it, but not change it.").waitFor();
      await clickOnce(page, dialog.getByRole("button", { name: "Remove colleague" }), "/grants");
      await dialog.getByRole("row", { name: /colleague/ }).waitFor({ state: "detached" });
      await other.page.reload();
      await other.page.getByText("the owner of a timetable can share it with you").waitFor();
      // With a group, and with everybody, by keys alone.
      await server?.send("planner", "POST", "/authn/group", { name: "planners of the south" });
      for (const [words, option] of [
        ["planners of", "planners of the south"],
        ["", "Everybody"],
      ] as const) {
        const who = dialog.getByRole("combobox", { name: "Who" });
        await who.focus();
        if (words === "") await page.keyboard.press("ArrowDown");
        else await page.keyboard.type(words);
        await dialog.getByRole("option", { name: option }).waitFor();
        await page.keyboard.press("Enter");
        await dialog.getByRole("button", { name: "Share", exact: true }).press("Enter");
        await dialog.getByRole("row", { name: new RegExp(option) }).waitFor();
      }
      await other.page.reload();
      await other.page.getByRole("link", { name: "Winter 2027" }).waitFor();
      await dialog.getByRole("button", { name: "Remove Everybody" }).press("Enter");
      await dialog.getByRole("row", { name: /Everybody/ }).waitFor({ state: "detached" });
    });

    it("tells who changed what, and takes it back unless it was changed again", async () => {
      const made = await open("planner");
      const { page } = made;
      const trains = await listTrains();
      const [train] = trains;
      await server?.send("planner", "DELETE", "/train_schedule", { ids: [train?.id] });
      await openActs(page, "Winter 2027");
      await page.getByRole("button", { name: "History …" }).locator("visible=true").click();
      const told = page.getByRole("row", { name: `deleted ${train?.train_name}` });
      await told.getByText("planner").waitFor();
      await expectAccessible(made);
      await clickOnce(page, told.getByRole("button"), "/changes");
      await page.getByText(`Reverted: deleted ${train?.train_name}.`).waitFor();
      const names = (await listTrains()).map(({ train_name }) => train_name);
      expect(names).toContain(train?.train_name);
      expect(names).toHaveLength(trains.length);
    });

    it("shows rolling stocks with their data and curves; one is duplicated and changed", async () => {
      const made = await open("planner", "#/stocks");
      const { page } = made;
      await page.getByRole("list", { name: "Rolling stocks" }).getByRole("button").first().click();
      await page.getByRole("img", { name: /^Tractive effort of/ }).waitFor();
      await expectAccessible(made);
      await page.getByText("It is in a collection that you may not change").waitFor();
      expect(await page.getByRole("button", { name: "Edit" }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Duplicate …" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill(HOSTILE);
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByRole("heading", { name: HOSTILE }).waitFor();
      await page.getByRole("button", { name: "Edit" }).click();
      const mass = page.getByRole("textbox", { name: "Mass, t" });
      await mass.fill("heavy");
      await page.getByRole("button", { name: "Store" }).click();
      await page.getByText("Mass has to be a number.").waitFor();
      await mass.fill("412,5");
      await expectAccessible(made);
      await clickOnce(page, page.getByRole("button", { name: "Store" }), "/light_rolling_stock");
      await page.getByRole("row", { name: "Mass 412.5 t" }).waitFor();
      const stored = await read<{ mass: number }>(
        "planner",
        `/rolling_stock/name/${encodeURIComponent(HOSTILE)}`,
      );
      expect(stored.mass).toBe(412_500);
      await page.getByText("It has no picture yet.").waitFor();
      const form = page.locator("form", { has: page.getByLabel("Name of the livery") });
      const files = page.getByLabel("Pictures (PNG, JPEG, GIF, WebP)");
      const add = page.getByRole("button", { name: "Add a livery" });
      // What only claims to be a picture is refused in words, and nothing is stored.
      const script = { name: "1.png", mimeType: "image/png", buffer: Buffer.from(HOSTILE) };
      await files.setInputFiles(script);
      await add.click();
      await form
        .getByRole("alert")
        .getByText(/^This picture can.t be read/)
        .waitFor();
      const image = { mimeType: "image/png", buffer: await drawImage(page) };
      await files.setInputFiles([
        { name: "2.png", ...image },
        { name: "1.png", ...image },
      ]);
      // By keys alone.
      await page.getByLabel("Name of the livery").press("Enter");
      const picture = page.getByRole("img", { name: `Picture of \u2068${HOSTILE}\u2069` });
      await picture.waitFor();
      const width = async () => await picture.evaluate((image) => (image as never)["naturalWidth"]);
      await expect.poll(width, PATIENT).toBe(120);
      await expectAccessible(made);
      await page.getByLabel("Name of the livery").fill("default");
      await files.setInputFiles({ name: "3.png", ...image });
      await add.click();
      await form.getByText(/^This name is already taken/).waitFor();
      await page.getByLabel("Name of the livery").fill(HOSTILE);
      await add.click();
      await page.getByRole("img", { name: `Livery \u2068${HOSTILE}\u2069` }).waitFor();
      await page.getByRole("button", { name: "Delete the livery default" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("img", { name: "Livery default" }).waitFor({ state: "detached" });
      const left = await read<{ liveries: { name: string }[] }>(
        "planner",
        `/rolling_stock/name/${encodeURIComponent(HOSTILE)}`,
      );
      expect(left.liveries.map(({ name }) => name)).toEqual([HOSTILE]);
    });

    async function idOf(caller: string): Promise<number> {
      return (await read<{ id: number }>(caller, "/authn/me")).id;
    }

    async function listTrains(): Promise<{ id: number; train_name: string }[]> {
      type Found = { readonly timetables: { readonly results: { timetable_id: number }[] } };
      const { timetables } = await read<Found>("planner", "/overview?words=winter");
      const id = timetables.results[0]?.timetable_id ?? 0;
      const path = `/timetable/${id}/train_schedules?page_size=200`;
      type Listed = { readonly results: { id: number; train_name: string }[] };
      return (await read<Listed>("planner", path)).results;
    }

    async function read<T>(caller: string, path: string): Promise<T> {
      if (server === null) throw new Error("no server");
      return (await (await server.send(caller, "GET", path)).json()) as T;
    }
  });
}

async function nameNew(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create", exact: true }).click();
}

async function openActs(page: Page, name: string): Promise<void> {
  await page.locator(`summary[aria-label="More for ${name}"]`).click();
}

/** A PNG of 60 × 20. */
async function drawImage(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(60, 20);
    canvas.getContext("2d").fillRect(0, 0, 60, 20);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  })()`);
  return Buffer.from(base64, "base64");
}
