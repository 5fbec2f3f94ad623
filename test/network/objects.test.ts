// Method: a hand-drawn network with one object of each kind at a place that a person can name; points and lines on straight tracks follow from the fraction, a bent one has its corner between.
import { beforeAll, describe, expect, it } from "vitest";
import { fillSearch } from "../../src/network/infra/fill_search.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import type { ObjectType } from "../../src/railway/object_types.ts";
import { completeObject } from "../../workers/railjson/edit/complete_object.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";

type Json = Record<string, unknown>;
type Lists = Readonly<Record<string, readonly Json[]>>;

const TINY = TINY_RAILJSON as unknown as Lists;
/** Track A is straight along the parallel; 1000 m are this many degrees. */
const WIDTH = 0.0138;
const LAT = 49;
/** Two legs of one length on one meridian and back: the corner is the middle. */
const CORNER = [
  [3, 49],
  [3, 49.01],
  [3, 49],
];
const BOTH = { applicable_directions: "BOTH" };

function line(line_code: number, line_name: string): Json {
  return { sncf: { line_code, line_name, track_number: 1, track_name: "V1" } };
}

function onA(begin: number, end: number): Json {
  return { track: "A", begin, end, ...BOTH };
}

const NOWHERE = { track: "none", begin: 0, end: 10, ...BOTH };
const SECTION = { speed_limit: 20, speed_limit_by_tag: {} };

const [A, B] = TINY["track_sections"] ?? [];
const NETWORK: Json = {
  ...TINY_RAILJSON,
  track_sections: [
    { ...A, extensions: line(7, "South") },
    { ...B, extensions: line(7, "South and coast") },
    { ...A, id: "C", geo: { type: "LineString", coordinates: CORNER }, extensions: line(8, "Up") },
    {
      ...A,
      id: "D",
      geo: {
        type: "LineString",
        coordinates: [
          [-1, 40],
          [9, 41, 250],
        ],
      },
      extensions: line(7, "South"),
    },
  ],
  extended_switch_types: [
    { id: "backwards", ports: ["Z", "A"], groups: { G: [{ src: "Z", dst: "A" }] } },
  ],
  switches: [
    ...(TINY["switches"] ?? []),
    drawSwitch("own", "backwards", { A: ["A", "BEGIN"], Z: ["B", "END"] }),
    drawSwitch("untyped", "no such type", { Q: ["A", "END"] }),
    drawSwitch("off", "link", { A: ["none", "END"], B: ["B", "BEGIN"] }),
  ],
  signals: [
    ...(TINY["signals"] ?? []),
    { ...TINY["signals"]?.[0], id: "beyond", position: 1e6 },
    { ...TINY["signals"]?.[0], id: "lost", track: "none" },
  ],
  operational_points: [
    {
      id: "station",
      parts: [
        { track: "none", position: 0 },
        { track: "C", position: 500 },
      ],
    },
    { id: "empty", parts: [] },
  ],
  speed_sections: [
    { id: "limit", ...SECTION, track_ranges: [onA(0, 250), NOWHERE, onA(900, 500), onA(7, 7)] },
    { id: "bent", ...SECTION, track_ranges: [{ track: "C", begin: 250, end: 2000, ...BOTH }] },
    { id: "nowhere", ...SECTION, track_ranges: [NOWHERE] },
  ],
};

function drawSwitch(id: string, switch_type: string, ports: Record<string, string[]>): Json {
  const ends = Object.entries(ports).map(([port, [track, endpoint]]) => [
    port,
    { track, endpoint },
  ]);
  return { id, switch_type, group_change_delay: 0, ports: Object.fromEntries(ends) };
}

const api = opened(startTestApi);
let infra: number;
beforeAll(async () => {
  infra = (await api.make("POST", "/infra/railjson?name=drawn", NETWORK)).json.infra;
});

const ask = async (object_type: string, ids: unknown, id = infra) =>
  await api.call("POST", `/infra/${id}/objects/${object_type}`, ids);

/** Geometries by the ids' order, checked to be answered in it. */
async function locate(object_type: string, ids: readonly string[]): Promise<unknown[]> {
  const { status, json, text } = await ask(object_type, ids);
  expect(status, text).toBe(200);
  expect(json.map(({ obj_id }: { obj_id: string }) => obj_id)).toEqual(ids);
  return json.map(({ geographic }: Json) => geographic);
}

const point = (lon: number, lat: number) => ({
  type: "Point",
  coordinates: [expect.closeTo(lon, 9), expect.closeTo(lat, 9)],
});
const at = (position_m: number) => point((position_m / 1000) * WIDTH, LAT);
const stretch = (...positions_m: number[]) => positions_m.map((p) => at(p).coordinates);

