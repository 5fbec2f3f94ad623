/** The ports of a switch type, and which of them each group joins (engine.md 1.9). */
import type { RailjsonDocument } from "../schemas.ts";

export interface PortPair {
  readonly src: string;
  readonly dst: string;
}

export interface SwitchShape {
  readonly ports: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, readonly PortPair[]>;
  /** Port → other ports that a group joins it to. */
  readonly joined_ports: ReadonlyMap<string, ReadonlySet<string>>;
}

const BUILTIN_TYPES: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ["link", "A B", { STATIC: "A-B" }],
  ["point_switch", "A B1 B2", { A_B1: "A-B1", A_B2: "A-B2" }],
  ["crossing", "A1 A2 B1 B2", { STATIC: "A1-B1 A2-B2" }],
  ["single_slip_switch", "A1 A2 B1 B2", { STATIC: "A1-B1 A2-B2", A1_B2: "A1-B2" }],
  [
    "double_slip_switch",
    "A1 A2 B1 B2",
    { A1_B1: "A1-B1", A1_B2: "A1-B2", A2_B1: "A2-B1", A2_B2: "A2-B2" },
  ],
];

/** Switch types that every network has. */
export const BUILTIN_TYPE_IDS: ReadonlySet<string> = new Set(BUILTIN_TYPES.map(([id]) => id));

/** Extended types first: built-in ones override them (engine.md 1.9). */
export function indexSwitchTypes(
  document: Pick<RailjsonDocument, "extended_switch_types">,
): ReadonlyMap<string, SwitchShape> {
  const types = new Map<string, SwitchShape>();
  for (const { id, ports, groups } of document.extended_switch_types) {
    types.set(id, makeShape(ports, Object.entries(groups)));
  }
  for (const [id, ports, groups] of BUILTIN_TYPES) {
    const parsed = Object.entries(groups).map(([name, pairs]) => {
      const connections = pairs.split(" ").map((pair) => {
        const [src = "", dst = ""] = pair.split("-");
        return { src, dst };
      });
      return [name, connections] as const;
    });
    types.set(id, makeShape(ports.split(" "), parsed));
  }
  return types;
}

function makeShape(
  ports: readonly string[],
  groups: readonly (readonly [string, readonly PortPair[]])[],
): SwitchShape {
  const joined_ports = new Map<string, Set<string>>();
  const join = (port: string, other: string): void => {
    const others = joined_ports.get(port);
    if (others === undefined) joined_ports.set(port, new Set([other]));
    else others.add(other);
  };
  for (const [, pairs] of groups) {
    for (const { src, dst } of pairs) {
      if (src === dst) continue;
      join(src, dst);
      join(dst, src);
    }
  }
  return { ports: new Set(ports), groups: new Map(groups), joined_ports };
}
