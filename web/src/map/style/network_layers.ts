/** How a network is drawn from its tiles, lowest layer first: useful zooms, texts, pictures. */
import { colourOfSpeed, colourOfVoltage, KM_PER_H } from "./classes.ts";
import {
  BOLD,
  type Expression,
  fromTiles,
  grow,
  type Ink,
  type Layer,
  lettered,
  NARROW,
  PLAIN,
  textOf,
} from "./style_parts.ts";

/** What a reader switches on and off. */
export const GROUPS = [
  "stations",
  "signals",
  "equipment",
  "speeds",
  "electrification",
  "routes",
  "errors",
] as const;
export type Group = (typeof GROUPS)[number];

export interface Drawn {
  readonly ink: Ink;
  readonly is_dark: boolean;
}

export function trackLayers({ ink }: Drawn): Layer[] {
  return [
    {
      id: "track_sections",
      type: "line",
      ...fromTiles("track_sections"),
      minzoom: 5,
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": ink.track, "line-width": grow(6, 1.4, 17, 3.2) },
    },
  ];
}

/** Above all lines, so that they can be read. */
export function trackNames({ ink }: Drawn): Layer[] {
  return [
    {
      id: "track_names",
      type: "symbol",
      ...fromTiles("track_sections"),
      minzoom: 13,
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 350,
        "text-field": textOf("extensions_sncf_track_name"),
        "text-font": NARROW,
        "text-size": 11,
        "text-offset": [0, -0.8],
      },
      paint: lettered(ink, ink.quiet_text),
    },
  ];
}

/** By group, from below. */
export const GROUP_LAYERS: Readonly<Record<Group, (drawn: Drawn) => Layer[]>> = {
  electrification: ({ ink, is_dark }) => [
    {
      id: "electrifications",
      type: "line",
      ...fromTiles("electrifications"),
      minzoom: 5,
      paint: {
        "line-color": colourOfVoltage(is_dark),
        // Wider than what lies on it.
        "line-width": grow(6, 5, 17, 14),
        "line-opacity": 0.55,
      },
    },
    {
      id: "neutral_sections",
      type: "line",
      ...fromTiles("neutral_sections"),
      minzoom: 5,
      paint: {
        "line-color": ink.text,
        "line-width": grow(6, 2.5, 17, 8),
        "line-dasharray": [
          "case",
          ["to-boolean", ["get", "lower_pantograph"]],
          ["literal", [1, 1]],
          ["literal", [3, 1]],
        ],
      },
    },
    sign("neutral_signs", ["get", "type"]),
  ],
  speeds: ({ ink, is_dark }) => [
    ...(["speed_sections", "psl"] as const).flatMap((name): Layer[] => [
      {
        id: name,
        type: "line",
        ...fromTiles(name),
        minzoom: 6,
        filter: ["has", "speed_limit"],
        paint: {
          "line-color": colourOfSpeed(is_dark),
          "line-width": grow(6, 2, 17, 6),
          "line-offset": grow(8, 0, 17, 3),
          ...(name === "psl" && { "line-dasharray": [2, 1] }),
        },
      },
      {
        id: `${name}_values`,
        type: "symbol",
        ...fromTiles(name),
        minzoom: 9,
        filter: ["has", "speed_limit"],
        layout: {
          "symbol-placement": "line",
          "text-field": ["to-string", KM_PER_H],
          "text-font": BOLD,
          "text-size": 12,
          "text-rotation-alignment": "viewport",
        },
        paint: lettered(ink, colourOfSpeed(is_dark)),
      },
    ]),
    sign("psl_signs", signName()),
  ],
  routes: ({ ink }) => [
    {
      id: "routes",
      type: "line",
      ...fromTiles("routes"),
      minzoom: 6,
      paint: { "line-color": ink.route, "line-width": grow(6, 1, 17, 3), "line-dasharray": [4, 2] },
    },
    {
      id: "route_names",
      type: "symbol",
      ...fromTiles("routes"),
      minzoom: 13,
      layout: {
        "symbol-placement": "line",
        "text-field": ["get", "id"],
        "text-font": NARROW,
        "text-size": 10,
        "text-offset": [0, 1],
      },
      paint: lettered(ink, ink.route),
    },
  ],
  equipment: ({ ink }) => [
    dot("detectors", ink, { minzoom: 12, colour: ink.background, rim: ink.quiet_text, radius: 3 }),
    label("detectors", ink, textOf("extensions_sncf_kp"), 15),
    {
      id: "buffer_stops",
      type: "symbol",
      ...fromTiles("buffer_stops"),
      minzoom: 12,
      layout: { "icon-image": "HEURTOIR", "icon-size": 0.45, ...ALWAYS_DRAWN },
    },
    dot("switches", ink, { minzoom: 11, colour: ink.quiet_text, rim: ink.background, radius: 4 }),
    label("switches", ink, textOf("label"), 13),
  ],
  signals: ({ ink }) => [
    dot("signals", ink, { minzoom: 9, colour: ink.now, rim: ink.background, radius: 3 }),
    {
      id: "signal_pictures",
      type: "symbol",
      ...fromTiles("signals"),
      minzoom: 14,
      layout: {
        "icon-image": [
          "case",
          ["has", "sprite"],
          ["concat", ["get", "signaling_system"], ":", ["get", "sprite"]],
          "UNKNOWN",
        ],
        "icon-size": grow(14, 0.18, 18, 0.5),
        "icon-rotate": ["coalesce", ["get", "angle"], 0],
        "icon-rotation-alignment": "map",
        "icon-anchor": "bottom",
        "icon-offset": besideTrack(),
        "icon-allow-overlap": ["step", ["zoom"], false, 16, true],
        "text-field": ["step", ["zoom"], "", 15, textOf("extensions_sncf_label")],
        "text-font": NARROW,
        "text-size": 11,
        "text-offset": [0, 0.4],
        "text-anchor": "top",
        "text-optional": true,
      },
      paint: lettered(ink, ink.text),
    },
  ],
  stations: ({ ink }) => [
    {
      id: "operational_points",
      type: "circle",
      ...fromTiles("operational_points"),
      minzoom: 7,
      paint: {
        "circle-radius": grow(7, 2.2, 14, 5),
        "circle-color": ink.background,
        "circle-stroke-color": ink.text,
        "circle-stroke-width": 1.5,
      },
    },
    {
      id: "station_codes",
      type: "symbol",
      ...fromTiles("operational_points"),
      minzoom: 7,
      maxzoom: 9,
      layout: { ...STATION_TEXT, "text-field": textOf("extensions_sncf_trigram"), "text-size": 11 },
      paint: lettered(ink, ink.text),
    },
    {
      id: "station_names",
      type: "symbol",
      ...fromTiles("operational_points"),
      minzoom: 9,
      layout: {
        ...STATION_TEXT,
        "text-field": stationName(),
        "text-size": grow(9, 12, 15, 14),
      },
      paint: lettered(ink, ink.text),
    },
  ],
  errors: ({ ink }) => [
    {
      id: "error_lines",
      type: "line",
      ...fromTiles("errors"),
      filter: ["==", ["geometry-type"], "LineString"],
      layout: { "line-cap": "round" },
      paint: {
        "line-color": errorColour(ink),
        "line-width": grow(6, 3, 17, 9),
        "line-opacity": 0.55,
      },
    },
    {
      id: "error_dots",
      type: "circle",
      ...fromTiles("errors"),
      filter: ["==", ["geometry-type"], "Point"],
      paint: {
        "circle-radius": 9,
        "circle-color": "transparent",
        "circle-stroke-color": errorColour(ink),
        "circle-stroke-width": 3,
      },
    },
  ],
};

