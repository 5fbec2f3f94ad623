/**
 * Track sections, waypoints and chunks (engine.md 1.1, 1.3): waypoints at one position merge into
 * one detector, chunks lie between boundaries. Ids follow the order of creation.
 */
import { findSegmentEnd, type GeoLine, interpolateLine, measureGeo } from "../../geo.ts";
import { toMilli } from "../../units.ts";
import { NONE } from "../layout.ts";
import type { Draft } from "./draft.ts";
import type { RailjsonInput, RailjsonTrack, RailjsonWaypoint } from "./railjson_input.ts";

/** As `trackUsual` has them. */
const USUAL = { BOTH: 0, START_TO_STOP: 1, STOP_TO_START: 2 } as const;

interface PlacedWaypoint {
  readonly type: "Detector" | "BufferStop";
  readonly id: string;
  readonly position_mm: number;
}

export function compileTracks(draft: Draft, input: RailjsonInput): void {
  const { tables, faults } = draft;
  for (const track of input.track_sections) {
    if (draft.trackOf.has(track.id)) {
      faults.add("duplicate_id", "TrackSection", track.id, "another track section has this id");
      continue;
    }
    draft.trackOf.set(track.id, tables.trackLength_mm.length);
    tables.trackName.push(draft.strings.intern(track.id));
    const named = track.extensions?.sncf;
    tables.trackLocalName.push(draft.strings.internOptional(named?.track_name));
    tables.trackLineCode.push(named?.line_code ?? -Infinity);
    tables.trackUsual.push(USUAL[track.extensions?.usual_direction ?? "BOTH"]);
    tables.trackLength_mm.push(toMilli(track.length));
    tables.trackNode.push(NONE, NONE);
  }
  const placed = placeWaypoints(draft, input);
  input.track_sections.forEach((track) => {
    const index = draft.trackOf.get(track.id)!;
    // A second track with the same id was reported above; only the first is laid out.
    if (index === tables.trackFirstChunk.length) layOutTrack(draft, track, placed[index] ?? []);
  });
  tables.trackFirstChunk.push(tables.chunkTrack.length);
  tables.trackFirstDetector.push(tables.detectorName.length);
}

function placeWaypoints(draft: Draft, input: RailjsonInput): PlacedWaypoint[][] {
  const placed: PlacedWaypoint[][] = [];
  const place = (type: "Detector" | "BufferStop", waypoint: RailjsonWaypoint): void => {
    const { id } = waypoint;
    const track = draft.trackOf.get(waypoint.track);
    if (track === undefined) {
      draft.faults.add("unknown_reference", type, id, `no track section ${waypoint.track}`);
      return;
    }
    const position_mm = toMilli(waypoint.position);
    if (position_mm < 0 || position_mm > draft.tables.trackLength_mm[track]!) {
      draft.faults.add("out_of_range", type, id, `position ${waypoint.position} is off its track`);
      return;
    }
    placed[track] ??= [];
    placed[track].push({ type, id, position_mm });
  };
  for (const detector of input.detectors) place("Detector", detector);
  for (const bufferStop of input.buffer_stops) place("BufferStop", bufferStop);
  return placed;
}

function layOutTrack(draft: Draft, track: RailjsonTrack, waypoints: PlacedWaypoint[]): void {
  const { tables } = draft;
  const index = tables.trackFirstChunk.length;
  const length_mm = tables.trackLength_mm[index]!;
  tables.trackFirstChunk.push(tables.chunkTrack.length);
  tables.trackFirstDetector.push(tables.detectorName.length);
  waypoints.sort((a, b) => a.position_mm - b.position_mm);
  const geometry = new TrackGeometry(draft, track);
  let at_mm = 0;
  const closeChunk = (end_mm: number): void => {
    if (end_mm === at_mm) return;
    tables.chunkTrack.push(index);
    tables.chunkOffset_mm.push(at_mm);
    tables.chunkLength_mm.push(end_mm - at_mm);
    geometry.addSlice(at_mm / length_mm, end_mm / length_mm);
    at_mm = end_mm;
  };
  for (let i = 0; i < waypoints.length; ) {
    const { position_mm } = waypoints[i]!;
    let end = i;
    while (end < waypoints.length && waypoints[end]!.position_mm === position_mm) end++;
    closeChunk(position_mm);
    addDetector(draft, index, waypoints.slice(i, end));
    i = end;
  }
  closeChunk(length_mm);
}

