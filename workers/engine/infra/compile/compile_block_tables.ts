/**
 * Tables derived from blocks once for all searches (engine.md 10.2): look-ups, recovered block
 * lists of routes, and the sets that quickly tell whether a train may pass (engine.md 2.4).
 */
import { interpolateLine } from "../../geo.ts";
import { STARTS_AT_BUFFER_STOP } from "../layout.ts";
import type { SpeedLimits } from "../speed_limits.ts";
import { countUp, type Draft, fillRows } from "./draft.ts";
import { recoverBlocks } from "./recover_blocks.ts";

/** Fills every section that depends on finished blocks and routes. */
export function compileBlockTables(draft: Draft, limits: SpeedLimits): void {
  indexBlocks(draft);
  recoverRoutes(draft);
  const voltages = new VoltageSets(draft);
  for (let block = 0; block < draft.tables.blockName.length; block++) {
    joinBlock(draft, block, { voltages, limits });
  }
  closeJoins(draft);
}

interface BlockJoins {
  readonly voltages: VoltageSets;
  readonly limits: SpeedLimits;
}

/** Derives a block's attributes from its chunks. */
export function joinBlock(draft: Draft, block: number, { voltages, limits }: BlockJoins): void {
  joinGauges(draft, block);
  joinVoltages(draft, block, voltages);
  joinSpeeds(draft, block, limits);
  locateEnd(draft, block);
}

export function closeJoins({ tables }: Draft): void {
  tables.voltageSetStart.push(tables.voltageSetItems.length);
  tables.blockSpeedStart.push(tables.blockSpeedEnd_mm.length);
}

/** The sets of voltages so far, each once. */
export class VoltageSets {
  readonly #draft: Draft;
  readonly #indexOf = new Map<string, number>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** Returns the index of a set of strings. */
  put(voltages: Iterable<number>): number {
    const { voltageSetStart, voltageSetItems } = this.#draft.tables;
    const items = [...voltages].sort((a, b) => a - b);
    const key = items.join();
    const known = this.#indexOf.get(key);
    if (known !== undefined) return known;
    const set = this.#indexOf.size;
    this.#indexOf.set(key, set);
    voltageSetStart.push(voltageSetItems.length);
    for (const voltage of items) voltageSetItems.push(voltage);
    return set;
  }
}

export function indexBlocks({ tables }: Draft): void {
  const { blockChunkStart, blockChunks, blockFlags, blockSignalStart, blockSignals } = tables;
  const { chunkLength_mm } = tables;
  const nBlocks = tables.blockName.length;
  const blockOfChunk = new Uint32Array(blockChunks.length);
  const offset_mm = new Float64Array(blockChunks.length);
  for (let block = 0; block < nBlocks; block++) {
    let at_mm = 0;
    for (let k = blockChunkStart[block]!; k < blockChunkStart[block + 1]!; k++) {
      blockOfChunk[k] = block;
      offset_mm[k] = at_mm;
      at_mm += chunkLength_mm[blockChunks[k]! >>> 1]!;
    }
  }
  const nDirected = 2 * tables.chunkTrack.length;
  const rows = blockChunks;
  const byChunk = { start: "chunkBlockStart", items: "chunkBlocks", nRows: nDirected } as const;
  fillRows(tables, byChunk, { rows, values: blockOfChunk });
  const offsets = { items: "chunkBlockOffset_mm", nRows: nDirected } as const;
  fillRows(tables, offsets, { rows, values: offset_mm });
  const nDetectors = tables.detectorNextZone.length;
  const byEntry = {
    start: "detectorBlockStart",
    items: "detectorBlocks",
    nRows: nDetectors,
  } as const;
  fillRows(tables, byEntry, { rows: tables.blockEntry, values: countUp(nBlocks) });
  const opened = { rows: [] as number[], values: [] as number[] };
  for (let block = 0; block < nBlocks; block++) {
    if ((blockFlags[block]! & STARTS_AT_BUFFER_STOP) !== 0) continue;
    opened.rows.push(blockSignals[blockSignalStart[block]!]!);
    opened.values.push(block);
  }
  const nSignals = tables.logicalSignal.length;
  const bySignal = {
    start: "logicalBlockStart",
    items: "logicalBlocks",
    nRows: nSignals,
  } as const;
  fillRows(tables, bySignal, opened);
}

