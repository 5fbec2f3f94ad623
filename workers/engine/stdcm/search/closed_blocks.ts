/**
 * Blocks that the train cannot run over at any time of the search: others occupy one of their zones all the
 * time, or leave gaps shorter than the train's head needs to cross it. The search begins no way over them, so
 * a request behind a closed track ends at once instead of after all ways up to it.
 */
import type { Infra } from "../../infra/infra.ts";
import { fromMilli } from "../../units.ts";
import type { Occupancies } from "../occupancies.ts";
import type { StdcmQuery } from "../steps.ts";

/** Times of the search are more favourable than runs by this. */
const FAVOUR_S = 1;

/** The closed blocks, ascending. */
export function findClosedBlocks(infra: Infra, query: StdcmQuery): number[] {
  const { occupancies, maxDepartureDelay_s, maxRunTime_s, train, steps } = query;
  const { blockZonePathStart, blockZonePaths, zonePathZone, zonePathLength_mm } = infra;
  const until_s = maxDepartureDelay_s + maxRunTime_s;
  const { max_speed_m_s } = train.stock.stock;
  const ends = new Set(steps[steps.length - 1]!.places.blocks);
  const closed: number[] = [];
  const longest_s = fromMilli(longestOf(infra)) / max_speed_m_s - FAVOUR_S;
  const isTight = markTight(occupancies, longest_s, until_s);
  if (isTight === null) return closed;
  for (let block = 0; block < infra.blockLength_mm.length; block++) {
    for (let k = blockZonePathStart[block]!; k < blockZonePathStart[block + 1]!; k++) {
      const zonePath = blockZonePaths[k]!;
      const zone = zonePathZone[zonePath]!;
      if (isTight[zone] === 0) continue;
      // The last block is not run over to its end.
      const way_m = ends.has(block) ? 0 : fromMilli(zonePathLength_mm[zonePath]!);
      const least_s = way_m / max_speed_m_s - FAVOUR_S;
      if (isEverFree(occupancies, zone, least_s, until_s)) continue;
      closed.push(block);
      break;
    }
  }
  return closed;
}

const longest_mm = new WeakMap<Infra, number>();

/** The length of the longest path over a zone. */
function longestOf(infra: Infra): number {
  const known = longest_mm.get(infra);
  if (known !== undefined) return known;
  const most_mm = infra.zonePathLength_mm.reduce((a, b) => Math.max(a, b), 0);
  longest_mm.set(infra, most_mm);
  return most_mm;
}

/** [nZones] 1 = never free for so long: there are few, and only their blocks are looked at; null: none. */
function markTight(occupancies: Occupancies, least_s: number, until_s: number): Uint8Array | null {
  let isTight: Uint8Array | null = null;
  for (const zone of occupancies.listDense(least_s)) {
    if (isEverFree(occupancies, zone, least_s, until_s)) continue;
    isTight ??= new Uint8Array(occupancies.nZones);
    isTight[zone] = 1;
  }
  return isTight;
}

/** Whether a zone is free for so long between 0 and a moment; nearly always its first gap tells. */
function isEverFree(
  occupancies: Occupancies,
  zone: number,
  least_s: number,
  until_s: number,
): boolean {
  const first = occupancies.firstOf(zone);
  const last = occupancies.endOf(zone);
  const { begins_s, ends_s } = occupancies;
  let from_s = 0;
  for (let i = first; i < last; i++) {
    const gap_s = Math.min(begins_s[i]!, until_s) - from_s;
    if (gap_s > 0 && gap_s >= least_s) return true;
    from_s = Math.max(from_s, ends_s[i]!);
  }
  const gap_s = until_s - from_s;
  return gap_s >= 0 && gap_s >= least_s;
}
