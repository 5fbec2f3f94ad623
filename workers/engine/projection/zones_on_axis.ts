/** Where zones of the network lie on an axis of stations, as a train that runs through them is mapped onto it. */

import { findPathStart } from "../path/path_signals.ts";
import type { TrainPath } from "../path/train_path.ts";
import type { AxisStretch } from "./station_lines.ts";

/** Zones of a path, in travel order; one more than once if the train is on the axis more than once in it. */
export interface AxisZones {
  readonly zones: number[];
  /** On the axis, begin <= end. */
  readonly begins_mm: number[];
  readonly ends_mm: number[];
}

/** `wanted`: strings of the zones' names. */
export function mapZonesOntoAxis(
  path: TrainPath,
  stretches: readonly AxisStretch[],
  wanted: ReadonlySet<number>,
): AxisZones {
  const { infra, routes } = path;
  const placed: AxisZones = { zones: [], begins_mm: [], ends_mm: [] };
  if (wanted.size === 0) return placed;
  let end_mm = -findPathStart(path);
  for (const route of routes) {
    for (let k = infra.routeZonePathStart[route]!; k < infra.routeZonePathStart[route + 1]!; k++) {
      const zonePath = infra.routeZonePaths[k]!;
      const begin_mm = end_mm;
      end_mm += infra.zonePathLength_mm[zonePath]!;
      const zone = infra.zonePathZone[zonePath]!;
      if (wanted.has(infra.zoneName[zone]!))
        placeZone(placed, zone, { begin_mm, end_mm, stretches });
    }
  }
  return placed;
}

interface Covered {
  /** On the path. */
  readonly begin_mm: number;
  readonly end_mm: number;
  readonly stretches: readonly AxisStretch[];
}

/** Adds the ranges that the stretches make of it, those that meet as one. */
function placeZone(
  { zones, begins_mm, ends_mm }: AxisZones,
  zone: number,
  { begin_mm, end_mm, stretches }: Covered,
): void {
  const first = zones.length;
  for (const { from_mm, to_mm, fromAxis_mm, toAxis_mm } of stretches) {
    const [lo_mm, hi_mm] = [Math.max(begin_mm, from_mm), Math.min(end_mm, to_mm)];
    if (lo_mm >= hi_mm) continue;
    const scale = (toAxis_mm - fromAxis_mm) / (to_mm - from_mm);
    const ends = [lo_mm, hi_mm].map((at_mm) => Math.round(fromAxis_mm + (at_mm - from_mm) * scale));
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const last = zones.length - 1;
    if (last >= first && begins_mm[last]! <= high && ends_mm[last]! >= low) {
      begins_mm[last] = Math.min(begins_mm[last]!, low);
      ends_mm[last] = Math.max(ends_mm[last]!, high);
    } else {
      zones.push(zone);
      begins_mm.push(low);
      ends_mm.push(high);
    }
  }
}
