/** The editor of networks: a station from nothing with a train over it, faults repaired, two editors at once. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import { makeGate } from "../../helpers/gate.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { clickOnce, countPoints, drawnMap, stored } from "../steps.ts";
import { expectAccessible, PATIENT, type Visit } from "../visit.ts";
import { readJson, visit, world } from "./stage.ts";

/** What is begun, aimed at or chosen, on the light map. */
export const TRIED = paletteOf(false).tried;

interface Drawn {
  readonly track_sections: { readonly id: string; readonly length: number }[];
  readonly switches: { readonly switch_type: string; readonly ports: Record<string, unknown> }[];
  readonly operational_points: {
    readonly id: string;
    readonly parts: { readonly track: string; readonly position: number }[];
  }[];
  readonly signals: { readonly id: string; readonly track: string; readonly position: number }[];
  readonly neutral_sections: { readonly id: string; readonly track_ranges: unknown[] }[];
  readonly routes: { readonly id: string }[];
  readonly detectors: { readonly id: string }[];
  readonly buffer_stops: unknown[];
}

export const exported = async (infra_id: number): Promise<Drawn> =>
  await readJson<Drawn>(`/infra/${infra_id}/railjson`);

/** What a place of the map is, as shares of its width and height. */
type Shares = readonly [number, number];

