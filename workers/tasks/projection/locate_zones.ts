/** Task: the tracks of zones on the map, for showing events in a zone such as conflicts. */
import { readZoneLines } from "../../engine/path/zone_lines.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

export interface LocateZonesInput {
  readonly infra: InfraRef;
  /** Names, each once. */
  readonly zones: readonly string[];
}

/** JSON of an object: zone → lines (GeoJSON); zones missing in the network are left out. */
export function locateZones({ infra, zones }: LocateZonesInput): string {
  const view = viewInfra(infra);
  const texts = zones.flatMap((name) => {
    const lines = readZoneLines(view, name);
    if (lines === null) return [];
    const geometry = JSON.stringify({ type: "MultiLineString", coordinates: lines });
    return [`${JSON.stringify(name)}:${geometry}`];
  });
  return `{${texts.join(",")}}`;
}
