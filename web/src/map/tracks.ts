/** Lines of track sections on the plane: what runs along tracks is placed on them. */

import { project, unproject } from "./plane.ts";

export interface Track {
  readonly id: string;
  readonly length_m: number;
  /** x, y, x, y … in web Mercator units of the whole world, 0 to 1. */
  readonly points: Float64Array;
  /** Share of the line at each point. */
  readonly shares: Float64Array;
}

/** Longitude and latitude. */
export type Spot = readonly [number, number];

export interface Section {
  readonly id: string;
  readonly length: number;
  readonly geo: { readonly coordinates: readonly (readonly number[])[] };
}

/** Null: it has no line. */
export function drawTrack({ id, length, geo: { coordinates } }: Section): Track | null {
  if (coordinates.length < 2) return null;
  const points = Float64Array.from(coordinates.flatMap(([lon = 0, lat = 0]) => project(lon, lat)));
  return { id, length_m: length, points, shares: measure(points) };
}

/** Length up to each point, as a share of the whole. */
function measure(points: Float64Array): Float64Array {
  const shares = new Float64Array(points.length / 2);
  for (let i = 1; i < shares.length; i++) {
    const dx = (points[2 * i] ?? 0) - (points[2 * i - 2] ?? 0);
    const dy = (points[2 * i + 1] ?? 0) - (points[2 * i - 1] ?? 0);
    shares[i] = (shares[i - 1] ?? 0) + Math.hypot(dx, dy);
  }
  const whole = shares.at(-1) ?? 0;
  return whole === 0 ? shares : shares.map((value) => value / whole);
}

/** The point of a track at a distance from its start, or at its nearer end. */
export function placeOn({ length_m, points, shares }: Track, position_m: number): Spot {
  const share = Math.min(1, Math.max(0, position_m / length_m));
  let i = 1;
  while (i < shares.length - 1 && (shares[i] ?? 1) < share) i++;
  const [s0 = 0, s1 = 0] = [shares[i - 1], shares[i]];
  const part = s1 === s0 ? 0 : (share - s0) / (s1 - s0);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.subarray(2 * i - 2, 2 * i + 2);
  return unproject(x0 + part * (x1 - x0), y0 + part * (y1 - y0));
}

/** The part of a track between two distances. */
export function cutTrack(track: Track, from_m: number, to_m: number): Spot[] {
  const inner: Spot[] = [];
  for (const [i, share] of track.shares.entries()) {
    const at_m = share * track.length_m;
    if (at_m > from_m && at_m < to_m) {
      inner.push(unproject(track.points[2 * i] ?? 0, track.points[2 * i + 1] ?? 0));
    }
  }
  return [placeOn(track, from_m), ...inner, placeOn(track, to_m)];
}

/** Where on a track the point is that is nearest to a place, and how far off it is, in units of the plane. */
export function nearestOn(
  { length_m, points, shares }: Track,
  [lon, lat]: Spot,
): { readonly position_m: number; readonly far: number } {
  const [x, y] = project(lon, lat);
  let best = { position_m: 0, far: Infinity };
  for (let i = 1; i < shares.length; i++) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.subarray(2 * i - 2, 2 * i + 2);
    const [dx, dy] = [x1 - x0, y1 - y0];
    const length2 = dx * dx + dy * dy;
    const raw = length2 === 0 ? 0 : ((x - x0) * dx + (y - y0) * dy) / length2;
    const part = Math.min(1, Math.max(0, raw));
    const far = Math.hypot(x0 + part * dx - x, y0 + part * dy - y);
    if (far >= best.far) continue;
    const [s0 = 0, s1 = 0] = [shares[i - 1], shares[i]];
    best = { position_m: (s0 + part * (s1 - s0)) * length_m, far };
  }
  return best;
}
