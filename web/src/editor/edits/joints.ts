/** Ends of tracks that meet at a place, and the switch that joins them. */
import { project } from "../../map/plane.ts";
import type { Spot } from "../../map/tracks.ts";
import type { RailObject } from "./edits.ts";

/** Metres: points nearer than this are at one place. */
export const MEETING_M = 2;
const EARTH_M = 40_075_016.7;

export interface TrackEnd {
  readonly track: string;
  readonly endpoint: "BEGIN" | "END";
  readonly at: Spot;
  /** The next point of the track, into it. */
  readonly into: Spot;
}

export interface LineObject {
  readonly id: string;
  readonly geo: { readonly coordinates: readonly (readonly number[])[] };
}

const spotOf = ([lon = 0, lat = 0]: readonly number[] = []): Spot => [lon, lat];

export function endsOf({ id, geo: { coordinates } }: LineObject): TrackEnd[] {
  if (coordinates.length < 2) return [];
  return [
    { track: id, endpoint: "BEGIN", at: spotOf(coordinates[0]), into: spotOf(coordinates[1]) },
    {
      track: id,
      endpoint: "END",
      at: spotOf(coordinates.at(-1)),
      into: spotOf(coordinates.at(-2)),
    },
  ];
}

/** Units of the plane at a latitude. */
export function unitsPerMetre(lat: number): number {
  return 1 / (EARTH_M * Math.cos((lat * Math.PI) / 180));
}

/** Straight, in metres. */
export function farBetween(a: Spot, b: Spot): number {
  const [ax, ay] = project(...a);
  const [bx, by] = project(...b);
  return Math.hypot(bx - ax, by - ay) / unitsPerMetre((a[1] + b[1]) / 2);
}

export function lengthOf(points: readonly Spot[]): number {
  return points.slice(1).reduce((sum, at, i) => sum + farBetween(points[i] ?? at, at), 0);
}

/** The nearest end to a place, and all others that are there too. */
export function meetingEnds(ends: readonly TrackEnd[], place: Spot, reach_m: number): TrackEnd[] {
  const [nearest] = ends
    .map((end) => ({ end, far: farBetween(end.at, place) }))
    .filter(({ far }) => far <= reach_m)
    .sort((a, b) => a.far - b.far);
  if (nearest === undefined) return [];
  return ends.filter(({ at }) => farBetween(at, nearest.end.at) <= MEETING_M);
}

/** Where a track goes from its end, as an angle of the plane. */
function headingOf({ at, into }: TrackEnd): number {
  const [x, y] = project(...at);
  const [to_x, to_y] = project(...into);
  return Math.atan2(to_y - y, to_x - x);
}

/** 0: the same way; π: opposite. */
function turnBetween(a: TrackEnd, b: TrackEnd): number {
  const turn = Math.abs(headingOf(a) - headingOf(b)) % (2 * Math.PI);
  return Math.min(turn, 2 * Math.PI - turn);
}

const portOf = ({ track, endpoint }: TrackEnd) => ({ track, endpoint });

/** A link, a switch or a crossing by how many ends meet: ports by where the tracks go. Null: there is none for so many. */
export function joinEnds(id: string, ends: readonly TrackEnd[]): RailObject | null {
  const [a, b, c, d] = ends;
  if (a === undefined || b === undefined || ends.length > 4) return null;
  if (c === undefined) {
    return {
      id,
      switch_type: "link",
      group_change_delay: 0,
      ports: { A: portOf(a), B: portOf(b) },
    };
  }
  if (d === undefined) {
    const [stem, ...branches] = orderOfSwitch([a, b, c]);
    const [first = b, second = c] = branches;
    const ports = { A: portOf(stem ?? a), B1: portOf(first), B2: portOf(second) };
    return { id, switch_type: "point_switch", group_change_delay: 6, ports };
  }
  const opposite = [b, c, d].toSorted((x, y) => turnBetween(a, y) - turnBetween(a, x));
  const [across = b, ...rest] = opposite;
  const [other = c, beyond = d] = rest;
  const ports = { A1: portOf(a), A2: portOf(other), B1: portOf(across), B2: portOf(beyond) };
  return { id, switch_type: "crossing", group_change_delay: 0, ports };
}

/** The end whose track goes the other way than both others, then these: the straighter one first. */
function orderOfSwitch(ends: readonly [TrackEnd, TrackEnd, TrackEnd]): TrackEnd[] {
  const straightness = (end: TrackEnd): number =>
    Math.min(...ends.filter((other) => other !== end).map((other) => turnBetween(end, other)));
  const [stem, ...branches] = ends.toSorted((x, y) => straightness(y) - straightness(x));
  if (stem === undefined) return [];
  return [stem, ...branches.toSorted((x, y) => turnBetween(stem, y) - turnBetween(stem, x))];
}
