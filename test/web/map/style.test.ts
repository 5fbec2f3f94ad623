// Method: every style that the page can make, read by the checker of the format; addresses behind a prefix.
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Style } from "../../../web/src/map/style/style_parts.ts";
import type { Metadata } from "../../../web/src/map/style/tile_sources.ts";

const PAGE = "https://marey.test/planner/";
const INK = {
  background: "#ffffff",
  text: "rgb(0, 0, 0)",
  quiet_text: "#4c5a66",
  track: "#4c5a66",
  selected: "#0b1f33",
  tried: "#b8007f",
  conflict: "#b3112b",
  now: "#0a7d4f",
  work: "#7a5c00",
  limit: "#7a5c00",
  route: "#8a6d9e",
  zone: "#0b5cad",
};
const BASE: Style = {
  version: 8,
  sources: { land: { type: "raster", tiles: ["https://base.test/{z}/{x}/{y}.png"] } },
  layers: [
    { id: "land", type: "raster", source: "land" },
    { id: "names", type: "symbol", source: "land" },
  ],
};

async function load() {
  return {
    ...(await import("../../../web/src/map/style/style.ts")),
    ...(await import("../../../web/src/map/style/network_layers.ts")),
    ...(await import("../../../web/src/map/style/tile_sources.ts")),
    ...(await import("../../../web/src/api/tile_address.ts")),
    ...(await import("../../../web/src/map/style/traffic_layers.ts")),
  };
}

let map: Awaited<ReturnType<typeof load>>;
let known: Metadata;
beforeAll(async () => {
  vi.stubGlobal("document", { baseURI: PAGE });
  map = await load();
  const tiles = map.TILE_LAYERS.map((layer) => [
    layer,
    `${PAGE}layers/tile/${layer}/geo/{z}/{x}/{y}/?infra=2&v=ab-1`,
  ]);
  known = { tiles: Object.fromEntries(tiles), minzoom: 5, maxzoom: 18, bounds: [2, 48, 3, 49] };
});
afterAll(() => {
  vi.unstubAllGlobals();
});

describe("the style", () => {
  it("is one, whatever is shown, light and dark, with a base map and without", () => {
    const shown = [[], ...map.GROUPS.map((group) => [group]), map.GROUPS];
    for (const groups of shown) {
      for (const is_dark of [false, true]) {
        for (const [base, metadata] of [
          [null, known],
          [BASE, known],
          [null, null],
        ] as const) {
          const style = map.makeStyle({
            ink: INK,
            is_dark,
            groups: new Set(groups),
            metadata,
            is_growing: is_dark,
            hidden: is_dark ? [] : ["T1", 'a "name"'],
            own: map.trafficOn(INK),
            base,
          });
          expect(validateStyleMin(style)).toEqual([]);
        }
      }
    }
  });

  const makeWhole = () =>
    map.makeStyle({
      ink: INK,
      is_dark: false,
      groups: new Set(map.GROUPS),
      metadata: known,
      is_growing: false,
      hidden: [],
      own: map.trafficOn(INK),
      base: BASE,
    });

  it("hides no station's name behind a picture of equipment that is always drawn", () => {
    const drawn = makeWhole().layers.flatMap((layer) =>
      layer.type === "symbol" && ["buffer_stops", "psl_signs", "neutral_signs"].includes(layer.id)
        ? [layer.layout]
        : [],
    );
    expect(drawn).toHaveLength(3);
    for (const layout of drawn) {
      expect(layout).toMatchObject({
        "icon-allow-overlap": true,
        "icon-ignore-placement": true,
      });
    }
  });

  it("reads tiles of all layers that it draws, and names of the base map are left to it", () => {
    const style = makeWhole();
    const drawn = new Set(style.layers.flatMap((one) => ("source" in one ? [one.source] : [])));
    expect(
      [...map.TILE_LAYERS, "land", ...map.TRAFFIC_SOURCES].filter((one) => !drawn.has(one)),
    ).toEqual([]);
    expect(style.layers.map(({ id }) => id)).not.toContain("base names");
    expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length);
  });
});

it("asks for tiles beside the page, whatever root the server names", () => {
  const place = "layers/tile/signals/geo/{z}/{x}/{y}/?infra=2&v=ab-1";
  for (const root of ["http://127.0.0.1:8090/", "https://other.test/behind/"]) {
    expect(map.addressOfTiles(root + place)).toBe(PAGE + place);
  }
});
