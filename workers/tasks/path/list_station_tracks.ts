/** Task: the tracks that a train may use at the stations of its path. */
import { stringAt } from "../../engine/infra/infra.ts";
import { resolveWaypoint, type Waypoint } from "../../engine/path/waypoints.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

export interface ListStationTracksInput {
  readonly infra: InfraRef;
  readonly stations: readonly Waypoint[];
}

/** Names of track sections, by station; empty for a station that is not in the network. */
export function listStationTracks(input: ListStationTracksInput): readonly (readonly string[])[] {
  const infra = viewInfra(input.infra);
  return input.stations.map((station) => {
    const found = resolveWaypoint(infra, station);
    if (!found.ok) return [];
    const names = found.value.map(({ track }) => stringAt(infra, infra.trackName[track] ?? 0));
    return [...new Set(names)];
  });
}
