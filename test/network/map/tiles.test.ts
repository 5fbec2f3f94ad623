// Method: a generated network of every kind of object; an independent decoder reads the tiles, and what is in them is compared with the objects as the API places them and as they were imported.
import { beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { generateNetwork } from "../../../bench/network.ts";
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import { startTestApi } from "../../helpers/api.ts";
import { opened } from "../../helpers/opened.ts";
import { readTile, type TileFeature, tileAt, unitsOf } from "../../helpers/tiles.ts";

type Json = Record<string, unknown>;
type Position = readonly number[];

const { railjson } = generateNetwork({ ...TINY_OPTIONS, signaling: "mixed" });
const NETWORK = railjson as unknown as Readonly<Record<string, readonly Json[]>>;
const BOTH = "BOTH";
const [FIRST, SECOND] = NETWORK["track_sections"] ?? [];

function sign(track: unknown, position: number, direction: string, type: string): Json {
  return { track, position, side: "LEFT", direction, type, value: "40", kp: "1.5" };
}

function range(track: unknown, begin: number, end: number): Json {
  return { track, begin, end };
}

/** What the generator does not make. */
const DOCUMENT = {
  ...railjson,
  speed_sections: [
    ...(NETWORK["speed_sections"] ?? []),
    {
      id: "signed",
      speed_limit: 11,
      speed_limit_by_tag: { "E 32": 12.5 },
      track_ranges: [{ ...range(FIRST?.["id"], 90, 10), applicable_directions: BOTH }],
      extensions: {
        psl_sncf: {
          announcement: [sign(FIRST?.["id"], 5, "START_TO_STOP", "TIV_D")],
          z: sign(FIRST?.["id"], 10, "START_TO_STOP", "Z"),
          r: [sign(FIRST?.["id"], 10, "STOP_TO_START", "Z"), sign("none", 1, "START_TO_STOP", "R")],
        },
      },
    },
  ],
  neutral_sections: [
    ...(NETWORK["neutral_sections"] ?? []),
    {
      id: "dead",
      lower_pantograph: true,
      track_ranges: [{ ...range(SECOND?.["id"], 1, 40), direction: "START_TO_STOP" }],
      announcement_track_ranges: [{ ...range(FIRST?.["id"], 0, 9), direction: "START_TO_STOP" }],
      extensions: {
        neutral_sncf: {
          announcement: [],
          exe: sign(SECOND?.["id"], 1, "START_TO_STOP", "BP EXE"),
          end: [sign(SECOND?.["id"], 40, "STOP_TO_START", "BP FIN")],
          rev: [],
        },
      },
    },
  ],
  signals: [
    ...(NETWORK["signals"] ?? []),
    { ...NETWORK["signals"]?.[0], id: "lost", track: "none" },
  ],
};

const api = opened(startTestApi);
let infra: number;
beforeAll(async () => {
  infra = (await api.make("POST", "/infra/railjson?name=generated", DOCUMENT)).json.infra;
});

async function features(
  layer: string,
  { z, x, y }: ReturnType<typeof tileAt>,
  id = infra,
): Promise<readonly TileFeature[]> {
  const tile = readTile(
    await api.call("GET", `/layers/tile/${layer}/geo/${z}/${x}/${y}/?infra=${id}`),
  );
  if (tile.features.length > 0) {
    expect([tile.names, tile.version, tile.extent]).toEqual([[layer], 2, 4096]);
    expect(tile.features.every((feature) => feature.id === undefined)).toBe(true);
  }
  return tile.features;
}

/** Every object's geometry as the API tells it. */
async function geometries(
  obj_type: string,
): Promise<Map<string, { type: string; coordinates: never }>> {
  const key = OBJECT_TYPES.find((type) => type.obj_type === obj_type)?.key ?? "";
  const ids = (DOCUMENT as unknown as Record<string, Json[]>)[key]?.map(({ id }) => id);
  const { json } = await api.make("POST", `/infra/${infra}/objects/${obj_type}`, ids);
  return new Map(json.map(({ obj_id, geographic }: Json) => [obj_id, geographic]));
}

function firstLine(geometry: { coordinates: unknown } | undefined): readonly Position[] {
  return (geometry?.coordinates as Position[][] | undefined)?.[0] ?? [];
}

const LINES = [
  ["track_sections", "TrackSection", 12],
  ["electrifications", "Electrification", 11],
  ["speed_sections", "SpeedSection", 12],
  ["neutral_sections", "NeutralSection", 13],
] as const;
const POINTS = [
  ["signals", "Signal"],
  ["switches", "Switch"],
  ["detectors", "Detector"],
  ["buffer_stops", "BufferStop"],
] as const;

/** The distance of a place from the lines, in units. */
function distance([x, y]: readonly [number, number], lines: TileFeature["lines"]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) {
      const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [line[i - 1] ?? [], line[i] ?? []];
      const [dx, dy] = [x1 - x0, y1 - y0];
      const part = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
      const along = Math.max(0, Math.min(1, part));
      least = Math.min(least, Math.hypot(x - x0 - along * dx, y - y0 - along * dy));
    }
  }
  return least;
}