describe("objects by their ids", () => {
  it("are answered as the export tells them with their optional parts, in the order of the request", async () => {
    const exported = (await api.call("GET", `/infra/${infra}/railjson`)).json;
    const of_type: readonly [ObjectType, string][] = [
      ["TrackSection", "track_sections"],
      ["SwitchType", "extended_switch_types"],
      ["Electrification", "electrifications"],
      ["SpeedSection", "speed_sections"],
      ["OperationalPoint", "operational_points"],
      ["Detector", "detectors"],
      ["BufferStop", "buffer_stops"],
      ["Switch", "switches"],
      ["Route", "routes"],
      ["Signal", "signals"],
    ];
    for (const [object_type, list] of of_type) {
      const wanted = exported[list].toReversed();
      const { json } = await ask(
        object_type,
        wanted.map(({ id }: Json) => id),
      );
      const completed = wanted.map((object: Json) => completeObject(object_type, object));
      expect(json.map(({ railjson }: Json) => railjson)).toEqual(completed);
      expect(wanted.length, list).toBeGreaterThan(0);
    }
    expect((await ask("NeutralSection", [])).json).toEqual([]);
  });

  it("have the places of points at the fraction of their track, its ends at most", async () => {
    expect(await locate("Signal", ["s.left", "lost", "beyond", "s.right"])).toEqual([
      at(999),
      null,
      at(1000),
      at(980),
    ]);
    expect(await locate("Detector", ["det"])).toEqual([at(990)]);
    expect(await locate("BufferStop", ["bs.b", "bs.a"])).toEqual([at(2000), at(0)]);
    expect(await locate("OperationalPoint", ["empty", "station"])).toEqual([null, point(3, 49.01)]);
  });

  it("have a switch at the first port of its type", async () => {
    const ids = ["link", "own", "untyped", "off"];
    expect(await locate("Switch", ids)).toEqual([at(1000), at(2000), at(1000), null]);
  });

  it("have a line for each range, in order and along the track", async () => {
    const [limit, bent, nowhere] = await locate("SpeedSection", ["limit", "bent", "nowhere"]);
    expect(limit).toEqual({
      type: "MultiLineString",
      coordinates: [stretch(0, 250), stretch(500, 900)],
    });
    const [half, corner, end] = [49.005, 49.01, 49].map((lat) => point(3, lat).coordinates);
    // Halfway in Mercator's projection is a little beside halfway in degrees.
    const coordinates = [[[half?.[0], expect.closeTo(49.005, 5)], corner, end]];
    expect(bent).toEqual({ type: "MultiLineString", coordinates });
    expect(nowhere).toBeNull();
    expect(await locate("Electrification", ["wire"])).toEqual([
      { type: "MultiLineString", coordinates: [stretch(0, 1000), stretch(1000, 2000)] },
    ]);
  });

  it("have a track's own line, and neither routes nor switch types have any", async () => {
    const geo = {
      type: "LineString",
      coordinates: [
        [-1, 40],
        [9, 41, 250],
      ],
    };
    expect(await locate("TrackSection", ["D"])).toEqual([geo]);
    expect(await locate("Route", ["rt.a-det"])).toEqual([null]);
    expect(await locate("SwitchType", ["backwards"])).toEqual([null]);
  });

  it("cost two statements, whatever their number", async () => {
    const sum = (): number => [...api.statements.values()].reduce((a, b) => a + b, 0);
    const before = sum();
    await ask("Signal", ["s.left", "s.right", "beyond"]);
    expect(sum()).toBe(before + 2);
  });

  it("whose geometries are too large together are refused", async () => {
    const coordinates = Array.from({ length: 2000 }, (_, i) => [i / 1000, LAT]);
    const track_ranges = Array.from({ length: 600 }, () => onA(0, 1000));
    const { json } = await api.make("POST", "/infra/railjson?name=large", {
      ...TINY_RAILJSON,
      track_sections: [{ ...A, geo: { type: "LineString", coordinates } }, B],
      speed_sections: [{ id: "wide", ...SECTION, track_ranges }],
    });
    const refused = await ask("SpeedSection", ["wide"], json.infra);
    expect(refused.json).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { vertices_max: 1_000_000 },
    });
  });
});

describe("the box of a line", () => {
  const box = async (code: string) => await api.call("GET", `/infra/${infra}/lines/${code}/bbox`);

  it("goes around all of its track sections, whatever they call the line", async () => {
    expect((await box("7")).json).toEqual([
      [-1, 40],
      [9, 49],
    ]);
    expect((await box("8")).json).toEqual([
      [3, 49],
      [3, 49.01],
    ]);
  });

  it("is the same of a clone, and there is none of another line or beyond 32 bits", async () => {
    const clone = (await api.make("POST", `/infra/${infra}/clone?name=copy`)).json;
    const cloned = await api.call("GET", `/infra/${clone}/lines/7/bbox`);
    expect(cloned.json).toEqual((await box("7")).json);
    expect((await box("-9")).json).toMatchObject({
      status: 400,
      type: "editoast:infra:lines:LineNotFound",
      context: { line_code: -9 },
    });
    for (const code of ["2147483648", "-2147483649", "7.0", "07", "x"]) {
      expect((await box(code)).json, code).toMatchObject({
        status: 400,
        type: "editoast:request:InvalidPathParameter",
      });
    }
  });
});

describe("a network that was imported before objects had ids of their own", () => {
  /** Takes back what the migration did. */
  const BEFORE = `
    alter table infra_object drop column obj_id;
    alter table infra_signal drop column obj_id;
    alter table infra_line drop column west, drop column south, drop column east, drop column north;
    drop index infra_line_line_code_idx;
    delete from migration where name = '0016_objects_by_id.sql'`;

  it("is read and found alike after the migration and a start", async () => {
    const { services } = api;
    const readAll = async () => [
      (await ask("Signal", ["s.left", "beyond"])).json,
      (await ask("Switch", ["own"])).json,
      (await api.call("GET", `/infra/${infra}/lines/7/bbox`)).json,
      (await api.call("POST", "/search", { object: "signal", query: true })).json,
      (await api.call("POST", "/search", { object: "track", query: true })).json,
    ];
    const before = await readAll();
    await services.db.run(BEFORE);
    await migrate(services.db);
    await fillSearch(services);
    expect(await readAll()).toEqual(before);
  });
});

describe("signalling systems with pictures", () => {
  it("are those that a signal's picture can be of", async () => {
    const { json } = await api.call("GET", "/sprites/signaling_systems");
    expect(json).toEqual(["BAL", "BAPR", "TVM300", "TVM430"]);
  });
});
