/**
 * When the trains and works of a timetable need each zone, joined: made once for all searches among them.
 * A search cuts out what it can meet and widens it by its time gaps, so it sorts nothing.
 */
import { FREE_SLOT, type Occupancy } from "../conflicts/occupancy.ts";
import { joinByZone, type Occupancies } from "./occupancies.ts";

/** Times of the clock of the occupancy, ms. */
export interface TakenZones {
  /** [nZones + 1] rows of zone z are `zoneStart[z]` up to the next. */
  readonly zoneStart: Uint32Array;
  /** Within a zone strictly ascending and apart: each one ends before the next begins. */
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
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
  const joined = joinByZone({ zones, begins, ends }, nZones);
  return { zoneStart: joined.start, begins_ms: joined.begins, ends_ms: joined.ends };
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

/** The rows that can be met, widened, those that then overlap or touch joined. */
export function cutOccupancies(
  { zoneStart, begins_ms, ends_ms }: TakenZones,
  { start_ms, until_ms, gap_before_ms, gap_after_ms }: SearchSpan,
): Occupancies {
  const nZones = zoneStart.length - 1;
  const firsts = new Uint32Array(nZones);
  const start = new Uint32Array(nZones + 1);
  for (let zone = 0; zone < nZones; zone++) {
    const end = zoneStart[zone + 1]!;
    // Rows are apart, so both columns ascend.
    const first = findAbove(ends_ms, start_ms - gap_before_ms, zoneStart[zone]!, end);
    firsts[zone] = first;
    start[zone + 1] = findAbove(begins_ms, until_ms + gap_after_ms, first, end) - first;
  }
  const count = start.reduce((sum, one) => sum + one, 0);
  const begins_s = new Float64Array(count);
  const ends_s = new Float64Array(count);
  let n = 0;
  for (let zone = 0; zone < nZones; zone++) {
    const from = n;
    const first = firsts[zone]!;
    for (let i = first; i < first + start[zone + 1]!; i++) {
      const begin_s = (begins_ms[i]! - start_ms - gap_after_ms) / 1000;
      const end_s = (ends_ms[i]! - start_ms + gap_before_ms) / 1000;
      if (n > from && begin_s <= ends_s[n - 1]!) ends_s[n - 1] = end_s;
      else {
        begins_s[n] = begin_s;
        ends_s[n] = end_s;
        n++;
      }
    }
    start[zone + 1] = n;
  }
  return { start, begins_s: begins_s.subarray(0, n), ends_s: ends_s.subarray(0, n) };
}

/** First index of an ascending range whose value is greater. */
function findAbove(values: Float64Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
