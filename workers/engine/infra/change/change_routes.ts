/** The routes of a changed network: those of the part are walked; the zone paths of all others are copied. */

import {
  closeRoutes,
  compileRoute,
  placeZones,
  RouteCompiler,
  ZonePaths,
} from "../compile/compile_routes.ts";
import { countUp, type Draft, type DraftTables } from "../compile/draft.ts";
import { keep } from "../compile/kept_tables.ts";
import type { RailjsonRoute } from "../compile/railjson_input.ts";
import type { Infra } from "../infra.ts";
import { NONE } from "../layout.ts";
import type { ListPlan } from "../list_plan.ts";
import type { ChangedNodes } from "./change_nodes.ts";
import type { ChangedTracks } from "./change_tracks.ts";
import { draftBeside, TableJoin } from "./join_rows.ts";
import { findCopied, MetOrder, namesSame } from "./met_order.ts";

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
  const count = known.zonePathEntry.length;
  const rows = { start: known.routeZonePathStart, items: known.routeZonePaths };
  const met = new MetOrder(count, part.zonePathEntry.length);
  findSame(known, part, { ...change, isCopied: findCopied(sources, rows, count), met });
  met.meetRows(sources, rows, { start: part.routeZonePathStart, items: part.routeZonePaths });
  return met;
}

interface SameSearch extends RoutesChange {
  /** [nZonePaths of the known network] 1: the zone path is copied. */
  readonly isCopied: Uint8Array;
  readonly met: MetOrder;
}

/** Finds zone paths of the part that equal copied ones: same ends, same configurations. */
function findSame(known: Infra, part: DraftTables, search: SameSearch): void {
  const { tracks, nodes, isCopied, met } = search;
  const count = part.zonePathEntry.length;
  if (count === 0) return;
  const entries = new Map<number, number[]>();
  for (let p = 0; p < count; p++) entries.set(part.zonePathEntry[p]!, []);
  const { zonePathEntry, zonePathExit, zonePathNodeStart, zonePathConfigs } = known;
  for (let zonePath = 0; zonePath < zonePathEntry.length; zonePath++) {
    if (isCopied[zonePath] === 0) continue;
    const entry = tracks.directedDetectors[zonePathEntry[zonePath]!]!;
    if (entry !== NONE) entries.get(entry)?.push(zonePath);
  }
  const configs = { start: zonePathNodeStart, items: zonePathConfigs, next: nodes.configs };
  const partConfigs = { start: part.zonePathNodeStart, items: part.zonePathConfigs };
  for (let p = 0; p < count; p++) {
    const same = entries
      .get(part.zonePathEntry[p]!)
      ?.find(
        (zonePath) =>
          tracks.directedDetectors[zonePathExit[zonePath]!] === part.zonePathExit[p] &&
          namesSame(configs, zonePath, partConfigs, p),
      );
    if (same !== undefined) met.setSame(p, same);
  }
}
