// Method: the sample is loaded as the page loads it; its trains are run, its conflicts resolved. The same line, written as an extract and a feed, is read as a region.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRegion } from "../../bench/sample/read_region.ts";
import { drawExtract, makeTownLine, STATIONS } from "../../bench/sample/town_line.ts";
import { type NetworkApi, startNetworkApi } from "../helpers/network_api.ts";
import { TOWN_FEED } from "../helpers/town_feed.ts";

const sample = makeTownLine();
const { railjson, train_schedules, paced_trains } = sample;
const DAY = { start_ms: Date.UTC(2026, 2, 2), side: "right" } as const;

describe("the town line", () => {
  let api: NetworkApi;
  let timetable: string;
  let query: string;
  beforeAll(async () => {
    api = await startNetworkApi(sample);
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    timetable = `/timetable/${timetable_id}`;
    query = `infra=${api.infra_id}&electrical_profile_set_id=${api.profile_set_id}`;
    const document = { version: 1, train_schedules, paced_trains };
    await api.make("POST", `${timetable}/import`, document);
  });
  afterAll(async () => await api.close());

  it("has a junction, terminals, a loop, a siding that ends in a works, and no fault", async () => {
    expect(railjson.operational_points).toHaveLength(STATIONS.length);
    expect(railjson.buffer_stops).toHaveLength(9);
    expect(railjson.switches.filter((one) => one.switch_type === "point_switch")).toHaveLength(21);
    expect(railjson.track_sections.some(({ slopes }) => slopes.length > 0)).toBe(true);
    const { json } = await api.make("GET", `/infra/${api.infra_id}/errors`);
    expect(json.results).toEqual([]);
  });

  it("runs every train, on the tracks that it asks for", async () => {
    const ids = (await api.make("GET", `${timetable}/train_schedules?page_size=100`)).json.results;
    const paced = (await api.make("GET", `${timetable}/paced_trains?page_size=100`)).json.results;
    expect([ids.length, paced.length]).toEqual([train_schedules.length, paced_trains.length]);
    const summaries = async (kind: string, list: readonly { id: number }[]) =>
      (
        await api.make("POST", `/${kind}/simulations_summary`, {
          infra_id: api.infra_id,
          electrical_profile_set_id: api.profile_set_id,
          ids: list.map(({ id }) => id),
        })
      ).json;
    const trains = Object.values(await summaries("train_schedule", ids)) as { status: string }[];
    const services = Object.values(await summaries("paced_train", paced)) as {
      paced_train: { status: string };
    }[];
    const statuses = [...trains, ...services.map((one) => one.paced_train)].map(
      ({ status }) => status,
    );
    expect(new Set(statuses)).toEqual(new Set(["success"]));
  });

  it("has conflicts, all of which can be resolved", async () => {
    const before = (await api.make("GET", `${timetable}/conflicts?${query}`)).json;
    expect(before.length).toBeGreaterThan(2);
    const { changes } = (await api.make("POST", `${timetable}/resolution?${query}`)).json;
    await api.make("POST", `${timetable}/changes`, { changes });
    expect((await api.make("GET", `${timetable}/conflicts?${query}`)).json).toEqual([]);
  });
});

describe("a region of one's own", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "marey-region-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is an extract and a feed of a day: every trip is a train whose places the network has", () => {
    const [extract, feed] = [join(folder, "region.osm"), join(folder, "feed.zip")];
    writeFileSync(extract, drawExtract());
    writeFileSync(feed, TOWN_FEED);
    const { sample: region } = readRegion(extract, feed, DAY);
    expect(region.railjson.operational_points).toHaveLength(STATIONS.length);
    const trains = [...region.train_schedules, ...region.paced_trains];
    expect(trains).toHaveLength(2);
    const known = new Set(STATIONS.map(({ code }) => code));
    const codes = trains.flatMap((train) =>
      (train as { path: readonly { trigram?: string }[] }).path.map((item) => item.trigram),
    );
    expect(codes.filter((code) => code !== undefined && !known.has(code))).toEqual([]);
  });

  it("has a multiple unit that runs by each of its voltages, and without", () => {
    const [extract, feed] = [join(folder, "other.osm"), join(folder, "feed.zip")];
    const wires = new TextDecoder().decode(drawExtract()).replaceAll("25000", "15000");
    writeFileSync(extract, wires);
    writeFileSync(feed, TOWN_FEED);
    const { sample: region } = readRegion(extract, feed, DAY);
    const [{ rolling_stock_name }] = region.train_schedules as [{ rolling_stock_name: string }];
    const stock = region.rolling_stocks.find(({ name }) => name === rolling_stock_name);
    const modes = Object.entries(stock?.effort_curves.modes ?? {});
    expect(region.railjson.electrifications.map(({ voltage }) => voltage)).toContain("15000V");
    expect(modes.map(([name, { is_electric }]) => [name, is_electric])).toEqual(
      expect.arrayContaining([
        ["15000V", true],
        ["25000V", true],
        ["thermal", false],
      ]),
    );
  });

  it("is refused with the file's name", () => {
    const extract = join(folder, "no.osm");
    writeFileSync(extract, "no extract");
    expect(() => readRegion(extract, extract, DAY)).toThrow(/^.*no\.osm: /);
  });
});
