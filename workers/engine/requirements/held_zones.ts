/** The zones that a train holds at a time of its run: those it is in, those kept free for it, those its routes lock. */
import type { Infra } from "../infra/infra.ts";
import type { Requirements } from "./packed_requirements.ts";

export type HeldState = "OCCUPIED" | "RESERVED" | "ROUTE_SET";

/** By zone, with its state; of several states the first in their order. */
export function listHeldZones(
  { zonePathZone }: Pick<Infra, "zonePathZone">,
  train: Requirements,
  time_ms: number,
): Map<number, HeldState> {
  const held = new Map<number, HeldState>();
  for (const zone of listOccupied(train, time_ms)) held.set(zone, "OCCUPIED");
  const { spacingZones, spacingBegins_ms, spacingEnds_ms } = train;
  for (let i = 0; i < spacingZones.length; i++) {
    const zone = spacingZones[i]!;
    if (held.has(zone) || spacingBegins_ms[i]! > time_ms || spacingEnds_ms[i]! <= time_ms) continue;
    held.set(zone, "RESERVED");
  }
  const { routes, routeBegins_ms, routeZoneStart, routeZonePaths, routeZoneEnds_ms } = train;
  for (let route = 0; route < routes.length; route++) {
    if (routeBegins_ms[route]! > time_ms) continue;
    for (let k = routeZoneStart[route]!; k < routeZoneStart[route + 1]!; k++) {
      const zone = zonePathZone[routeZonePaths[k]!]!;
      if (!held.has(zone) && routeZoneEnds_ms[k]! > time_ms) held.set(zone, "ROUTE_SET");
    }
  }
  return held;
}

/** A zone that is left and entered at the same time is occupied. */
function listOccupied({ updateZones, updateTimes_ms }: Requirements, time_ms: number): Set<number> {
  const inside = new Map<number, number>();
  for (let i = 0; i < updateZones.length && updateTimes_ms[i]! <= time_ms; i++) {
    const zone = updateZones[i]! >>> 1;
    const entered = (updateZones[i]! & 1) === 1 ? 1 : -1;
    inside.set(zone, (inside.get(zone) ?? 0) + entered);
  }
  return new Set([...inside].flatMap(([zone, count]) => (count > 0 ? [zone] : [])));
}
