/**
 * Routes: references, groups of the switches they cross, and the walk from entry to exit (engine.md 1.11). The walk
 * is over track sections, not chunks: a section entered at one end is left at the other unless the exit waypoint lies
 * on it. One section may be crossed once in each direction; a stamp per directed section and per switch makes a walk
 * cost its own length, with nothing to clear between routes.
 */
import { toMilli } from "../../engine/units.ts";
import type { ErrorRows } from "../infra_error.ts";
import { MAX_ROUTE_STEPS } from "../limits.ts";
import type { RailjsonDocument } from "../schemas.ts";
import type { NetworkIndex } from "./network_index.ts";

type Route = RailjsonDocument["routes"][number];

interface Place {
  readonly track: number;
  readonly offset_mm: number;
}

/** What the walks of all routes share. */
interface RouteScan {
  readonly network: NetworkIndex;
  /** [2 * nTracks] by directed section: 1 + index of the last route that crossed it. */
  readonly track_stamps: Uint32Array;
  /** [nSwitches]: 1 + index of the last route that crossed it. */
  readonly switch_stamps: Uint32Array;
  /** [nTracks]: 1 when a complete route crosses some of it. */
  readonly covered_tracks: Uint8Array;
  /** [2 * nTracks] scratch: directed sections of the walk at hand. */
  readonly walked_slots: Int32Array;
  steps_left: number;
}

interface Walk {
  readonly entry: Place;
  readonly exit: Place;
  /** Directed sections, `track * 2 + (STOP_TO_START ? 1 : 0)`. */
  readonly first_slot: number;
  readonly last_slot: number;
}

/**
 * Adds the faults of routes and `missing_route` of track sections. Returns false when all routes
 * together cross more than `MAX_ROUTE_STEPS` sections: the document is then too large to be checked.
 */
export function checkRoutes(network: NetworkIndex, faults: ErrorRows): boolean {
  const { routes, track_sections, switches } = network.document;
  const scan: RouteScan = {
    network,
    track_stamps: new Uint32Array(track_sections.length * 2),
    switch_stamps: new Uint32Array(switches.length),
    covered_tracks: new Uint8Array(track_sections.length),
    walked_slots: new Int32Array(track_sections.length * 2),
    steps_left: MAX_ROUTE_STEPS,
  };
  for (const [index, route] of routes.entries()) {
    checkRoute(scan, faults, { route, stamp: index + 1 });
    if (scan.steps_left < 0) return false;
  }
  for (const [index, { id }] of track_sections.entries()) {
    if (scan.covered_tracks[index] === 1) continue;
    faults.add({ obj_type: "TrackSection", obj_id: id }, null, { error_type: "missing_route" });
  }
  return true;
}

function checkRoute(
  scan: RouteScan,
  faults: ErrorRows,
  item: { route: Route; stamp: number },
): void {
  const { route, stamp } = item;
  const object = { obj_type: "Route", obj_id: route.id } as const;
  const are_ends_known = checkEnds(scan.network, faults, route);
  checkGroups(scan.network, faults, route);
  for (const [i, detector] of route.release_detectors.entries()) {
    if (scan.network.detectors.has(detector)) continue;
    const reference = { type: "Detector", obj_id: detector } as const;
    faults.add(object, `release_detectors.${i}`, { error_type: "invalid_reference", reference });
  }
  if (!are_ends_known) return;
  const walk = walkRoute(scan, route, stamp);
  if (walk === null) {
    faults.add(object, null, { error_type: "invalid_route" });
    return;
  }
  checkOutOfPath(scan, faults, { route, stamp, walk });
}

/** True when both waypoints exist and lie on known tracks. */
function checkEnds(network: NetworkIndex, faults: ErrorRows, route: Route): boolean {
  for (const field of ["entry_point", "exit_point"] as const) {
    const { type, id } = route[field];
    const known = type === "Detector" ? network.detectors : network.buffer_stops;
    if (known.has(id)) continue;
    faults.add({ obj_type: "Route", obj_id: route.id }, field, {
      error_type: "invalid_reference",
      reference: { type, obj_id: id },
    });
  }
  return (
    placeOf(network, route.entry_point) !== null && placeOf(network, route.exit_point) !== null
  );
}

function checkGroups(network: NetworkIndex, faults: ErrorRows, route: Route): void {
  const object = { obj_type: "Route", obj_id: route.id } as const;
  for (const [switch_id, group] of Object.entries(route.switches_directions)) {
    const index = network.switches.get(switch_id);
    const node = index === undefined ? undefined : network.document.switches[index];
    if (node === undefined) {
      const reference = { type: "Switch", obj_id: switch_id } as const;
      const field = `switches_directions.${switch_id}`;
      faults.add(object, field, { error_type: "invalid_reference", reference });
      continue;
    }
    const shape = network.switch_types.get(node.switch_type);
    if (shape === undefined || shape.groups.has(group)) continue;
    const { switch_type } = node;
    const field = `switches_directions.${switch_id}`;
    faults.add(object, field, { error_type: "invalid_group", group, switch_type });
  }
}