describe("points in tiles", () => {
  it.each(POINTS)(
    "of %s are where the objects are, each in its tile with its properties",
    async (layer, type) => {
      const places = await geometries(type);
      expect(places.size).toBeGreaterThan(1);
      for (const [id, geometry] of places) {
        if (geometry === null) continue;
        const position: Position = geometry.coordinates;
        const tile = tileAt(position, 18);
        const found = (await features(layer, tile)).filter(
          ({ properties }) => properties["id"] === id,
        );
        expect(found.length, id).toBe(1);
        const [x, y] = unitsOf(position, tile);
        expect(found[0]?.kind).toBe("Point");
        const [told_x, told_y] = found[0]?.lines[0]?.[0] ?? [-9, -9];
        expect(Math.abs(told_x - x)).toBeLessThanOrEqual(1);
        expect(Math.abs(told_y - y)).toBeLessThanOrEqual(1);
      }
      const all = await features(layer, tileAt([...places.values()][0]?.coordinates ?? [], 12));
      expect(all.some(({ properties }) => properties["id"] === "lost")).toBe(false);
    },
  );

  it("of operational points are one for each part, without the parts", async () => {
    const points = NETWORK["operational_points"] ?? [];
    const [point] = points;
    const parts = point?.["parts"] as Json[];
    expect(parts.length).toBeGreaterThan(1);
    const place = (await geometries("OperationalPoint")).get(String(point?.["id"]));
    const all = await features("operational_points", tileAt(place?.coordinates ?? [], 10));
    const own = all.filter(({ properties }) => properties["id"] === point?.["id"]);
    expect(own.length).toBe(parts.length);
    for (const { properties } of own) {
      expect(properties["parts"]).toBeUndefined();
      expect(properties["extensions_identifier_name"]).toBeTypeOf("string");
      expect(properties["extensions_identifier_uic"]).toBeTypeOf("number");
    }
  });

  it("have the object's fields flattened, lists as a text, and nothing that is null", async () => {
    const signals = NETWORK["signals"] ?? [];
    const places = await geometries("Signal");
    for (const signal of signals.slice(0, 40)) {
      const place = places.get(String(signal["id"]));
      const found = (await features("signals", tileAt(place?.coordinates ?? [], 18))).find(
        ({ properties }) => properties["id"] === signal["id"],
      );
      const [logical] = signal["logical_signals"] as Json[];
      expect(found?.properties).toMatchObject({
        track: signal["track"],
        position: signal["position"],
        direction: signal["direction"],
        sight_distance: signal["sight_distance"],
        signaling_system: logical?.["signaling_system"],
      });
      expect(found?.properties["sprite"]).toMatch(/^(?:CARRE|S VL|DISQUE VL|REP TGV)$/);
      expect(found?.properties["angle"]).toBeTypeOf("number");
      expect(found?.properties).not.toHaveProperty("logical_signals");
    }
    const [switched] = NETWORK["switches"] ?? [];
    const at = (await geometries("Switch")).get(String(switched?.["id"]));
    const [told] = (await features("switches", tileAt(at?.coordinates ?? [], 18))).filter(
      ({ properties }) => properties["id"] === switched?.["id"],
    );
    const ports = Object.entries(switched?.["ports"] as Record<string, Json>);
    for (const [port, { track, endpoint }] of ports) {
      expect(told?.properties[`ports_${port}_track`]).toBe(track);
      expect(told?.properties[`ports_${port}_endpoint`]).toBe(endpoint);
    }
    expect(told?.properties).not.toHaveProperty("ports");
  });
});

