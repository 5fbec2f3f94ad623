/**
 * Blocks (engine.md 1.14): every route is walked with a set of partial blocks, which are closed at
 * delimiting signals and at the route's end. Equal blocks of several routes are one block.
 */

import type { InfraTables } from "../infra.ts";
import {
  DELIMITER,
  NONE,
  SIGNALING_SYSTEMS,
  STARTS_AT_BUFFER_STOP,
  STOPS_AT_BUFFER_STOP,
} from "../layout.ts";
import type { Draft } from "./draft.ts";

/** Partial blocks open at once on one route: they multiply at signals with several drivers. */
const PARTIALS_MAX = 1_000;
/** Zone paths and signals of all blocks together. */
export const BLOCK_ITEMS_MAX = 20_000_000;

const N_SYSTEMS = SIGNALING_SYSTEMS.length;

/** Accepts a signal of any system. */
const ANY_SYSTEM = -1;

interface PartialBlock {
  readonly startsAtBufferStop: boolean;
  readonly signals: number[];
  readonly positions_mm: number[];
  readonly zonePaths: number[];
  readonly expectedSystem: number;
  length_mm: number;
}

/** A complete block, without attributes derived from its zone paths and signals. */
type FinishedBlock = Omit<PartialBlock, "startsAtBufferStop" | "expectedSystem"> & {
  readonly flags: number;
};

/** Walks the routes, which are ascending, as long as they are not too large. */
export function compileBlocks(
  draft: Draft,
  { routes, ...setup }: BuilderSetup & { readonly routes: Uint32Array },
): void {
  const { tables } = draft;
  const builder = new BlockBuilder(draft, setup);
  for (const route of routes) if (!builder.is_too_large) builder.walkRoute(route);
  tables.routeEmitStart.push(tables.routeEmits.length);
  tables.blockZonePathStart.push(tables.blockZonePaths.length);
  tables.blockSignalStart.push(tables.blockSignals.length);
  tables.blockChunkStart.push(tables.blockChunks.length);
}

/** The delimiting signals in front of detectors. */
export interface EntrySignals {
  /** [nLogicalSignals] directed detector that the signal stands in front of, or NONE. */
  readonly detector: Uint32Array;
  /** [nLogicalSignals] distance from the signal to that detector. */
  readonly distance_mm: Float64Array;
}

export function placeEntrySignals(tables: InfraTables): EntrySignals {
  const {
    zonePathNodeStart,
    zonePathNodeOffset_mm,
    zonePathSignalStart,
    zonePathSignals,
    zonePathSignalOffset_mm,
    signalFirstLogical,
    logicalFlags,
  } = tables;
  const { zonePathExit, zonePathLength_mm } = tables;
  const detector = new Uint32Array(tables.logicalSignal.length).fill(NONE);
  const distance_mm = new Float64Array(detector.length);
  for (let zonePath = 0; zonePath < zonePathExit.length; zonePath++) {
    const lastNode = zonePathNodeStart[zonePath + 1]! - 1;
    const hasNode = lastNode >= zonePathNodeStart[zonePath]!;
    const from_mm = hasNode ? zonePathNodeOffset_mm[lastNode]! : 0;
    const end = zonePathSignalStart[zonePath + 1]!;
    for (let k = zonePathSignalStart[zonePath]!; k < end; k++) {
      const offset_mm = zonePathSignalOffset_mm[k]!;
      if (offset_mm < from_mm) continue;
      const signal = zonePathSignals[k]!;
      for (let l = signalFirstLogical[signal]!; l < signalFirstLogical[signal + 1]!; l++) {
        if ((logicalFlags[l]! & DELIMITER) === 0) continue;
        detector[l] = zonePathExit[zonePath]!;
        distance_mm[l] = zonePathLength_mm[zonePath]! - offset_mm;
      }
    }
  }
  return { detector, distance_mm };
}

interface BuilderSetup {
  readonly md5: (text: string) => string;
  readonly entrySignals: EntrySignals;
}

class BlockBuilder {
  readonly #draft: Draft;
  readonly #md5: (text: string) => string;
  /** By first zone path and signal: the blocks with that start. */
  readonly #blocksOf = new Map<number, number[]>();
  readonly #distance_mm: Float64Array;
  /** [nDirectedDetectors * nSystems] logical signal of the system in front of the detector, or NONE. */
  readonly #entrySignals: Uint32Array;
  /** Nothing more may be walked. */
  is_too_large = false;
  #route = 0;

  constructor(draft: Draft, { md5, entrySignals }: BuilderSetup) {
    this.#draft = draft;
    this.#md5 = md5;
    const { detector, distance_mm } = entrySignals;
    this.#distance_mm = distance_mm;
    const { detectorNextZone, logicalSystem } = draft.tables;
    this.#entrySignals = new Uint32Array(detectorNextZone.length * N_SYSTEMS).fill(NONE);
    for (let l = 0; l < detector.length; l++) {
      if (detector[l] === NONE) continue;
      this.#entrySignals[detector[l]! * N_SYSTEMS + logicalSystem[l]!] = l;
    }
  }

