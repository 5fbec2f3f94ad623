/**
 * When each zone is occupied by others: a new train fits into the gaps between them. A search meets few zones of a
 * network, so each one is cut out of what all trains take when it is first asked for, and widened by the time gaps.
 */
import { growFloat64 } from "../growable.ts";
import { CHAIN_GAP_MS, type SearchSpan, type TakenZones } from "./taken_zones.ts";

/** Rows of zones; s since the earliest departure of the new train. */
export interface OccupancyRows {
  readonly zones: Uint32Array;
  readonly begins_s: Float64Array;
  readonly ends_s: Float64Array;
}

interface Span {
  readonly begin_s: number;
  readonly end_s: number;
}

const NO_SPANS: readonly Span[] = [];

export class Occupancies {
  /** Within a zone strictly ascending and apart: each one ends before the next begins. */
  begins_s = new Float64Array(1024);
  ends_s = new Float64Array(1024);
  readonly #taken: TakenZones;
  readonly #span: SearchSpan;
  /** More of some zones, by their begins. */
  readonly #more: ReadonlyMap<number, readonly Span[]>;
  /** [nZones] 1 + the first row, 0 = not cut out yet; the row behind the last. */
  readonly #first: Uint32Array;
  readonly #end: Uint32Array;
  #count = 0;

  constructor(
    taken: TakenZones,
    span: SearchSpan,
    more: ReadonlyMap<number, readonly Span[]> = new Map(),
  ) {
    this.#taken = taken;
    this.#span = span;
    this.#more = more;
    this.#first = new Uint32Array(this.nZones);
    this.#end = new Uint32Array(this.nZones);
  }

  get nZones(): number {
    return this.#taken.zoneStart.length - 1;
  }

  /** The same with more rows, without time gaps. */
  with({ zones, begins_s, ends_s }: OccupancyRows): Occupancies {
    const more = new Map(this.#more);
    zones.forEach((zone, i) => {
      const one = { begin_s: begins_s[i]!, end_s: ends_s[i]! };
      if (one.end_s < one.begin_s) return;
      const spans = [...(more.get(zone) ?? NO_SPANS), one];
      more.set(
        zone,
        spans.sort((a, b) => a.begin_s - b.begin_s),
      );
    });
    return new Occupancies(this.#taken, this.#span, more);
  }

  /** The first row of a zone. */
  firstOf(zone: number): number {
    if (this.#first[zone] === 0) this.#cut(zone);
    return this.#first[zone]! - 1;
  }

  /** The row behind the last of a zone. */
  endOf(zone: number): number {
    if (this.#first[zone] === 0) this.#cut(zone);
    return this.#end[zone]!;
  }

  /** First row of a zone that ends after a moment: `endOf(zone)` when there is none. */
  firstEndingAfter(zone: number, time_s: number): number {
    return findAbove(this.ends_s, time_s, this.firstOf(zone), this.endOf(zone));
  }

  /** The first of a zone's occupancies that an own requirement overlaps, null = none; touching is no overlap. */
  findOverlap(
    zone: number,
    begin_s: number,
    end_s: number,
  ): { readonly from_s: number; readonly to_s: number } | null {
    const next = this.firstEndingAfter(zone, begin_s);
    if (next === this.endOf(zone) || this.begins_s[next]! >= end_s) return null;
    return { from_s: this.begins_s[next]!, to_s: this.ends_s[next]! };
  }

  /** The zones that are free for less than some time at once, all the time or nearly so: no other is. */
  listDense(least_s: number): number[] {
    const { chains_ms } = this.#taken;
    const { start_ms, until_ms, gap_before_ms, gap_after_ms } = this.#span;
    // A zone that is never free for so long is taken by one chain of trains nearly from begin to end.
    const isTold = 1000 * least_s + gap_before_ms + gap_after_ms <= CHAIN_GAP_MS;
    const chain_ms = isTold ? until_ms - start_ms - 2 * CHAIN_GAP_MS : -Infinity;
    const dense: number[] = [];
    for (let zone = 0; zone < chains_ms.length; zone++) {
      if (chains_ms[zone]! >= chain_ms || this.#more.has(zone)) dense.push(zone);
    }
    return dense;
  }

  #cut(zone: number): void {
    const { zoneStart, begins_ms, ends_ms } = this.#taken;
    const { start_ms, until_ms, gap_before_ms, gap_after_ms } = this.#span;
    const more = this.#more.get(zone) ?? NO_SPANS;
    const last = zoneStart[zone + 1]!;
    const first = this.#count;
    let k = 0;
    // Rows are apart, so both columns ascend.
    let row = findAbove(ends_ms, start_ms - gap_before_ms, zoneStart[zone]!, last);
    for (; row < last && begins_ms[row]! <= until_ms + gap_after_ms; row++) {
      const begin_s = (begins_ms[row]! - start_ms - gap_after_ms) / 1000;
      for (; k < more.length && more[k]!.begin_s <= begin_s; k++) this.#add(first, more[k]!);
      this.#add(first, { begin_s, end_s: (ends_ms[row]! - start_ms + gap_before_ms) / 1000 });
    }
    for (; k < more.length; k++) this.#add(first, more[k]!);
    this.#first[zone] = first + 1;
    this.#end[zone] = this.#count;
  }

  /** Adds a row to those of a zone from one on; they are joined where they overlap or touch. */
  #add(first: number, { begin_s, end_s }: Span): void {
    const last = this.#count - 1;
    if (last >= first && begin_s <= this.ends_s[last]!) {
      this.ends_s[last] = Math.max(this.ends_s[last]!, end_s);
      return;
    }
    const n = this.#count++;
    this.begins_s = growFloat64(this.begins_s, this.#count);
    this.ends_s = growFloat64(this.ends_s, this.#count);
    this.begins_s[n] = begin_s;
    this.ends_s[n] = end_s;
  }
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