describe("lines in tiles", () => {
  it.each(LINES)("of %s pass by every place of the objects", async (layer, type, zoom) => {
    for (const [id, geometry] of await geometries(type)) {
      if (id === "signed" || geometry === null) continue;
      const lines: Position[][] =
        geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates;
      for (const position of lines.flat()) {
        const tile = tileAt(position, zoom);
        const own = (await features(layer, tile)).filter(
          ({ properties }) => properties["id"] === id,
        );
        expect(own.length, id).toBe(1);
        expect(own[0]?.kind).toBe("LineString");
        // Half a unit of thinning, and rounding on both ends.
        expect(distance(unitsOf(position, tile), own[0]?.lines ?? [])).toBeLessThanOrEqual(1.5);
      }
    }
  });

  it("go beyond the edge of a tile by 256 units, and are in both tiles", async () => {
    for (const section of (NETWORK["track_sections"] ?? []).slice(0, 60)) {
      const { coordinates } = section["geo"] as { coordinates: Position[] };
      const [from, to] = [coordinates[0] ?? [], coordinates.at(-1) ?? []];
      const [a, b] = [tileAt(from, 15), tileAt(to, 15)];
      if (a.x === b.x && a.y === b.y) continue;
      for (const tile of [a, b]) {
        const own = (await features("track_sections", tile)).find(
          ({ properties }) => properties["id"] === section["id"],
        );
        const units = own?.lines.flat(2) ?? [];
        expect(Math.min(...units)).toBeGreaterThanOrEqual(-256);
        expect(Math.max(...units)).toBeLessThanOrEqual(4096 + 256);
        expect(units.some((unit) => unit < 0 || unit > 4096)).toBe(true);
      }
      return;
    }
    throw new Error("no section over an edge");
  });

  it("of a route are its walk from its entry to its exit", async () => {
    const waypoints = new Map([
      ...(await geometries("Detector")),
      ...(await geometries("BufferStop")),
    ]);
    for (const route of (NETWORK["routes"] ?? []).slice(0, 30)) {
      const { id, entry_point, exit_point } = route as {
        id: string;
        entry_point: Json;
        exit_point: Json;
      };
      for (const end of [entry_point, exit_point]) {
        const position: Position = waypoints.get(String(end["id"]))?.coordinates ?? [];
        const tile = tileAt(position, 14);
        const own = (await features("routes", tile)).find(
          ({ properties }) => properties["id"] === id,
        );
        expect(own?.properties).toEqual({
          id,
          entry_point_id: entry_point["id"],
          exit_point_id: exit_point["id"],
        });
        expect(distance(unitsOf(position, tile), own?.lines ?? [])).toBeLessThanOrEqual(1.5);
      }
    }
  });

  it("of sections with signs are a layer of their own, and the signs have no id", async () => {
    const place = (await geometries("SpeedSection")).get("signed");
    const [start] = firstLine(place);
    const tile = tileAt(start ?? [], 15);
    const ids = async (layer: string) =>
      (await features(layer, tile)).map(({ properties }) => properties["id"]);
    expect(await ids("speed_sections")).not.toContain("signed");
    expect(await ids("psl")).toEqual(["signed"]);
    const [section] = await features("psl", tile);
    expect(section?.properties).toMatchObject({
      speed_limit: 11,
      "speed_limit_by_tag_E 32": 12.5,
      extensions_psl_sncf_z_type: "Z",
    });
    expect(JSON.parse(String(section?.properties["extensions_psl_sncf_r"]))).toHaveLength(2);
    // Of two with one type at one place the first is told; one on a missing track is not.
    const signs = await features("psl_signs", tile);
    expect(signs.map(({ properties }) => String(properties["type"])).sort()).toEqual([
      "TIV_D",
      "Z",
    ]);
    expect(signs.every(({ properties }) => !("id" in properties))).toBe(true);
    const neutral = (await geometries("NeutralSection")).get("dead");
    const [dead] = firstLine(neutral);
    const told = await features("neutral_signs", tileAt(dead ?? [], 12));
    expect(told.map(({ properties }) => String(properties["type"])).sort()).toEqual([
      "BP EXE",
      "BP FIN",
    ]);
    expect(told.every(({ properties }) => !("value" in properties))).toBe(true);
    const angles = told.map(({ properties }) => Number(properties["angle"]));
    expect((angles[0] ?? 0) - (angles[1] ?? 0)).not.toBe(0);
  });

  it("of faults are where their objects are, without an id", async () => {
    const { results } = (await api.make("GET", `/infra/${infra}/errors?page_size=100`)).json;
    const fault = results
      .map(({ information }: Json) => information as Json)
      .find(({ obj_type }: Json) => obj_type === "SpeedSection");
    expect(fault).toBeDefined();
    const place = (await geometries("SpeedSection")).get(String(fault.obj_id));
    const [start] = firstLine(place);
    const told = (await features("errors", tileAt(start ?? [], 14))).find(
      ({ properties }) => properties["obj_id"] === fault.obj_id,
    );
    expect(told?.kind).toBe("LineString");
    expect(told?.properties).not.toHaveProperty("id");
    expect(told?.properties).toMatchObject({
      obj_type: "SpeedSection",
      error_type: fault.error_type,
      is_warning: fault.is_warning,
    });
  });
});

