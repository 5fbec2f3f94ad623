/**
 * The blocks of a changed network. A route on which nothing that blocks follow from has changed has the blocks that were
 * found on it before; all others are walked. What a block gets from its chunks is copied with it unless one of them is new.
 */
import { moveDetector } from "./change_routes.ts";
import type { ChangedSignals } from "./change_signals.ts";
import type { ChangedTracks } from "./change_tracks.ts";
import { closeJoins, joinBlock, VoltageSets } from "./compile_block_tables.ts";
import {
  BlockBuilder,
  closeBlocks,
  type EntrySignals,
  type FinishedBlock,
  placeEntrySignals,
} from "./compile_blocks.ts";
import type { Draft } from "./draft.ts";
import type { Infra } from "./infra.ts";
import { NONE } from "./layout.ts";
import type { ListPlan } from "./list_plan.ts";
import type { SpeedLimits } from "./speed_limits.ts";

export interface BlocksChange {
  readonly routes: ListPlan;
  readonly tracks: ChangedTracks;
  readonly zonePaths: Uint32Array;
  readonly signals: ChangedSignals;
  readonly md5: (text: string) => string;
}

/** Returns the block of the known network that each is a copy of, or NONE; null: they can't be compiled. */
export function changeBlocks(draft: Draft, known: Infra, change: BlocksChange): Uint32Array | null {
  const { routes, zonePaths, signals, md5 } = change;
  const { tables } = draft;
  const entrySignals = placeEntrySignals(tables);
  const builder = new BlockBuilder(draft, { md5, entrySignals });
  const isNew = findChanges(draft, known, { ...change, entrySignals });
  const next = new Uint32Array(known.blockName.length).fill(NONE);
  for (let route = 0; route < routes.sources.length; route++) {
    const source = routes.sources[route]!;
    if (source < 0 || isNew.route(route)) {
      builder.walkRoute(route);
      if (!draft.faults.isEmpty) return null;
      continue;
    }
    tables.routeEmitStart.push(tables.routeEmits.length);
    for (let k = known.routeEmitStart[source]!; k < known.routeEmitStart[source + 1]!; k++) {
      const block = known.routeEmits[k]!;
      if (next[block] === NONE) {
        const copy = copyBlock(known, block, { zonePaths, logical: signals.logical });
        next[block] = builder.put(copy, () => known.blockName[block]!);
      }
      tables.routeEmits.push(next[block]!);
    }
  }
  closeBlocks(draft);
  if (!draft.faults.isEmpty) return null;
  const sources = new Uint32Array(tables.blockName.length).fill(NONE);
  for (let block = 0; block < next.length; block++) {
    if (next[block] !== NONE) sources[next[block]!] = block;
  }
  return sources;
}

function copyBlock(
  known: Infra,
  block: number,
  { zonePaths, logical }: { readonly zonePaths: Uint32Array; readonly logical: Uint32Array },
): FinishedBlock {
  const { blockZonePathStart, blockZonePaths, blockSignalStart, blockSignals } = known;
  const [first, end] = [blockSignalStart[block]!, blockSignalStart[block + 1]!];
  const copy: FinishedBlock = {
    flags: known.blockFlags[block]!,
    zonePaths: [],
    signals: [],
    positions_mm: [],
    length_mm: known.blockLength_mm[block]!,
  };
  for (let k = blockZonePathStart[block]!; k < blockZonePathStart[block + 1]!; k++) {
    copy.zonePaths.push(zonePaths[blockZonePaths[k]!]!);
  }
  for (let k = first; k < end; k++) {
    copy.signals.push(logical[blockSignals[k]!]!);
    copy.positions_mm.push(known.blockSignalPosition_mm[k]!);
  }
  return copy;
}

