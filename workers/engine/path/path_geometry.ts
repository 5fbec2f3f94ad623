/**
 * The line of a path (engine.md 3.2): chunk lines one after the other, the first and last cut at the
 * path's ends, a vertex at a joint written once.
 */
import { findSegmentEnd, interpolateLine, measureGeo } from "../geo.ts";
import type { TrainPath } from "./train_path.ts";

/** Joints closer than this are one vertex. */
const JOINT_M = 1e-5;

export interface PathLine {
  /** [nVertices] degrees, in travel direction. */
  readonly lon: number[];
  readonly lat: number[];
}

export function readGeometry(path: TrainPath): PathLine {
  const { infra, chunks, chunkStart_mm, length_mm } = path;
  const line: PathLine = { lon: [], lat: [] };
  for (let i = 0; i < chunks.length; i++) {
    const chunkLength_mm = infra.chunkLength_mm[chunks[i]! >>> 1]!;
    const from = Math.max(0, -chunkStart_mm[i]! / chunkLength_mm);
    const to = Math.min(1, (length_mm - chunkStart_mm[i]!) / chunkLength_mm);
    addSlice(path, chunks[i]!, { from, to, line });
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

function addSlice({ infra }: TrainPath, directed: number, { from, to, line }: ChunkSlice): void {
  const { geoLon, geoLat, geoAlong_m, chunkGeoStart } = infra;
  const start = chunkGeoStart[directed >>> 1]!;
  const end = chunkGeoStart[(directed >>> 1) + 1]!;
  const source = { lon: geoLon, lat: geoLat, along_m: geoAlong_m, start, end };
  const reversed = (directed & 1) === 1;
  const lo = reversed ? 1 - to : from;
  const hi = reversed ? 1 - from : to;
  const total_m = geoAlong_m[end - 1]!;
  interpolateLine(source, from <= 0 ? +reversed : reversed ? hi : lo, point);
  addVertex(line, point[0]!, point[1]!, true);
  const first = lo <= 0 ? start + 1 : findSegmentEnd(source, lo * total_m);
  let last = hi >= 1 ? end - 2 : findSegmentEnd(source, hi * total_m) - 1;
  if (!reversed) {
    for (let v = first; v <= last; v++) addVertex(line, geoLon[v]!, geoLat[v]!, false);
  } else {
    for (; last >= first; last--) addVertex(line, geoLon[last]!, geoLat[last]!, false);
  }
  interpolateLine(source, to >= 1 ? +!reversed : reversed ? lo : hi, point);
  addVertex(line, point[0]!, point[1]!, from >= to);
}

/** Adds a vertex, unless it stands at a joint and repeats the last one. */
function addVertex(line: PathLine, lon: number, lat: number, atJoint: boolean): void {
  const last = line.lon.length - 1;
  if (atJoint && last >= 0) {
    const lastLon = line.lon[last]!;
    const lastLat = line.lat[last]!;
    const same = lon === lastLon && lat === lastLat;
    if (same || measureGeo(lastLon, lastLat, lon, lat) < JOINT_M) return;
  }
  line.lon.push(lon);
  line.lat.push(lat);
}
