/** The vertices of a track's line. */
import { unproject } from "../../map/plane.ts";
import type { Spot, Track } from "../../map/tracks.ts";

export function trackPoints({ points }: Track): Spot[] {
  return Array.from({ length: points.length / 2 }, (_one, i) =>
    unproject(points[2 * i] ?? 0, points[2 * i + 1] ?? 0),
  );
}
