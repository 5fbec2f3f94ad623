/**
 * The blocks of a changed network. A route keeps its blocks if nothing that they depend on has changed; all other
 * routes are walked. What a block derives from its chunks is copied with it, unless one of the chunks is new.
 */

import { closeJoins, joinBlock, VoltageSets } from "../compile/compile_block_tables.ts";
import {
  BLOCK_ITEMS_MAX,
  compileBlocks,
  type EntrySignals,
  placeEntrySignals,
} from "../compile/compile_blocks.ts";
import { countUp, type Draft, type DraftTables, setSection } from "../compile/draft.ts";
import { isSameSection, keep } from "../compile/kept_tables.ts";
import type { Infra } from "../infra.ts";
import { NONE } from "../layout.ts";
import { isCounting, type ListPlan } from "../list_plan.ts";
import type { ChangedSignals } from "./change_signals.ts";
import type { ChangedTracks } from "./change_tracks.ts";
import type { ChangedLimits } from "./changed_limits.ts";
import { draftBeside, type RowOrder, TableJoin } from "./join_rows.ts";
import { MetOrder, namesSame } from "./met_order.ts";

export interface BlocksChange {
  readonly routes: ListPlan;
  readonly tracks: ChangedTracks;
  readonly zonePaths: Uint32Array;
  readonly signals: ChangedSignals;
  readonly md5: (text: string) => string;
}

const BLOCK_SECTIONS = [
  "routeEmitStart",
  "routeEmits",
  "blockName",
  "blockFlags",
  "blockSystem",
  "blockLength_mm",
  "blockEntry",
  "blockExit",
  "blockZonePathStart",
  "blockZonePaths",
  "blockSignalStart",
  "blockSignals",
  "blockSignalPosition_mm",
  "blockChunkStart",
  "blockChunks",
] as const;

/** What blocks depend on, with their names. */
const FOLLOWED = [
  "signalName",
  "signalFirstLogical",
  "logicalSystem",
  "logicalFlags",
  "logicalNextStart",
  "logicalNext",
  "detectorName",
  "nodeName",
  "nodeFirstConfig",
  "configName",
  "routeName",
  "routeEntry",
  "routeZonePathStart",
  "routeZonePaths",
  "zonePathEntry",
  "zonePathExit",
  "zonePathLength_mm",
  "zonePathChunkStart",
  "zonePathChunks",
  "zonePathNodeStart",
  "zonePathNodes",
  "zonePathConfigs",
  "zonePathNodeOffset_mm",
  "zonePathSignalStart",
  "zonePathSignals",
  "zonePathSignalOffset_mm",
] as const;

/** Returns which block of the known network each block is a copy of (below 0: none); null: compilation failed. */
export function changeBlocks(draft: Draft, known: Infra, change: BlocksChange): RowOrder | null {
  const { tracks, zonePaths, signals, md5 } = change;
  const { tables } = draft;
  if (FOLLOWED.every((name) => isSameSection(tables[name], known, name))) {
    keep(tables, known, BLOCK_SECTIONS);
    return countUp(known.blockName.length);
  }
  const entrySignals = placeEntrySignals(tables);
  const compiled = draftBeside(draft, BLOCK_SECTIONS);
  const order = orderRoutes(tables, known, { ...change, entrySignals });
  const routes = countUp(order.length).filter((route) => order[route]! < 0);
  compileBlocks(compiled, { md5, entrySignals, routes });
  if (!draft.faults.isEmpty) return null;
  const met = meetBlocks(known, compiled.tables, { ...change, order });
  const join = new TableJoin(tables, known, compiled.tables);
  const blocks = join.rows(met.order);
  for (const name of ["blockName", "blockFlags", "blockSystem", "blockLength_mm"] as const) {
    blocks.take(name);
  }
  blocks.take("blockEntry", { known: tracks.directedDetectors });
  blocks.take("blockExit", { known: tracks.directedDetectors });
  blocks.divide("blockZonePathStart").take("blockZonePaths", { known: zonePaths });
  const shown = blocks.divide("blockSignalStart");
  shown.take("blockSignals", { known: signals.logical });
  shown.take("blockSignalPosition_mm");
  blocks.divide("blockChunkStart").take("blockChunks", { known: tracks.directedChunks });
  const emits = join.rows(order).divide("routeEmitStart");
  emits.take("routeEmits", { known: met.nextOfKnown, part: met.nextOfPart });
  const items = tables.blockChunks.length + tables.blockSignals.length;
  return join.is_whole && items <= BLOCK_ITEMS_MAX ? met.order : null;
}

