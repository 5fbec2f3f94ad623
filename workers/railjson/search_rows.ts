/**
 * The search rows of a network (interface.md 11.2): operational points and signals as the JSON texts
 * that clients get, and each line once with its box on the map. Made at import, when the parsed tracks
 * are available: SQL would have to parse every line's text again, which takes seconds.
 */
import { type DeflatedTexts, TextDeflater } from "./deflated_texts.ts";
import type { RailjsonDocument } from "./schemas.ts";
import { chooseSprite } from "./signal_sprites.ts";
import { TrackMap } from "./track_map.ts";

/** JSON texts in document order, to be read by another thread. */
export interface SearchRows {
  readonly operational_points: DeflatedTexts;
  readonly signals: DeflatedTexts;
  /** In the order of their first track section. */
  readonly lines: DeflatedTexts;
}

type Track = RailjsonDocument["track_sections"][number];
type OperationalPoint = RailjsonDocument["operational_points"][number];
type Signal = RailjsonDocument["signals"][number];

interface Line {
  readonly line_code: number;
  readonly line_name: string;
  /** Degrees, around all its track sections. */
  west: number;
  south: number;
  east: number;
  north: number;
}

/** An empty box, extended by the first point. */
const NOWHERE = {
  west: Number.POSITIVE_INFINITY,
  south: Number.POSITIVE_INFINITY,
  east: Number.NEGATIVE_INFINITY,
  north: Number.NEGATIVE_INFINITY,
} as const;

/** Makes the rows of a valid document; references to missing tracks give null. */
export function listSearchRows(document: RailjsonDocument): SearchRows {
  const { track_sections, operational_points, signals } = document;
  const map = new TrackMap(track_sections);
  return {
    operational_points: pack(operational_points, (point) => describePoint(point, map)),
    signals: pack(signals, (signal) => describeSignal(signal, map)),
    lines: pack(listLines(track_sections), (line) => line),
  };
}

function pack<Item>(items: readonly Item[], describe: (item: Item) => object): DeflatedTexts {
  const packer = new TextDeflater();
  for (const item of items) packer.push(JSON.stringify(describe(item)));
  return packer.finish();
}

export function describePoint(
  { id, parts, extensions }: OperationalPoint,
  map: TrackMap<Track>,
): object {
  const { identifier, sncf } = extensions ?? {};
  return {
    obj_id: id,
    uic: identifier?.uic ?? null,
    name: identifier?.name ?? null,
    trigram: sncf?.trigram ?? null,
    ci: sncf?.ci ?? null,
    ch: sncf?.ch ?? null,
    geographic: map.locateFirst(parts),
    track_sections: parts.map(({ track, position }) => ({ track, position })),
  };
}

export function describeSignal(signal: Signal, map: TrackMap<Track>): object {
  const { extensions, logical_signals = [] } = signal;
  const line = map.find(signal.track)?.extensions?.sncf;
  // A setting with the value "false" counts as not present.
  const settings = logical_signals.flatMap((logical) =>
    Object.entries(logical.settings).flatMap(([name, value]) => (value === "false" ? [] : [name])),
  );
  return {
    obj_id: signal.id,
    label: extensions?.sncf?.label ?? null,
    signaling_systems: [...new Set(logical_signals.map((logical) => logical.signaling_system))],
    settings: [...new Set(settings)],
    line_code: line?.line_code ?? null,
    line_name: line?.line_name ?? null,
    geographic: map.locateFirst([signal]),
    ...chooseSprite(logical_signals),
  };
}

export function listLines(tracks: readonly Track[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { extensions, geo } of tracks) {
    const named = extensions?.sncf;
    if (named === undefined || named === null) continue;
    const { line_code, line_name } = named;
    const key = `${line_code} ${line_name}`;
    const known = lines.get(key);
    const line = known ?? { line_code, line_name, ...NOWHERE };
    if (known === undefined) lines.set(key, line);
    extendBox(line, geo.coordinates);
  }
  return [...lines.values()];
}

function extendBox(line: Line, coordinates: readonly (readonly number[])[]): void {
  for (const [lon = 0, lat = 0] of coordinates) {
    line.west = Math.min(line.west, lon);
    line.south = Math.min(line.south, lat);
    line.east = Math.max(line.east, lon);
    line.north = Math.max(line.north, lat);
  }
}
