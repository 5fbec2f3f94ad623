/** A track beside another one, at a distance: pure. */
import { project, unproject } from "../../map/plane.ts";
import type { Spot } from "../../map/tracks.ts";
import type { RailObject } from "./edits.ts";
import { lengthOf, unitsPerMetre } from "./joints.ts";
import { newTrack, roundToMm } from "./new_objects.ts";
import type { JsonObject } from "./patch.ts";

/** Where a line turns by more than this share of a half circle, its corner is cut: a mitre would run far off. */
const SHARPEST = 0.2;

type Vector = readonly [number, number];

/** Points of a line as far to the left of another one as told; negative: to the right. */
export function lineBeside(points: readonly Spot[], left_m: number): Spot[] {
  const plane = points.map(([lon, lat]) => project(lon, lat));
  const lefts: Vector[] = [];
  for (let i = 1; i < plane.length; i++) {
    const [[x0, y0], [x1, y1]] = [plane[i - 1] ?? [0, 0], plane[i] ?? [0, 0]];
    const length = Math.hypot(x1 - x0, y1 - y0);
    // A point that is there twice has no direction of its own.
    lefts.push(length === 0 ? (lefts.at(-1) ?? [0, 0]) : [(y1 - y0) / length, (x0 - x1) / length]);
  }
  return points.map(([, lat], i) => {
    const [x, y] = plane[i] ?? [0, 0];
    const after = lefts[i] ?? lefts.at(-1) ?? [0, 0];
    const before = lefts[i - 1] ?? after;
    const cos = before[0] * after[0] + before[1] * after[1];
    const share = (left_m * unitsPerMetre(lat)) / Math.max(SHARPEST, 1 + cos);
    return unproject(x + (before[0] + after[0]) * share, y + (before[1] + after[1]) * share);
  });
}

/** With the slopes, curves and gauges of its neighbour, stretched to its own length; it joins nothing yet. */
export function trackBeside(track: RailObject, id: string, left_m: number): RailObject {
  const { length, geo } = track as unknown as {
    readonly length: number;
    readonly geo: { readonly coordinates: readonly Spot[] };
  };
  const points = lineBeside(geo.coordinates, left_m);
  const drawn = lengthOf(geo.coordinates);
  const own = roundToMm(drawn === 0 ? length : (length * lengthOf(points)) / drawn);
  const stretch = (list: unknown): JsonObject[] =>
    (list as readonly (JsonObject & { readonly begin: number; readonly end: number })[]).map(
      (one) => ({
        ...one,
        begin: roundToMm((one.begin * own) / length),
        end: one.end === length ? own : roundToMm((one.end * own) / length),
      }),
    );
  return {
    ...newTrack(id, points),
    length: own,
    slopes: stretch(track["slopes"]),
    curves: stretch(track["curves"]),
    loading_gauge_limits: stretch(track["loading_gauge_limits"]),
  };
}
