/**
 * Names the waypoints of a found path (engine.md 2.1 and 3.1): the operational point, and the track
 * that was chosen among its parts. A path only stores the positions of its waypoints; a part
 * belongs to a position if track and offset agree to the millimetre.
 */
import { type Infra, stringAt } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { readPointPart } from "../infra/point_parts.ts";
import type { DirectedRanges } from "./train_path.ts";
import { findPoints, type Waypoint } from "./waypoints.ts";

export interface NamedPlace {
  /** Name of the operational point, or its id if it has no name; null: there is none at this place. */
  readonly station: string | null;
  /** Id of the track section. */
  readonly track: string;
  /** `extensions.sncf.track_name`, null without one. */
  readonly track_name: string | null;
  readonly offset_mm: number;
}

/** One place per waypoint; `positions_mm`: [nWaypoints] on the path, non-decreasing. */
export function namePlaces(
  infra: Infra,
  ranges: DirectedRanges,
  waypoints: readonly Waypoint[],
  positions_mm: readonly number[],
): NamedPlace[] {
  const { directedTracks, begins_mm, ends_mm } = ranges;
  const places: NamedPlace[] = [];
  let range = 0;
  let start_mm = 0;
  for (let i = 0; i < waypoints.length; i++) {
    const position_mm = positions_mm[i]!;
    // to the first range that reaches the position
    for (let end_mm; range < directedTracks.length - 1; start_mm = end_mm, range++) {
      end_mm = start_mm + ends_mm[range]! - begins_mm[range]!;
      if (end_mm >= position_mm) break;
    }
    places.push(nameAt(infra, ranges, { range, start_mm, position_mm }, waypoints[i]!));
  }
  return places;
}

interface PathPosition {
  /** The first range that reaches the position, and where it starts. */
  readonly range: number;
  readonly start_mm: number;
  readonly position_mm: number;
}

/** If two ranges meet here, the waypoint decides which one counts. */
function nameAt(
  infra: Infra,
  { directedTracks, begins_mm, ends_mm }: DirectedRanges,
  at: PathPosition,
  waypoint: Waypoint,
): NamedPlace {
  const ops = waypoint.kind === "track_offset" ? null : findPoints(infra, waypoint);
  let first: NamedPlace | null = null;
  let { start_mm } = at;
  for (let i = at.range; i < directedTracks.length && start_mm <= at.position_mm; i++) {
    const track = directedTracks[i]! >>> 1;
    const along_mm = at.position_mm - start_mm;
    const is_reversed = (directedTracks[i]! & 1) === 1;
    const offset_mm = is_reversed ? ends_mm[i]! - along_mm : begins_mm[i]! + along_mm;
    const part = findPart(infra, track, offset_mm, ops);
    const place = describe(infra, track, offset_mm, part);
    if (waypoint.kind === "track_offset" ? waypoint.track === place.track : part !== NONE) {
      return place;
    }
    first ??= place;
    start_mm += ends_mm[i]! - begins_mm[i]!;
  }
  if (first === null) throw new Error("a waypoint lies beyond its path");
  return first;
}

/** A part of one of the operational points (null: of any) at a place, or NONE. */
function findPart(
  infra: Infra,
  track: number,
  offset_mm: number,
  ops: readonly number[] | null,
): number {
  const { trackFirstChunk, chunkPartStart, chunkParts, partOp, partWaypoint_mm } = infra;
  const from = chunkPartStart[trackFirstChunk[track]!]!;
  const to = chunkPartStart[trackFirstChunk[track + 1]!]!;
  for (let k = from; k < to; k++) {
    const part = chunkParts[k]!;
    if (partWaypoint_mm[part] !== offset_mm) continue;
    if (ops === null || ops.includes(partOp[part]!)) return part;
  }
  return NONE;
}

function describe(infra: Infra, track: number, offset_mm: number, part: number): NamedPlace {
  const local_name = infra.trackLocalName[track]!;
  return {
    station: part === NONE ? null : readName(infra, part),
    track: stringAt(infra, infra.trackName[track]!),
    track_name: local_name === NONE ? null : stringAt(infra, local_name),
    offset_mm,
  };
}

function readName(infra: Infra, part: number): string {
  const { id, extensions } = readPointPart(infra, part);
  return extensions.identifier?.name ?? id;
}
