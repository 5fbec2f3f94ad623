/**
 * Switches and extended switch types: ports that match the type, endpoints used by only one switch,
 * groups of known ports (interface.md 5.2, engine.md 1.9).
 */
import type { ErrorRows } from "../infra_error.ts";
import type { NetworkIndex } from "./network_index.ts";
import type { PortPair } from "./switch_shapes.ts";
import { hasPortsOf, isSound, slotOf } from "./track_ends.ts";

/** Adds the faults of `switches` and `extended_switch_types`. */
export function checkSwitches(network: NetworkIndex, faults: ErrorRows): void {
  checkSwitchTypes(network, faults);
  for (const [index, node] of network.document.switches.entries()) {
    const { id, switch_type } = node;
    const object = { obj_type: "Switch", obj_id: id } as const;
    const shape = network.switch_types.get(switch_type);
    if (shape === undefined) {
      const reference = { type: "SwitchType", obj_id: switch_type } as const;
      faults.add(object, "switch_type", { error_type: "invalid_reference", reference });
    } else if (!hasPortsOf(node, shape)) {
      faults.add(object, "ports", { error_type: "invalid_switch_ports" });
    }
    checkEndpoints(network, faults, index);
    if (isSound(node, network)) checkHolders(network, faults, index);
  }
}

/** Checks that tracks exist and each end is on one port only. */
function checkEndpoints(network: NetworkIndex, faults: ErrorRows, index: number): void {
  const node = network.document.switches[index];
  if (node === undefined) return;
  const object = { obj_type: "Switch", obj_id: node.id } as const;
  const slots = new Set<number>();
  for (const [port, end] of Object.entries(node.ports)) {
    const slot = slotOf(end, network.tracks);
    if (slot === null) {
      const reference = { type: "TrackSection", obj_id: end.track } as const;
      faults.add(object, `ports.${port}.track`, { error_type: "invalid_reference", reference });
    } else if (slots.has(slot)) {
      faults.add(object, `ports.${port}`, { error_type: "node_endpoints_not_unique" });
    } else {
      slots.add(slot);
    }
  }
}

/** Ends of a sound switch that an earlier switch already holds. */
function checkHolders(network: NetworkIndex, faults: ErrorRows, index: number): void {
  const { switches } = network.document;
  const node = switches[index];
  if (node === undefined) return;
  for (const [port, end] of Object.entries(node.ports)) {
    const holder = network.ends.holders[slotOf(end, network.tracks) ?? -1] ?? index;
    if (holder === index) continue;
    const reference = { type: "Switch", obj_id: switches[holder]?.id ?? "" } as const;
    const object = { obj_type: "Switch", obj_id: node.id } as const;
    faults.add(object, `ports.${port}`, { error_type: "overlapping_switches", reference });
  }
}

function checkSwitchTypes(network: NetworkIndex, faults: ErrorRows): void {
  for (const { id, ports, groups } of network.document.extended_switch_types) {
    const object = { obj_type: "SwitchType", obj_id: id } as const;
    const known = new Set(ports);
    const used = new Set<string>();
    const originals = new Map<string, string>();
    for (const [name, connections] of Object.entries(groups)) {
      for (const [i, { src, dst }] of connections.entries()) {
        for (const [side, port_name] of Object.entries({ src, dst })) {
          used.add(port_name);
          if (known.has(port_name)) continue;
          const field = `groups.${name}.${i}.${side}`;
          faults.add(object, field, { error_type: "unknown_port_name", port_name });
        }
      }
      const key = canonicalGroup(connections);
      const original = originals.get(key);
      if (original === undefined) {
        originals.set(key, name);
      } else {
        const original_group_path = `groups.${original}`;
        faults.add(object, `groups.${name}`, {
          error_type: "duplicated_group",
          original_group_path,
        });
      }
    }
    for (const [i, port_name] of ports.entries()) {
      if (used.has(port_name)) continue;
      faults.add(object, `ports.${i}`, { error_type: "unused_port", port_name });
    }
  }
}

/** Two groups are equal if they connect the same pairs, in any order and direction. */
function canonicalGroup(connections: readonly PortPair[]): string {
  const pairs = connections.map(({ src, dst }) =>
    JSON.stringify(src < dst ? [src, dst] : [dst, src]),
  );
  return [...new Set(pairs)].sort().join();
}
