/**
 * Where a route runs: the stretches of track sections from its entry to its exit, by the groups that it sets its switches
 * to. Sections are crossed from end to end, each once in a direction at most.
 */
import type { NetworkIndex } from "../railjson/checks/network_index.ts";
import type { RailjsonDocument } from "../railjson/schemas.ts";
import type { MapStretch } from "../railjson/track_map.ts";

type Route = RailjsonDocument["routes"][number];
type RouteEnd = Route["entry_point"];

interface Place {
  readonly track: number;
  readonly position: number;
}

/** Null: there is no way from its entry to its exit. */
export function walkRoute(network: NetworkIndex, route: Route): MapStretch[] | null {
  const entry = findEnd(network, route.entry_point);
  const exit = findEnd(network, route.exit_point);
  if (entry === null || exit === null) return null;
  const stretches: MapStretch[] = [];
  const crossed = new Set<number>();
  /** `track * 2`, and 1 more from its end to its start. */
  let slot = entry.track * 2 + (route.entry_point_direction === "START_TO_STOP" ? 0 : 1);
  let from = entry.position;
  let can_end = isAhead(slot, from, exit);
  for (;;) {
    if (crossed.has(slot)) return null;
    crossed.add(slot);
    const section = network.document.track_sections[slot >> 1];
    if (section === undefined) return null;
    const end = can_end ? exit.position : slot % 2 === 0 ? section.length : 0;
    stretches.push({ track: section.id, begin: from, end });
    if (can_end) return stretches;
    const next = crossSwitch(network, route, slot);
    if (next === null) return null;
    slot = next;
    from = slot % 2 === 0 ? 0 : (network.document.track_sections[slot >> 1]?.length ?? 0);
    can_end = slot >> 1 === exit.track;
  }
}

function isAhead(slot: number, from: number, { track, position }: Place): boolean {
  if (slot >> 1 !== track) return false;
  return slot % 2 === 0 ? position > from : position < from;
}

/** The directed section beyond the end of a directed one; null: the route sets no way there. */
function crossSwitch(network: NetworkIndex, route: Route, slot: number): number | null {
  // Run from its start (even) a section is left at its end, whose place is odd.
  const end = slot ^ 1;
  const crossed = network.document.switches[network.endpoint_switches[end] ?? -1];
  const groups = network.switch_types.get(crossed?.switch_type ?? "")?.groups;
  if (crossed === undefined || groups === undefined) return null;
  const set = Object.hasOwn(route.switches_directions, crossed.id)
    ? route.switches_directions[crossed.id]
    : undefined;
  const joined = groups.size === 1 ? [...groups.values()][0] : groups.get(set ?? "");
  const port = network.endpoint_ports[end] ?? "";
  const pair = joined?.find(({ src, dst }) => src === port || dst === port);
  if (pair === undefined) return null;
  const other = pair.src === port ? pair.dst : pair.src;
  const entered = Object.hasOwn(crossed.ports, other) ? crossed.ports[other] : undefined;
  const track = network.tracks.get(entered?.track ?? "");
  if (entered === undefined || track === undefined) return null;
  return track * 2 + (entered.endpoint === "BEGIN" ? 0 : 1);
}

function findEnd(network: NetworkIndex, { type, id }: RouteEnd): Place | null {
  const { detectors, buffer_stops } = network.document;
  const point =
    type === "Detector"
      ? detectors[network.detectors.get(id) ?? -1]
      : buffer_stops[network.buffer_stops.get(id) ?? -1];
  const track = network.tracks.get(point?.track ?? "");
  return point === undefined || track === undefined ? null : { track, position: point.position };
}
