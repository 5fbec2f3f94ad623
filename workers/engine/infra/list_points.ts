/** The operational points of a network under the names that people use, with the map position of their first part. */
import { interpolateLine } from "../geo.ts";
import { type Infra, stringAt } from "./infra.ts";
import { NONE } from "./layout.ts";
import { pointName } from "./point_parts.ts";

export interface ListedPoint {
  readonly id: string;
  readonly name: string | null;
  readonly trigram: string | null;
  readonly uic: number | null;
  readonly secondary_code: string | null;
  /** Local names of its tracks; absent: none is known. */
  readonly tracks?: readonly string[];
  /** Degrees; null: none of its tracks is on the map. */
  readonly place: readonly [lon: number, lat: number] | null;
}

/** All points, by id. */
export function listPoints(infra: Infra): ListedPoint[] {
  const { opName, opFirstPart, opTrigram, opUic, opSecondaryCode } = infra;
  return Array.from(opName, (name, op) => {
    const part = opFirstPart[op]!;
    const has_part = part < opFirstPart[op + 1]!;
    const trigram = opTrigram[op]!;
    const uic = opUic[op]!;
    const code = opSecondaryCode[op]!;
    return {
      id: stringAt(infra, name),
      name: pointName(infra, op),
      trigram: trigram === NONE ? null : stringAt(infra, trigram),
      uic: Number.isFinite(uic) && uic >= 0 ? uic : null,
      secondary_code: code === NONE ? null : stringAt(infra, code),
      tracks: listTracks(infra, op),
      place: has_part ? placeOfPart(infra, part) : null,
    };
  });
}

function listTracks(infra: Infra, op: number): string[] {
  const { opFirstPart, partTrack, trackLocalName } = infra;
  const names = new Set<number>();
  for (let part = opFirstPart[op]!; part < opFirstPart[op + 1]!; part++) {
    const track = partTrack[part]!;
    if (track !== NONE && trackLocalName[track]! !== NONE) names.add(trackLocalName[track]!);
  }
  return Array.from(names, (name) => stringAt(infra, name));
}

const point = new Float64Array(2);

/** Degrees; null: its track is not on the map. */
export function placeOfPart(
  infra: Infra,
  part: number,
): readonly [lon: number, lat: number] | null {
  const track = infra.partTrack[part]!;
  if (track === NONE) return null;
  let left_mm = infra.partWaypoint_mm[part]!;
  let chunk = infra.trackFirstChunk[track]!;
  const last = infra.trackFirstChunk[track + 1]! - 1;
  for (; chunk < last && left_mm > infra.chunkLength_mm[chunk]!; chunk++) {
    left_mm -= infra.chunkLength_mm[chunk]!;
  }
  const line = {
    lon: infra.geoLon,
    lat: infra.geoLat,
    along_m: infra.geoAlong_m,
    start: infra.chunkGeoStart[chunk]!,
    end: infra.chunkGeoStart[chunk + 1]!,
  };
  interpolateLine(line, Math.max(0, Math.min(1, left_mm / infra.chunkLength_mm[chunk]!)), point);
  const [lon = Number.NaN, lat = Number.NaN] = point;
  return Number.isFinite(lon) && Number.isFinite(lat) ? [lon, lat] : null;
}
