/**
 * What the search shows of a network (interface.md 11.2): operational points and signals as the JSON
 * texts that clients get, and each line once. Made at import, where the parsed tracks are at hand: a
 * point on the map lies on its track's line, at the fraction that the position is of the track's
 * length, measured as everywhere in the engine (geo.ts). Computing it in SQL instead would parse every
 * line's text once more and costs seconds.
 */
import { type GeoLine, interpolateLine, measureGeo } from "../engine/geo.ts";
import { type PackedTexts, TextPacker } from "./packed_texts.ts";
import type { RailjsonDocument } from "./schemas.ts";

/** JSON texts in document order, to be read by another thread. */
export interface SearchRows {
  readonly operational_points: PackedTexts;
  readonly signals: PackedTexts;
  /** In the order of their first track section. */
  readonly lines: PackedTexts;
}

type Track = RailjsonDocument["track_sections"][number];
type OperationalPoint = RailjsonDocument["operational_points"][number];
type Signal = RailjsonDocument["signals"][number];

interface Place {
  readonly track: string;
  /** Metres from the track's start. */
  readonly position: number;
}

interface Point {
  readonly type: "Point";
  /** Longitude and latitude in degrees. */
  readonly coordinates: readonly [number, number];
}

const EXPECTED_ROW_BYTES = 300;

/** Makes the rows of a valid document; references to tracks that it does not have give null. */
export function listSearchRows(document: RailjsonDocument): SearchRows {
  const { track_sections, operational_points, signals } = document;
  const map = new TrackMap(track_sections);
  return {
    operational_points: pack(operational_points, (point) => describePoint(point, map)),
    signals: pack(signals, (signal) => describeSignal(signal, map)),
    lines: pack(listLines(track_sections), (line) => line),
  };
}

function pack<Item>(items: readonly Item[], describe: (item: Item) => object): PackedTexts {
  const packer = new TextPacker(items.length, items.length * EXPECTED_ROW_BYTES);
  for (const item of items) packer.push(JSON.stringify(describe(item)));
  return packer.finish();
}

function describePoint({ id, parts, extensions }: OperationalPoint, map: TrackMap): object {
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

function describeSignal(signal: Signal, map: TrackMap): object {
  const { extensions, logical_signals = [] } = signal;
  const line = map.find(signal.track)?.extensions?.sncf;
  // A setting that is "false" is one that the signal does not have.
  const settings = logical_signals.flatMap((logical) =>
    Object.entries(logical.settings).flatMap(([name, value]) => (value === "false" ? [] : [name])),
  );
  return {
    label: extensions?.sncf?.label ?? null,
    signaling_systems: [...new Set(logical_signals.map((logical) => logical.signaling_system))],
    settings: [...new Set(settings)],
    line_code: line?.line_code ?? null,
    line_name: line?.line_name ?? null,
    geographic: map.locateFirst([signal]),
  };
}

function listLines(tracks: readonly Track[]): { line_code: number; line_name: string }[] {
  const lines = new Map<string, { line_code: number; line_name: string }>();
  for (const { extensions } of tracks) {
    const line = extensions?.sncf;
    if (line === undefined || line === null) continue;
    const { line_code, line_name } = line;
    lines.set(`${line_code} ${line_name}`, { line_code, line_name });
  }
  return [...lines.values()];
}

/** Track sections by id, and points on them. */
class TrackMap {
  readonly #tracks: ReadonlyMap<string, Track>;
  readonly #lines = new Map<string, GeoLine>();
  readonly #point = new Float64Array(2);

  constructor(tracks: readonly Track[]) {
    this.#tracks = new Map(tracks.map((track) => [track.id, track]));
  }

  find(id: string): Track | undefined {
    return this.#tracks.get(id);
  }

  /** The first of the places whose track there is; positions beyond its ends count as the ends. */
  locateFirst(places: readonly Place[]): Point | null {
    for (const { track: id, position } of places) {
      const track = this.#tracks.get(id);
      if (track === undefined) continue;
      interpolateLine(this.#lineOf(track), position / track.length, this.#point);
      const [lon = Number.NaN, lat = Number.NaN] = this.#point;
      // Numbers that are no degrees have no place on a map.
      if (!Number.isFinite(lon) || !Number.isFinite(lat)) return null;
      return { type: "Point", coordinates: [lon, lat] };
    }
    return null;
  }

  #lineOf({ id, geo: { coordinates } }: Track): GeoLine {
    const known = this.#lines.get(id);
    if (known !== undefined) return known;
    const end = coordinates.length;
    const lon = Float64Array.from(coordinates, (vertex) => vertex[0] ?? Number.NaN);
    const lat = Float64Array.from(coordinates, (vertex) => vertex[1] ?? Number.NaN);
    const along_m = new Float64Array(end);
    for (let i = 1; i < end; i++) {
      const [lonA = Number.NaN, latA = Number.NaN] = coordinates[i - 1] ?? [];
      const [lonB = Number.NaN, latB = Number.NaN] = coordinates[i] ?? [];
      along_m[i] = (along_m[i - 1] ?? 0) + measureGeo(lonA, latA, lonB, latB);
    }
    const line = { lon, lat, along_m, start: 0, end };
    this.#lines.set(id, line);
    return line;
  }
}
