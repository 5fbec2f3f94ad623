/** The map: the network from the server's tiles, trains and conflicts on it. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import {
  clickThrough,
  countPoints,
  drawnMap,
  holdBack,
  openMenu,
  settled,
  summaryOf,
} from "../steps.ts";
import { expectAccessible, IS_WITHOUT_CACHE, PATIENT, type Visit } from "../visit.ts";
import {
  graphHash,
  idOf,
  readJson,
  runQuery,
  trainKey,
  visit,
  visitGraph,
  world,
} from "./stage.ts";

const CHOSEN = /^(Station|Track section|Signal|Switch|Detector|Buffer stop) /;

/** Colours of the light map. */
const { quiet_text: TRACK, selected: PATH } = paletteOf(false);
const ZONE = "#0b5cad";
const ZONE_IN_DARK = "#6eb4ff";
/** Half of it on white. */
const OF_25000_VOLTS = "#dc81a5";

async function visitMap(more = ""): Promise<Visit> {
  const made = await visitGraph("planner", more);
  await made.page.getByRole("button", { name: "Map" }).click();
  await drawnMap(made.page);
  return made;
}

const whereOf = (page: Page) =>
  page.getByRole("list", { name: "Trains at this time" }).getByRole("button");

interface MapTile {
  readonly key: string;
  readonly layer: string;
  /** With what is drawn beyond its edge. */
  has(place: readonly number[]): boolean;
}

const isOfPoints = ({ layer }: MapTile): boolean => layer === "operational_points";

function readTile(path: string): MapTile | null {
  const found = /\/layers\/tile\/(\w+)\/geo\/(\d+)\/(\d+)\/(\d+)\//.exec(path);
  if (found === null) return null;
  const [key, layer = "", ...numbers] = found;
  const [z = 0, x = 0, y = 0] = numbers.map(Number);
  const isNear = (at: number, from: number): boolean => at >= from - 0.1 && at <= from + 1.1;
  const has = ([lon = 0, lat = 0]: readonly number[]): boolean => {
    const down = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
    return isNear(((lon + 180) / 360) * 2 ** z, x) && isNear(((1 - down) / 2) * 2 ** z, y);
  };
  return { key, layer, has };
}

/** The track that begins farthest in the west, and where. */
function westernTrack(): { track: string; place: readonly number[] } {
  const { track_sections } = world().network.railjson;
  const begins = track_sections.map(({ id, geo }) => ({ track: id, place: geo.coordinates[0]! }));
  return begins.reduce((best, one) => (one.place[0]! < best.place[0]! ? one : best));
}

