/**
 * The axis of a railway line: a curve on the ground with its curvature and gradient, from which
 * tracks take geometry, curves and slopes. Distances use the same flat-earth formula as pathfinding
 * (engine.md 2.5), so that a section's declared length is the length of its drawn line.
 */
import type { Random } from "./random.ts";

export type LonLat = readonly [number, number];

const EARTH_RADIUS_M = 6_378_160;
const STEP_M = 100;
const DEGREE = Math.PI / 180;

/** A value that holds on [begin_m, end_m) of an axis. */
export interface AxisRange {
  readonly begin_m: number;
  readonly end_m: number;
  readonly value: number;
}

export interface Axis {
  readonly name: string;
  readonly length_m: number;
  /** Signed radius in m over curved ranges: positive to the right. */
  readonly radii: readonly AxisRange[];
  /** Per mille uphill, over ranges that aren't level. */
  readonly gradients: readonly AxisRange[];
  /** [nVertices] every 100 m: longitude, latitude in degrees, heading in radians from north. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly heading: Float64Array;
}

/** Distance of two points in m (engine.md 2.5). */
export function measureDistance(a: LonLat, b: LonLat): number {
  const dlon = (b[0] - a[0]) * DEGREE * Math.cos(((a[1] + b[1]) / 2) * DEGREE);
  const dlat = (b[1] - a[1]) * DEGREE;
  return EARTH_RADIUS_M * Math.sqrt(dlon * dlon + dlat * dlat);
}

/** Length of a drawn line in m. */
export function measureLine(points: readonly LonLat[]): number {
  let length_m = 0;
  for (let i = 1; i < points.length; i++) length_m += measureDistance(points[i - 1]!, points[i]!);
  return length_m;
}

/** Draws an axis; `level_m` are the places that stay almost level (stations). */
export function drawAxis(
  random: Random,
  axis: {
    name: string;
    length_m: number;
    origin: LonLat;
    heading: number;
    level_m: readonly number[];
  },
): Axis {
  const { name, length_m, origin } = axis;
  const radii = drawRadii(random, length_m, axis.heading);
  const count = Math.ceil(length_m / STEP_M) + 2;
  const lon = new Float64Array(count);
  const lat = new Float64Array(count);
  const heading = new Float64Array(count);
  let turn = axis.heading;
  [lon[0], lat[0]] = origin;
  heading[0] = turn;
  let range = 0;
  for (let i = 1; i < count; i++) {
    const x_m = i * STEP_M;
    while (range < radii.length && radii[range]!.end_m < x_m) range++;
    const curve = radii[range];
    if (curve !== undefined && curve.begin_m < x_m) turn += STEP_M / curve.value;
    heading[i] = turn;
    lat[i] = lat[i - 1]! + ((STEP_M * Math.cos(turn)) / EARTH_RADIUS_M) * (1 / DEGREE);
    const mean_lat = ((lat[i]! + lat[i - 1]!) / 2) * DEGREE;
    const dlon = (STEP_M * Math.sin(turn)) / (EARTH_RADIUS_M * Math.cos(mean_lat));
    lon[i] = lon[i - 1]! + dlon / DEGREE;
  }
  const gradients = drawGradients(random, length_m, axis.level_m);
  return { name, length_m, radii, gradients, lon, lat, heading };
}

/** The point at `x_m` along the axis, `y_m` to its left. */
export function pointAt(axis: Axis, x_m: number, y_m: number): LonLat {
  const place = Math.max(0, x_m / STEP_M);
  const i = Math.min(Math.floor(place), axis.lon.length - 2);
  const share = place - i;
  const lon = axis.lon[i]! + (axis.lon[i + 1]! - axis.lon[i]!) * share;
  const lat = axis.lat[i]! + (axis.lat[i + 1]! - axis.lat[i]!) * share;
  const left = headingAt(axis, x_m) - Math.PI / 2;
  const dlat = (y_m * Math.cos(left)) / EARTH_RADIUS_M / DEGREE;
  const dlon = (y_m * Math.sin(left)) / (EARTH_RADIUS_M * Math.cos(lat * DEGREE)) / DEGREE;
  return [roundTo(lon + dlon, 9), roundTo(lat + dlat, 9)];
}

/** Heading in radians clockwise from north, interpolated so that parallel tracks have no kinks. */
export function headingAt(axis: Axis, x_m: number): number {
  const place = Math.max(0, x_m / STEP_M);
  const i = Math.min(Math.floor(place), axis.heading.length - 2);
  return axis.heading[i]! + (axis.heading[i + 1]! - axis.heading[i]!) * (place - i);
}

/** The ranges that meet [begin_m, end_m], clipped to it. */
export function clipRanges(
  ranges: readonly AxisRange[],
  begin_m: number,
  end_m: number,
): readonly AxisRange[] {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.end_m <= begin_m) low = middle + 1;
    else high = middle;
  }
  const clipped: AxisRange[] = [];
  for (let i = low; i < ranges.length && ranges[i]!.begin_m < end_m; i++) {
    const range = ranges[i]!;
    clipped.push({
      begin_m: Math.max(begin_m, range.begin_m),
      end_m: Math.min(end_m, range.end_m),
      value: range.value,
    });
  }
  return clipped;
}

export function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}

/** Curves alternate with straights; each turns back towards the main heading when it strays. */
function drawRadii(random: Random, length_m: number, heading: number): readonly AxisRange[] {
  const radii: AxisRange[] = [];
  let x_m = STEP_M * random.integer(5, 15);
  let turn = heading;
  for (;;) {
    const curve_m = STEP_M * random.integer(3, 14);
    if (x_m + curve_m > length_m) return radii;
    const radius_m = STEP_M * random.integer(9, 40);
    const strays = Math.abs(turn - heading) > 0.35;
    const is_right = strays ? turn < heading : random.next() < 0.5;
    const value = is_right ? radius_m : -radius_m;
    radii.push({ begin_m: x_m, end_m: x_m + curve_m, value });
    turn += curve_m / value;
    x_m += curve_m + STEP_M * random.integer(5, 30);
  }
}

function drawGradients(
  random: Random,
  length_m: number,
  level_m: readonly number[],
): readonly AxisRange[] {
  const gradients: AxisRange[] = [];
  let altitude_m = 0;
  let x_m = 0;
  while (x_m < length_m) {
    const end_m = Math.min(length_m, x_m + STEP_M * random.integer(5, 30));
    const is_level = level_m.some((level) => x_m < level + 1200 && end_m > level - 1200);
    const steepness = Math.round(random.between(0, is_level ? 15 : 80)) / 10;
    const is_up = altitude_m < -60 || (altitude_m < 60 && random.next() < 0.5);
    const value = is_up ? steepness : -steepness;
    if (value !== 0) gradients.push({ begin_m: x_m, end_m, value });
    altitude_m += (value / 1000) * (end_m - x_m);
    x_m = end_m;
  }
  return gradients;
}
