/**
 * When each zone is occupied by others, as flat arrays: a new train fits into the gaps between them.
 * The requested time gaps have already been added.
 */
import { groupBy } from "../columns.ts";
import { sortByKey } from "../conflicts/stable_sort.ts";

/** One row per requirement of a zone; s since the earliest departure of the new train. */
export interface OccupancyRows {
  readonly zones: Uint32Array;
  readonly begins_s: Float64Array;
  readonly ends_s: Float64Array;
}

/** Immutable. */
export interface Occupancies {
  /** [nZones + 1] occupancies of zone z are `start[z]` up to the next. */
  readonly start: Uint32Array;
  /** Within a zone strictly ascending and apart: each one ends before the next begins. */
  readonly begins_s: Float64Array;
  readonly ends_s: Float64Array;
}

/** The rows as occupancies. */
export function makeOccupancies(
  { zones, begins_s, ends_s }: OccupancyRows,
  nZones: number,
): Occupancies {
  const { start, begins, ends } = joinByZone({ zones, begins: begins_s, ends: ends_s }, nZones);
  return { start, begins_s: begins, ends_s: ends };
}

/** Spans of time by zone, of any clock. */
interface ZoneSpans {
  readonly start: Uint32Array;
  readonly begins: Float64Array;
  readonly ends: Float64Array;
}

/**
 * Groups spans by zone, sorts them and joins those that overlap or touch. One of no length is a moment that
 * others may not span, and time gaps widen it; those of negative length vanish.
 */
export function joinByZone(
  { zones, begins, ends }: Omit<ZoneSpans, "start"> & { readonly zones: Uint32Array },
  nZones: number,
): ZoneSpans {
  const rows = groupBy(zones, zones.length, nZones);
  const scratch = new Uint32Array(zones.length);
  const start = new Uint32Array(nZones + 1);
  const firsts = new Float64Array(zones.length);
  const lasts = new Float64Array(zones.length);
  let n = 0;
  for (let zone = 0; zone < nZones; zone++) {
    const first = n;
    const range = { from: rows.start[zone]!, to: rows.start[zone + 1]! };
    sortByKey(rows.items, begins, range, scratch);
    for (let i = range.from; i < range.to; i++) {
      const row = rows.items[i]!;
      if (ends[row]! < begins[row]!) continue;
      if (n > first && begins[row]! <= lasts[n - 1]!) {
        lasts[n - 1] = Math.max(lasts[n - 1]!, ends[row]!);
        continue;
      }
      firsts[n] = begins[row]!;
      lasts[n] = ends[row]!;
      n++;
    }
    start[zone + 1] = n;
  }
  return { start, begins: firsts.slice(0, n), ends: lasts.slice(0, n) };
}

/** How many zones from one on have no rows. */
function countSame(start: Uint32Array, zone: number): number {
  let end = zone;
  while (end + 1 < start.length && start[end + 1] === start[zone]) end++;
  return end - zone;
}

/** The same with a few more: nothing is sorted again, and zones without more are copied as they are. */
export function addOccupancies(known: Occupancies, rows: OccupancyRows): Occupancies {
  const nZones = known.start.length - 1;
  const more = makeOccupancies(rows, nZones);
  const start = new Uint32Array(nZones + 1);
  const begins = new Float64Array(known.begins_s.length + more.begins_s.length);
  const ends = new Float64Array(begins.length);
  let n = 0;
  for (let zone = 0; zone < nZones; zone++) {
    const same = countSame(more.start, zone);
    if (same > 0) {
      const from = known.start[zone]!;
      const to = known.start[zone + same]!;
      begins.set(known.begins_s.subarray(from, to), n);
      ends.set(known.ends_s.subarray(from, to), n);
      for (let k = zone + 1; k <= zone + same; k++) start[k] = known.start[k]! - from + n;
      n += to - from;
      zone += same;
      if (zone === nZones) break;
    }
    const first = n;
    let a = known.start[zone]!;
    let b = more.start[zone]!;
    const aEnd = known.start[zone + 1]!;
    const bEnd = more.start[zone + 1]!;
    while (a < aEnd || b < bEnd) {
      const isKnown = b === bEnd || (a < aEnd && known.begins_s[a]! <= more.begins_s[b]!);
      const { begins_s, ends_s } = isKnown ? known : more;
      const row = isKnown ? a++ : b++;
      if (n > first && begins_s[row]! <= ends[n - 1]!) {
        ends[n - 1] = Math.max(ends[n - 1]!, ends_s[row]!);
        continue;
      }
      begins[n] = begins_s[row]!;
      ends[n] = ends_s[row]!;
      n++;
    }
    start[zone + 1] = n;
  }
  return { start, begins_s: begins.subarray(0, n), ends_s: ends.subarray(0, n) };
}

/** First occupancy of a zone that ends after a moment: `start[zone + 1]` when there is none. */
export function firstEndingAfter(
  { start, ends_s }: Occupancies,
  zone: number,
  time_s: number,
): number {
  let low = start[zone]!;
  let high = start[zone + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends_s[middle]! > time_s) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first of a zone's occupancies that an own requirement overlaps, null = none; touching is no overlap. */
export function findOverlap(
  occupancies: Occupancies,
  zone: number,
  begin_s: number,
  end_s: number,
): { readonly from_s: number; readonly to_s: number } | null {
  const next = firstEndingAfter(occupancies, zone, begin_s);
  if (next === occupancies.start[zone + 1]! || occupancies.begins_s[next]! >= end_s) return null;
  return { from_s: occupancies.begins_s[next]!, to_s: occupancies.ends_s[next]! };
}
