/**
 * When the trains and works of a timetable need each zone, joined: made once for all searches among them.
 * A search cuts out what it can meet and widens it by its time gaps (occupancies.ts), so it sorts nothing.
 */
import { groupBy } from "../columns.ts";
import { FREE_SLOT, type Occupancy } from "../conflicts/occupancy.ts";
import { sortByKey } from "../conflicts/stable_sort.ts";

/** Rows of a zone between which it is free for no longer make a chain, ms. */
export const CHAIN_GAP_MS = 240_000;

/** Times of the clock of the occupancy, ms. */
export interface TakenZones {
  /** [nZones + 1] rows of zone z are `zoneStart[z]` up to the next. */
  readonly zoneStart: Uint32Array;
  /** Within a zone strictly ascending and apart: each one ends before the next begins. */
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  /** [nZones] from the begin of the longest chain of a zone to its end. */
  readonly chains_ms: Float64Array;
}

/** Joins what all trains and works need of zones for themselves. */
export function tabulateTaken(
  { runs, slots, works }: Pick<Occupancy, "runs" | "slots" | "works">,
  nZones: number,
): TakenZones {
  let count = works.zones.length;
  for (const run of slots.runs) {
    if (run !== FREE_SLOT) count += runs.runRouting[run]! - runs.runStart[run]!;
  }
  const zones = new Uint32Array(count);
  const begins = new Float64Array(count);
  const ends = new Float64Array(count);
  zones.set(works.zones);
  begins.set(works.begins_ms);
  ends.set(works.ends_ms);
  let n = works.zones.length;
  for (let slot = 0; slot < slots.runs.length; slot++) {
    const run = slots.runs[slot]!;
    if (run === FREE_SLOT) continue;
    const start_ms = slots.starts_ms[slot]!;
    for (let e = runs.runStart[run]!; e < runs.runRouting[run]!; e++, n++) {
      zones[n] = runs.places[e]!;
      begins[n] = start_ms + runs.begins_ms[e]!;
      ends[n] = start_ms + runs.ends_ms[e]!;
    }
  }
  return joinTaken({ zones, begins, ends }, nZones);
}

/** Joins rows of zones. */
export function joinTaken(
  rows: Omit<ZoneSpans, "start"> & { readonly zones: Uint32Array },
  nZones: number,
): TakenZones {
  const { start, begins, ends } = joinByZone(rows, nZones);
  const chains_ms = Float64Array.from({ length: nZones }, (_, zone) => {
    let longest_ms = 0;
    let first = start[zone]!;
    for (let i = first; i < start[zone + 1]!; i++) {
      if (i > first && begins[i]! - ends[i - 1]! > CHAIN_GAP_MS) first = i;
      longest_ms = Math.max(longest_ms, ends[i]! - begins[first]!);
    }
    return longest_ms;
  });
  return { zoneStart: start, begins_ms: begins, ends_ms: ends, chains_ms };
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
function joinByZone(
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

/** When the new train may need zones, and how far apart others must be; ms, same clock. */
export interface SearchSpan {
  /** Earliest departure: 0 of the occupancies. */
  readonly start_ms: number;
  readonly until_ms: number;
  /** Others are widened: at their ends by `before`, at their begins by `after`. */
  readonly gap_before_ms: number;
  readonly gap_after_ms: number;
}
