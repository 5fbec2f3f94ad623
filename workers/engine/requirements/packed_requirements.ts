/**
 * One train's requirements, zone updates and signal sightings in one shared buffer, times in ms since the
 * train's start. Occurrences that share a simulation share the buffer; conflicts and projections read it
 * with their own start time. A header of eight 32-bit words (version, counts) is followed by the doubles,
 * then the indices; each array is as long as its count. Doubles: spacing begins, spacing ends, route
 * begins, route zone ends, update times, update positions, sighting times, sighting positions. Indices:
 * spacing zones, routes, starts of their zones (one more), route zone paths, update zones, sighted signals.
 */
import { assert } from "../result.ts";
import type { Rows } from "./events.ts";

const FORMAT_VERSION = 1;
const HEADER_BYTES = 32;

/** Views of a packed buffer; times in ms, positions in mm from the start of the path. */
export interface Requirements {
  /** [nSpacing] zones in path order that the train itself needs, from begin to end. */
  readonly spacingZones: Uint32Array;
  readonly spacingBegins_ms: Float64Array;
  readonly spacingEnds_ms: Float64Array;
  /** [nRoutes] routes to be set, in path order, and when. */
  readonly routes: Uint32Array;
  readonly routeBegins_ms: Float64Array;
  /** [nRoutes + 1] zones of route r are those from `routeZoneStart[r]` up to the next. */
  readonly routeZoneStart: Uint32Array;
  /** [nRouteZones] zone path (zone, entry, exit and positions of switches), and how long it is held. */
  readonly routeZonePaths: Uint32Array;
  readonly routeZoneEnds_ms: Float64Array;
  /** [nUpdates] zone * 2 + (1 = the train enters, 0 = it leaves), by time. */
  readonly updateZones: Uint32Array;
  readonly updateTimes_ms: Float64Array;
  readonly updatePositions_mm: Float64Array;
  /** [nSightings] physical signals in path order. */
  readonly sightedSignals: Uint32Array;
  readonly sightingTimes_ms: Float64Array;
  readonly sightingPositions_mm: Float64Array;
}

export interface RequirementCounts {
  readonly nSpacing: number;
  readonly nRoutes: number;
  readonly nRouteZones: number;
  readonly nUpdates: number;
  readonly nSightings: number;
}

/** Allocates a buffer for these counts, to be filled through `openRequirements`. */
export function allocateRequirements(counts: RequirementCounts): SharedArrayBuffer {
  const { nSpacing, nRoutes, nRouteZones, nUpdates, nSightings } = counts;
  const nDoubles = 2 * nSpacing + nRoutes + nRouteZones + 2 * nUpdates + 2 * nSightings;
  const nIndices = nSpacing + 2 * nRoutes + 1 + nRouteZones + nUpdates + nSightings;
  const buffer = new SharedArrayBuffer(HEADER_BYTES + 8 * nDoubles + 4 * nIndices);
  const header = new Uint32Array(buffer, 0, HEADER_BYTES / 4);
  header.set([FORMAT_VERSION, nSpacing, nRoutes, nRouteZones, nUpdates, nSightings]);
  return buffer;
}

/** A run's lists: a row's index and one or two numbers. */
export interface RequirementLists {
  readonly spacing: Rows;
  /** The second number: the first of the route's zones. */
  readonly routes: Rows;
  readonly routeZones: Rows;
  readonly updates: Rows;
  readonly sightings: Rows;
}

/** Copies the lists into a new buffer. In loops over two views: a view for each short array costs more than its copy. */
export function packRequirements(lists: RequirementLists): SharedArrayBuffer {
  const { spacing, routes, routeZones, updates, sightings } = lists;
  const buffer = allocateRequirements({
    nSpacing: spacing.count,
    nRoutes: routes.count,
    nRouteZones: routeZones.count,
    nUpdates: updates.count,
    nSightings: sightings.count,
  });
  const doubles = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  const words = new Uint32Array(buffer);
  let at = copy(spacing.first, spacing.count, doubles, HEADER_BYTES / 8);
  at = copy(spacing.second, spacing.count, doubles, at);
  at = copy(routes.first, routes.count, doubles, at);
  at = copy(routeZones.first, routeZones.count, doubles, at);
  at = copy(updates.first, updates.count, doubles, at);
  at = copy(updates.second, updates.count, doubles, at);
  at = copy(sightings.first, sightings.count, doubles, at);
  at = copy(sightings.second, sightings.count, doubles, at);
  at = copy(spacing.indices, spacing.count, words, 2 * at);
  at = copy(routes.indices, routes.count, words, at);
  at = copy(routes.second, routes.count, words, at);
  words[at] = routeZones.count;
  at = copy(routeZones.indices, routeZones.count, words, at + 1);
  at = copy(updates.indices, updates.count, words, at);
  copy(sightings.indices, sightings.count, words, at);
  return buffer;
}

/** Returns where the copy ends. */
function copy(
  from: Float64Array | Uint32Array,
  count: number,
  to: Float64Array | Uint32Array,
  at: number,
): number {
  for (let i = 0; i < count; i++) to[at + i] = from[i]!;
  return at + count;
}

/**
 * Makes views of a buffer made by `allocateRequirements`, or of a copy of it at `byteOffset`, a multiple of eight.
 */
export function openRequirements(buffer: SharedArrayBuffer, byteOffset = 0): Requirements {
  const header = new Uint32Array(buffer, byteOffset, HEADER_BYTES / 4);
  assert(header[0] === FORMAT_VERSION, "packed requirements of this format version");
  const nSpacing = header[1]!;
  const nRoutes = header[2]!;
  const nRouteZones = header[3]!;
  const nUpdates = header[4]!;
  const nSightings = header[5]!;
  let at = byteOffset + HEADER_BYTES;
  const doubles = (count: number): Float64Array => {
    const view = new Float64Array(buffer, at, count);
    at += 8 * count;
    return view;
  };
  const indices = (count: number): Uint32Array => {
    const view = new Uint32Array(buffer, at, count);
    at += 4 * count;
    return view;
  };
  return {
    spacingBegins_ms: doubles(nSpacing),
    spacingEnds_ms: doubles(nSpacing),
    routeBegins_ms: doubles(nRoutes),
    routeZoneEnds_ms: doubles(nRouteZones),
    updateTimes_ms: doubles(nUpdates),
    updatePositions_mm: doubles(nUpdates),
    sightingTimes_ms: doubles(nSightings),
    sightingPositions_mm: doubles(nSightings),
    spacingZones: indices(nSpacing),
    routes: indices(nRoutes),
    routeZoneStart: indices(nRoutes + 1),
    routeZonePaths: indices(nRouteZones),
    updateZones: indices(nUpdates),
    sightedSignals: indices(nSightings),
  };
}