  /** Routes must be walked in their order. */
  walkRoute(route: number): void {
    const { tables } = this.#draft;
    this.#route = route;
    tables.routeEmitStart.push(tables.routeEmits.length);
    let partials = this.#startPartials(tables.routeEntry[route]!);
    const end = tables.routeZonePathStart[route + 1]!;
    for (let k = tables.routeZonePathStart[route]!; k < end; k++) {
      const zonePath = tables.routeZonePaths[k]!;
      for (const partial of partials) {
        partial.zonePaths.push(zonePath);
        partial.length_mm += tables.zonePathLength_mm[zonePath]!;
      }
      partials = this.#meetSignals(partials, zonePath);
    }
    for (const partial of partials) {
      if (partial.zonePaths.length > 0 && partial.signals.length > 0) this.#emit(partial, true);
    }
  }

  #startPartials(detector: number): PartialBlock[] {
    const first = detector * N_SYSTEMS;
    const partials: PartialBlock[] = [];
    for (const signal of this.#entrySignals.subarray(first, first + N_SYSTEMS)) {
      if (signal === NONE) continue;
      partials.push(...this.#partialsAfter(signal, -this.#distance_mm[signal]!));
    }
    if (partials.length > 0) return partials;
    return [
      {
        startsAtBufferStop: true,
        signals: [],
        positions_mm: [],
        zonePaths: [],
        expectedSystem: ANY_SYSTEM,
        length_mm: 0,
      },
    ];
  }

