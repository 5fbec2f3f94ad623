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
  /** Where the lines that were measured begin in `#vertices`. */
  readonly #starts = new Map<string, number>();
  readonly #vertices: Vertices;
  #end = 0;
  readonly #point = new Float64Array(2);

  constructor(tracks: readonly Track[]) {
    this.#tracks = new Map(tracks.map((track) => [track.id, track]));
    this.#vertices = roomFor(tracks.reduce((sum, { geo }) => sum + geo.coordinates.length, 0));
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
    const known = this.#starts.get(id);
    if (known !== undefined) {
      const { lon, lat, along_m } = this.#vertices;
      return { lon, lat, along_m, start: known, end: known + coordinates.length };
    }
    const start = this.#end;
    const line = measureLine(coordinates, this.#vertices, start);
    this.#starts.set(id, start);
    this.#end = line.end;
    return line;
  }
}

/** Vertices of many lines, which take a tenth of what arrays of their own would take. */
interface Vertices {
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly along_m: Float64Array;
}

function roomFor(count: number): Vertices {
  const room = (): Float64Array => new Float64Array(count);
  return { lon: room(), lat: room(), along_m: room() };
}

export function measureLine(
  coordinates: readonly (readonly number[])[],
  vertices: Vertices = roomFor(coordinates.length),
  start = 0,
): GeoLine {
  const { lon, lat, along_m } = vertices;
  for (const [i, [lonB = Number.NaN, latB = Number.NaN]] of coordinates.entries()) {
    const at = start + i;
    const [lonA, latA] = [lon[at - 1] ?? Number.NaN, lat[at - 1] ?? Number.NaN];
    lon[at] = lonB;
    lat[at] = latB;
    if (i > 0) along_m[at] = (along_m[at - 1] ?? 0) + measureGeo(lonA, latA, lonB, latB);
  }
  return { lon, lat, along_m, start, end: start + coordinates.length };
}
