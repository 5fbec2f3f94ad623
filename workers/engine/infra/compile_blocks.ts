/**
 * Blocks (engine.md 1.14): every route is walked with a set of partial blocks, closed at delimiting
 * signals and at the route's end. Equal blocks of several routes are one.
 */
import type { Draft } from "./draft.ts";
import {
  DELIMITER,
  SIGNALING_SYSTEMS,
  STARTS_AT_BUFFER_STOP,
  STOPS_AT_BUFFER_STOP,
} from "./layout.ts";

/** Partial blocks alive at one time on one route: they multiply at signals with several drivers. */
const PARTIALS_MAX = 1_000;
/** Zone paths and signals of all blocks together. */
const BLOCK_ITEMS_MAX = 20_000_000;

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

export function compileBlocks(draft: Draft, md5: (text: string) => string): void {
  const builder = new BlockBuilder(draft, md5);
  const nRoutes = draft.tables.routeName.length;
  for (let route = 0; route < nRoutes && draft.faults.isEmpty; route++) builder.walkRoute(route);
  const { tables } = draft;
  tables.blockZonePathStart.push(tables.blockZonePaths.length);
  tables.blockSignalStart.push(tables.blockSignals.length);
  tables.blockChunkStart.push(tables.blockChunks.length);
}

class BlockBuilder {
  readonly #draft: Draft;
  readonly #md5: (text: string) => string;
  readonly #blockOf = new Map<string, number>();
  /** [nLogicalSignals] directed detector that the signal stands before, and how far before. */
  readonly #detectorOfSignal = new Map<number, { detector: number; distance_mm: number }>();
  /** Directed detector to the logical signal of each system that stands before it. */
  readonly #entrySignals = new Map<number, number[]>();
  #route = 0;

  constructor(draft: Draft, md5: (text: string) => string) {
    this.#draft = draft;
    this.#md5 = md5;
    this.#associateEntrySignals();
  }

  #associateEntrySignals(): void {
    const { tables } = this.#draft;
    for (let zonePath = 0; zonePath < tables.zonePathEntry.length; zonePath++) {
      const lastNode = tables.zonePathNodeStart[zonePath + 1]! - 1;
      const hasNode = lastNode >= tables.zonePathNodeStart[zonePath]!;
      const from_mm = hasNode ? tables.zonePathNodeOffset_mm[lastNode]! : 0;
      const end = tables.zonePathSignalStart[zonePath + 1]!;
      for (let k = tables.zonePathSignalStart[zonePath]!; k < end; k++) {
        const offset_mm = tables.zonePathSignalOffset_mm[k]!;
        if (offset_mm < from_mm) continue;
        const signal = tables.zonePathSignals[k]!;
        const distance_mm = tables.zonePathLength_mm[zonePath]! - offset_mm;
        const lastLogical = tables.signalFirstLogical[signal + 1]!;
        for (let l = tables.signalFirstLogical[signal]!; l < lastLogical; l++) {
          if ((tables.logicalFlags[l]! & DELIMITER) === 0) continue;
          this.#detectorOfSignal.set(l, { detector: tables.zonePathExit[zonePath]!, distance_mm });
        }
      }
    }
    for (let l = 0; l < tables.logicalSignal.length; l++) {
      const place = this.#detectorOfSignal.get(l);
      if (place === undefined) continue;
      const bySystem = this.#entrySignals.get(place.detector) ?? [];
      bySystem[tables.logicalSystem[l]!] = l;
      this.#entrySignals.set(place.detector, bySystem);
    }
  }

  walkRoute(route: number): void {
    const { tables } = this.#draft;
    this.#route = route;
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
    const signals = this.#entrySignals.get(detector) ?? [];
    const partials: PartialBlock[] = [];
    for (const signal of signals) {
      // Systems without a signal here leave holes in the list.
      if (signal === undefined) continue;
      const { distance_mm } = this.#detectorOfSignal.get(signal)!;
      partials.push(...this.#partialsAfter(signal, -distance_mm));
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
    const systems = logicalNext.slice(logicalNextStart[signal], logicalNextStart[signal + 1]);
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
      // Blocks that end at one signal continue alike: one set of successors is enough.
      if (!delimited) after.push(...this.#partialsAfter(signal, -toEnd_mm));
      delimited = true;
    }
    return after;
  }

  #fault(kind: "too_large" | "block_without_zone", detail: string): void {
    const { strings, tables, faults } = this.#draft;
    faults.add(kind, "Route", strings.at(tables.routeName[this.#route]!), detail);
  }

  #emit(partial: PartialBlock, stopsAtBufferStop: boolean): void {
    const { tables } = this.#draft;
    const { zonePaths, signals } = partial;
    if (zonePaths.length === 0) {
      this.#fault("block_without_zone", "two delimiting signals without a detector between them");
      return;
    }
    const flags =
      (partial.startsAtBufferStop ? STARTS_AT_BUFFER_STOP : 0) |
      (stopsAtBufferStop ? STOPS_AT_BUFFER_STOP : 0);
    const key = `${flags};${zonePaths.join()};${signals.join()}`;
    if (this.#blockOf.has(key)) return;
    this.#blockOf.set(key, tables.blockFlags.length);
    tables.blockName.push(this.#draft.strings.intern(this.#nameOf(partial)));
    tables.blockFlags.push(flags);
    tables.blockSystem.push(tables.logicalSystem[signals[0]!]!);
    tables.blockLength_mm.push(partial.length_mm);
    tables.blockEntry.push(tables.zonePathEntry[zonePaths[0]!]!);
    tables.blockExit.push(tables.zonePathExit[zonePaths[zonePaths.length - 1]!]!);
    tables.blockZonePathStart.push(tables.blockZonePaths.length);
    tables.blockSignalStart.push(tables.blockSignals.length);
    tables.blockChunkStart.push(tables.blockChunks.length);
    signals.forEach((signal, i) => {
      tables.blockSignals.push(signal);
      tables.blockSignalPosition_mm.push(partial.positions_mm[i]!);
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

function clonePartial(partial: PartialBlock, expectedSystem: number): PartialBlock {
  return {
    ...partial,
    signals: [...partial.signals],
    positions_mm: [...partial.positions_mm],
    zonePaths: [...partial.zonePaths],
    expectedSystem,
  };
}
