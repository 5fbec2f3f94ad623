/**
 * Resolves a path item to places on tracks (engine.md 2.1): a track offset to itself, an
 * operational point to all its parts that pass the filters.
 */
import { findOperationalPoint, findString, firstWithKey, type Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { findPieces, locateOnPieces, type TrackPiece } from "../infra/split_tracks.ts";
import { err, ok, type Result } from "../result.ts";
import type { TrackLocation } from "./block_locations.ts";

export interface PartFilter {
  /** Keeps only operational points with this `sncf.ch`. */
  readonly secondary_code?: string;
  /** Keeps only parts on tracks with this `extensions.sncf.track_name`. */
  readonly track_name?: string;
  /** Keeps only parts on this track section. */
  readonly track_id?: string;
}

export type Waypoint =
  | { readonly kind: "track_offset"; readonly track: string; readonly offset_mm: number }
  | ({ readonly kind: "operational_point"; readonly operational_point: string } & PartFilter)
  | ({ readonly kind: "trigram"; readonly trigram: string } & PartFilter)
  | ({ readonly kind: "uic"; readonly uic: number } & PartFilter);

export type WaypointFault =
  | { readonly type: "core:unknown_track_section"; readonly track: string }
  | {
      readonly type: "core:invalid_waypoint_location";
      readonly track: string;
      readonly offset_mm: number;
    }
  | { readonly type: "core:unknown_operational_point" };

/** Returns the places of a waypoint, at least one, each within its track. */
export function resolveWaypoint(
  infra: Infra,
  waypoint: Waypoint,
): Result<readonly TrackLocation[], WaypointFault> {
  if (waypoint.kind === "track_offset") return resolveTrackOffset(infra, waypoint);
  const locations: TrackLocation[] = [];
  for (const op of findPoints(infra, waypoint)) {
    for (let part = infra.opFirstPart[op]!; part < infra.opFirstPart[op + 1]!; part++) {
      const track = infra.partTrack[part]!;
      if (!passesFilter(infra, track, waypoint)) continue;
      const offset_mm = infra.partWaypoint_mm[part]!;
      // A part that is nowhere is a listed fault; the others are where the train may go.
      if (track === NONE || offset_mm < 0 || offset_mm > infra.trackLength_mm[track]!) continue;
      locations.push({ track, offset_mm });
    }
  }
  return locations.length > 0 ? ok(locations) : err({ type: "core:unknown_operational_point" });
}

function resolveTrackOffset(
  infra: Infra,
  { track: name, offset_mm }: { readonly track: string; readonly offset_mm: number },
): Result<readonly TrackLocation[], WaypointFault> {
  const pieces = findPieces(infra, name);
  if (pieces.length === 0) return err({ type: "core:unknown_track_section", track: name });
  const place = locateOnPieces(infra, pieces, offset_mm);
  if (place === null) {
    return err({ type: "core:invalid_waypoint_location", track: name, offset_mm });
  }
  return ok([place]);
}

export type PointWaypoint = Exclude<Waypoint, { readonly kind: "track_offset" }>;

/** Operational points that match a waypoint, with the requested secondary code, by id. */
export function findPoints(infra: Infra, waypoint: PointWaypoint): readonly number[] {
  const points = lookUpPoints(infra, waypoint);
  const code = waypoint.secondary_code;
  if (code === undefined) return points;
  const string = findString(infra, code);
  return points.filter((op) => string !== NONE && infra.opSecondaryCode[op] === string);
}

function lookUpPoints(infra: Infra, waypoint: PointWaypoint): readonly number[] {
  if (waypoint.kind === "uic") return pointsWithKey(infra.opUic, infra.opsByUic, waypoint.uic);
  if (waypoint.kind === "trigram") {
    const trigram = findString(infra, waypoint.trigram);
    return trigram === NONE ? [] : pointsWithKey(infra.opTrigram, infra.opsByTrigram, trigram);
  }
  const op = findOperationalPoint(infra, waypoint.operational_point);
  return op === NONE ? [] : [op];
}

function pointsWithKey(
  keys: Uint32Array | Float64Array,
  order: Uint32Array,
  key: number,
): readonly number[] {
  const points: number[] = [];
  for (let at = firstWithKey(keys, order, key); at < order.length; at++) {
    if (keys[order[at]!] !== key) break;
    points.push(order[at]!);
  }
  return points;
}

function passesFilter(infra: Infra, track: number, filter: PartFilter): boolean {
  const { track_name: trackName, track_id: trackId } = filter;
  if (trackName === undefined && trackId === undefined) return true;
  if (track === NONE) return false;
  const isPiece = (piece: TrackPiece): boolean => piece.track === track;
  if (trackId !== undefined && !findPieces(infra, trackId).some(isPiece)) return false;
  if (trackName === undefined) return true;
  const string = findString(infra, trackName);
  return string !== NONE && infra.trackLocalName[track] === string;
}