/** For each route, the route of the known network that it takes its blocks from, or ~index among the walked ones. */
function orderRoutes(
  tables: DraftTables,
  known: Infra,
  change: BlocksChange & { readonly entrySignals: EntrySignals },
): RowOrder {
  const { sources } = change.routes;
  const { routeEntry, routeZonePathStart, routeZonePaths } = tables;
  const isNewZonePath = findNewZonePaths(tables, known, change);
  const isNewDetector = findNewEntries(tables, known, change);
  const isNew = (route: number): boolean => {
    if (isNewDetector[routeEntry[route]!] === 1) return true;
    const end = routeZonePathStart[route + 1]!;
    for (let k = routeZonePathStart[route]!; k < end; k++) {
      if (isNewZonePath[routeZonePaths[k]!] === 1) return true;
    }
    return false;
  };
  let nWalked = 0;
  return Int32Array.from(sources, (source, route) =>
    source < 0 || isNew(route) ? ~nWalked++ : source,
  );
}

interface BlockSearch extends BlocksChange {
  readonly order: RowOrder;
}

/** Numbers blocks in the order in which routes first use them. */
function meetBlocks(known: Infra, part: DraftTables, search: BlockSearch): MetOrder {
  const { order, zonePaths, signals } = search;
  const { blockZonePathStart, blockZonePaths, blockSignalStart, blockSignals } = known;
  const paths = { start: blockZonePathStart, items: blockZonePaths, next: zonePaths };
  const partPaths = { start: part.blockZonePathStart, items: part.blockZonePaths };
  const shown = { start: blockSignalStart, items: blockSignals, next: signals.logical };
  const partShown = { start: part.blockSignalStart, items: part.blockSignals };
  const met = new MetOrder(known.blockName.length, part.blockName.length);
  met.meet(order, {
    known: { start: known.routeEmitStart, items: known.routeEmits },
    part: { start: part.routeEmitStart, items: part.routeEmits },
    keyOfKnown: (block) => zonePaths[blockZonePaths[blockZonePathStart[block]!]!]!,
    keyOfPart: (p) => part.blockZonePaths[part.blockZonePathStart[p]!]!,
    isSame: (block, p) =>
      known.blockFlags[block] === part.blockFlags[p] &&
      namesSame(paths, block, partPaths, p) &&
      namesSame(shown, block, partShown, p),
  });
  return met;
}

/** [nZonePaths] 1: the zone path or one of its signals is new. */
function findNewZonePaths(
  tables: DraftTables,
  known: Infra,
  { zonePaths, signals }: BlocksChange,
): Uint8Array {
  const is_new = new Uint8Array(tables.zonePathEntry.length).fill(1);
  const { zonePathSignalStart, zonePathSignals, zonePathSignalOffset_mm } = tables;
  const {
    zonePathSignalStart: knownStart,
    zonePathSignals: knownSignals,
    zonePathSignalOffset_mm: knownOffset_mm,
  } = known;
  for (let old = 0; old < zonePaths.length; old++) {
    const zonePath = zonePaths[old]!;
    if (zonePath === NONE) continue;
    const first = zonePathSignalStart[zonePath]!;
    const firstKnown = knownStart[old]!;
    const count = zonePathSignalStart[zonePath + 1]! - first;
    if (count !== knownStart[old + 1]! - firstKnown) continue;
    let same = 0;
    while (
      same < count &&
      signals.signals[knownSignals[firstKnown + same]!] === zonePathSignals[first + same] &&
      knownOffset_mm[firstKnown + same] === zonePathSignalOffset_mm[first + same]
    ) {
      same++;
    }
    if (same === count) is_new[zonePath] = 0;
  }
  return is_new;
}

