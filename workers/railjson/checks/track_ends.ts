/**
 * The switches at the ends of tracks. A switch without faults of its own holds its ends; a later one at the
 * same end overlaps it. An end is linked if a group of a switch joins its port to another port of the switch,
 * whatever else is wrong with that switch. An end without a link is free and should have a buffer stop. A walk
 * leaves a track through the switch that holds the end, else through the first one that links it.
 */
import type { RailjsonDocument } from "../schemas.ts";
import type { SwitchShape } from "./switch_shapes.ts";

type Switch = RailjsonDocument["switches"][number];

/** Slots are `track * 2 + (END ? 1 : 0)`. */
export interface TrackEnds {
  /** [2 * nTracks] index of the switch that holds it, or -1. */
  readonly holders: Int32Array;
  /** [2 * nTracks] index of the switch through which a walk leaves the track, or -1. */
  readonly links: Int32Array;
  /** [2 * nTracks] port of that switch, or "". */
  readonly link_ports: readonly string[];
}

export interface SwitchContext {
  readonly tracks: ReadonlyMap<string, number>;
  readonly switch_types: ReadonlyMap<string, SwitchShape>;
}

/** Of several switches at one end, the first in file order counts. */
export function indexTrackEnds(switches: readonly Switch[], context: SwitchContext): TrackEnds {
  const slot_count = context.tracks.size * 2;
  const holders = new Int32Array(slot_count).fill(-1);
  const links = new Int32Array(slot_count).fill(-1);
  const link_ports = Array.from({ length: slot_count }, () => "");
  const link = (slot: number, index: number, port: string): void => {
    links[slot] = index;
    link_ports[slot] = port;
  };
  for (const [index, node] of switches.entries()) {
    const is_sound = isSound(node, context);
    const linked_ports = listLinkedPorts(node, context);
    for (const [port, end] of Object.entries(node.ports)) {
      const slot = slotOf(end, context.tracks);
      if (slot === null) continue;
      const holds = is_sound && holders[slot] === -1;
      if (holds) holders[slot] = index;
      // The holder's link takes precedence, even over that of an earlier faulty switch.
      if (linked_ports.has(port) && (holds || links[slot] === -1)) link(slot, index, port);
    }
  }
  return { holders, links, link_ports };
}

/** Null for a missing track. */
export function slotOf(
  { track, endpoint }: Switch["ports"][string],
  tracks: SwitchContext["tracks"],
): number | null {
  const index = tracks.get(track);
  return index === undefined ? null : index * 2 + (endpoint === "END" ? 1 : 0);
}

/** Whether the switch has exactly the ports of its type. */
export function hasPortsOf({ ports }: Switch, shape: SwitchShape): boolean {
  const names = Object.keys(ports);
  return names.length === shape.ports.size && names.every((name) => shape.ports.has(name));
}

/** Whether type, tracks and ports of the switch are right, and no two ports are at one end. */
export function isSound(node: Switch, { tracks, switch_types }: SwitchContext): boolean {
  const shape = switch_types.get(node.switch_type);
  if (shape === undefined || !hasPortsOf(node, shape)) return false;
  const slots = new Set<number>();
  for (const end of Object.values(node.ports)) {
    const slot = slotOf(end, tracks);
    if (slot === null || slots.has(slot)) return false;
    slots.add(slot);
  }
  return true;
}

/** Ports that a group of the type joins to another port of the switch. */
function listLinkedPorts(
  { switch_type, ports }: Switch,
  { switch_types }: SwitchContext,
): ReadonlySet<string> {
  const joined = switch_types.get(switch_type)?.joined_ports;
  const names = Object.keys(ports);
  const isLinked = (port: string): boolean => {
    const others = joined?.get(port);
    if (others === undefined) return false;
    // Searches the shorter of the two lists, because a type may have any number of groups.
    if (others.size > names.length) return names.some((name) => others.has(name));
    for (const other of others) if (Object.hasOwn(ports, other)) return true;
    return false;
  };
  return new Set(names.filter(isLinked));
}
