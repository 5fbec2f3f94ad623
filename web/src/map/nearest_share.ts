/** Converts places on the map to places on the axis. */
import { applyScale, type Scale, type Way } from "../graph/axis.ts";
import { nearestOn, type Spot, type Track } from "./tracks.ts";

/** The share of the axis that is nearest to a place; null: none of its tracks is known. */
export function nearestShare(
  known: ReadonlyMap<string, Track>,
  ways: readonly { readonly way: Pick<Way, "ranges">; readonly scale: Scale }[],
  at: Spot,
): number | null {
  let best: { readonly share: number; readonly far: number } | null = null;
  for (const { way, scale } of ways) {
    let start_mm = 0;
    for (const { track_section, begin, end, direction } of way.ranges) {
      const track = known.get(track_section);
      const near = track === undefined ? null : nearestOn(track, at);
      if (near !== null && (best === null || near.far < best.far)) {
        const on_mm = Math.min(end, Math.max(begin, 1000 * near.position_m));
        const into_mm = direction === "START_TO_STOP" ? on_mm - begin : end - on_mm;
        best = { share: applyScale(scale, start_mm + into_mm), far: near.far };
      }
      start_mm += end - begin;
    }
  }
  return best === null ? null : best.share;
}