/** [2 * nDetectors] 1: the signals before the directed detector have changed. */
function findNewEntries(
  tables: DraftTables,
  known: Infra,
  change: BlocksChange & { readonly entrySignals: EntrySignals },
): Uint8Array {
  const { tracks, signals, entrySignals } = change;
  const is_new = new Uint8Array(tables.detectorNextZone.length);
  const mark = (detector: number): void => {
    if (detector !== NONE) is_new[detector] = 1;
  };
  const was = placeEntrySignals(known);
  const is_kept = new Uint8Array(entrySignals.detector.length);
  for (let old = 0; old < signals.logical.length; old++) {
    const l = signals.logical[old]!;
    const place = was.detector[old]!;
    const detector = place === NONE ? NONE : tracks.directedDetectors[place]!;
    if (l !== NONE) {
      is_kept[l] = 1;
      const is_same =
        (place === NONE) === (detector === NONE) &&
        detector === entrySignals.detector[l] &&
        was.distance_mm[old] === entrySignals.distance_mm[l];
      if (is_same) continue;
      mark(entrySignals.detector[l]!);
    }
    mark(detector);
  }
  for (let l = 0; l < is_kept.length; l++) if (is_kept[l] === 0) mark(entrySignals.detector[l]!);
  return is_new;
}

const JOIN_SECTIONS = [
  "blockGaugeBlocked",
  "blockVoltageSet",
  "blockSpeedStart",
  "blockSpeedEnd_mm",
  "blockSpeed_mm_s",
  "blockEndLon",
  "blockEndLat",
] as const;

interface JoinsChange {
  /** The result of `changeBlocks`. */
  readonly sources: RowOrder;
  readonly tracks: ChangedTracks;
  readonly limits: ChangedLimits;
}

/** Fills the sections that blocks derive from their chunks. */
export function changeJoins(draft: Draft, known: Infra, change: JoinsChange): void {
  const { sources, tracks, limits } = change;
  const { tables } = draft;
  const has_new_chunk = tracks.is_new_chunk.includes(1);
  if (!has_new_chunk && isCounting(sources, known.blockName.length)) {
    keep(tables, known, [...JOIN_SECTIONS, "voltageSetStart", "voltageSetItems"]);
    return;
  }
  const compiled = draftBeside(draft, JOIN_SECTIONS);
  const voltages = new VoltageSets(draft);
  const { voltageSetStart, voltageSetItems, blockVoltageSet } = known;
  const setNext = new Uint32Array(voltageSetStart.length).fill(NONE);
  const copySet = (set: number): number => {
    if (setNext[set] === NONE) {
      const [first, end] = [voltageSetStart[set], voltageSetStart[set + 1]];
      setNext[set] = voltages.put(voltageSetItems.subarray(first, end));
    }
    return setNext[set]!;
  };
  const hasNewChunk = has_new_chunk ? findNewChunks(tables, tracks) : () => false;
  const order = new Int32Array(sources.length);
  const sets = new Uint32Array(sources.length);
  let nJoined = 0;
  for (let block = 0; block < sources.length; block++) {
    const source = sources[block]!;
    if (source >= 0 && !hasNewChunk(block)) {
      order[block] = source;
      sets[block] = copySet(blockVoltageSet[source]!);
      continue;
    }
    joinBlock(compiled, block, { voltages, limits: limits.read().limits });
    sets[block] = compiled.tables.blockVoltageSet[nJoined]!;
    order[block] = ~nJoined++;
  }
  closeJoins(compiled);
  setSection(tables, "blockVoltageSet", sets);
  const rows = new TableJoin(tables, known, compiled.tables).rows(order);
  for (const name of ["blockGaugeBlocked", "blockEndLon", "blockEndLat"] as const) rows.take(name);
  const speeds = rows.divide("blockSpeedStart");
  speeds.take("blockSpeedEnd_mm");
  speeds.take("blockSpeed_mm_s");
}

function findNewChunks(
  { blockChunkStart, blockChunks }: DraftTables,
  { is_new_chunk }: ChangedTracks,
): (block: number) => boolean {
  return (block) => {
    for (let k = blockChunkStart[block]!; k < blockChunkStart[block + 1]!; k++) {
      if (is_new_chunk[blockChunks[k]! >>> 1] === 1) return true;
    }
    return false;
  };
}
