/**
 * The line of a path (engine.md 3.2): the lines of its chunks, the first and last cut at the path's ends, with a
 * vertex at a joint written once. Every chunk has at least two vertices. In a chunk that the path only touches they
 * are equal, so a path that begins or ends between two chunks of a track has its first or last vertex doubled.
 */
import { findSegmentEnd, interpolateLine, measureGeo } from "../geo.ts";
import type { TrainPath } from "./train_path.ts";

/** Joints closer than this are one vertex. */
const JOINT_M = 1e-5;

export interface PathLine {
  /** [nVertices] degrees, in travel direction. */
  readonly lon: number[];
  readonly lat: number[];
  /** [nVertices] mm from the path's start, whole and non-decreasing; distances on the map differ from these. */
  readonly position_mm: number[];
}

export function readGeometry(path: TrainPath): PathLine {
  const { infra, chunks, chunkStart_mm, length_mm } = path;
  const line: PathLine = { lon: [], lat: [], position_mm: [] };
  for (let i = 0; i < chunks.length; i++) {
    const chunkLength_mm = infra.chunkLength_mm[chunks[i]! >>> 1]!;
    const from = Math.max(0, -chunkStart_mm[i]! / chunkLength_mm);
    const to = Math.min(1, (length_mm - chunkStart_mm[i]!) / chunkLength_mm);
    addSlice(path, i, { from, to, line });
  }
  return line;
}

const point = new Float64Array(2);

interface ChunkSlice {
  /** Fractions in travel direction. */
  readonly from: number;
  readonly to: number;
  readonly line: PathLine;
}

function addSlice(path: TrainPath, index: number, { from, to, line }: ChunkSlice): void {
  const { infra } = path;
  const directed = path.chunks[index]!;
  const { geoLon, geoLat, geoAlong_m, chunkGeoStart } = infra;
  const start = chunkGeoStart[directed >>> 1]!;
  const end = chunkGeoStart[(directed >>> 1) + 1]!;
  const source = { lon: geoLon, lat: geoLat, along_m: geoAlong_m, start, end };
  const reversed = (directed & 1) === 1;
  const lo = reversed ? 1 - to : from;
  const hi = reversed ? 1 - from : to;
  const total_m = geoAlong_m[end - 1]!;
  interpolateLine(source, from <= 0 ? +reversed : reversed ? hi : lo, point);
  dropAtJoint(line, point[0]!, point[1]!);
  addVertex(line, [point[0]!, point[1]!], positionAt(path, index, from));
  let first = lo <= 0 ? start + 1 : findSegmentEnd(source, lo * total_m);
  // A vertex exactly at the cut is the cut itself.
  if (lo > 0) while (first < end - 1 && geoAlong_m[first]! <= lo * total_m) first++;
  let last = hi >= 1 ? end - 2 : findSegmentEnd(source, hi * total_m) - 1;
  const addOwn = (v: number): void => {
    const along = total_m > 0 ? geoAlong_m[v]! / total_m : 0;
    const position_mm = positionAt(path, index, reversed ? 1 - along : along);
    addVertex(line, [geoLon[v]!, geoLat[v]!], position_mm);
  };
  if (!reversed) {
    for (let v = first; v <= last; v++) addOwn(v);
  } else {
    for (; last >= first; last--) addOwn(last);
  }
  interpolateLine(source, to >= 1 ? +!reversed : reversed ? lo : hi, point);
  addVertex(line, [point[0]!, point[1]!], positionAt(path, index, to));
}

/** A fraction of a chunk in travel direction as a position on the path. */
function positionAt(path: TrainPath, index: number, fraction: number): number {
  const chunkLength_mm = path.infra.chunkLength_mm[path.chunks[index]! >>> 1]!;
  const position_mm = Math.round(path.chunkStart_mm[index]! + fraction * chunkLength_mm);
  return Math.max(0, Math.min(path.length_mm, position_mm));
}

/** Drops the last vertex if the next line begins there. */
function dropAtJoint(line: PathLine, lon: number, lat: number): void {
  const { lon: lons, lat: lats } = line;
  const last = lons.length - 1;
  if (last < 0) return;
  const isSame = lons[last] === lon && lats[last] === lat;
  if (!isSame && !(measureGeo(lons[last]!, lats[last]!, lon, lat) < JOINT_M)) return;
  lons.pop();
  lats.pop();
  line.position_mm.pop();
}

function addVertex(
  line: PathLine,
  [lon, lat]: readonly [number, number],
  position_mm: number,
): void {
  line.lon.push(lon);
  line.lat.push(lat);
  line.position_mm.push(position_mm);
}
