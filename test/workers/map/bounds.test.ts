// Method: layers that are made by hand: too many points, lines and bytes for one tile; places at the edges of tiles and of the world.
import { describe, expect, it } from "vitest";
import { flatten } from "../../../workers/map/flatten.ts";
import { linesFeature, type MapFeature, pointFeature } from "../../../workers/map/map_feature.ts";
import { packLayer } from "../../../workers/map/pack_layer.ts";
import { cutOverview, cutTile } from "../../../workers/tasks/map/cut_tile.ts";
import { decodeTile, type TileFeature, tileAt, unitsOf } from "../../helpers/tiles.ts";

const CENTRE = [5, 45] as const;

function cut(
  features: readonly MapFeature[],
  tile: ReturnType<typeof tileAt>,
): readonly TileFeature[] {
  const { bytes } = cutTile({ name: "test", layer: packLayer(features), tile });
  expect(bytes.length).toBeLessThanOrEqual(2 * 1024 * 1024);
  return decodeTile(bytes).features;
}

const idsOf = (features: readonly TileFeature[]): unknown[] =>
  features.map(({ properties }) => properties["id"]);

describe("the overview of a layer", () => {
  const overviewOf = (features: readonly MapFeature[], zoom: number) =>
    cutOverview({ name: "test", layer: packLayer(features) }, zoom);
  const pointsAt = (...lons: number[]): MapFeature[] =>
    lons.map((lon) => pointFeature([lon, CENTRE[1]], { id: `at ${lon}` }));

  it("has each tile of the zoom with something in it, as it is cut alone", () => {
    // Tiles of zoom 5 are 11.25 degrees wide.
    const features = [
      ...pointsAt(0, 30),
      linesFeature([[CENTRE, [CENTRE[0] + 20, CENTRE[1]]]], { id: "line" }),
    ];
    const layer = packLayer(features);
    const overview = overviewOf(features, 5);
    expect(overview.map(({ place }) => [place.z, place.x, place.y])).toEqual([
      [5, 16, 11],
      [5, 17, 11],
      [5, 18, 11],
    ]);
    for (const { place, tile } of overview) {
      expect(tile).toEqual(cutTile({ name: "test", layer, tile: place }));
    }
  });

  it("is empty without features, and where a network is in many tiles", () => {
    expect(overviewOf([], 5)).toEqual([]);
    expect(overviewOf(pointsAt(0, 30), 5)).toHaveLength(3);
    expect(overviewOf(pointsAt(-90, 120), 5)).toEqual([]);
  });
});

describe("a tile with too much in it", () => {
  const points = Array.from({ length: 25_000 }, (_, i) =>
    pointFeature([CENTRE[0] + i * 1e-6, CENTRE[1]], { id: `p${i}` }),
  );

  it("tells 10,000 points, the same ones whatever stands beside them", () => {
    const tile = tileAt(CENTRE, 8);
    const told = idsOf(cut(points, tile));
    expect(told).toHaveLength(10_000);
    expect(new Set(told).size).toBe(10_000);
    expect(new Set(idsOf(cut([...points].reverse(), tile)))).toEqual(new Set(told));
  });

  it("tells the longest lines", () => {
    const lines = Array.from({ length: 11_000 }, (_, i) =>
      linesFeature([[CENTRE, [CENTRE[0] + 0.1 + i * 1e-5, CENTRE[1]]]], { id: i }),
    );
    const told = idsOf(cut(lines, tileAt(CENTRE, 7)));
    expect(told).toEqual(Array.from({ length: 10_000 }, (_, i) => i + 1000));
  });

  it("is at most 2 MiB, with whole features", () => {
    const wide = points.slice(0, 3000).map(
      (feature, i): MapFeature => ({
        ...feature,
        properties: { id: `p${i}`, text: String(i).padEnd(1500, "x") },
      }),
    );
    const told = cut(wide, tileAt(CENTRE, 8));
    expect(told.length).toBeGreaterThan(1000);
    expect(told.length).toBeLessThan(3000);
    expect(told.every(({ properties }) => String(properties["text"]).length === 1500)).toBe(true);
  });

  it("has lists from zoom 12 on", () => {
    const listed = [
      pointFeature(CENTRE, flatten({ id: "a", slopes: [{ gradient: 1 }], kp: "[1]" })),
    ];
    const told = (zoom: number) => cut(listed, tileAt(CENTRE, zoom))[0]?.properties;
    expect(told(11)).toEqual({ id: "a", kp: "[1]" });
    expect(told(12)).toEqual({ id: "a", kp: "[1]", slopes: '[{"gradient":1}]' });
  });

  it("has no text that is as long as a network, but all ids", () => {
    const ranges = Array.from({ length: 1000 }, (_, i) => ({ track: `t${i}`, begin: 0, end: 1 }));
    const properties = flatten({ id: "i".repeat(255), track_ranges: ranges, voltage: null });
    expect(properties).toEqual({ id: "i".repeat(255) });
  });
});

