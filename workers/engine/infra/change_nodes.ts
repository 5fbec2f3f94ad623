/** The nodes of a changed network: those of the part are compiled, all others copied with their configurations and joins. */
import { addNode, type EndJoins, listTypes } from "./compile_nodes.ts";
import type { Draft } from "./draft.ts";
import type { Infra } from "./infra.ts";
import { NONE } from "./layout.ts";
import type { ListPlan } from "./list_plan.ts";
import type { RailjsonInput } from "./railjson_input.ts";

export interface ChangedNodes {
  /** [nNodes of the known network] new index, or NONE where it was compiled anew. */
  readonly nodes: Uint32Array;
  /** [nConfigs of the known network] new index, or NONE. */
  readonly configs: Uint32Array;
  readonly joins: EndJoins;
}

/** Null: the part does not suffice. */
export function changeNodes(
  draft: Draft,
  known: Infra,
  change: { readonly plan: ListPlan; readonly tracks: ListPlan; readonly part: RailjsonInput },
): ChangedNodes | null {
  const { plan, tracks, part } = change;
  const { tables, configPairs, configPairStart } = draft;
  const nodes = plan.next.map((next) => (next === NONE || plan.sources[next]! < 0 ? NONE : next));
  const configs = new Uint32Array(known.configName.length).fill(NONE);
  if (!takeEnds(draft, known, { nodes, tracks })) return null;
  const types = listTypes(part);
  for (const source of plan.sources) {
    if (source < 0) {
      const node = part.switches[~source]!;
      const type = types.get(node.switch_type);
      if (type === undefined) return null;
      addNode(draft, node, type);
      continue;
    }
    tables.nodeName.push(known.nodeName[source]!);
    tables.nodeFirstConfig.push(tables.configName.length);
    for (let c = known.nodeFirstConfig[source]!; c < known.nodeFirstConfig[source + 1]!; c++) {
      configs[c] = tables.configName.length;
      tables.configName.push(known.configName[c]!);
      configPairStart.push(configPairs.length);
    }
  }
  tables.nodeFirstConfig.push(tables.configName.length);
  if (!draft.faults.isEmpty) return null;
  return { nodes, configs, joins: copyJoins(known, configs, tracks) };
}

/** False: a track end of a node that stays is gone. */
function takeEnds(
  { tables }: Draft,
  known: Infra,
  { nodes, tracks }: { readonly nodes: Uint32Array; readonly tracks: ListPlan },
): boolean {
  for (let end = 0; end < known.trackNode.length; end++) {
    const node = known.trackNode[end]!;
    if (node === NONE || nodes[node] === NONE) continue;
    const track = tracks.next[end >>> 1]!;
    if (track === NONE) return false;
    tables.trackNode[track * 2 + (end & 1)] = nodes[node]!;
  }
  return true;
}

function copyJoins(known: Infra, configs: Uint32Array, tracks: ListPlan): EndJoins {
  const joins: EndJoins = { ends: [], others: [], configs: [] };
  const endOf = (end: number): number => tracks.next[end >>> 1]! * 2 + (end & 1);
  for (let end = 0; end + 1 < known.endJoinStart.length; end++) {
    for (let k = known.endJoinStart[end]!; k < known.endJoinStart[end + 1]!; k++) {
      const config = configs[known.endJoinConfigs[k]!]!;
      if (config === NONE) continue;
      joins.ends.push(endOf(end));
      joins.others.push(endOf(known.endJoins[k]!));
      joins.configs.push(config);
    }
  }
  return joins;
}
