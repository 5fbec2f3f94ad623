/**
 * Distances and interpolation on the sphere (engine.md 2.5): equirectangular distance, linear interpolation
 * in spherical Mercator. These formulas must stay exact: the search's heuristic compares their results.
 */
export const EARTH_RADIUS_M = 6_378_160;
export const RADIANS = Math.PI / 180;

/** Distance in metres between two points in degrees. */
export function measureGeo(lonA: number, latA: number, lonB: number, latB: number): number {
  const dLon = (lonB - lonA) * RADIANS * Math.cos(((latA + latB) / 2) * RADIANS);
  const dLat = (latB - latA) * RADIANS;
  return EARTH_RADIUS_M * Math.sqrt(dLon * dLon + dLat * dLat);
}

/** Latitude in degrees at a fraction of the straight Mercator line between two latitudes. */
export function interpolateLat(latA: number, latB: number, fraction: number): number {
  const yA = mercatorY(latA);
  const y = yA + fraction * (mercatorY(latB) - yA);
  return (2 * Math.atan(Math.exp(y)) - Math.PI / 2) / RADIANS;
}

function mercatorY(lat: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2));
}

export interface GeoLine {
  readonly lon: ArrayLike<number>;
  readonly lat: ArrayLike<number>;
  /** Metres from the first vertex. */
  readonly along_m: ArrayLike<number>;
  /** Vertices `start` up to `end`. */
  readonly start: number;
  readonly end: number;
}

/** First vertex (other than the line's first) whose distance from the start is at least the target. */
export function findSegmentEnd(line: GeoLine, target_m: number): number {
  const { along_m, start, end } = line;
  let low = start + 1;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (along_m[middle]! < target_m) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Point at a fraction (0..1) of the line's length, written to `out` as [lon, lat] in degrees. */
export function interpolateLine(line: GeoLine, fraction: number, out: Float64Array): void {
  const { lon, lat, along_m, start, end } = line;
  if (fraction <= 0 || end - start < 2) {
    out[0] = lon[start]!;
    out[1] = lat[start]!;
    return;
  }
  if (fraction >= 1) {
    out[0] = lon[end - 1]!;
    out[1] = lat[end - 1]!;
    return;
  }
  const target_m = fraction * along_m[end - 1]!;
  const b = findSegmentEnd(line, target_m);
  const a = b - 1;
  const width_m = along_m[b]! - along_m[a]!;
  const part = width_m > 0 ? (target_m - along_m[a]!) / width_m : 0;
  out[0] = lon[a]! + part * (lon[b]! - lon[a]!);
  out[1] = interpolateLat(lat[a]!, lat[b]!, part);
}
