/** Oracle for the geometry of engine.md 2.5 and 3.2: distances and points along a line. */
import type { DirChunk } from "./network.ts";

export type Point = readonly [number, number];

const RADIUS_M = 6378160;
const RAD = Math.PI / 180;

export function geoDistance([lonA, latA]: Point, [lonB, latB]: Point): number {
  const x = (lonB - lonA) * RAD * Math.cos(((latA + latB) / 2) * RAD);
  return RADIUS_M * Math.hypot(x, (latB - latA) * RAD);
}

/** Between two points, straight in the spherical Mercator projection. */
function between(a: Point, b: Point, share: number): Point {
  const y = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (lat * RAD) / 2));
  const lon = a[0] + (b[0] - a[0]) * share;
  const at = y(a[1]) + (y(b[1]) - y(a[1])) * share;
  return [lon, (2 * Math.atan(Math.exp(at)) - Math.PI / 2) / RAD];
}

/** The point at a share (0..1) of a line's length. */
export function pointAt(line: readonly Point[], share: number): Point {
  if (share <= 0) return line[0]!;
  if (share >= 1) return line.at(-1)!;
  const lengths = line.slice(1).map((point, i) => geoDistance(line[i]!, point));
  let left = share * lengths.reduce((sum, one) => sum + one, 0);
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i]!) {
      return lengths[i] === 0 ? line[i]! : between(line[i]!, line[i + 1]!, left / lengths[i]!);
    }
    left -= lengths[i]!;
  }
  return line.at(-1)!;
}

/** A line cut to the part between two shares. */
export function sliceLine(line: readonly Point[], from: number, to: number): Point[] {
  const lengths = line.slice(1).map((point, i) => geoDistance(line[i]!, point));
  const total = lengths.reduce((sum, one) => sum + one, 0);
  const points: Point[] = [pointAt(line, from)];
  let along = 0;
  for (let i = 1; i + 1 < line.length; i++) {
    along += lengths[i - 1]!;
    if (along > from * total && along < to * total) points.push(line[i]!);
  }
  return [...points, pointAt(line, to)];
}

/** The geometry of a directed chunk. */
export function chunkLine({ chunk, dir }: DirChunk): Point[] {
  const { source, length } = chunk.track;
  const line = source.geo.coordinates.map(([lon, lat]): Point => [lon!, lat!]);
  const cut = sliceLine(line, chunk.offset / length, (chunk.offset + chunk.length) / length);
  return dir === 0 ? cut : cut.reverse();
}
