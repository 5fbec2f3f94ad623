/** Task: the zones that trains hold at a time of their runs, on the map. */
import { stringAt } from "../../engine/infra/infra.ts";
import { readLinesOfZone } from "../../engine/path/zone_lines.ts";
import { type HeldState, listHeldZones } from "../../engine/requirements/held_zones.ts";
import { openRequirements } from "../../engine/requirements/packed_requirements.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef, RequirementsRef } from "../types.ts";

export interface LocateHeldZonesInput {
  readonly infra: InfraRef;
  readonly trains: readonly {
    readonly requirements: RequirementsRef;
    /** Since the train's start, within its run. */
    readonly time_ms: number;
  }[];
}

export interface HeldZone {
  readonly zone: string;
  readonly state: HeldState;
  /** JSON text of the tracks of the zone (GeoJSON). */
  readonly geometry: string;
}

/** One list per train. */
export function locateHeldZones({ infra, trains }: LocateHeldZonesInput): HeldZone[][] {
  const view = viewInfra(infra);
  const texts = new Map<number, string>();
  const printZone = (zone: number): string => {
    const known = texts.get(zone);
    if (known !== undefined) return known;
    const coordinates = readLinesOfZone(view, zone);
    const text = JSON.stringify({ type: "MultiLineString", coordinates });
    texts.set(zone, text);
    return text;
  };
  return trains.map(({ requirements: { buffer, byte_offset }, time_ms }) => {
    const held = listHeldZones(view, openRequirements(buffer, byte_offset), time_ms);
    return Array.from(held, ([zone, state]) => ({
      zone: stringAt(view, view.zoneName[zone] ?? 0),
      state,
      geometry: printZone(zone),
    }));
  });
}