/** Follows the route; null when it has no way from its entry to its exit. */
function walkRoute(scan: RouteScan, route: Route, stamp: number): Walk | null {
  const { network, track_stamps, walked_slots } = scan;
  const entry = placeOf(network, route.entry_point);
  const exit = placeOf(network, route.exit_point);
  if (entry === null || exit === null) return null;
  const first_slot = entry.track * 2 + (route.entry_point_direction === "START_TO_STOP" ? 0 : 1);
  const exit_ahead_mm = exit.offset_mm - entry.offset_mm;
  let is_met = exit.track === entry.track && (first_slot % 2 === 0 ? 1 : -1) * exit_ahead_mm > 0;
  let slot = first_slot;
  let count = 0;
  for (;;) {
    if (track_stamps[slot] === stamp) return null;
    track_stamps[slot] = stamp;
    walked_slots[count++] = slot;
    if (--scan.steps_left < 0) return null;
    if (is_met) break;
    const next = nextSlot(scan, route, { slot, stamp });
    if (next === null) return null;
    slot = next;
    is_met = exit.track === slot >> 1;
  }
  for (let i = 0; i < count; i++) scan.covered_tracks[(walked_slots[i] ?? 0) >> 1] = 1;
  return { entry, exit, first_slot, last_slot: slot };
}

/** The directed section beyond the end of a directed one, or null; stamps the switch. */
function nextSlot(
  scan: RouteScan,
  route: Route,
  at: { slot: number; stamp: number },
): number | null {
  const { network } = scan;
  // Travelled START_TO_STOP (even slot) a section is left at END, whose endpoint slot is odd.
  const endpoint = at.slot ^ 1;
  const switch_index = network.endpoint_switches[endpoint] ?? -1;
  const node = network.document.switches[switch_index];
  if (node === undefined) return null;
  const groups = network.switch_types.get(node.switch_type)?.groups;
  if (groups === undefined) return null;
  const only = groups.size === 1 ? groups.values().next().value : undefined;
  const chosen = Object.hasOwn(route.switches_directions, node.id)
    ? route.switches_directions[node.id]
    : undefined;
  const connections = only ?? groups.get(chosen ?? "");
  const entry_port = network.endpoint_ports[endpoint] ?? "";
  const pair = connections?.find(({ src, dst }) => src === entry_port || dst === entry_port);
  if (pair === undefined) return null;
  scan.switch_stamps[switch_index] = at.stamp;
  const exit_port = pair.src === entry_port ? pair.dst : pair.src;
  if (!Object.hasOwn(node.ports, exit_port)) return null;
  const port = node.ports[exit_port];
  const track = port === undefined ? undefined : network.tracks.get(port.track);
  if (port === undefined || track === undefined) return null;
  return track * 2 + (port.endpoint === "BEGIN" ? 0 : 1);
}

/** Adds `object_out_of_path` of what the route names but doesn't meet. */
function checkOutOfPath(
  scan: RouteScan,
  faults: ErrorRows,
  item: { route: Route; stamp: number; walk: Walk },
): void {
  const { route, stamp, walk } = item;
  const { network } = scan;
  const object = { obj_type: "Route", obj_id: route.id } as const;
  for (const [i, obj_id] of route.release_detectors.entries()) {
    const place = placeOf(network, { type: "Detector", id: obj_id });
    if (place === null || isOnWalk(scan, place, { stamp, walk })) continue;
    const reference = { type: "Detector", obj_id } as const;
    faults.add(object, `release_detectors.${i}`, { error_type: "object_out_of_path", reference });
  }
  for (const obj_id of Object.keys(route.switches_directions)) {
    const index = network.switches.get(obj_id);
    if (index === undefined || scan.switch_stamps[index] === stamp) continue;
    const reference = { type: "Switch", obj_id } as const;
    const field = `switches_directions.${obj_id}`;
    faults.add(object, field, { error_type: "object_out_of_path", reference });
  }
}

/** The first and the last section count only from the entry and up to the exit. */
function isOnWalk(scan: RouteScan, place: Place, at: { stamp: number; walk: Walk }): boolean {
  const { entry, exit, first_slot, last_slot } = at.walk;
  for (const slot of [place.track * 2, place.track * 2 + 1]) {
    if (scan.track_stamps[slot] !== at.stamp) continue;
    const sign = slot % 2 === 0 ? 1 : -1;
    const is_after_entry = slot !== first_slot || sign * (place.offset_mm - entry.offset_mm) >= 0;
    const is_before_exit = slot !== last_slot || sign * (exit.offset_mm - place.offset_mm) >= 0;
    if (is_after_entry && is_before_exit) return true;
  }
  return false;
}

function placeOf(network: NetworkIndex, waypoint: Route["entry_point"]): Place | null {
  const { detectors, buffer_stops } = network.document;
  const point =
    waypoint.type === "Detector"
      ? detectors[network.detectors.get(waypoint.id) ?? -1]
      : buffer_stops[network.buffer_stops.get(waypoint.id) ?? -1];
  const track = network.tracks.get(point?.track ?? "");
  if (point === undefined || track === undefined) return null;
  return { track, offset_mm: toMilli(point.position) };
}