export function recoverRoutes({ tables }: Draft): void {
  for (let route = 0; route < tables.routeName.length; route++) {
    tables.routeBlockStart.push(tables.routeBlocks.length);
    for (const block of recoverBlocks(tables, [route]) ?? []) tables.routeBlocks.push(block);
  }
  tables.routeBlockStart.push(tables.routeBlocks.length);
}

function joinGauges({ tables }: Draft, block: number): void {
  let blocked = 0;
  for (let k = tables.blockChunkStart[block]!; k < tables.blockChunkStart[block + 1]!; k++) {
    const chunk = tables.blockChunks[k]! >>> 1;
    for (let g = tables.gaugeStart[chunk]!; g < tables.gaugeStart[chunk + 1]!; g++) {
      blocked |= tables.gaugeBlocked[g]!;
    }
  }
  tables.blockGaugeBlocked.push(blocked);
}

function joinVoltages({ tables }: Draft, block: number, sets: VoltageSets): void {
  const voltages = new Set<number>();
  for (let k = tables.blockChunkStart[block]!; k < tables.blockChunkStart[block + 1]!; k++) {
    const directed = tables.blockChunks[k]!;
    const chunk = directed >>> 1;
    let from_mm = 0;
    for (
      let e = tables.electrificationStart[chunk]!;
      e < tables.electrificationStart[chunk + 1]!;
      e++
    ) {
      const to_mm = tables.electrificationEnd_mm[e]!;
      const piece =
        directed % 2 === 0
          ? [from_mm, to_mm]
          : mirror(tables.chunkLength_mm[chunk]!, from_mm, to_mm);
      if (!coveredByNeutral(tables, directed, piece[0]!, piece[1]!)) {
        voltages.add(tables.electrificationVoltage[e]!);
      }
      from_mm = to_mm;
    }
  }
  tables.blockVoltageSet.push(sets.put(voltages));
}

function mirror(length_mm: number, from_mm: number, to_mm: number): [number, number] {
  return [length_mm - to_mm, length_mm - from_mm];
}

/** Whether the directed chunk's neutral sections cover a piece completely. */
function coveredByNeutral(
  tables: Draft["tables"],
  directed: number,
  from_mm: number,
  to_mm: number,
): boolean {
  let at_mm = from_mm;
  for (let n = tables.neutralStart[directed]!; n < tables.neutralStart[directed + 1]!; n++) {
    if (tables.neutralFrom_mm[n]! > at_mm) break;
    at_mm = Math.max(at_mm, tables.neutralTo_mm[n]!);
  }
  return at_mm >= to_mm;
}

/** Speed pieces of the block without tag and route; neighbours with equal limits are merged. */
function joinSpeeds({ tables }: Draft, block: number, limits: SpeedLimits): void {
  const { blockSpeedEnd_mm, blockSpeed_mm_s } = tables;
  const first = blockSpeedEnd_mm.length;
  tables.blockSpeedStart.push(first);
  let chunkStart_mm = 0;
  for (let k = tables.blockChunkStart[block]!; k < tables.blockChunkStart[block + 1]!; k++) {
    const directed = tables.blockChunks[k]!;
    for (let s = tables.speedStart[directed]!; s < tables.speedStart[directed + 1]!; s++) {
      const end_mm = chunkStart_mm + tables.speedEnd_mm[s]!;
      const speed_mm_s = limits.defaultOf_mm_s(tables.speedLimit[s]!);
      const last = blockSpeedEnd_mm.length - 1;
      if (last >= first && blockSpeed_mm_s[last] === speed_mm_s) {
        blockSpeedEnd_mm[last] = end_mm;
      } else {
        blockSpeedEnd_mm.push(end_mm);
        blockSpeed_mm_s.push(speed_mm_s);
      }
    }
    chunkStart_mm += tables.chunkLength_mm[directed >>> 1]!;
  }
}

const point = new Float64Array(2);

function locateEnd({ tables }: Draft, block: number): void {
  const last = tables.blockChunkStart[block + 1]! - 1;
  if (last < tables.blockChunkStart[block]!) point.fill(NaN);
  else {
    const directed = tables.blockChunks[last]!;
    const line = {
      lon: tables.geoLon,
      lat: tables.geoLat,
      along_m: tables.geoAlong_m,
      start: tables.chunkGeoStart[directed >>> 1]!,
      end: tables.chunkGeoStart[(directed >>> 1) + 1]!,
    };
    interpolateLine(line, (directed & 1) === 0 ? 1 : 0, point);
  }
  tables.blockEndLon.push(point[0]!);
  tables.blockEndLat.push(point[1]!);
}