export async function clickAt(page: Page, [x, y]: Shares): Promise<void> {
  const box = await (await drawnMap(page)).boundingBox();
  if (box === null) throw new Error("no map");
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

export async function takeTool(page: Page, name: string): Promise<void> {
  const tools = page.getByRole("group", { name: "Tools" });
  await tools.getByRole("button", { name, exact: true }).click();
}

async function drawTrack(page: Page, ...points: readonly Shares[]): Promise<void> {
  for (const point of points) await clickAt(page, point);
  await page.getByRole("button", { name: "Finish the track" }).click();
  await stored(page, /^Stored: new Track section/);
}

/** Tracks at places, as one electrification. */
async function electrify(page: Page, [first, ...others]: readonly Shares[]): Promise<void> {
  await takeTool(page, "Electrification");
  await clickAt(page, first ?? [0, 0]);
  await stored(page, /^Stored: new Electrification/);
  for (const place of others) {
    await clickAt(page, place);
    await stored(page, /^Stored: change of Electrification/);
  }
}

export async function importTiny(name: string, change: (tiny: Tiny) => void): Promise<number> {
  const tiny = structuredClone(TINY_RAILJSON) as unknown as Tiny;
  change(tiny);
  const path = `/infra/railjson?name=${name}&generate_data=true`;
  const answer = await world().send("planner", "POST", path, tiny);
  return ((await answer.json()) as { infra: number }).infra;
}

export interface Tiny {
  readonly signals: { track: string; position: number }[];
  readonly buffer_stops: unknown[];
  readonly neutral_sections: unknown[];
}

export async function openEditor(caller: string, infra_id: number): Promise<Visit> {
  const made = await visit(caller, `#/network/${infra_id}`);
  await drawnMap(made.page);
  return made;
}

const faultsOf = async (infra_id: number): Promise<number> =>
  (await readJson<{ count: number }>(`/infra/${infra_id}/errors`)).count;

export function describeEditor(): void {
  describe("the editor", () => {
    it("draws a station from nothing, completes it, and a train runs over it", async () => {
      const made = await visit("planner", "#/");
      const { page } = made;
      await page.getByRole("button", { name: "New network" }).click();
      await page.getByLabel("Name").fill("Drawn");
      await page.getByRole("button", { name: "Create" }).click();
      await page.waitForURL(/#\/network\/\d+/);
      const infra_id = Number(/network\/(\d+)/.exec(page.url())?.[1]);
      await page.getByText(/^There is nothing on the map yet/).waitFor();
      await takeTool(page, "Track");
      // The map stays where it is: each track begins where the one before it was seen to end.
      await drawTrack(page, [0.1, 0.5], [0.35, 0.5]);
      await drawTrack(page, [0.35, 0.5], [0.65, 0.5]);
      await drawTrack(page, [0.35, 0.5], [0.42, 0.6], [0.58, 0.6], [0.65, 0.5]);
      await drawTrack(page, [0.65, 0.5], [0.9, 0.5]);
      await takeTool(page, "Switch");
      for (const x of [0.35, 0.65]) {
        await clickAt(page, [x, 0.5]);
        await stored(page, /^Stored: new Switch/);
      }
      // A joint that has a switch: the same click chooses it.
      await clickAt(page, [0.35, 0.5]);
      await page.getByRole("heading", { name: /^Switch / }).waitFor();
      await takeTool(page, "Station");
      await clickAt(page, [0.5, 0.5]);
      await stored(page, /^Stored: new Station/);
      // The form of what was chosen before goes a moment later.
      await page.getByRole("heading", { name: /^Station / }).waitFor();
      // What is being typed stays, and nobody else has changed anything.
      await page.getByRole("textbox", { name: "Name" }).fill("Middle");
      await clickAt(page, [0.5, 0.6]);
      await stored(page, /^Stored: part of/);
      await clickAt(page, [0.5, 0.6]);
      await clickAt(page, [0.5, 0.5]);
      await page.getByText("Parts (2)").waitFor();
      expect(await page.getByText(/changed by somebody else/).count()).toBe(0);
      expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Middle");
      const store = page.getByRole("button", { name: "Store", exact: true });
      await clickOnce(page, store, `/infra/${infra_id}`);
      await stored(page, /^Stored: change of/);
      await expectAccessible(made);
      const drawn = await exported(infra_id);
      expect(drawn.track_sections).toHaveLength(4);
      expect(drawn.switches.map(({ switch_type }) => switch_type)).toEqual([
        "point_switch",
        "point_switch",
      ]);
      const [station] = drawn.operational_points;
      expect(station?.parts, JSON.stringify(station?.parts)).toHaveLength(2);
      await clickOnce(page, page.getByRole("button", { name: "Complete …" }), "/completion");
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Buffer stop: put at ends of the rails (2)").waitFor();
      await dialog.getByRole("button", { name: "Store" }).click();
      await stored(page, /^Stored: completion/);
      const complete = await exported(infra_id);
      expect(complete.signals.length).toBeGreaterThan(3);
      expect(await faultsOf(infra_id)).toBe(0);
      await page.getByText("No faults are known.").waitFor();
      await electrify(page, [
        [0.2, 0.5],
        [0.5, 0.5],
        [0.5, 0.6],
        [0.8, 0.5],
      ]);
      const [west, , siding, east] = complete.track_sections;
      await runTrain(infra_id, [
        { track: west?.id ?? "", offset: 400_000 },
        { track: siding?.id ?? "", offset: 500_000 },
        { track: east?.id ?? "", offset: 600_000 },
      ]);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await stored(page, /^Undone: change of Electrification/);
      // A second click takes the step before.
      await page.getByRole("button", { name: /^Undo/ }).click({ clickCount: 3 });
      await stored(page, /^Undone: new Electrification/);
      // The completion is one step, and what was drawn is there without it.
      await page.getByRole("button", { name: /^Undo/ }).click();
      await stored(page, /^Undone: completion/);
      expect((await exported(infra_id)).routes).toEqual([]);
      await page.getByRole("button", { name: "Redo" }).click();
      await stored(page, /^Redone: completion/);
      expect(await exported(infra_id)).toEqual(complete);
    });

    it("keeps the map below the pointer when faults are known late", async () => {
      const infra_id = await importTiny("late_faults", (tiny) => {
        tiny.buffer_stops.length = 0;
      });
      const made = await visit("planner", "#/");
      const { page } = made;
      const gate = makeGate();
      await page.route(/\/infra\/\d+\/errors/, async (route) => {
        await gate.opened;
        await route.continue();
      });
      await page.goto(page.url().replace(/#.*/, `#/network/${infra_id}`));
      await takeTool(page, "Detector");
      await clickAt(page, [0.3, 0.5]);
      await stored(page, /^Stored: new Detector/);
      const before = await (await drawnMap(page)).boundingBox();
      gate.open();
      await page.locator("details.strip .mark").first().waitFor();
      expect(await (await drawnMap(page)).boundingBox()).toEqual(before);
    });

    it("repairs an import with faults at once, and takes the repair back", async () => {
      const infra_id = await importTiny("Faulty", (tiny) => {
        tiny.signals[0]!.position = 5_000;
        tiny.signals[1]!.track = "not there";
        tiny.buffer_stops.pop();
      });
      const before = await exported(infra_id);
      const { page } = await openEditor("planner", infra_id);
      const count = await faultsOf(infra_id);
      await page.locator("summary", { hasText: `Faults${count}` }).waitFor();
      await page
        .getByRole("button", { name: /beyond its track/ })
        .first()
        .click();
      await page.getByRole("heading", { name: /^Signal / }).waitFor();
      expect(await page.getByRole("button", { name: /^Repair [^a]/ }).count()).toBeGreaterThan(0);
      await clickOnce(page, page.getByRole("button", { name: /^Repair all/ }), "/auto_fixes");
      await stored(page, /^Stored: \d+ repairs/);
      await page.getByRole("button", { name: /^Repair all/ }).waitFor({ state: "detached" });
      expect(await readJson<unknown[]>(`/infra/${infra_id}/auto_fixes`)).toEqual([]);
      expect(await faultsOf(infra_id)).toBeLessThan(count);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await stored(page, /^Undone/);
      await page.locator("summary", { hasText: `Faults${count}` }).waitFor();
      const after = await exported(infra_id);
      for (const list of ["signals", "routes", "buffer_stops"] as const) {
        expect(byId(after[list])).toEqual(byId(before[list]));
      }
      // One of the signals names a track that is none, which is no failure of the page.
      expect(await page.locator(".notice.failed").count()).toBe(0);
    });

    it("shows two editors each other's edits, and takes back what the server refuses with its reason", async () => {
      const infra_id = await importTiny("Shared", () => undefined);
      const [{ page: one }, { page: other }] = [
        await openEditor("planner", infra_id),
        await openEditor("planner", infra_id),
      ];
      const length = (page: Page) => page.getByLabel("Length (m)");
      for (const page of [one, other]) {
        await clickAt(page, [0.3, 0.5]);
        await page.getByRole("heading", { name: "Track section A" }).waitFor();
      }
      await length(one).fill("1010");
      await one.getByRole("button", { name: "Store", exact: true }).click();
      await stored(one, /^Stored: change of A/);
      await expect.poll(async () => await length(other).inputValue(), PATIENT).toBe("1010");
      // Both change the same field: the later one is told.
      await length(other).fill("1030");
      await length(one).fill("1020");
      await one.getByRole("button", { name: "Store", exact: true }).click();
      await other.getByText(/^A has just been changed by somebody else/).waitFor();
      expect(await length(other).inputValue()).toBe("1030");
      await one.getByRole("button", { name: "Lock" }).click();
      await other.getByText("locked: it can't be changed").waitFor();
      expect(await other.getByRole("button", { name: "Store", exact: true }).isDisabled()).toBe(
        true,
      );
      await other.getByRole("button", { name: "Unlock" }).click();
      await expect
        .poll(
          async () => await other.getByRole("button", { name: "Store", exact: true }).isEnabled(),
          PATIENT,
        )
        .toBe(true);
      // Undo of what somebody else has changed since is refused with its reason.
      await other.getByRole("button", { name: "Store", exact: true }).click();
      await stored(other, /^Stored: change of A/);
      await expect.poll(async () => await length(one).inputValue(), PATIENT).toBe("1030");
      await one.getByRole("button", { name: /^Undo/ }).click();
      await one.getByText(/^It is not stored: /).waitFor();
      expect((await exported(infra_id)).track_sections[0]?.length).toBe(1030);
    });

    it("puts a signal and moves it by keys, leads a route by its two ends, takes back the split of a neutral section", async () => {
      const infra_id = await importTiny("Keys", (tiny) => {
        tiny.neutral_sections.push({
          id: "neutral",
          lower_pantograph: false,
          track_ranges: [{ track: "A", begin: 100, end: 900, direction: "START_TO_STOP" }],
          announcement_track_ranges: [
            { track: "A", begin: 0, end: 100, direction: "START_TO_STOP" },
          ],
        });
      });
      const before = await exported(infra_id);
      const made = await openEditor("planner", infra_id);
      const { page } = made;
      await takeTool(page, "Split");
      await clickAt(page, [0.3, 0.5]);
      await stored(page, /^Stored: split of A/);
      expect((await exported(infra_id)).neutral_sections[0]?.track_ranges).toHaveLength(2);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await stored(page, /^Undone: split of A/);
      expect(byId((await exported(infra_id)).neutral_sections)).toEqual(
        byId(before.neutral_sections),
      );
      await takeTool(page, "Signal");
      await clickAt(page, [0.3, 0.5]);
      await stored(page, /^Stored: new Signal/);
      const put = (await exported(infra_id)).signals.at(-1);
      expect(put?.track).toBe("A");
      await takeTool(page, "Select");
      const map = await drawnMap(page);
      await map.focus();
      // The cross goes to the other track.
      for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("m");
      await stored(page, /^Stored: move of/);
      const moved_signals = (await exported(infra_id)).signals;
      const moved = moved_signals.at(-1);
      expect([moved?.id, moved?.track]).toEqual([put?.id, "B"]);
      // By keys as by the pointer: what is under the cross is chosen, and no second one is put over it.
      await map.focus();
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: /^Signal / }).waitFor({ state: "detached" });
      const tools = page.getByRole("group", { name: "Tools" });
      await tools.getByRole("button", { name: "Signal", exact: true }).press("Enter");
      await map.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^Signal / }).waitFor();
      expect((await exported(infra_id)).signals.map(({ id }) => id)).toEqual(
        moved_signals.map(({ id }) => id),
      );
      await takeTool(page, "Select");
      await map.focus();
      await page.keyboard.press("0");
      await leadRoute(page, [
        [0.6, 0.5],
        [0.75, 0.5],
      ]);
      const { routes, detectors } = await exported(infra_id);
      const [entry, exit] = detectors.slice(-2);
      expect(routes.at(-1)).toMatchObject({
        entry_point: { type: "Detector", id: entry?.id },
        exit_point: { type: "Detector", id: exit?.id },
        entry_point_direction: "START_TO_STOP",
      });
      await expectAccessible(made);
    });

    it("does what a click means once what it is on is drawn", async () => {
      const infra_id = await importTiny("Slow", () => undefined);
      const { page } = await visit("planner", "#/");
      const gate = makeGate();
      const isTile = ({ pathname }: URL): boolean => /\/tile\//.test(pathname);
      await page.route(isTile, async (route) => {
        await gate.opened;
        await route.continue();
      });
      const asked = page.waitForRequest((request) => isTile(new URL(request.url())));
      await page.goto(page.url().replace(/#.*/, `#/network/${infra_id}`));
      await asked;
      await takeTool(page, "Detector");
      const box = await page.getByRole("application", { name: /^Map/ }).boundingBox();
      if (box === null) throw new Error("no map");
      await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.5);
      gate.open();
      await stored(page, /^Stored: new Detector/);
    });

    it("splits a track, moves what is chosen, leads a route, and does nothing for who may only read", async () => {
      const infra_id = await importTiny("Tools", () => undefined);
      const before = await exported(infra_id);
      const made = await openEditor("planner", infra_id);
      const { page } = made;
      await takeTool(page, "Split");
      await clickAt(page, [0.3, 0.5]);
      await stored(page, /^Stored: split of A/);
      expect((await exported(infra_id)).track_sections).toHaveLength(3);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await stored(page, /^Undone: split of A/);
      const again = await exported(infra_id);
      for (const list of ["track_sections", "switches", "signals", "buffer_stops"] as const) {
        expect(byId(again[list])).toEqual(byId(before[list]));
      }
      await takeTool(page, "Detector");
      await clickAt(page, [0.7, 0.5]);
      await stored(page, /^Stored: new Detector/);
      const [made_detector] = (await exported(infra_id)).detectors.slice(-1) as unknown as {
        position: number;
      }[];
      await takeTool(page, "Select");
      await page.getByRole("heading", { name: /^Detector / }).waitFor();
      await dragFrom(page, [0.7, 0.5], [0.8, 0.5]);
      await stored(page, /^Stored: move of/);
      const [moved] = (await exported(infra_id)).detectors.slice(-1) as unknown as {
        position: number;
      }[];
      expect(moved?.position).toBeGreaterThan((made_detector?.position ?? Infinity) + 50);
      const reader = (await (await world().send("reader", "GET", "/authn/me")).json()) as {
        id: number;
      };
      const grant = { subject_id: reader.id, grant: "Reader" };
      await world().send("planner", "POST", `/authz/infra/${infra_id}/grants`, grant);
      const { page: read } = await openEditor("reader", infra_id);
      await read.getByText("You may look at this network, but not change it.").waitFor();
      expect(await read.getByRole("button", { name: "Split", exact: true }).isDisabled()).toBe(
        true,
      );
    });
  });
}

/** Between two detectors that are put there. */
async function leadRoute(page: Page, ends: readonly [Shares, Shares]): Promise<void> {
  await putDetectors(page, ends);
  await beginRoute(page, ends[0]);
  await clickAt(page, ends[1]);
  await page
    .locator(".told")
    .getByText(/^Stored: new Route/)
    .waitFor();
}

export async function putDetectors(page: Page, places: readonly Shares[]): Promise<void> {
  await takeTool(page, "Detector");
  for (const place of places) {
    await clickAt(page, place);
    await stored(page, /^Stored: new Detector/);
  }
}

/** At a detector. */
export async function beginRoute(page: Page, place: Shares): Promise<void> {
  await takeTool(page, "Route");
  const isLed = page.getByText("Click on the detector or buffer stop where it ends.");
  const map = await drawnMap(page);
  const drawn = await countPoints(page, map, TRIED);
  // Until the tiles of the new content are there nothing is met.
  await expect
    .poll(async () => {
      await clickAt(page, place);
      return await isLed.isVisible();
    }, PATIENT)
    .toBe(true);
  // Where it begins is drawn.
  await expect
    .poll(async () => await countPoints(page, map, TRIED), PATIENT)
    .toBeGreaterThan(drawn);
}

async function dragFrom(page: Page, from: Shares, to: Shares): Promise<void> {
  const box = await (await drawnMap(page)).boundingBox();
  if (box === null) throw new Error("no map");
  const at = ([x, y]: Shares): Shares => [box.x + box.width * x, box.y + box.height * y];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  for (const part of [0.25, 0.5, 0.75, 1, 1]) {
    const x = from[0] + (to[0] - from[0]) * part;
    await page.mouse.move(...at([x, to[1]]));
    await page.evaluate(
      "new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))",
    );
  }
  await page.mouse.up();
}

interface Named {
  readonly id: string;
  readonly extensions?: unknown;
}

/** What was changed and taken back has its optional parts written out, and a place at the end. */
function byId(list: readonly unknown[]): unknown[] {
  const objects = (list as readonly Named[]).map(({ extensions = {}, ...one }) => {
    const told = Object.entries(extensions as object).filter(([, part]) => part !== null);
    return { ...one, extensions: Object.fromEntries(told) };
  });
  return objects.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

interface PlaceOnTrack {
  readonly track: string;
  readonly offset: number;
}

/** A train of the demo's on its own timetable: it has a path, and it runs to its end. */
async function runTrain(infra_id: number, places: readonly PlaceOnTrack[]): Promise<void> {
  const [pattern] = world().network.train_schedules;
  const post = async <T>(path: string, body: unknown): Promise<T> =>
    (await (await world().send("planner", "POST", path, body)).json()) as T;
  const { timetable_id } = await post<{ timetable_id: number }>("/timetable", {});
  const path = places.map((place, i) => ({ id: `p${i}`, ...place, deleted: false }));
  const train = {
    ...pattern,
    train_name: "On the drawn station",
    path,
    schedule: [],
    margins: undefined,
    power_restrictions: [],
  };
  const [one] = await post<{ id: number }[]>(`/timetable/${timetable_id}/train_schedules`, [train]);
  const query = `infra_id=${infra_id}`;
  await expect
    .poll(
      async () =>
        (await readJson<{ status: string }>(`/train_schedule/${one?.id}/simulation?${query}`))
          .status,
      PATIENT,
    )
    .toBe("success");
}
