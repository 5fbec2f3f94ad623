/**
 * Where the objects of a network are on the map: points and stretches of track sections. A position
 * is converted to a fraction of the track's length, measured as in the engine (geo.ts).
 */
import { findSegmentEnd, type GeoLine, interpolateLine, measureGeo } from "../engine/geo.ts";

/** The parts of a track section that are read here. */
export interface MappedTrack {
  readonly id: string;
  /** Metres. */
  readonly length: number;
  /** Longitude and latitude in degrees of each vertex. */
  readonly geo: { readonly coordinates: readonly (readonly number[])[] };
}

export interface MapPlace {
  readonly track: string;
  /** Metres from the track's start. */
  readonly position: number;
}

export interface MapStretch {
  readonly track: string;
  /** Metres from the track's start, in either order. */
  readonly begin: number;
  readonly end: number;
}

/** Longitude and latitude in degrees. */
export type Position = readonly [number, number];

export interface Point {
  readonly type: "Point";
  readonly coordinates: Position;
}

/** Track sections by id, and what lies on them. */
export class TrackMap<Track extends MappedTrack> {
  readonly #tracks: ReadonlyMap<string, Track>;
  readonly #lines = new Map<string, GeoLine>();
  readonly #point = new Float64Array(2);

  constructor(tracks: readonly Track[]) {
    this.#tracks = new Map(tracks.map((track) => [track.id, track]));
  }

  find(id: string): Track | undefined {
    return this.#tracks.get(id);
  }

  /** The first place whose track exists; positions beyond its ends are moved to them. */
  locateFirst(places: readonly MapPlace[]): Point | null {
    for (const { track: id, position } of places) {
      const track = this.#tracks.get(id);
      if (track === undefined) continue;
      const coordinates = this.#positionAt(this.#lineOf(track), position / track.length);
      return coordinates === null ? null : { type: "Point", coordinates };
    }
    return null;
  }

  /**
   * The vertices of a stretch in the track's direction, cut at its ends; null if the track is
   * missing or nothing of the stretch is left.
   */
  locateStretch({ track: id, begin, end }: MapStretch): Position[] | null {
    const track = this.#tracks.get(id);
    if (track === undefined) return null;
    const from = Math.max(Math.min(begin, end) / track.length, 0);
    const to = Math.min(Math.max(begin, end) / track.length, 1);
    if (from >= to) return null;
    const line = this.#lineOf(track);
    const [first, last] = [this.#positionAt(line, from), this.#positionAt(line, to)];
    if (first === null || last === null) return null;
    const length_m = line.along_m[line.end - 1] ?? 0;
    const vertices: Position[] = [first];
    for (let i = findSegmentEnd(line, from * length_m); i < line.end - 1; i++) {
      const along_m = line.along_m[i] ?? 0;
      if (along_m >= to * length_m) break;
      if (along_m > from * length_m) vertices.push([line.lon[i] ?? 0, line.lat[i] ?? 0]);
    }
    vertices.push(last);
    return vertices;
  }

  /** Null for numbers that are not degrees. */
  #positionAt(line: GeoLine, fraction: number): Position | null {
    interpolateLine(line, fraction, this.#point);
    const [lon = Number.NaN, lat = Number.NaN] = this.#point;
    return Number.isFinite(lon) && Number.isFinite(lat) ? [lon, lat] : null;
  }

  #lineOf({ id, geo: { coordinates } }: Track): GeoLine {
    const known = this.#lines.get(id);
    if (known !== undefined) return known;
    const line = measureLine(coordinates);
    this.#lines.set(id, line);
    return line;
  }
}

export function measureLine(coordinates: readonly (readonly number[])[]): GeoLine {
  const end = coordinates.length;
  const lon = Float64Array.from(coordinates, (vertex) => vertex[0] ?? Number.NaN);
  const lat = Float64Array.from(coordinates, (vertex) => vertex[1] ?? Number.NaN);
  const along_m = new Float64Array(end);
  for (let i = 1; i < end; i++) {
    const [lonA = Number.NaN, latA = Number.NaN] = coordinates[i - 1] ?? [];
    const [lonB = Number.NaN, latB = Number.NaN] = coordinates[i] ?? [];
    along_m[i] = (along_m[i - 1] ?? 0) + measureGeo(lonA, latA, lonB, latB);
  }
  return { lon, lat, along_m, start: 0, end };
}