/** Tells on which routes something is new that blocks follow from. */
function findChanges(
  { tables }: Draft,
  known: Infra,
  change: BlocksChange & { readonly entrySignals: EntrySignals },
): { route(route: number): boolean } {
  const isNewZonePath = findNewZonePaths(tables, known, change);
  const isNewDetector = findNewEntries(tables, known, change);
  return {
    route: (route) => {
      if (isNewDetector[tables.routeEntry[route]!] === 1) return true;
      const end = tables.routeZonePathStart[route + 1]!;
      for (let k = tables.routeZonePathStart[route]!; k < end; k++) {
        if (isNewZonePath[tables.routeZonePaths[k]!] === 1) return true;
      }
      return false;
    },
  };
}

/** [nZonePaths] 1: it is new, or its signals are. */
function findNewZonePaths(
  tables: Draft["tables"],
  known: Infra,
  { zonePaths, signals }: BlocksChange,
): Uint8Array {
  const is_new = new Uint8Array(tables.zonePathEntry.length).fill(1);
  const { zonePathSignalStart, zonePathSignals, zonePathSignalOffset_mm } = tables;
  for (let old = 0; old < zonePaths.length; old++) {
    const zonePath = zonePaths[old]!;
    if (zonePath === NONE) continue;
    const first = zonePathSignalStart[zonePath]!;
    const firstKnown = known.zonePathSignalStart[old]!;
    const count = zonePathSignalStart[zonePath + 1]! - first;
    if (count !== known.zonePathSignalStart[old + 1]! - firstKnown) continue;
    let same = 0;
    while (
      same < count &&
      signals.signals[known.zonePathSignals[firstKnown + same]!] ===
        zonePathSignals[first + same] &&
      known.zonePathSignalOffset_mm[firstKnown + same] === zonePathSignalOffset_mm[first + same]
    ) {
      same++;
    }
    if (same === count) is_new[zonePath] = 0;
  }
  return is_new;
}

/** [2 * nDetectors] 1: other signals stand before the directed detector. */
function findNewEntries(
  tables: Draft["tables"],
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
    const detector = place === NONE ? NONE : moveDetector(tracks, place);
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

/** Fills what follows from the chunks of blocks. */
export function changeJoins(
  draft: Draft,
  known: Infra,
  change: {
    readonly sources: Uint32Array;
    readonly tracks: ChangedTracks;
    readonly limits: SpeedLimits;
  },
): void {
  const { sources, tracks, limits } = change;
  const { tables } = draft;
  const voltages = new VoltageSets(draft);
  const setNext = new Uint32Array(known.voltageSetStart.length).fill(NONE);
  const copySet = (set: number): number => {
    const [first, end] = [known.voltageSetStart[set], known.voltageSetStart[set + 1]];
    if (setNext[set] === NONE) {
      setNext[set] = voltages.put(known.voltageSetItems.subarray(first, end));
    }
    return setNext[set]!;
  };
  for (let block = 0; block < sources.length; block++) {
    const source = sources[block]!;
    if (source === NONE || hasNewChunk(tables, block, tracks.is_new_chunk)) {
      joinBlock(draft, block, { voltages, limits });
      continue;
    }
    tables.blockGaugeBlocked.push(known.blockGaugeBlocked[source]!);
    tables.blockVoltageSet.push(copySet(known.blockVoltageSet[source]!));
    tables.blockSpeedStart.push(tables.blockSpeedEnd_mm.length);
    for (let k = known.blockSpeedStart[source]!; k < known.blockSpeedStart[source + 1]!; k++) {
      tables.blockSpeedEnd_mm.push(known.blockSpeedEnd_mm[k]!);
      tables.blockSpeed_mm_s.push(known.blockSpeed_mm_s[k]!);
    }
    tables.blockEndLon.push(known.blockEndLon[source]!);
    tables.blockEndLat.push(known.blockEndLat[source]!);
  }
  closeJoins(draft);
}

function hasNewChunk(tables: Draft["tables"], block: number, is_new_chunk: Uint8Array): boolean {
  for (let k = tables.blockChunkStart[block]!; k < tables.blockChunkStart[block + 1]!; k++) {
    if (is_new_chunk[tables.blockChunks[k]! >>> 1] === 1) return true;
  }
  return false;
}
