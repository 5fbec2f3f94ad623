/** What the editor draws over the tiles: what is chosen, what is being stored, the track or route that is begun. */
import { computed, effect, signal } from "@preact/signals";
import { isAbort } from "../api/client.ts";
import {
  collect,
  type Feature,
  type Features,
  lineAlong,
  linesOf,
  pointAt,
} from "../map/features.ts";
import type { Own } from "../map/style/style.ts";
import { BOLD, type Ink, lettered } from "../map/style/style_parts.ts";
import { cutTrack, placeOn, type Spot, type Track } from "../map/tracks.ts";
import { tellFailure } from "../state/session.ts";
import { askTracks } from "./edits/ask_objects.ts";
import { pending } from "./edits/commit.ts";
import type { RailObject } from "./edits/edits.ts";
import { infra } from "./edits/infra_state.ts";
import { moved } from "./edits/moving.ts";
import { preview } from "./edits/preview.ts";
import { chosen, draft } from "./selected.ts";
import { drawn_points, route_start } from "./tools.ts";

export function editorOn(ink: Ink): Own {
  const empty = { type: "geojson" as const, data: collect([]) };
  const shapes = (source: string, colour: string, width: number): Own["layers"] => [
    {
      id: `${source}_lines`,
      type: "line",
      source,
      filter: ["==", ["geometry-type"], "LineString"],
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": colour, "line-width": width },
    },
    {
      id: `${source}_points`,
      type: "circle",
      source,
      filter: ["==", ["geometry-type"], "Point"],
      paint: {
        "circle-radius": 7,
        "circle-color": ink.background,
        "circle-stroke-color": colour,
        "circle-stroke-width": 3,
      },
    },
  ];
  return {
    sources: {
      stored: empty,
      chosen: empty,
      ports: empty,
      drawn: empty,
      preview: empty,
      handles: empty,
    },
    lines: [],
    layers: [
      ...shapes("stored", ink.text, 3),
      ...shapes("chosen", ink.tried, 5),
      ...shapes("ports", ink.tried, 6),
      {
        id: "port_names",
        type: "symbol",
        source: "ports",
        filter: ["==", ["geometry-type"], "Point"],
        layout: {
          "text-field": ["get", "name"],
          "text-font": BOLD,
          "text-size": 13,
          "text-offset": [0, -1.2],
        },
        paint: lettered(ink, ink.text),
      },
      ...shapes("drawn", ink.tried, 4),
      ...shapes("preview", ink.tried, 2),
      {
        id: "handles",
        type: "circle",
        source: "handles",
        paint: {
          "circle-radius": 6,
          "circle-color": ink.tried,
          "circle-stroke-color": ink.background,
          "circle-stroke-width": 2,
        },
      },
    ],
  };
}

type Tracks = ReadonlyMap<string, Track>;
const tracks = signal<Tracks>(new Map());

interface Placed {
  readonly track?: string;
  readonly position?: number;
  readonly begin?: number;
  readonly end?: number;
  readonly parts?: readonly Placed[];
  readonly track_ranges?: readonly Placed[];
  readonly ports?: Readonly<Record<string, { readonly track: string; readonly endpoint: string }>>;
  readonly geo?: { readonly type: string; readonly coordinates: readonly Spot[] };
}

/** Tracks that an object names. */
function tracksOf(object: RailObject): string[] {
  const { track, parts = [], track_ranges = [], ports = {} } = object as unknown as Placed;
  const named = [...parts, ...track_ranges, ...Object.values(ports)].map((one) => one.track);
  return [track, ...named].filter((id) => id !== undefined);
}

/** As it is on the map, from its fields. */
export function shapesOf(object: RailObject, known: Tracks): Feature[] {
  const one = object as unknown as Placed;
  const { track, position, parts = [], track_ranges = [], ports = {}, geo } = one;
  if (geo !== undefined) return linesOf(geo).map((line) => lineAlong(line as readonly Spot[], {}));
  const at = (id: string, metres: number): Feature[] => {
    const found = known.get(id);
    return found === undefined ? [] : [pointAt(placeOn(found, metres), {})];
  };
  const [first] = Object.values(ports);
  return [
    ...(track === undefined || position === undefined ? [] : at(track, position)),
    ...parts.flatMap((part) => at(part.track ?? "", part.position ?? 0)),
    ...(first === undefined ? [] : at(first.track, first.endpoint === "BEGIN" ? 0 : Infinity)),
    ...track_ranges.flatMap(({ track: id = "", begin = 0, end = 0 }) => {
      const found = known.get(id);
      return found === undefined ? [] : [lineAlong(cutTrack(found, begin, end), {})];
    }),
  ];
}

const shown = computed(() => {
  const [own, all] = [moved.value ?? draft.value, [...pending.value.values()]];
  return [...(own === null ? [] : [own]), ...all.filter((one) => one !== null)];
});

/** Reads the tracks that are needed; returns a function that stops this. */
export function followOverlay(): () => void {
  return effect(() => {
    if (infra.value === null) return;
    const ids = [...new Set(shown.value.flatMap(tracksOf))];
    askTracks(ids).then(
      (found) => {
        tracks.value = found;
      },
      (error: unknown) => {
        if (!isAbort(error)) tellFailure(error);
      },
    );
  });
}

const stored = computed<Features>(() =>
  collect(
    [...pending.value.values()].flatMap((one) => (one === null ? [] : shapesOf(one, tracks.value))),
  ),
);

const chosen_features = computed<Features>(() => {
  const own = moved.value ?? draft.value;
  if (own === null) return collect([]);
  const shapes = shapesOf(own, tracks.value);
  const place = chosen.value?.place ?? null;
  return collect(shapes.length > 0 || place === null ? shapes : [pointAt(place, {})]);
});

const drawn = computed<Features>(() => {
  const begun = route_start.value?.spot ?? null;
  const points = begun === null ? drawn_points.value : [begun];
  const dots = points.map((point) => pointAt(point, {}));
  return collect(points.length < 2 ? dots : [lineAlong(points, {}), ...dots]);
});

/** Vertices of the chosen track, to be dragged. */
const handles = computed<Features>(() => {
  const own = moved.value ?? draft.value;
  const { geo } = (own ?? {}) as unknown as Placed;
  return collect((geo?.coordinates ?? []).map((point, i) => pointAt(point, { i })));
});

/** So much of a track is lit at a switch. */
const PORT_M = 120;

/** Of the chosen switch: where each of its ports leads, with the port's name. */
const ports = computed<Features>(() => {
  const own = (draft.value ?? {}) as unknown as Placed;
  return collect(
    Object.entries(own.ports ?? {}).flatMap(([name, { track, endpoint }]) => {
      const found = tracks.value.get(track);
      if (found === undefined) return [];
      const lit = Math.min(PORT_M, found.length_m / 2);
      const [from, to] = endpoint === "BEGIN" ? [0, lit] : [found.length_m - lit, found.length_m];
      const far = placeOn(found, endpoint === "BEGIN" ? to : from);
      return [lineAlong(cutTrack(found, from, to), { name }), pointAt(far, { name })];
    }),
  );
});

export const overlay = { stored, chosen: chosen_features, ports, drawn, preview, handles };
