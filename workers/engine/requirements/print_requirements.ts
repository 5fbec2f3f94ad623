/** Prints packed requirements as the fields of a simulation's final output (interface.md 10.2). */
import { type Infra, jsonAt, stringAt } from "../infra/infra.ts";
import { openRequirements, type Requirements } from "./packed_requirements.ts";

/** Returns the four fields as JSON text without braces. */
export function printRequirements(infra: Infra, packed: SharedArrayBuffer, byteOffset = 0): string {
  const requirements = openRequirements(packed, byteOffset);
  return (
    `"signal_sightings":[${printSightings(infra, requirements)}],` +
    `"zone_updates":[${printUpdates(infra, requirements)}],` +
    `"spacing_requirements":[${printSpacing(infra, requirements)}],` +
    `"routing_requirements":[${printRouting(infra, requirements)}]`
  );
}

/** The contract has no other state in a sighting. */
const SIGHTED_STATE = "VL";

function printSightings(infra: Infra, requirements: Requirements): string {
  const { sightedSignals, sightingTimes_ms, sightingPositions_mm } = requirements;
  let text = "";
  for (let i = 0; i < sightedSignals.length; i++) {
    text +=
      `${i === 0 ? "" : ","}{"signal":${jsonAt(infra, infra.signalName[sightedSignals[i]!]!)},` +
      `"time":${sightingTimes_ms[i]!},"position":${sightingPositions_mm[i]!},` +
      `"state":"${SIGHTED_STATE}"}`;
  }
  return text;
}

function printUpdates(infra: Infra, requirements: Requirements): string {
  const { updateZones, updateTimes_ms, updatePositions_mm } = requirements;
  let text = "";
  for (let i = 0; i < updateZones.length; i++) {
    text +=
      `${i === 0 ? "" : ","}{"zone":${jsonAt(infra, infra.zoneName[updateZones[i]! >>> 1]!)},` +
      `"time":${updateTimes_ms[i]!},"position":${updatePositions_mm[i]!},` +
      `"is_entry":${(updateZones[i]! & 1) === 1}}`;
  }
  return text;
}

function printSpacing(infra: Infra, requirements: Requirements): string {
  const { spacingZones, spacingBegins_ms, spacingEnds_ms } = requirements;
  let text = "";
  for (let i = 0; i < spacingZones.length; i++) {
    text +=
      `${i === 0 ? "" : ","}{"zone":${jsonAt(infra, infra.zoneName[spacingZones[i]!]!)},` +
      `"begin_time":${spacingBegins_ms[i]!},"end_time":${spacingEnds_ms[i]!}}`;
  }
  return text;
}

function printRouting(infra: Infra, requirements: Requirements): string {
  const { routes, routeBegins_ms, routeZoneStart, routeZonePaths, routeZoneEnds_ms } = requirements;
  let text = "";
  for (let r = 0; r < routes.length; r++) {
    let zones = "";
    for (let i = routeZoneStart[r]!; i < routeZoneStart[r + 1]!; i++) {
      const zone = printRouteZone(infra, routeZonePaths[i]!);
      zones += `${zones === "" ? "" : ","}{${zone},"end_time":${routeZoneEnds_ms[i]!}}`;
    }
    text +=
      `${r === 0 ? "" : ","}{"route":${jsonAt(infra, infra.routeName[routes[r]!]!)},` +
      `"begin_time":${routeBegins_ms[r]!},"zones":[${zones}]}`;
  }
  return text;
}

function printRouteZone(infra: Infra, zonePath: number): string {
  let switches = "";
  const end = infra.zonePathNodeStart[zonePath + 1]!;
  for (let k = infra.zonePathNodeStart[zonePath]!; k < end; k++) {
    const node = jsonAt(infra, infra.nodeName[infra.zonePathNodes[k]!]!);
    const config = jsonAt(infra, infra.configName[infra.zonePathConfigs[k]!]!);
    switches += `${switches === "" ? "" : ","}${node}:${config}`;
  }
  const zone = jsonAt(infra, infra.zoneName[infra.zonePathZone[zonePath]!]!);
  const entry = printDetector(infra, infra.zonePathEntry[zonePath]!);
  const exit = printDetector(infra, infra.zonePathExit[zonePath]!);
  return `"zone":${zone},"entry_detector":${entry},"exit_detector":${exit},"switches":{${switches}}`;
}

function printDetector(infra: Infra, directed: number): string {
  const name = stringAt(infra, infra.detectorName[directed >>> 1]!);
  return JSON.stringify(`${(directed & 1) === 0 ? "INCREASING" : "DECREASING"}:${name}`);
}
