/**
 * What a train asks for along its path as it runs: blocks, one after the other, each at a signal. A block is
 * the zones up to the next signal; where it begins a route, the route's other zones are locked with it.
 */
import { findLeads } from "../conflicts/requirement_table.ts";
import { stringAt } from "../infra/infra.ts";
import type { RequirementPath } from "../requirements/requirement_path.ts";
import { findStartZone } from "../requirements/spacing.ts";

/** Offsets mm from the start of the path, ascending. */
export interface WayLayout {
  /** [nBlocks] the signals; the first block has none. */
  readonly names: readonly (string | null)[];
  readonly length_mm: number;
  /** [nSignals] every signal, and where it is first seen. */
  readonly signals_mm: Float64Array;
  readonly sightings_mm: Float64Array;
  /** [nBlocks] signal that a block is entered at; the first is entered where the path begins. */
  readonly entries_mm: Float64Array;
  /** [nBlocks + 1] first zone. */
  readonly blockZone: Uint32Array;
  /** [nBlocks] end of the zones that are locked when the block is taken: of its routes, at least of itself. */
  readonly lockEnd: Uint32Array;
  /** [nBlocks] how long before its signal is seen a block is asked for. */
  readonly leads_ms: Float64Array;
  /** [nZones] */
  readonly zones: Uint32Array;
  /** [nZones] requirements of one zone that are for routes do not exclude each other if these are equal. */
  readonly configs: Uint32Array;
  /** [nZones] where the zone ends. */
  readonly zoneEnds_mm: Float64Array;
}

/** The blocks from where the path begins to the one that it ends in. */
export function layWay(along: RequirementPath): WayLayout {
  const { path, chain, zonePaths, zoneStart_mm, blockFirstZone, routeFirstZone } = along;
  const { infra, length_mm } = path;
  const startZone = findStartZone(zoneStart_mm);
  const entries_mm = [0];
  const names: (string | null)[] = [null];
  const firstZones = [startZone];
  let endZone = zonePaths.length;
  for (let b = 1; b < chain.blocks.length; b++) {
    const offset_mm = chain.offsets_mm[chain.blockSignal[b]!] ?? chain.blockStart_mm[b]!;
    if (blockFirstZone[b]! <= startZone || offset_mm <= 0) continue;
    if (offset_mm >= length_mm) {
      endZone = blockFirstZone[b]!;
      break;
    }
    entries_mm.push(offset_mm);
    const signal = chain.signals[chain.blockSignal[b]!];
    names.push(
      signal === undefined
        ? null
        : stringAt(infra, infra.signalName[infra.logicalSignal[signal]!]!),
    );
    firstZones.push(blockFirstZone[b]!);
  }
  firstZones.push(endZone);
  const nBlocks = entries_mm.length;
  const lockEnd = new Uint32Array(nBlocks);
  const leads_ms = new Float64Array(nBlocks);
  const routeLeads_ms = findLeads(path.infra, {
    routeZoneStart: routeFirstZone,
    routeZonePaths: zonePaths,
  });
  for (let r = 0, b = 0; r < path.routes.length; r++) {
    const first = routeFirstZone[r]!;
    while (b + 1 < nBlocks && firstZones[b + 1]! <= first) b++;
    if (routeFirstZone[r + 1]! <= startZone || first >= endZone) continue;
    lockEnd[b] = Math.max(lockEnd[b]!, routeFirstZone[r + 1]!);
    leads_ms[b] = Math.max(leads_ms[b]!, routeLeads_ms[r]!);
  }
  const lastLocked = Math.max(endZone, ...lockEnd);
  const nZones = lastLocked - startZone;
  for (let b = 0; b < nBlocks; b++) {
    lockEnd[b] = Math.max(lockEnd[b]!, firstZones[b + 1]!) - startZone;
  }
  const { logicalSignal, signalSight_mm, zonePathZone } = infra;
  const configs = zonePaths.slice(startZone, lastLocked);
  return {
    names,
    length_mm,
    signals_mm: chain.offsets_mm,
    sightings_mm: chain.offsets_mm.map(
      (offset_mm, k) => offset_mm - signalSight_mm[logicalSignal[chain.signals[k]!]!]!,
    ),
    entries_mm: Float64Array.from(entries_mm),
    blockZone: Uint32Array.from(firstZones, (zone) => zone - startZone),
    lockEnd,
    leads_ms,
    zones: configs.map((zonePath) => zonePathZone[zonePath]!),
    configs,
    zoneEnds_mm: Float64Array.from({ length: nZones }, (_, z) => zoneStart_mm[startZone + z + 1]!),
  };
}

/** With a block joined to the one before it. */
export function joinBefore(way: WayLayout, block: number): WayLayout {
  const { names, entries_mm, blockZone } = way;
  const isLeft = (_: unknown, b: number): boolean => b !== block;
  const joinMost = (values: Float64Array | Uint32Array): number =>
    Math.max(values[block - 1]!, values[block]!);
  return {
    ...way,
    names: names.filter(isLeft),
    entries_mm: entries_mm.filter(isLeft),
    blockZone: blockZone.filter(isLeft),
    lockEnd: way.lockEnd.with(block - 1, joinMost(way.lockEnd)).filter(isLeft),
    leads_ms: way.leads_ms.with(block - 1, joinMost(way.leads_ms)).filter(isLeft),
  };
}