/** Waypoints at one position are one detector; its canonical name is the first of the sorted names. */
function addDetector(draft: Draft, track: number, waypoints: readonly PlacedWaypoint[]): void {
  const { tables } = draft;
  const detector = tables.detectorName.length;
  const names = waypoints.map(({ id }) => id).sort();
  tables.detectorName.push(draft.strings.intern(names[0]!));
  tables.detectorTrack.push(track);
  tables.detectorOffset_mm.push(waypoints[0]!.position_mm);
  for (const { type, id } of waypoints) {
    if (draft.detectorOf[type].has(id)) {
      draft.faults.add("duplicate_id", type, id, "another waypoint of this type has this id");
    }
    draft.detectorOf[type].set(id, detector);
  }
}

/** Cuts a track's line at the chunk boundaries; the cut points are shared by both chunks. */
class TrackGeometry {
  readonly #draft: Draft;
  readonly #lon: number[] = [];
  readonly #lat: number[] = [];
  readonly #along_m: number[] = [];
  readonly #line: GeoLine;
  readonly #point = new Float64Array(2);

  constructor(draft: Draft, track: RailjsonTrack) {
    this.#draft = draft;
    for (const [lon = NaN, lat = NaN] of track.geo.coordinates) {
      const last = this.#lon.length - 1;
      const step_m = last < 0 ? 0 : measureGeo(this.#lon[last]!, this.#lat[last]!, lon, lat);
      this.#along_m.push(last < 0 ? 0 : this.#along_m[last]! + step_m);
      this.#lon.push(lon);
      this.#lat.push(lat);
    }
    const nVertices = this.#lon.length;
    this.#line = {
      lon: this.#lon,
      lat: this.#lat,
      along_m: this.#along_m,
      start: 0,
      end: nVertices,
    };
    if (nVertices < 2 || this.#lon.includes(NaN) || this.#lat.includes(NaN)) {
      const detail = "a geometry needs two vertices of two numbers";
      draft.faults.add("invalid_geometry", "TrackSection", track.id, detail);
    }
  }

  addSlice(from: number, to: number): void {
    const { tables } = this.#draft;
    const along_m = this.#along_m;
    const nVertices = along_m.length;
    tables.chunkGeoStart.push(tables.geoLon.length);
    if (nVertices < 2) return;
    const first = tables.geoLon.length;
    const total_m = along_m[nVertices - 1]!;
    this.#pushPoint(from);
    let vertex = from <= 0 ? 1 : findSegmentEnd(this.#line, from * total_m);
    for (; vertex < nVertices - 1 && along_m[vertex]! < to * total_m; vertex++) {
      if (along_m[vertex]! > from * total_m) this.#push(this.#lon[vertex]!, this.#lat[vertex]!);
    }
    this.#pushPoint(to);
    const { geoLon, geoLat, geoAlong_m } = tables;
    geoAlong_m.push(0);
    for (let i = first + 1; i < geoLon.length; i++) {
      const step_m = measureGeo(geoLon[i - 1]!, geoLat[i - 1]!, geoLon[i]!, geoLat[i]!);
      geoAlong_m.push(geoAlong_m[i - 1]! + step_m);
    }
  }

  #pushPoint(fraction: number): void {
    interpolateLine(this.#line, fraction, this.#point);
    this.#push(this.#point[0]!, this.#point[1]!);
  }

  #push(lon: number, lat: number): void {
    this.#draft.tables.geoLon.push(lon);
    this.#draft.tables.geoLat.push(lat);
  }
}
