/** The routes of a changed network: those of the part are walked; the zone paths of all others are copied. */
import type { ChangedNodes } from "./change_nodes.ts";
import type { ChangedTracks } from "./change_tracks.ts";
import {
  closeRoutes,
  compileRoute,
  placeZones,
  RouteCompiler,
  ZonePaths,
} from "./compile_routes.ts";
import { countUp, type Draft, type DraftTables } from "./draft.ts";
import type { Infra } from "./infra.ts";
import { draftBeside, TableJoin } from "./join_rows.ts";
import { keep } from "./kept_tables.ts";
import { NONE } from "./layout.ts";
import type { ListPlan } from "./list_plan.ts";
import { MetOrder } from "./met_order.ts";
import type { RailjsonRoute } from "./railjson_input.ts";

/** [nZonePaths of the known network] new index, or NONE. */
export type ChangedZonePaths = Uint32Array;

interface RoutesChange {
  readonly plan: ListPlan;
  readonly tracks: ChangedTracks;
  readonly nodes: ChangedNodes;
  readonly part: readonly RailjsonRoute[];
}

const ROUTE_SECTIONS = [
  "routeName",
  "routeEntry",
  "routeExit",
  "routeLength_mm",
  "routeZonePathStart",
  "routeZonePaths",
  "routeChunkStart",
  "routeChunks",
  "zonePathEntry",
  "zonePathExit",
  "zonePathLength_mm",
  "zonePathChunkStart",
  "zonePathChunks",
  "zonePathNodeStart",
  "zonePathNodes",
  "zonePathConfigs",
  "zonePathNodeOffset_mm",
] as const;

/** Null: the part is insufficient. */
export function changeRoutes(
  draft: Draft,
  known: Infra,
  change: RoutesChange,
): ChangedZonePaths | null {
  const { plan, tracks, nodes, part } = change;
  if (plan.is_same && tracks.is_same && nodes.is_same) {
    keep(draft.tables, known, [...ROUTE_SECTIONS, "zonePathZone", "chunkZone"]);
    return countUp(known.zonePathEntry.length);
  }
  const compiled = draftBeside(draft, ROUTE_SECTIONS);
  const compiler = new RouteCompiler(compiled, new ZonePaths(compiled));
  for (const route of part) {
    compileRoute(compiled, compiler, route);
    if (!draft.faults.isEmpty) return null;
  }
  closeRoutes(compiled);
  const met = meetZonePaths(known, compiled.tables, change);
  const join = new TableJoin(draft.tables, known, compiled.tables);
  const zonePaths = join.rows(met.order);
  zonePaths.take("zonePathEntry", { known: tracks.directedDetectors });
  zonePaths.take("zonePathExit", { known: tracks.directedDetectors });
  zonePaths.take("zonePathLength_mm");
  const chunks = zonePaths.divide("zonePathChunkStart");
  chunks.take("zonePathChunks", { known: tracks.directedChunks });
  const passed = zonePaths.divide("zonePathNodeStart");
  passed.take("zonePathNodes", { known: nodes.nodes });
  passed.take("zonePathConfigs", { known: nodes.configs });
  passed.take("zonePathNodeOffset_mm");
  const routes = join.rows(plan.sources);
  routes.take("routeName");
  routes.take("routeEntry", { known: tracks.directedDetectors });
  routes.take("routeExit", { known: tracks.directedDetectors });
  routes.take("routeLength_mm");
  const run = routes.divide("routeZonePathStart");
  run.take("routeZonePaths", { known: met.nextOfKnown, part: met.nextOfPart });
  const over = routes.divide("routeChunkStart");
  over.take("routeChunks", { known: tracks.directedChunks });
  if (!join.is_whole) return null;
  placeZones(draft.tables);
  return met.nextOfKnown;
}

/** Numbers zone paths in the order in which routes first use them. */
function meetZonePaths(known: Infra, part: DraftTables, change: RoutesChange): MetOrder {
  const { sources } = change.plan;
  const { routeZonePathStart, routeZonePaths } = known;
  const met = new MetOrder(known.zonePathEntry.length, part.zonePathEntry.length);
  const isKnown = new Uint8Array(known.zonePathEntry.length);
  for (let route = 0; route < sources.length; route++) {
    const source = sources[route]!;
    if (source < 0) continue;
    const end = routeZonePathStart[source + 1]!;
    for (let k = routeZonePathStart[source]!; k < end; k++) isKnown[routeZonePaths[k]!] = 1;
  }
  findSame(known, part, { ...change, isKnown, met });
  for (let route = 0; route < sources.length; route++) {
    const source = sources[route]!;
    if (source < 0) {
      const end = part.routeZonePathStart[~source + 1]!;
      for (let k = part.routeZonePathStart[~source]!; k < end; k++) {
        met.meetPart(part.routeZonePaths[k]!);
      }
      continue;
    }
    const end = routeZonePathStart[source + 1]!;
    for (let k = routeZonePathStart[source]!; k < end; k++) met.meetKnown(routeZonePaths[k]!);
  }
  return met;
}

interface SameSearch extends RoutesChange {
  /** [nZonePaths of the known network] 1: the zone path is copied. */
  readonly isKnown: Uint8Array;
  readonly met: MetOrder;
}

/** Finds zone paths of the part that equal copied ones: same ends, same configurations. */
function findSame(known: Infra, part: DraftTables, search: SameSearch): void {
  const { tracks, nodes, isKnown, met } = search;
  const count = part.zonePathEntry.length;
  if (count === 0) return;
  const entries = new Map<number, number[]>();
  for (let p = 0; p < count; p++) entries.set(part.zonePathEntry[p]!, []);
  const { zonePathEntry, zonePathExit, zonePathNodeStart, zonePathConfigs } = known;
  for (let zonePath = 0; zonePath < zonePathEntry.length; zonePath++) {
    if (isKnown[zonePath] === 0) continue;
    const entry = tracks.directedDetectors[zonePathEntry[zonePath]!]!;
    if (entry !== NONE) entries.get(entry)?.push(zonePath);
  }
  const hasConfigs = (zonePath: number, p: number): boolean => {
    const first = part.zonePathNodeStart[p]!;
    const firstKnown = zonePathNodeStart[zonePath]!;
    const length = part.zonePathNodeStart[p + 1]! - first;
    if (zonePathNodeStart[zonePath + 1]! - firstKnown !== length) return false;
    for (let i = 0; i < length; i++) {
      const config = nodes.configs[zonePathConfigs[firstKnown + i]!];
      if (config !== part.zonePathConfigs[first + i]) return false;
    }
    return true;
  };
  for (let p = 0; p < count; p++) {
    const same = entries
      .get(part.zonePathEntry[p]!)
      ?.find(
        (zonePath) =>
          tracks.directedDetectors[zonePathExit[zonePath]!] === part.zonePathExit[p] &&
          hasConfigs(zonePath, p),
      );
    if (same !== undefined) met.setSame(p, same);
  }
}
