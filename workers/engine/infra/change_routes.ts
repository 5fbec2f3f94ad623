/** The routes of a changed network: those of the part are walked, the zone paths of all others are copied. */
import type { ChangedNodes } from "./change_nodes.ts";
import type { ChangedTracks } from "./change_tracks.ts";
import {
  addRouteRows,
  closeRoutes,
  compileRoute,
  RouteCompiler,
  type ZonePathDraft,
  ZonePaths,
} from "./compile_routes.ts";
import type { Draft } from "./draft.ts";
import type { Infra } from "./infra.ts";
import { NONE } from "./layout.ts";
import type { ListPlan } from "./list_plan.ts";
import type { RailjsonRoute } from "./railjson_input.ts";

/** [nZonePaths of the known network] new index, or NONE. */
export type ChangedZonePaths = Uint32Array;

interface RoutesChange {
  readonly plan: ListPlan;
  readonly tracks: ChangedTracks;
  readonly nodes: ChangedNodes;
  readonly part: readonly RailjsonRoute[];
}

/** Null: the part does not suffice. */
export function changeRoutes(
  draft: Draft,
  known: Infra,
  { plan, tracks, nodes, part }: RoutesChange,
): ChangedZonePaths | null {
  const { tables } = draft;
  const zonePaths = new ZonePaths(draft);
  const compiler = new RouteCompiler(draft, zonePaths);
  const next = new Uint32Array(known.zonePathEntry.length).fill(NONE);
  for (const source of plan.sources) {
    if (source < 0) {
      compileRoute(draft, compiler, part[~source]!);
      if (!draft.faults.isEmpty) return null;
      continue;
    }
    const row: number[] = [];
    const end = known.routeZonePathStart[source + 1]!;
    for (let k = known.routeZonePathStart[source]!; k < end; k++) {
      const zonePath = known.routeZonePaths[k]!;
      if (next[zonePath] === NONE) {
        const copy = copyZonePath(known, zonePath, { tracks, nodes });
        if (copy === null) return null;
        next[zonePath] = zonePaths.put(copy, copy.exit);
      }
      row.push(next[zonePath]!);
    }
    tables.routeName.push(known.routeName[source]!);
    tables.routeEntry.push(moveDetector(tracks, known.routeEntry[source]!));
    tables.routeExit.push(moveDetector(tracks, known.routeExit[source]!));
    addRouteRows(draft, row);
  }
  closeRoutes(draft);
  return next;
}

/** The new index of a directed detector, or NONE. */
export function moveDetector({ detectors }: ChangedTracks, directed: number): number {
  const detector = detectors[directed >>> 1]!;
  return detector === NONE ? NONE : detector * 2 + (directed & 1);
}

/** Null: something of it is another one now. */
function copyZonePath(
  known: Infra,
  zonePath: number,
  { tracks, nodes }: Pick<RoutesChange, "tracks" | "nodes">,
): (ZonePathDraft & { readonly exit: number }) | null {
  const copy = {
    entry: moveDetector(tracks, known.zonePathEntry[zonePath]!),
    exit: moveDetector(tracks, known.zonePathExit[zonePath]!),
    chunks: [] as number[],
    nodes: [] as number[],
    configs: [] as number[],
    nodeOffsets_mm: [] as number[],
    length_mm: known.zonePathLength_mm[zonePath]!,
  };
  if (copy.entry === NONE || copy.exit === NONE) return null;
  const endChunk = known.zonePathChunkStart[zonePath + 1]!;
  for (let k = known.zonePathChunkStart[zonePath]!; k < endChunk; k++) {
    const directed = known.zonePathChunks[k]!;
    const chunk = tracks.chunks[directed >>> 1]!;
    if (chunk === NONE) return null;
    copy.chunks.push(chunk * 2 + (directed & 1));
  }
  const endNode = known.zonePathNodeStart[zonePath + 1]!;
  for (let k = known.zonePathNodeStart[zonePath]!; k < endNode; k++) {
    const node = nodes.nodes[known.zonePathNodes[k]!]!;
    if (node === NONE) return null;
    copy.nodes.push(node);
    copy.configs.push(nodes.configs[known.zonePathConfigs[k]!]!);
    copy.nodeOffsets_mm.push(known.zonePathNodeOffset_mm[k]!);
  }
  return copy;
}
