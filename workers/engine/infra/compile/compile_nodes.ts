/**
 * Nodes and zones (engine.md 1.9, 1.10). A node joins track endpoints; its configurations are lists of joined
 * endpoint pairs. Zones lie between detectors: a union-find over endpoints finds those that contain nodes.
 */

import { NONE } from "../layout.ts";
import { type Draft, type DraftTables, fillRows, setSection } from "./draft.ts";
import type { RailjsonInput, RailjsonSwitch, RailjsonSwitchType } from "./railjson_input.ts";

const group = (...pairs: string[]): { src: string; dst: string }[] =>
  pairs.map((pair) => {
    const [src = "", dst = ""] = pair.split("-");
    return { src, dst };
  });

const SLIP_PORTS = ["A1", "B1", "A2", "B2"];

const BUILTIN_TYPES: readonly RailjsonSwitchType[] = [
  { id: "link", ports: ["A", "B"], groups: { STATIC: group("A-B") } },
  {
    id: "point_switch",
    ports: ["A", "B1", "B2"],
    groups: { A_B1: group("A-B1"), A_B2: group("A-B2") },
  },
  { id: "crossing", ports: SLIP_PORTS, groups: { STATIC: group("A1-B1", "A2-B2") } },
  {
    id: "single_slip_switch",
    ports: SLIP_PORTS,
    groups: { STATIC: group("A1-B1", "A2-B2"), A1_B2: group("A1-B2") },
  },
  {
    id: "double_slip_switch",
    ports: SLIP_PORTS,
    groups: {
      A1_B1: group("A1-B1"),
      A1_B2: group("A1-B2"),
      A2_B1: group("A2-B1"),
      A2_B2: group("A2-B2"),
    },
  },
];

export function compileNodes(draft: Draft, input: RailjsonInput): void {
  const types = listTypes(input);
  for (const node of input.switches) {
    const type = types.get(node.switch_type);
    if (draft.nodeOf.has(node.id)) {
      draft.faults.add("duplicate_id", "Switch", node.id, "another switch has this id");
    } else if (type === undefined) {
      const detail = `no switch type ${node.switch_type}`;
      draft.faults.add("unknown_reference", "Switch", node.id, detail);
    } else {
      addNode(draft, node, type);
    }
  }
  draft.tables.nodeFirstConfig.push(draft.tables.configName.length);
}

/** Switch types by their ids. */
export function listTypes(
  input: Pick<RailjsonInput, "extended_switch_types">,
): ReadonlyMap<string, RailjsonSwitchType> {
  const types = new Map<string, RailjsonSwitchType>();
  for (const type of [...input.extended_switch_types, ...BUILTIN_TYPES]) types.set(type.id, type);
  return types;
}

/** Track ends joined by configurations, each pair in both directions. */
export interface EndJoins {
  readonly ends: number[];
  readonly others: number[];
  readonly configs: number[];
}

/** Lists for each track end the ends that some configuration joins to it. */
export function joinTrackEnds(draft: Draft): void {
  fillEndJoins(draft.tables, listJoins(draft));
}

export function listJoins({ tables, configPairs, configPairStart }: Draft): EndJoins {
  const joins: EndJoins = { ends: [], others: [], configs: [] };
  for (let config = 0; config < tables.configName.length; config++) {
    for (let i = configPairStart[config]!; i < configPairStart[config + 1]!; i += 2) {
      const from = configPairs[i]!;
      const to = configPairs[i + 1]!;
      if (from === to) continue;
      joins.ends.push(from, to);
      joins.others.push(to, from);
      joins.configs.push(config, config);
    }
  }
  return joins;
}

export function fillEndJoins(tables: DraftTables, { ends, others, configs }: EndJoins): void {
  const nEnds = tables.trackNode.length;
  const joined = { start: "endJoinStart", items: "endJoins", nRows: nEnds } as const;
  fillRows(tables, joined, { rows: ends, values: others });
  fillRows(tables, { items: "endJoinConfigs", nRows: nEnds }, { rows: ends, values: configs });
}

function addNode(draft: Draft, node: RailjsonSwitch, type: RailjsonSwitchType): void {
  const { tables, faults } = draft;
  const index = tables.nodeName.length;
  const ports = new Map<string, number>();
  for (const [port, { track, endpoint }] of Object.entries(node.ports)) {
    const trackIndex = draft.trackOf.get(track);
    if (trackIndex === undefined) {
      faults.add("unknown_reference", "Switch", node.id, `no track section ${track}`);
      continue;
    }
    const end = trackIndex * 2 + (endpoint === "BEGIN" ? 0 : 1);
    ports.set(port, end);
    if (tables.trackNode[end] !== NONE) {
      faults.add("endpoint_used_twice", "Switch", node.id, `${endpoint} of ${track} has a node`);
    }
    tables.trackNode[end] = index;
  }
  const expected = new Set(type.ports);
  if (expected.size !== ports.size || [...expected].some((port) => !ports.has(port))) {
    faults.add("invalid_ports", "Switch", node.id, `ports differ from those of ${type.id}`);
  }
  draft.nodeOf.set(node.id, index);
  tables.nodeName.push(draft.strings.intern(node.id));
  tables.nodeFirstConfig.push(tables.configName.length);
  for (const [name, pairs] of Object.entries(type.groups)) {
    tables.configName.push(draft.strings.intern(name));
    for (const { src, dst } of pairs) {
      const from = ports.get(src);
      const to = ports.get(dst);
      if (from === undefined || to === undefined) {
        faults.add("invalid_ports", "SwitchType", type.id, `group ${name} names an unknown port`);
      } else {
        draft.configPairs.push(from, to);
      }
    }
    draft.configPairStart.push(draft.configPairs.length);
  }
}