export function describeMap(): void {
  describe("the map", () => {
    it("shows the trains at a time, moves with it, and tells what is clicked", async () => {
      const made = await visitMap();
      const { page } = made;
      const where = whereOf(page);
      await where.first().waitFor();
      const at_first = await where.allTextContents();
      await page.getByRole("slider").focus();
      for (let i = 0; i < 20; i++) await page.keyboard.press("PageUp");
      await expect.poll(async () => await where.allTextContents(), PATIENT).not.toEqual(at_first);
      await page.getByRole("slider").press("Home");
      const shown = await page.getByRole("slider").inputValue();
      await page.getByRole("button", { name: "Play" }).click();
      await expect
        .poll(async () => Number(await page.getByRole("slider").inputValue()), PATIENT)
        .toBeGreaterThan(Number(shown));
      await page.getByRole("button", { name: "Pause" }).click();
      await page.waitForURL(/at=2026/);
      await expectAccessible(made);
      await clickThrough(page);
      await page.getByRole("heading", { name: CHOSEN }).waitFor();
      expect(await page.locator("pre").textContent()).toContain('"id"');
    });

    it("is chosen from by keys: what is under the cross tells its data", async () => {
      const { page } = await visitMap();
      const map = await drawnMap(page);
      const chosen = page.getByRole("heading", { name: CHOSEN });
      // Before the first train runs.
      await page.getByRole("slider").press("Home");
      await page.getByText("No train of the graph is running").or(whereOf(page).first()).waitFor();
      await map.focus();
      // Down and up over the middle until it is met: what moves into view is drawn some time after the key.
      for (let i = 0; (await chosen.count()) === 0; i++) {
        await page.keyboard.press(i % 12 >= 3 && i % 12 < 9 ? "ArrowUp" : "ArrowDown");
        await drawnMap(page);
        await page.keyboard.press("Enter");
        await expect.poll(async () => await map.getAttribute("aria-busy"), PATIENT).toBe("false");
      }
    });

    it("is drawn from this server's tiles, letters and pictures alone, and never from the whole network", async () => {
      const made = await visit("planner", "#/");
      const { page } = made;
      const asked: URL[] = [];
      page.on("request", (request) => asked.push(new URL(request.url())));
      await made.open(`${graphHash()}${trainKey(idOf(0))}`);
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
      await page.getByRole("button", { name: "Map" }).click();
      const map = await drawnMap(page);
      const own = new URL(page.url());
      expect(
        asked.filter(({ protocol, host }) => protocol !== "blob:" && host !== own.host),
      ).toEqual([]);
      const kinds = [
        "/layers/tile/track_sections/",
        "/layers/tile/operational_points/",
        "/fonts/",
        "/sprites/BAL/",
      ];
      for (const kind of kinds)
        expect(asked.some(({ pathname }) => pathname.includes(kind))).toBe(true);
      expect(asked.filter(({ pathname }) => pathname.endsWith("/railjson"))).toEqual([]);
      expect(await countPoints(page, map, TRACK)).toBeGreaterThan(100);
      expect(await countPoints(page, map, PATH)).toBeGreaterThan(100);
    });

    it("is busy until it is known what the network is drawn from", async () => {
      const { page } = await visitGraph();
      const release = await holdBack(page, "/mvt/geo");
      await page.getByRole("button", { name: "Map" }).click();
      await page.getByText("Reading the network …").waitFor();
      const isBusy = async (): Promise<string | null> =>
        await page.getByRole("application", { name: /^Map/ }).getAttribute("aria-busy");
      expect(await settled(page, isBusy)).toBe("true");
      release();
      await drawnMap(page);
    });

    it("shows the layers that are wanted, and a link shows the same part of the same layers", async () => {
      const made = await visitMap();
      const { page } = made;
      const before = await countPoints(page, await drawnMap(page), OF_25000_VOLTS);
      await openMenu(page, /^Layers/);
      await page.getByLabel("Electrification").check();
      await page.getByLabel("Faults of the network").check();
      await page.keyboard.press("Escape");
      await page.getByRole("list", { name: "Legend" }).getByText("25000V").waitFor();
      const coloured = async (one: Page): Promise<number> =>
        await countPoints(one, await drawnMap(one), OF_25000_VOLTS);
      const expected = await readJson<string[]>(`/infra/${world().imported.infra_id}/voltages`);
      expect(expected).toContain("25000V");
      // Some of a mark's edge has the same colour.
      await expect.poll(async () => await coloured(page), PATIENT).toBeGreaterThan(before + 150);
      await expect.poll(() => page.url(), PATIENT).toContain("layers=");
      await (await drawnMap(page)).focus();
      await page.keyboard.press("+");
      await page.waitForURL(/place=/);
      const { page: other } = await visit("reader", new URL(page.url()).hash);
      await other.getByRole("list", { name: "Legend" }).getByText("25000V").waitFor();
      expect(new URL(other.url()).hash).toContain(/place=[^&]*/.exec(page.url())?.[0]);
      expect(Math.abs((await coloured(other)) - (await coloured(page)))).toBeLessThan(200);
    });

    it("shows the zones that trains have at the moment, and at another one those of that", async () => {
      const made = await visitMap();
      const { page } = made;
      const before = await countPoints(page, await drawnMap(page), ZONE);
      const answered = (): Promise<unknown> =>
        page.waitForResponse((one) => one.url().includes("/occupied_zones") && one.ok());
      const first = answered();
      await openMenu(page, /^Layers/);
      await page.getByLabel("Zones held by trains").check();
      await page.keyboard.press("Escape");
      const legend = page.getByRole("list", { name: "Legend" });
      for (const state of ["Occupied", "Kept free", "Route set"]) {
        await legend.getByText(state).waitFor();
      }
      await first;
      const coloured = async (one: Page, colour: string): Promise<number> =>
        await countPoints(one, await drawnMap(one), colour);
      await expect
        .poll(async () => await coloured(page, ZONE), PATIENT)
        .toBeGreaterThan(before + 100);
      await expectAccessible(made);
      await expect.poll(() => page.url(), PATIENT).toContain("zones");
      const { hash } = new URL(page.url());
      const second = answered();
      // Before the first train runs.
      await page.getByRole("slider").press("Home");
      await second;
      const asked = await readJson<{ features: unknown[] }>(
        `/timetable/${world().imported.timetable_id}/occupied_zones?${runQuery()}&at=2000-01-01T00:00:00Z`,
      );
      expect(asked.features).toEqual([]);
      const { page: dark } = await visit("reader", hash, { is_dark: true });
      await dark.getByRole("list", { name: "Legend" }).getByText("Route set").waitFor();
      await expect
        .poll(async () => await coloured(dark, ZONE_IN_DARK), PATIENT)
        .toBeGreaterThan(before + 100);
    });

    it("goes to a station that is looked for", async () => {
      const { page } = await visitMap();
      await page.getByRole("combobox", { name: "Go to a station" }).fill("Grandval");
      await page.locator(".picks").getByRole("option", { name: "Grandval" }).first().click();
      await page.waitForURL(/place=[^&]*_14\.00/);
    });

    it.skipIf(IS_WITHOUT_CACHE)(
      "draws what another user has changed, and asks for the tiles of its place alone",
      async () => {
        const { page } = await visitMap();
        const { gateway, imported } = world();
        const { infra_id } = imported;
        const { track, place } = westernTrack();
        const asked: MapTile[] = [];
        const drawn = new Set<string>();
        page.on("request", (request) => {
          const tile = readTile(new URL(request.url()).pathname);
          if (tile !== null) drawn.add(tile.key);
        });
        const path = `/infra/${infra_id}`;
        const id = "Operational point of a journey";
        const create = { operation_type: "CREATE", obj_type: "OperationalPoint" };
        const railjson = { id, parts: [{ track, position: 0 }] };
        const remove = { operation_type: "DELETE", obj_type: "OperationalPoint", obj_id: id };
        const asks = async (operation: unknown): Promise<void> => {
          asked.splice(0);
          drawn.clear();
          await world().send("planner", "POST", path, [operation]);
          await expect.poll(() => asked.filter(isOfPoints).length, PATIENT).toBeGreaterThan(0);
          await drawnMap(page);
          for (const tile of asked.filter(isOfPoints)) expect(tile.has(place), tile.key).toBe(true);
        };
        gateway.onRequest = (path) => {
          const tile = readTile(path);
          if (tile !== null) asked.push(tile);
        };
        try {
          // Its tiles are asked for by where the change is, and drawn anew where it is not too.
          await asks({ ...create, railjson });
          expect(drawn.size).toBeGreaterThan(asked.length);
          await asks(remove);
        } finally {
          gateway.onRequest = () => undefined;
        }
      },
    );

    it("says so in words where the browser can't draw it, and the lists are there", async () => {
      const made = await visit("planner", "#/");
      await made.page.addInitScript(`
        const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
          return kind.startsWith("webgl") ? null : get.call(this, kind, ...more);
        };`);
      await made.page.reload();
      await made.open(graphHash());
      await summaryOf(made.page, /^Conflicts \([1-9]/).waitFor();
      await made.page.getByRole("button", { name: "Map" }).click();
      await made.page.getByText("This browser can't draw the map").waitFor();
      await whereOf(made.page).first().waitFor();
      await expectAccessible(made);
    });
  });
}
