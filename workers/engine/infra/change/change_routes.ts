/** The routes of a changed network: those of the part are walked; the zone paths of all others are copied. */

import { compileRoutes, placeZones } from "../compile/compile_routes.ts";
import { countUp, type Draft, type DraftTables } from "../compile/draft.ts";
import { keep } from "../compile/kept_tables.ts";
import type { RailjsonRoute } from "../compile/railjson_input.ts";
import type { Infra } from "../infra.ts";
import type { ListPlan } from "../list_plan.ts";
import type { ChangedNodes } from "./change_nodes.ts";
import type { ChangedTracks } from "./change_tracks.ts";
import { draftBeside, TableJoin } from "./join_rows.ts";
import { MetOrder, namesSame } from "./met_order.ts";

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
  compileRoutes(compiled, part);
  if (!draft.faults.isEmpty) return null;
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

/** Numbers zone paths in the order in which routes first use them; equal ones have the same ends and configurations. */
function meetZonePaths(known: Infra, part: DraftTables, change: RoutesChange): MetOrder {
  const { plan, tracks, nodes } = change;
  const { zonePathEntry, zonePathExit, zonePathNodeStart, zonePathConfigs } = known;
  const { directedDetectors } = tracks;
  const configs = { start: zonePathNodeStart, items: zonePathConfigs, next: nodes.configs };
  const partConfigs = { start: part.zonePathNodeStart, items: part.zonePathConfigs };
  const met = new MetOrder(zonePathEntry.length, part.zonePathEntry.length);
  met.meet(plan.sources, {
    known: { start: known.routeZonePathStart, items: known.routeZonePaths },
    part: { start: part.routeZonePathStart, items: part.routeZonePaths },
    keyOfKnown: (zonePath) => directedDetectors[zonePathEntry[zonePath]!]!,
    keyOfPart: (p) => part.zonePathEntry[p]!,
    isSame: (zonePath, p) =>
      directedDetectors[zonePathExit[zonePath]!] === part.zonePathExit[p] &&
      namesSame(configs, zonePath, partConfigs, p),
  });
  return met;
}