/** The endpoint that a configuration joins to the given one, or NONE; the first pair that contains it decides. */
export function exitEndpoint({ tables }: Draft, config: number, endpoint: number): number {
  const { endJoinStart, endJoins, endJoinConfigs } = tables;
  for (let k = endJoinStart[endpoint]!; k < endJoinStart[endpoint + 1]!; k++) {
    if (endJoinConfigs[k] === config) return endJoins[k]!;
  }
  return NONE;
}

/** Returns the name of a zone with these directed detectors, or NONE if it is not known. */
export type ZoneNames = (bounds: ArrayLike<number>, first: number, end: number) => number;

export function compileZones(draft: Draft, knownName: ZoneNames = () => NONE): void {
  const { tables } = draft;
  const { trackNode, trackFirstDetector } = tables;
  const nTracks = tables.trackLength_mm.length;
  const nDetectors = tables.detectorName.length;
  setSection(tables, "detectorNextZone", new Uint32Array(2 * nDetectors).fill(NONE));
  const zones = new ZoneBuilder(draft);
  for (let track = 0; track < nTracks; track++) {
    const first = trackFirstDetector[track]!;
    const end = trackFirstDetector[track + 1]!;
    for (let left = first; left + 1 < end; left++) {
      const zone = zones.add();
      zones.bound(zone, left * 2);
      zones.bound(zone, (left + 1) * 2 + 1);
    }
    for (let endpoint = 0; endpoint < 2; endpoint++) {
      const node = trackNode[track * 2 + endpoint]!;
      if (node === NONE) continue;
      const zone = zones.ofRoot(track * 2 + endpoint);
      zones.addNode(zone, node);
      if (first < end) zones.bound(zone, endpoint === 0 ? first * 2 + 1 : (end - 1) * 2);
    }
  }
  zones.finish();
  nameZones(draft, knownName);
}

function nameZones({ tables, strings }: Draft, knownName: ZoneNames): void {
  const { zoneBoundStart, zoneBounds, zoneName, detectorName } = tables;
  for (let zone = 0; zone + 1 < zoneBoundStart.length; zone++) {
    const first = zoneBoundStart[zone]!;
    const end = zoneBoundStart[zone + 1]!;
    const known = knownName(zoneBounds, first, end);
    if (known !== NONE) {
      zoneName.push(known);
      continue;
    }
    const names: string[] = [];
    for (let k = first; k < end; k++) {
      const bound = zoneBounds[k]!;
      const name = strings.at(detectorName[bound >>> 1]!);
      names.push(`${name}:${(bound & 1) === 0 ? "INCREASING" : "DECREASING"}`);
    }
    zoneName.push(strings.intern(`zone.[${names.sort().join(", ")}]`));
  }
}

/** Union-find over track endpoints, and the zones made so far. */
class ZoneBuilder {
  readonly #draft: Draft;
  readonly #nextZone: number[];
  readonly #parent: Int32Array;
  /** [2 * nTracks] by root. */
  readonly #zoneOfRoot: Uint32Array;
  readonly #bounds: { rows: number[]; values: number[] } = { rows: [], values: [] };
  readonly #nodes: { rows: number[]; values: number[] } = { rows: [], values: [] };
  readonly #nodeHasZone: Uint8Array;
  #nZones = 0;

  constructor(draft: Draft) {
    const { trackNode, trackFirstDetector, nodeName, detectorNextZone } = draft.tables;
    this.#draft = draft;
    this.#nextZone = detectorNextZone;
    this.#nodeHasZone = new Uint8Array(nodeName.length);
    const nEndpoints = trackNode.length;
    this.#parent = new Int32Array(nEndpoints);
    for (let end = 0; end < nEndpoints; end++) this.#parent[end] = end;
    this.#zoneOfRoot = new Uint32Array(nEndpoints).fill(NONE);
    const firstOfNode = new Int32Array(nodeName.length).fill(-1);
    for (let end = 0; end < nEndpoints; end++) {
      const track = end >>> 1;
      const bare = trackFirstDetector[track] === trackFirstDetector[track + 1];
      if (bare && (end & 1) === 1) this.#join(end - 1, end);
      const node = trackNode[end]!;
      if (node === NONE) continue;
      if (firstOfNode[node]! < 0) firstOfNode[node] = end;
      else this.#join(firstOfNode[node]!, end);
    }
  }

  #find(start: number): number {
    const parent = this.#parent;
    let i = start;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]!]!;
      i = parent[i]!;
    }
    return i;
  }

  #join(a: number, b: number): void {
    this.#parent[this.#find(a)] = this.#find(b);
  }

  add(): number {
    return this.#nZones++;
  }

  ofRoot(endpoint: number): number {
    const root = this.#find(endpoint);
    if (this.#zoneOfRoot[root] === NONE) this.#zoneOfRoot[root] = this.add();
    return this.#zoneOfRoot[root]!;
  }

  /** Records that the directed detector enters the zone. */
  bound(zone: number, directedDetector: number): void {
    this.#nextZone[directedDetector] = zone;
    this.#bounds.rows.push(zone);
    this.#bounds.values.push(directedDetector);
  }

  addNode(zone: number, node: number): void {
    if (this.#nodeHasZone[node] === 1) return;
    this.#nodeHasZone[node] = 1;
    this.#nodes.rows.push(zone);
    this.#nodes.values.push(node);
  }

  finish(): void {
    const { tables } = this.#draft;
    const nRows = this.#nZones;
    fillRows(tables, { start: "zoneBoundStart", items: "zoneBounds", nRows }, this.#bounds);
    fillRows(tables, { start: "zoneNodeStart", items: "zoneNodes", nRows }, this.#nodes);
  }
}
