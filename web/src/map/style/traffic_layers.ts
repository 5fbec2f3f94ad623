/** Traffic drawn above the network: chosen paths, trains, conflicts, works. */
import { colourOf, dashOf, type Palette } from "../../graph/drawing/palette.ts";
import { collect, type Features, lineAlong, pointAt } from "../features.ts";
import type { Dot, MapMark } from "../map_state.ts";
import type { Spot } from "../tracks.ts";
import type { ZoneState } from "./classes.ts";
import type { Own } from "./style.ts";
import { BOLD, type Ink, type Layer, lettered } from "./style_parts.ts";

export const TRAFFIC_SOURCES = ["path", "trains", "marks", "closures", "zones"] as const;

/** Names of pictures that the page draws itself. */
export const MARK_IMAGES = { conflict: "own conflict", work: "own work" } as const;

export function trafficOn(ink: Ink): Own {
  const empty = { type: "geojson" as const, data: collect([]) };
  return {
    sources: Object.fromEntries(TRAFFIC_SOURCES.map((name) => [name, empty])),
    lines: [...zoneLayers(ink), ...closureLayers(ink), ...pathLayers(ink)],
    layers: [closureNames(ink), ...markLayers(ink), ...trainLayers(ink)],
  };
}

/** What trains have at the moment: a broad line, two lines beside the track, a broken one. */
function zoneLayers(ink: Ink): Layer[] {
  const inState = (state: ZoneState): ["==", ["get", "state"], ZoneState] => [
    "==",
    ["get", "state"],
    state,
  ];
  return [
    {
      id: "zones_set",
      type: "line",
      source: "zones",
      filter: inState("ROUTE_SET"),
      paint: { "line-color": ink.zone, "line-width": 4, "line-dasharray": [1.5, 1] },
    },
    {
      id: "zones_reserved",
      type: "line",
      source: "zones",
      filter: inState("RESERVED"),
      paint: { "line-color": ink.zone, "line-width": 2, "line-gap-width": 4 },
    },
    {
      id: "zones_occupied",
      type: "line",
      source: "zones",
      filter: inState("OCCUPIED"),
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": ink.zone, "line-width": 8 },
    },
  ];
}

function pathLayers(ink: Ink): Layer[] {
  const line = { "line-cap": "round", "line-join": "round" } as const;
  return [
    {
      id: "path_rim",
      type: "line",
      source: "path",
      layout: line,
      paint: { "line-color": ink.background, "line-width": 8, "line-opacity": 0.7 },
    },
    {
      id: "path",
      type: "line",
      source: "path",
      filter: ["!", ["get", "is_found"]],
      layout: line,
      paint: { "line-color": ink.selected, "line-width": 4 },
    },
    {
      id: "found_path",
      type: "line",
      source: "path",
      filter: ["get", "is_found"],
      paint: { "line-color": ink.tried, "line-width": 4, "line-dasharray": [2, 1] },
    },
  ];
}

/** Works and limits, fainter where they do not hold at the moment; and what is being drawn. */
function closureLayers(ink: Ink): Layer[] {
  return [
    {
      id: "closures",
      type: "line",
      source: "closures",
      filter: ["has", "index"],
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-color": ["match", ["get", "kind"], "LIMIT", ink.limit, ink.work],
        "line-width": 9,
        "line-opacity": ["case", ["get", "is_now"], 1, 0.35],
      },
    },
    {
      id: "drawn_closure",
      type: "line",
      source: "closures",
      filter: ["==", ["get", "kind"], "drawn"],
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": ink.tried, "line-width": 9, "line-opacity": 0.7 },
    },
  ];
}

function closureNames(ink: Ink): Layer {
  return {
    id: "closure_names",
    type: "symbol",
    source: "closures",
    filter: ["==", ["get", "kind"], "name"],
    layout: {
      "text-field": ["get", "label"],
      "text-font": BOLD,
      "text-size": 12,
      "text-offset": [0, 1.4],
    },
    paint: lettered(ink, ink.text),
  };
}

function trainLayers(ink: Ink): Layer[] {
  return [
    {
      id: "trains",
      type: "circle",
      source: "trains",
      paint: {
        "circle-radius": ["case", ["get", "is_chosen"], 8, 6],
        "circle-color": ["get", "colour"],
        "circle-stroke-color": ["case", ["get", "is_chosen"], ink.selected, ink.background],
        "circle-stroke-width": ["case", ["get", "is_chosen"], 3, 1.5],
      },
    },
    {
      id: "slow_trains",
      type: "circle",
      source: "trains",
      filter: ["get", "is_dashed"],
      paint: { "circle-radius": 2.2, "circle-color": ink.background },
    },
    {
      id: "train_names",
      type: "symbol",
      source: "trains",
      layout: {
        "text-field": ["get", "name"],
        "text-font": BOLD,
        "text-size": 12,
        "text-variable-anchor": ["bottom-left", "top-left", "bottom-right", "top-right"],
        "text-radial-offset": 0.8,
        "symbol-sort-key": ["case", ["get", "is_chosen"], 0, 1],
      },
      paint: lettered(ink, ["get", "colour"]),
    },
  ];
}

function markLayers(ink: Ink): Layer[] {
  return [
    {
      id: "marks",
      type: "symbol",
      source: "marks",
      layout: {
        "icon-image": ["get", "image"],
        "icon-anchor": "bottom",
        "icon-offset": [0, -8],
        "icon-allow-overlap": true,
        "text-field": ["get", "label"],
        "text-font": BOLD,
        "text-size": 11,
        "text-anchor": "bottom",
        "text-offset": [0, -0.95],
        "text-allow-overlap": true,
      },
      paint: { "text-color": ink.background },
    },
  ];
}

export function trainFeatures(
  dots: readonly Dot[],
  chosen_key: string | null,
  palette: Palette,
): Features {
  return collect(
    dots.map((dot) =>
      pointAt([dot.lon, dot.lat], {
        key: dot.key,
        name: dot.name,
        colour: dot.category === "" ? palette.tried : colourOf(palette, dot.category),
        is_dashed: dashOf(dot.category).length > 0,
        is_chosen: dot.key === chosen_key,
      }),
    ),
  );
}

export function markFeatures(marks: readonly MapMark[]): Features {
  return collect(
    marks.map(({ lon, lat, kind, label }) =>
      pointAt([lon, lat], { image: MARK_IMAGES[kind], label }),
    ),
  );
}

type Lines = readonly (readonly Spot[])[];

export function pathFeatures(path: Lines, found: Lines): Features {
  return collect([
    ...path.map((line) => lineAlong(line, { is_found: false })),
    ...found.map((line) => lineAlong(line, { is_found: true })),
  ]);
}