  /** Partial blocks opened by a signal: one for each system that may follow it. */
  #partialsAfter(signal: number, position_mm: number): PartialBlock[] {
    return this.#nextSystems(signal).map((expectedSystem) => ({
      startsAtBufferStop: false,
      signals: [signal],
      positions_mm: [position_mm],
      zonePaths: [],
      expectedSystem,
      length_mm: 0,
    }));
  }

  #nextSystems(signal: number): readonly number[] {
    const { logicalNextStart, logicalNext } = this.#draft.tables;
    const systems: number[] = [];
    for (let k = logicalNextStart[signal]!; k < logicalNextStart[signal + 1]!; k++) {
      systems.push(logicalNext[k]!);
    }
    return systems.length === 0 ? [ANY_SYSTEM] : systems;
  }

  #meetSignals(before: PartialBlock[], zonePath: number): PartialBlock[] {
    const { tables } = this.#draft;
    let partials = before;
    const end = tables.zonePathSignalStart[zonePath + 1]!;
    for (let k = tables.zonePathSignalStart[zonePath]!; k < end; k++) {
      const toEnd_mm = tables.zonePathLength_mm[zonePath]! - tables.zonePathSignalOffset_mm[k]!;
      const signal = tables.zonePathSignals[k]!;
      const lastLogical = tables.signalFirstLogical[signal + 1]!;
      for (let l = tables.signalFirstLogical[signal]!; l < lastLogical; l++) {
        partials = this.#meetSignal(partials, l, toEnd_mm);
        if (partials.length <= PARTIALS_MAX) continue;
        this.#fault("too_large", "too many kinds of blocks meet on it");
        return [];
      }
    }
    return partials;
  }

  #meetSignal(partials: readonly PartialBlock[], signal: number, toEnd_mm: number): PartialBlock[] {
    const { logicalSystem, logicalFlags } = this.#draft.tables;
    const delimits = (logicalFlags[signal]! & DELIMITER) !== 0;
    const after: PartialBlock[] = [];
    let delimited = false;
    for (const partial of partials) {
      const expected = partial.expectedSystem;
      if (expected !== ANY_SYSTEM && expected !== logicalSystem[signal]) {
        after.push(partial);
        continue;
      }
      partial.signals.push(signal);
      partial.positions_mm.push(partial.length_mm - toEnd_mm);
      if (!delimits) {
        for (const expectedSystem of this.#nextSystems(signal)) {
          after.push(clonePartial(partial, expectedSystem));
        }
        continue;
      }
      this.#emit(partial, false);
      // All blocks that end at one signal continue the same way: one set of successors is enough.
      if (!delimited) after.push(...this.#partialsAfter(signal, -toEnd_mm));
      delimited = true;
    }
    return after;
  }

  #fault(kind: "too_large" | "block_without_zone", detail: string): void {
    const { strings, tables, faults } = this.#draft;
    if (kind === "too_large") this.is_too_large = true;
    faults.add(kind, "Route", strings.at(tables.routeName[this.#route]!), detail);
  }

  #emit(partial: PartialBlock, stopsAtBufferStop: boolean): void {
    const { zonePaths, startsAtBufferStop } = partial;
    if (zonePaths.length === 0) {
      this.#fault("block_without_zone", "two delimiting signals without a detector between them");
      return;
    }
    const flags =
      (startsAtBufferStop ? STARTS_AT_BUFFER_STOP : 0) |
      (stopsAtBufferStop ? STOPS_AT_BUFFER_STOP : 0);
    this.#draft.tables.routeEmits.push(
      this.#put({ ...partial, flags }, () => this.#draft.strings.intern(this.#nameOf(partial))),
    );
  }

  /** Returns the index of the block; `name` makes its string if it is new. */
  #put({ flags, zonePaths, signals, ...block }: FinishedBlock, name: () => number): number {
    const { tables } = this.#draft;
    const index = tables.blockFlags.length;
    const start = zonePaths[0]! * tables.logicalSignal.length + signals[0]!;
    const known = this.#blocksOf.get(start);
    const same = known?.find((other) => this.#isSame(other, { flags, zonePaths, signals }));
    if (same !== undefined) return same;
    if (known === undefined) this.#blocksOf.set(start, [index]);
    else known.push(index);
    tables.blockName.push(name());
    tables.blockFlags.push(flags);
    tables.blockSystem.push(tables.logicalSystem[signals[0]!]!);
    tables.blockLength_mm.push(block.length_mm);
    tables.blockEntry.push(tables.zonePathEntry[zonePaths[0]!]!);
    tables.blockExit.push(tables.zonePathExit[zonePaths[zonePaths.length - 1]!]!);
    tables.blockZonePathStart.push(tables.blockZonePaths.length);
    tables.blockSignalStart.push(tables.blockSignals.length);
    tables.blockChunkStart.push(tables.blockChunks.length);
    signals.forEach((signal, i) => {
      tables.blockSignals.push(signal);
      tables.blockSignalPosition_mm.push(block.positions_mm[i]!);
    });
    for (const zonePath of zonePaths) {
      tables.blockZonePaths.push(zonePath);
      const end = tables.zonePathChunkStart[zonePath + 1]!;
      for (let k = tables.zonePathChunkStart[zonePath]!; k < end; k++) {
        tables.blockChunks.push(tables.zonePathChunks[k]!);
      }
    }
    if (tables.blockChunks.length + tables.blockSignals.length > BLOCK_ITEMS_MAX) {
      this.#fault("too_large", "the blocks are too long in total");
    }
    return index;
  }

  #isSame(
    block: number,
    { flags, zonePaths, signals }: Pick<FinishedBlock, "flags" | "zonePaths" | "signals">,
  ): boolean {
    const { tables } = this.#draft;
    if (tables.blockFlags[block] !== flags) return false;
    const { blockZonePathStart, blockZonePaths, blockSignalStart, blockSignals } = tables;
    return (
      isRow(
        blockZonePaths,
        { from: blockZonePathStart[block]!, to: blockZonePathStart[block + 1] },
        zonePaths,
      ) &&
      isRow(
        blockSignals,
        { from: blockSignalStart[block]!, to: blockSignalStart[block + 1] },
        signals,
      )
    );
  }

  /** `block.` and the hash of its signals, end detectors and the settings of its real switches. */
  #nameOf({ signals, zonePaths }: PartialBlock): string {
    const { tables, strings } = this.#draft;
    const signalNames = signals.map((signal) => {
      const name = strings.at(tables.signalName[tables.logicalSignal[signal]!]!);
      return `${name}-${SIGNALING_SYSTEMS[tables.logicalSystem[signal]!]!}`;
    });
    const ends = [
      tables.zonePathEntry[zonePaths[0]!]!,
      tables.zonePathExit[zonePaths[zonePaths.length - 1]!]!,
    ].map((directed) => strings.at(tables.detectorName[directed >>> 1]!));
    const settings: string[] = [];
    for (const zonePath of zonePaths) {
      const end = tables.zonePathNodeStart[zonePath + 1]!;
      for (let k = tables.zonePathNodeStart[zonePath]!; k < end; k++) {
        const node = tables.zonePathNodes[k]!;
        if (tables.nodeFirstConfig[node + 1]! - tables.nodeFirstConfig[node]! < 2) continue;
        const config = strings.at(tables.configName[tables.zonePathConfigs[k]!]!);
        settings.push(`${strings.at(tables.nodeName[node]!)}-${config}`);
      }
    }
    const lists = [signalNames, ends, settings].map((list) => `[${list.join(", ")}]`);
    return `block.${this.#md5(lists.join(";"))}`;
  }
}

/** Whether a row, perhaps the last and still open one, has these items. */
function isRow(
  all: readonly number[],
  { from, to = all.length }: { readonly from: number; readonly to: number | undefined },
  items: readonly number[],
): boolean {
  if (to - from !== items.length) return false;
  return items.every((item, i) => all[from + i] === item);
}

function clonePartial(partial: PartialBlock, expectedSystem: number): PartialBlock {
  return {
    ...partial,
    signals: [...partial.signals],
    positions_mm: [...partial.positions_mm],
    zonePaths: [...partial.zonePaths],
    expectedSystem,
  };
}
