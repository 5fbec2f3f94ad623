/**
 * Prints paths on tracks for the route editor (interface.md 5.2, `pathfinding?number=`): ranges in
 * metres, the detectors on the way including the ends, and the group of each switch. A buffer stop
 * (a waypoint with no zone on one side, engine.md 1.10) is not a detector.
 */
import { type Infra, jsonAt } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { listGroups } from "./switch_groups.ts";
import type { TrackPath } from "./track_walk.ts";

export function printTrackPaths(infra: Infra, paths: readonly TrackPath[]): string {
  return `[${paths.map((path) => printTrackPath(infra, path)).join()}]`;
}

function printTrackPath(infra: Infra, { ranges }: TrackPath): string {
  const { directedTracks, begins_mm, ends_mm } = ranges;
  const printed: string[] = [];
  const detectors: string[] = [];
  directedTracks.forEach((directed, i) => {
    const name = jsonAt(infra, infra.trackName[directed >>> 1]!);
    const direction = (directed & 1) === 0 ? "START_TO_STOP" : "STOP_TO_START";
    const begin_mm = begins_mm[i]!;
    const end_mm = ends_mm[i]!;
    printed.push(
      `{"track":${name},"begin":${begin_mm / 1000},"end":${end_mm / 1000},"direction":"${direction}"}`,
    );
    detectors.push(...listDetectors(infra, { directed, begin_mm, end_mm }));
  });
  const groups = listGroups(infra, directedTracks).map(({ node, config }) => {
    const group = jsonAt(infra, infra.configName[config]!);
    return `${jsonAt(infra, infra.nodeName[node]!)}:${group}`;
  });
  return (
    `{"track_ranges":[${printed.join()}],"detectors":[${detectors.join()}],` +
    `"switches_directions":{${groups.join()}}}`
  );
}

/** Names of the detectors on a range, in travel order. */
function listDetectors(
  infra: Infra,
  range: { readonly directed: number; readonly begin_mm: number; readonly end_mm: number },
): string[] {
  const { trackFirstDetector, detectorOffset_mm, detectorNextZone, detectorName } = infra;
  const track = range.directed >>> 1;
  const names: string[] = [];
  for (let d = trackFirstDetector[track]!; d < trackFirstDetector[track + 1]!; d++) {
    const offset_mm = detectorOffset_mm[d]!;
    if (offset_mm < range.begin_mm || offset_mm > range.end_mm) continue;
    if (detectorNextZone[2 * d] === NONE || detectorNextZone[2 * d + 1] === NONE) continue;
    names.push(jsonAt(infra, detectorName[d]!));
  }
  return (range.directed & 1) === 0 ? names : names.reverse();
}
