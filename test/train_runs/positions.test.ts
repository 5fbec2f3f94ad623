// Method: a generated timetable; places and speeds are held against each train's own simulation, path and path geometry, interpolated in the test; the zones that trains have against a small model of their simulations' lists, and against where head and tail are.
import { beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

const network = generateNetwork(TINY_OPTIONS);

const api = opened(() => startNetworkApi(network));
let timetable: number;
let trains: readonly Json[];
beforeAll(async () => {
  timetable = (await api.make("POST", "/timetable")).json.timetable_id;
  const path = `/timetable/${timetable}/train_schedules`;
  trains = (await api.make("POST", path, network.train_schedules)).json;
});

async function positions(query: string, of = timetable): Promise<Json[]> {
  return (await api.make("GET", `/timetable/${of}/positions?infra=${api.infra_id}&${query}`)).json;
}

/** The value at x among points of growing places. */
function interpolate(places: readonly number[], values: readonly number[], x: number): number {
  const after = places.findIndex((place) => place > x);
  if (after < 0) return values.at(-1) ?? 0;
  const [from = 0, to = 0] = [places[after - 1], places[after]];
  const part = to > from ? (x - from) / (to - from) : 1;
  return (values[after - 1] ?? 0) + part * ((values[after] ?? 0) - (values[after - 1] ?? 0));
}

describe("trains at a time", () => {
  it("are where their simulations have them, with their length behind them", async () => {
    for (const { id, start_time, rolling_stock_name } of trains.slice(0, 4)) {
      const query = `?infra=${api.infra_id}`;
      const run = (await api.make("GET", `/train_schedule/${id}/simulation${query}`)).json;
      const { positions: places, times, speeds } = run.final_output;
      const since = Math.round(times.at(-1) * 0.4);
      const at = new Date(Date.parse(start_time) + since).toISOString();
      const told = (await positions(`at=${at}`)).find((one) => one["train_id"] === id);
      if (told === undefined) throw new Error("the train does not run");
      expect([told["kind"], told["occurrence"]]).toEqual(["train_schedule", null]);
      const head_mm = interpolate(times, places, since);
      expect(told["path_position"]).toBe(Math.round(head_mm));
      expect(told["speed"]).toBeCloseTo(interpolate(times, speeds, since), 6);
      const path = (await api.make("GET", `/train_schedule/${id}/path${query}`)).json;
      const { geometry, geometry_positions } = (
        await api.make(
          "POST",
          `/infra/${api.infra_id}/path_properties?props[]=geometry&props[]=geometry_positions`,
          { track_section_ranges: path.track_section_ranges },
        )
      ).json;
      expect(geometry_positions).toHaveLength(geometry.coordinates.length);
      const stock = network.rolling_stocks.find(({ name }) => name === rolling_stock_name);
      const tail_mm = Math.max(0, head_mm - Number(stock?.length) * 1000);
      const [lons, lats] = [0, 1].map((axis) =>
        geometry.coordinates.map((place: number[]) => place[axis]),
      );
      for (const [place, mm] of [
        [told["head"], head_mm],
        [told["tail"], tail_mm],
      ] as const) {
        // A metre, where the line is straight in degrees and its positions are whole millimetres.
        expect(place[0]).toBeCloseTo(interpolate(geometry_positions, lons, mm), 5);
        expect(place[1]).toBeCloseTo(interpolate(geometry_positions, lats, mm), 5);
      }
    }
  });

  it("are those alone that run then, and several times are a list each", async () => {
    const starts = trains.map(({ start_time }) => Date.parse(start_time as string));
    const first = Math.min(...starts);
    const at = (ms: number) => new Date(ms).toISOString();
    expect(await positions(`at=${at(first - 1)}`)).toEqual([]);
    expect((await positions(`at=${at(first)}`)).length).toBeGreaterThan(0);
    const lists = await positions(`from=${at(first)}&to=${at(first + 130_000)}&step=60`);
    expect(lists.map(({ time }) => Date.parse(time as string))).toEqual(
      [0, 60_000, 120_000].map((since) => first + since),
    );
    for (const list of lists) {
      const alone = await positions(`at=${list["time"]}`);
      expect(list["trains"]).toEqual(alone);
    }
  });

  it("of paced trains tell which of their trains they are", async () => {
    const of_paced = (await api.make("POST", "/timetable")).json.timetable_id;
    const [form] = network.train_schedules;
    const paced = { ...form, paced: { time_window: "PT2H", interval: "PT1H" }, exceptions: [] };
    const [{ id }] = (await api.make("POST", `/timetable/${of_paced}/paced_trains`, [paced])).json;
    const start = Date.parse(String(form?.start_time));
    const told = await positions(
      `at=${new Date(start + 3_600_000 + 60_000).toISOString()}`,
      of_paced,
    );
    const second = told.find((one) => one["occurrence"].index === 1);
    expect(second).toMatchObject({ train_id: id, kind: "paced_train", occurrence: { index: 1 } });
  });

  it.each([
    [""],
    ["at=noon"],
    ["at=2024-01-01T00:00:00Z&step=5"],
    ["from=2024-01-01T00:00:00Z&to=2024-01-01T01:00:00Z"],
    ["from=2024-01-01T01:00:00Z&to=2024-01-01T00:00:00Z&step=60"],
    ["from=2024-01-01T00:00:00Z&to=2024-01-02T00:00:00Z&step=1"],
    ["from=2024-01-01T00:00:00Z&to=2024-01-01T01:00:00Z&step=0"],
  ])("are refused for %s", async (query) => {
    const path = `/timetable/${timetable}/positions?infra=${api.infra_id}&${query}`;
    expect((await api.call("GET", path)).json).toMatchObject({
      status: 400,
      type: "editoast:request:InvalidQuery",
    });
  });
});

async function heldZones(at_ms: number, of = timetable): Promise<Json[]> {
  const query = `infra=${api.infra_id}&at=${new Date(at_ms).toISOString()}`;
  const told = (await api.make("GET", `/timetable/${of}/occupied_zones?${query}`)).json;
  expect(told.type).toBe("FeatureCollection");
  return told.features;
}

/** What a run has at a time, from its simulation's own lists. */
function expectHeld(run: Json, since_ms: number): Map<string, string> {
  const held = new Map<string, string>();
  for (const { zones, begin_time } of run["routing_requirements"]) {
    for (const { zone, end_time } of zones) {
      if (begin_time <= since_ms && since_ms < end_time) held.set(zone, "ROUTE_SET");
    }
  }
  for (const { zone, begin_time, end_time } of run["spacing_requirements"]) {
    if (begin_time <= since_ms && since_ms < end_time) held.set(zone, "RESERVED");
  }
  const updates: readonly Json[] = run["zone_updates"];
  for (const { zone } of updates) {
    const past = updates.filter((one) => one["zone"] === zone && one["time"] <= since_ms);
    const entered = past.filter((one) => one["is_entry"]).length;
    if (2 * entered > past.length) held.set(zone, "OCCUPIED");
  }
  return held;
}

describe("zones of trains at a time", () => {
  it("are those of each train's own simulation, on their tracks", async () => {
    const states = new Set<string>();
    const query = `?infra=${api.infra_id}`;
    for (const { id, start_time } of trains) {
      const run = (await api.make("GET", `/train_schedule/${id}/simulation${query}`)).json;
      const { times } = run.final_output;
      for (const part of [0, 0.13, 0.4, 0.71, 1]) {
        const since = Math.round(times.at(-1) * part);
        const features = await heldZones(Date.parse(start_time) + since);
        const own = features.filter(({ properties }) => properties.train_id === id);
        const told = new Map(own.map(({ properties: { zone, state } }) => [zone, state]));
        expect(told.size).toBe(own.length);
        expect(told).toEqual(expectHeld(run.final_output, since));
        for (const state of told.values()) states.add(state);
        const zones = [...told.keys()];
        const lines = (await api.make("POST", `/infra/${api.infra_id}/zones`, zones)).json;
        for (const { geometry, properties } of own) {
          expect(geometry).toEqual(lines[properties.zone]);
          expect([properties.kind, properties.occurrence]).toEqual(["train_schedule", null]);
        }
      }
    }
    expect([...states].sort()).toEqual(["OCCUPIED", "RESERVED", "ROUTE_SET"]);
  });

  it("have the head and the tail of a train in those that it occupies", async () => {
    for (const { id, start_time, rolling_stock_name } of trains.slice(0, 4)) {
      const query = `?infra=${api.infra_id}`;
      const path = (await api.make("GET", `/train_schedule/${id}/path${query}`)).json;
      const { zones } = (
        await api.make("POST", `/infra/${api.infra_id}/path_properties?props[]=zones`, {
          track_section_ranges: path.track_section_ranges,
        })
      ).json;
      const zoneAt = (mm: number): string =>
        zones.values[zones.boundaries.filter((boundary: number) => boundary <= mm).length];
      const run = (await api.make("GET", `/train_schedule/${id}/simulation${query}`)).json;
      const { positions: places, times } = run.final_output;
      const since = Math.round(times.at(-1) * 0.55);
      const features = await heldZones(Date.parse(start_time) + since);
      const occupied = features.flatMap(({ properties: { train_id, zone, state } }) =>
        train_id === id && state === "OCCUPIED" ? [zone] : [],
      );
      const head_mm = interpolate(times, places, since);
      const stock = network.rolling_stocks.find(({ name }) => name === rolling_stock_name);
      const tail_mm = Math.max(0, head_mm - Number(stock?.length) * 1000);
      expect(occupied).toContain(zoneAt(head_mm));
      expect(occupied).toContain(zoneAt(tail_mm));
    }
  });

  it("are none before the first train, and tell which of a paced train's trains has them", async () => {
    const starts = trains.map(({ start_time }) => Date.parse(start_time as string));
    expect(await heldZones(Math.min(...starts) - 1)).toEqual([]);
    const of_paced = (await api.make("POST", "/timetable")).json.timetable_id;
    const [form] = network.train_schedules;
    const paced = { ...form, paced: { time_window: "PT2H", interval: "PT1H" }, exceptions: [] };
    const [{ id }] = (await api.make("POST", `/timetable/${of_paced}/paced_trains`, [paced])).json;
    const start = Date.parse(String(form?.start_time));
    const second = (await heldZones(start + 3_660_000, of_paced)).find(
      ({ properties }) => properties.occurrence.index === 1,
    );
    expect(second?.["properties"]).toMatchObject({ train_id: id, kind: "paced_train" });
  });

  it.each([[""], ["at=noon"], ["at="]])("are refused for %s", async (query) => {
    const path = `/timetable/${timetable}/occupied_zones?infra=${api.infra_id}&${query}`;
    expect((await api.call("GET", path)).json).toMatchObject({
      status: 400,
      type: "editoast:request:InvalidQuery",
    });
  });
});

describe("zones on the map", () => {
  it("of a path are the path's line, and a zone that there is not is left out", async () => {
    const [train] = trains;
    const query = `?infra=${api.infra_id}`;
    const path = (await api.make("GET", `/train_schedule/${train?.["id"]}/path${query}`)).json;
    const { zones, geometry } = (
      await api.make(
        "POST",
        `/infra/${api.infra_id}/path_properties?props[]=geometry&props[]=zones`,
        { track_section_ranges: path.track_section_ranges },
      )
    ).json;
    const names: string[] = [...new Set<string>(zones.values)];
    const told = (await api.make("POST", `/infra/${api.infra_id}/zones`, [...names, "none"])).json;
    expect(Object.keys(told).sort()).toEqual(names.toSorted());
    const drawn = new Set<string>();
    for (const name of names) {
      expect(told[name].type).toBe("MultiLineString");
      for (const place of told[name].coordinates.flat()) drawn.add(String(place));
    }
    // But for its two ends every vertex of the path is one of its zones'.
    for (const place of geometry.coordinates.slice(2, -2)) expect(drawn).toContain(String(place));
  });
});
