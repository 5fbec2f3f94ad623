/** The nodes of a changed network: those of the part are compiled; others are copied with configurations and joins. */
import {
  compileNodes,
  type EndJoins,
  fillEndJoins,
  listJoins,
  type ZoneNames,
} from "../compile/compile_nodes.ts";
import { countUp, type Draft, setSection } from "../compile/draft.ts";
import { keep } from "../compile/kept_tables.ts";
import type { RailjsonInput } from "../compile/railjson_input.ts";
import type { Infra } from "../infra.ts";
import { NONE } from "../layout.ts";
import { isCounting, type ListPlan } from "../list_plan.ts";
import { directNumbers, draftBeside, invertNumbers, TableJoin } from "./join_rows.ts";

export interface ChangedNodes {
  /** [nNodes of the known network] new index, or NONE if it was compiled again. */
  readonly nodes: Uint32Array;
  /** [nConfigs of the known network] new index, or NONE. */
  readonly configs: Uint32Array;
  /** True if all nodes are unchanged and keep their indices. */
  readonly is_same: boolean;
}

interface NodesChange {
  readonly plan: ListPlan;
  readonly tracks: ListPlan;
  readonly part: RailjsonInput;
}

const NODE_SECTIONS = [
  "trackNode",
  "nodeName",
  "nodeFirstConfig",
  "configName",
  "endJoinStart",
  "endJoins",
  "endJoinConfigs",
] as const;

/** Null: the part is insufficient. */
export function changeNodes(
  draft: Draft,
  known: Infra,
  { plan, tracks, part }: NodesChange,
): ChangedNodes | null {
  if (plan.is_same && isCounting(tracks.next, tracks.sources.length)) {
    keep(draft.tables, known, NODE_SECTIONS);
    const nodes = countUp(known.nodeName.length);
    return { nodes, configs: countUp(known.configName.length), is_same: true };
  }
  const compiled = compilePart(draft, part);
  if (compiled === null) return null;
  const join = new TableJoin(draft.tables, known, compiled.tables);
  const rows = join.rows(plan.sources);
  rows.take("nodeName");
  const configs = rows.divide("nodeFirstConfig");
  configs.take("configName");
  const changed = {
    nodes: rows.nextOfKnown(known.nodeName.length),
    configs: configs.nextOfKnown(known.configName.length),
    is_same: false,
  };
  const places = rows.nextOfPart(part.switches.length);
  if (!placeEnds(draft, known, { compiled, tracks, nodes: changed.nodes, places })) return null;
  const joins = copyJoins(known, changed.configs, tracks);
  const configPlaces = configs.nextOfPart(compiled.tables.configName.length);
  addJoins(joins, listJoins(compiled), configPlaces);
  fillEndJoins(draft.tables, joins);
  return changed;
}

/** The nodes of the part, in order, numbered separately; null: they have faults. */
function compilePart(draft: Draft, part: RailjsonInput): Draft | null {
  const compiled = draftBeside(draft, ["nodeName", "nodeFirstConfig", "configName"]);
  setSection(compiled.tables, "trackNode", Uint32Array.from(draft.tables.trackNode));
  compileNodes(compiled, part);
  return draft.faults.isEmpty ? compiled : null;
}

interface EndsChange {
  readonly compiled: Draft;
  readonly tracks: ListPlan;
  readonly nodes: Uint32Array;
  /** [nNodes of the part] new index. */
  readonly places: Uint32Array;
}

/** False: a track end of a kept node is gone, or two nodes share one. */
function placeEnds(
  { tables: { trackNode } }: Draft,
  { trackNode: knownNode }: Infra,
  { compiled, tracks, nodes, places }: EndsChange,
): boolean {
  for (let end = 0; end < knownNode.length; end++) {
    const node = knownNode[end]!;
    if (node === NONE || nodes[node] === NONE) continue;
    const track = tracks.next[end >>> 1]!;
    if (track === NONE) return false;
    trackNode[track * 2 + (end & 1)] = nodes[node]!;
  }
  const ownNode = compiled.tables.trackNode;
  for (let end = 0; end < ownNode.length; end++) {
    if (ownNode[end] === NONE) continue;
    if (trackNode[end] !== NONE) return false;
    trackNode[end] = places[ownNode[end]!]!;
  }
  return true;
}

function copyJoins(known: Infra, configs: Uint32Array, tracks: ListPlan): EndJoins {
  const { endJoinStart, endJoins, endJoinConfigs } = known;
  const { next } = tracks;
  const joins: EndJoins = { ends: [], others: [], configs: [] };
  for (let end = 0; end + 1 < endJoinStart.length; end++) {
    for (let k = endJoinStart[end]!; k < endJoinStart[end + 1]!; k++) {
      const config = configs[endJoinConfigs[k]!]!;
      if (config === NONE) continue;
      const other = endJoins[k]!;
      joins.ends.push(next[end >>> 1]! * 2 + (end & 1));
      joins.others.push(next[other >>> 1]! * 2 + (other & 1));
      joins.configs.push(config);
    }
  }
  return joins;
}

function addJoins(joins: EndJoins, part: EndJoins, places: Uint32Array): void {
  for (let i = 0; i < part.ends.length; i++) {
    joins.ends.push(part.ends[i]!);
    joins.others.push(part.others[i]!);
    joins.configs.push(places[part.configs[i]!]!);
  }
}

/** Finds the names of zones that have the same detectors as before. */
export function knowZoneNames(known: Infra, detectors: Uint32Array, nDetectors: number): ZoneNames {
  const { zoneName, zoneBoundStart, zoneBounds, detectorNextZone } = known;
  const was = directNumbers(invertNumbers(detectors, nDetectors));
  return (bounds, first, end) => {
    const bound = first < end ? was[bounds[first]!]! : NONE;
    const zone = bound === NONE ? NONE : detectorNextZone[bound]!;
    if (zone === NONE) return NONE;
    const firstKnown = zoneBoundStart[zone]!;
    if (zoneBoundStart[zone + 1]! - firstKnown !== end - first) return NONE;
    for (let i = 0; i < end - first; i++) {
      if (was[bounds[first + i]!] !== zoneBounds[firstKnown + i]) return NONE;
    }
    return zoneName[zone]!;
  };
}
