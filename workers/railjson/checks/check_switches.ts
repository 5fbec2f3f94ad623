/**
 * Switches and extended switch types: ports that match the type, endpoints that only one switch
 * holds, groups that name known ports (interface.md 5.2, engine.md 1.9).
 */
import type { ErrorRows } from "../infra_error.ts";
import type { NetworkIndex, PortPair } from "./network_index.ts";

/** Adds the faults of `switches` and `extended_switch_types`. */
export function checkSwitches(network: NetworkIndex, faults: ErrorRows): void {
  checkSwitchTypes(network, faults);
  for (const [index, { id, switch_type, ports }] of network.document.switches.entries()) {
    const object = { obj_type: "Switch", obj_id: id } as const;
    const shape = network.switch_types.get(switch_type);
    if (shape === undefined) {
      const reference = { type: "SwitchType", obj_id: switch_type } as const;
      faults.add(object, "switch_type", { error_type: "invalid_reference", reference });
    } else {
      const names = Object.keys(ports);
      const fits = names.length === shape.ports.size && names.every((p) => shape.ports.has(p));
      if (!fits) faults.add(object, "ports", { error_type: "invalid_switch_ports" });
    }
    checkEndpoints(network, faults, index);
  }
}

function checkEndpoints(network: NetworkIndex, faults: ErrorRows, index: number): void {
  const node = network.document.switches[index];
  if (node === undefined) return;
  const object = { obj_type: "Switch", obj_id: node.id } as const;
  for (const [port, { track, endpoint }] of Object.entries(node.ports)) {
    const track_index = network.tracks.get(track);
    if (track_index === undefined) {
      const reference = { type: "TrackSection", obj_id: track } as const;
      faults.add(object, `ports.${port}.track`, { error_type: "invalid_reference", reference });
      continue;
    }
    const slot = track_index * 2 + (endpoint === "END" ? 1 : 0);
    const holder = network.endpoint_switches[slot];
    if (holder === index) {
      if (network.endpoint_ports[slot] === port) continue;
      faults.add(object, `ports.${port}`, { error_type: "node_endpoints_not_unique" });
    } else {
      const obj_id = network.document.switches[holder ?? -1]?.id ?? "";
      const reference = { type: "Switch", obj_id } as const;
      faults.add(object, `ports.${port}`, { error_type: "overlapping_switches", reference });
    }
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

/** Two groups are the same when they connect the same pairs, whatever the order or the direction. */
function canonicalGroup(connections: readonly PortPair[]): string {
  const pairs = connections.map(({ src, dst }) =>
    JSON.stringify(src < dst ? [src, dst] : [dst, src]),
  );
  return [...new Set(pairs)].sort().join();
}