describe("the edges", () => {
  it("of a tile belong to both tiles, and what is beside it is told only of lines that reach it", () => {
    // The meridian of Greenwich is an edge at every zoom.
    const feature = [pointFeature([0, 45], { id: "edge" })];
    const west = tileAt([-1e-9, 45], 10);
    expect(idsOf(cut(feature, west))).toEqual(["edge"]);
    expect(idsOf(cut(feature, { ...west, x: west.x + 1 }))).toEqual(["edge"]);
    expect(cut(feature, { ...west, x: west.x - 1 })).toEqual([]);
    const beside = tileAt([0.2, 45], 10);
    const [x] = unitsOf([0.35, 45], beside);
    expect(x).toBeGreaterThan(4096 - 100);
    const near = pointFeature([0.3516, 45], { id: "near" });
    expect(cut([near], beside)).toEqual([]);
  });

  it("of the world have a place too, and the poles", () => {
    const places = [
      [180, 90],
      [-180, -90],
      [-180, 85.0511],
      [180, -85.0511],
    ] as const;
    const features = places.map((place, i) => pointFeature(place, { id: i }));
    const side = 2 ** 6 - 1;
    expect(idsOf(cut(features, { z: 6, x: side, y: 0 }))).toEqual([0]);
    expect(idsOf(cut(features, { z: 6, x: 0, y: side }))).toEqual([1]);
    expect(idsOf(cut(features, { z: 6, x: 0, y: 0 }))).toEqual([2]);
    expect(idsOf(cut(features, { z: 6, x: side, y: side }))).toEqual([3]);
    expect(idsOf(cut(features, { z: 0, x: 0, y: 0 }))).toEqual([0, 1, 2, 3]);
  });

  it("of a unit: a line that is one is left out, and a vertex on another's unit", () => {
    const short = linesFeature([[CENTRE, [5.000_000_1, 45]]], { id: "short" });
    const bent = linesFeature([[CENTRE, [5.000_01, 45], [5.1, 45.1]]], { id: "bent" });
    const told = cut([short, bent], tileAt(CENTRE, 8));
    expect(idsOf(told)).toEqual(["bent"]);
    expect(told[0]?.lines[0]).toHaveLength(2);
    expect(idsOf(cut([short], tileAt(CENTRE, 18)))).toEqual([]);
    const whole = cut([bent], tileAt(CENTRE, 18));
    expect(whole[0]?.lines[0]).toHaveLength(3);
  });

  it("of values: whole numbers, fractions, negative ones, truths and texts come back", () => {
    const values = {
      id: "a",
      whole: 3,
      large: 2 ** 40,
      minus: -7,
      part: 0.25,
      yes: true,
      no: false,
      text: "ü x",
    };
    expect(cut([pointFeature(CENTRE, values)], tileAt(CENTRE, 12))[0]?.properties).toEqual(values);
  });
});
