/**
 * What a train meets along its path that decides when it may go on: zones, and the signals before which it can be
 * held. A section is what one signal opens, up to the next one; section 0 is what the train needs to appear.
 */
import type { RequirementPath } from "../requirements/requirement_path.ts";
import { findStartZone } from "../requirements/spacing.ts";

/** Immutable; offsets are mm from the start of the path. */
export interface LinePlaces {
  readonly length_mm: number;
  /** [nSections - 1] ascending, strictly inside the path: signals that open sections 1 and following. */
  readonly signals_mm: Float64Array;
  /** [nSections - 1] where each comes into sight. */
  readonly sights_mm: Float64Array;
  /** [nSections + 1] first zone of each section. */
  readonly sectionZone: Uint32Array;
  /** [nSections] end of the zones that are locked with the section: those of its route, if it is the route's first. */
  readonly lockEnd: Uint32Array;
  /** [nZones] in path order. */
  readonly zones: Uint32Array;
  /** [nZones] two trains with one setting can share a route. */
  readonly settings: Uint32Array;
  /** [nZones] 1: switches have to be laid for another setting. */
  readonly hasSwitches: Uint8Array;
  /** [nZones] end of each zone. */
  readonly zoneEnds_mm: Float64Array;
}

/** A signal this near to the start or the end of a path holds nobody. */
const AT_END_MM = 1;

export function readLinePlaces(along: RequirementPath): LinePlaces {
  const { path, chain, zonePaths, zoneStart_mm, blockFirstZone, routeFirstZone } = along;
  const { infra, length_mm } = path;
  const { blocks, blockSignal, offsets_mm, signals, opens } = chain;
  const firstZone = findStartZone(zoneStart_mm);
  let nZones = firstZone + 1;
  while (nZones < zonePaths.length && zoneStart_mm[nZones]! < length_mm) nZones++;
  const signals_mm: number[] = [];
  const sights_mm: number[] = [];
  const sectionZone = [0];
  for (let b = 1; b < blocks.length; b++) {
    const k = blockSignal[b]!;
    const zone = blockFirstZone[b]!;
    const offset_mm = offsets_mm[k]!;
    const isMet = offset_mm > AT_END_MM && offset_mm < length_mm - AT_END_MM;
    if (opens[k] !== b || !isMet || zone <= firstZone || zone >= nZones) continue;
    signals_mm.push(offset_mm);
    sights_mm.push(offset_mm - infra.signalSight_mm[infra.logicalSignal[signals[k]!]!]!);
    sectionZone.push(zone - firstZone);
  }
  sectionZone.push(nZones - firstZone);
  const used = zonePaths.subarray(firstZone, nZones);
  return {
    length_mm,
    signals_mm: Float64Array.from(signals_mm),
    sights_mm: Float64Array.from(sights_mm),
    sectionZone: Uint32Array.from(sectionZone),
    lockEnd: findLockEnds(sectionZone, routeFirstZone, firstZone),
    zones: used.map((zonePath) => infra.zonePathZone[zonePath]!),
    settings: used,
    hasSwitches: Uint8Array.from(used, (zonePath) =>
      infra.zonePathNodeStart[zonePath + 1]! > infra.zonePathNodeStart[zonePath]! ? 1 : 0,
    ),
    zoneEnds_mm: zoneStart_mm.slice(firstZone + 1, nZones + 1),
  };
}

/** Every route is locked by the section in which it begins; later sections of it lock nothing more. */
function findLockEnds(
  sectionZone: readonly number[],
  routeFirstZone: Uint32Array,
  firstZone: number,
): Uint32Array {
  const nSections = sectionZone.length - 1;
  const nZones = sectionZone[nSections]!;
  const lockEnd = new Uint32Array(nSections);
  let route = 0;
  let locked = 0;
  for (let s = 0; s < nSections; s++) {
    while (locked < sectionZone[s + 1]!) {
      route++;
      locked = Math.max(locked, Math.min(nZones, (routeFirstZone[route] ?? Infinity) - firstZone));
    }
    lockEnd[s] = locked;
  }
  return lockEnd;
}