/** Groups in the order in which they lie one above the other. */
export const GROUPS_FROM_BELOW: readonly Group[] = [
  "electrification",
  "speeds",
  "routes",
  "errors",
  "stations",
  "equipment",
  "signals",
];

/** Names stay beside such pictures: a terminal station's is near its buffer stops. */
const ALWAYS_DRAWN = { "icon-allow-overlap": true, "icon-ignore-placement": true } as const;

/** Always above its place: a station has a point a track, of which one name is enough. */
const STATION_TEXT = {
  "text-font": PLAIN,
  "text-anchor": "bottom",
  "text-offset": [0, -0.6] as [number, number],
  "text-padding": 12,
  "text-max-width": 9,
} as const;

function stationName(): Expression {
  return ["coalesce", ["get", "extensions_identifier_name"], ["get", "id"]];
}

function errorColour({ conflict, work }: Ink): Expression {
  return ["case", ["to-boolean", ["get", "is_warning"]], work, conflict];
}

/** Beside the track, on the signal's side of it. */
function besideTrack(): Expression {
  return [
    "match",
    textOf("extensions_sncf_side"),
    "LEFT",
    ["literal", [-70, 0]],
    "RIGHT",
    ["literal", [70, 0]],
    ["literal", [0, 0]],
  ];
}

function signName(): Expression {
  return [
    "match",
    ["get", "type"],
    "TIV_D",
    ["concat", "TIV D FIXE ", textOf("value")],
    "TIV_B",
    ["concat", "TIVD B FIX ", textOf("value")],
    ["get", "type"],
  ];
}

function sign(name: "psl_signs" | "neutral_signs", icon: Expression): Layer {
  return {
    id: name,
    type: "symbol",
    ...fromTiles(name),
    minzoom: 11,
    layout: {
      "icon-image": icon,
      "icon-size": grow(11, 0.4, 17, 0.8),
      "icon-rotate": ["coalesce", ["get", "angle"], 0],
      "icon-rotation-alignment": "map",
      "icon-offset": [
        "match",
        textOf("side"),
        "LEFT",
        ["literal", [-30, 0]],
        "RIGHT",
        ["literal", [30, 0]],
        ["literal", [0, 0]],
      ],
      ...ALWAYS_DRAWN,
    },
  };
}

function dot(
  name: "detectors" | "switches" | "signals",
  _ink: Ink,
  drawn: {
    readonly minzoom: number;
    readonly colour: string;
    readonly rim: string;
    readonly radius: number;
  },
): Layer {
  return {
    id: name,
    type: "circle",
    ...fromTiles(name),
    minzoom: drawn.minzoom,
    paint: {
      "circle-radius": grow(drawn.minzoom, drawn.radius * 0.6, 16, drawn.radius),
      "circle-color": drawn.colour,
      "circle-stroke-color": drawn.rim,
      "circle-stroke-width": 1.5,
    },
  };
}

function label(name: "detectors" | "switches", ink: Ink, text: Expression, minzoom: number): Layer {
  return {
    id: `${name}_labels`,
    type: "symbol",
    ...fromTiles(name),
    minzoom,
    layout: {
      "text-field": text,
      "text-font": NARROW,
      "text-size": 11,
      "text-anchor": "top",
      "text-offset": [0, 0.6],
    },
    paint: lettered(ink, ink.quiet_text),
  };
}
