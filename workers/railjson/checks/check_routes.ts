/** Routes: references, groups of the switches they cross, and the walk from entry to exit (engine.md 1.11). */
import type { ErrorRows } from "../infra_error.ts";
import { MAX_ROUTE_STEPS } from "../limits.ts";
import type { RailjsonDocument } from "../schemas.ts";
import type { NetworkIndex } from "./network_index.ts";
import { placeOf, RouteWalker, type Walk } from "./route_walk.ts";

type Route = RailjsonDocument["routes"][number];

/** What the checks of all routes share. */
interface RouteScan {
  readonly network: NetworkIndex;
  readonly walker: RouteWalker;
  /** [nTracks]: 1 if a complete route crosses a part of it. */
  readonly covered_tracks: Uint8Array;
}

/**
 * Adds the faults of routes, and `missing_route` of track sections. Returns false if all routes
 * together cross more than `MAX_ROUTE_STEPS` sections: the document is then too large to check.
 */
export function checkRoutes(network: NetworkIndex, faults: ErrorRows): boolean {
  const { routes, track_sections } = network.document;
  const walker = new RouteWalker(network, MAX_ROUTE_STEPS);
  const scan = { network, walker, covered_tracks: new Uint8Array(track_sections.length) };
  for (const route of routes) {
    checkRoute(scan, faults, route);
    if (walker.has_no_steps_left) return false;
  }
  for (const [index, { id }] of track_sections.entries()) {
    if (scan.covered_tracks[index] === 1) continue;
    faults.add({ obj_type: "TrackSection", obj_id: id }, null, { error_type: "missing_route" });
  }
  return true;
}

function checkRoute(scan: RouteScan, faults: ErrorRows, route: Route): void {
  const object = { obj_type: "Route", obj_id: route.id } as const;
  const are_ends_known = checkEnds(scan.network, faults, route);
  checkGroups(scan.network, faults, route);
  for (const [i, detector] of route.release_detectors.entries()) {
    if (scan.network.detectors.has(detector)) continue;
    const reference = { type: "Detector", obj_id: detector } as const;
    faults.add(object, `release_detectors.${i}`, { error_type: "invalid_reference", reference });
  }
  if (!are_ends_known) return;
  const walk = scan.walker.walk(route);
  if (walk === null) {
    faults.add(object, null, { error_type: "invalid_route" });
    return;
  }
  for (const slot of scan.walker.listSlots(walk)) scan.covered_tracks[slot >> 1] = 1;
  checkOutOfPath(scan, faults, { route, walk });
}

/** True if both waypoints exist and are on known tracks. */
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

/** Adds `object_out_of_path` for objects that the route names but does not meet. */
function checkOutOfPath(
  scan: RouteScan,
  faults: ErrorRows,
  item: { route: Route; walk: Walk },
): void {
  const { route, walk } = item;
  const { network, walker } = scan;
  const object = { obj_type: "Route", obj_id: route.id } as const;
  for (const [i, obj_id] of route.release_detectors.entries()) {
    const place = placeOf(network, { type: "Detector", id: obj_id });
    if (place === null || walker.meets(walk, place)) continue;
    const reference = { type: "Detector", obj_id } as const;
    faults.add(object, `release_detectors.${i}`, { error_type: "object_out_of_path", reference });
  }
  for (const obj_id of Object.keys(route.switches_directions)) {
    const index = network.switches.get(obj_id);
    if (index === undefined || walker.crosses(walk, index)) continue;
    const reference = { type: "Switch", obj_id } as const;
    const field = `switches_directions.${obj_id}`;
    faults.add(object, field, { error_type: "object_out_of_path", reference });
  }
}