describe("a layer", () => {
  it.each([
    ["track_sections", 5],
    ["speed_sections", 6],
    ["operational_points", 7],
    ["detectors", 8],
    ["signals", 9],
    ["buffer_stops", 12],
  ])("of %s is empty below zoom %i", async (layer, zoom) => {
    const geo = FIRST?.["geo"] as { coordinates: Position[] } | undefined;
    const place = geo?.coordinates[0] ?? [];
    const { z, x, y } = tileAt(place, zoom - 1);
    const below = await api.call("GET", `/layers/tile/${layer}/geo/${z}/${x}/${y}?infra=${infra}`);
    expect([below.status, below.bytes.length]).toEqual([200, 0]);
    expect((await features(layer, tileAt(place, zoom))).length).toBeGreaterThan(0);
  });

  it("of a network without objects has no bounds and nothing in its tiles", async () => {
    const { id } = (await api.make("POST", "/infra", { name: "empty" })).json;
    for (const layer of ["track_sections", "signals", "errors", "routes", "switches"]) {
      const metadata = await api.call("GET", `/layers/layer/${layer}/mvt/geo?infra=${id}`);
      expect(metadata.json).not.toHaveProperty("bounds");
      expect(await features(layer, { z: 14, x: 8000, y: 5000 }, id)).toEqual([]);
    }
  });

  it("has metadata with the network's bounds, a little wider", async () => {
    const { json, headers } = await api.call(
      "GET",
      `/layers/layer/signals/mvt/geo/?infra=${infra}`,
    );
    const all = (NETWORK["track_sections"] ?? []).flatMap(
      ({ geo }) => (geo as { coordinates: Position[] }).coordinates,
    );
    const [lons, lats] = [all.map(([lon = 0]) => lon), all.map(([, lat = 0]) => lat)];
    const wanted = [
      Math.min(...lons) - 0.001,
      Math.min(...lats) - 0.001,
      Math.max(...lons) + 0.001,
      Math.max(...lats) + 0.001,
    ];
    expect(json.bounds).toEqual(wanted.map((degrees) => expect.closeTo(degrees, 9)));
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(json.tiles).toEqual([
      expect.stringMatching(
        new RegExp(
          `^http://127\\.0\\.0\\.1:8090/layers/tile/signals/geo/\\{z\\}/\\{x\\}/\\{y\\}/\\?infra=${infra}&v=[\\w-]+$`,
        ),
      ),
    ]);
  });
});
