/**
 * Requirements of trains that run on many days, folded onto one: each stands once, by the clock of its operating day, with
 * the set of its days. Two of them meet on the days on which both of their trains run, so that one pass over a zone finds
 * the meetings of a whole year. Days near a change of the clock are not of this: there times between trains differ.
 */
import { type DayMask, type DayMasks, FIRST_BIT, shiftDays } from "./day_masks.ts";
import type { RequirementTable } from "./requirement_table.ts";
import { sortByKey } from "./stable_sort.ts";

export const FOLD_MS = 86_400_000;

/** Most pairs in all zones: each costs as much as a hundred requirements without one. */
export const FOLDED_PAIRS_MAX = 1 << 22;

/** Trains by slot. */
export interface FoldedSlots {
  /** [nSlots] by the clock, ms since the midnight of its operating day. */
  readonly starts_ms: Float64Array;
  /** [nSlots] of its record among others. */
  readonly orders: Float64Array;
  /** [nSlots] among trains of its record with the same start. */
  readonly ordinals: Uint32Array;
  /** [nSlots] which of `masks`: its operating days. */
  readonly daySets: Uint32Array;
  readonly masks: DayMasks;
}

/** Two requirements that meet. */
export interface Pair {
  readonly first: number;
  readonly second: number;
  /** How many days after the first one's begin the second one begins. */
  readonly later: number;
  /** The days on which the first one begins. */
  readonly days: DayMask;
}

/**
 * The requirements of a zone by the time of day at which they begin: room for the zone with most of them, since arrays of
 * its own for each zone would cost more than all else.
 */
export class ZoneItems {
  /** Of the zone; the arrays are longer. */
  count = 0;
  /** Rows of the table. */
  readonly rows: Uint32Array;
  /** Within a day. */
  readonly begins_ms: Float64Array;
  readonly lengths_ms: Float64Array;
  /** How many days after its train's operating day each begins. */
  readonly days: Int32Array;
  readonly slots: Uint32Array;
  readonly #times_ms: Float64Array;
  readonly #order: Uint32Array;

  constructor({ zoneStart }: RequirementTable) {
    let most = 0;
    for (let zone = 0; zone + 1 < zoneStart.length; zone++) {
      most = Math.max(most, zoneStart[zone + 1]! - zoneStart[zone]!);
    }
    this.rows = new Uint32Array(most);
    this.begins_ms = new Float64Array(most);
    this.lengths_ms = new Float64Array(most);
    this.days = new Int32Array(most);
    this.slots = new Uint32Array(most);
    this.#times_ms = new Float64Array(most);
    this.#order = new Uint32Array(most);
  }

  fold(table: RequirementTable, zone: number): void {
    const { zoneStart, order, begins_ms, ends_ms, owners, scratch } = table;
    const from = zoneStart[zone]!;
    const n = zoneStart[zone + 1]! - from;
    const [times_ms, sorted] = [this.#times_ms, this.#order];
    for (let i = 0; i < n; i++) {
      times_ms[i] = timeOf(begins_ms[order[from + i]!]!);
      sorted[i] = i;
    }
    // those of trains over midnight come among the others
    sortByKey(sorted, times_ms, { from: 0, to: n }, scratch);
    for (let i = 0; i < n; i++) {
      const row = order[from + sorted[i]!]!;
      const begin_ms = begins_ms[row]!;
      this.rows[i] = row;
      this.begins_ms[i] = timeOf(begin_ms);
      this.lengths_ms[i] = ends_ms[row]! - begin_ms;
      this.days[i] = dayOf(begin_ms);
      this.slots[i] = owners[row]!;
    }
    this.count = n;
  }
}

function timeOf(time_ms: number): number {
  return time_ms - FOLD_MS * dayOf(time_ms);
}

function dayOf(time_ms: number): number {
  return Math.floor(time_ms / FOLD_MS);
}

/** More than there are sets of days of trains. */
const MASKS_MAX = 2 ** 22;

/** Finds pairs in one zone after the other. */
export class PairFinder {
  readonly #slots: FoldedSlots;
  /** By sets and days between: few of them are different. */
  readonly #common = new Map<number, DayMask>();
  count = 0;

  constructor(slots: FoldedSlots) {
    this.#slots = slots;
  }

  /** Null: there are too many. `configs` is for routing (`RequirementTable`). */
  find(items: ZoneItems, configs: Uint32Array | null): Pair[] | null {
    const { count: n, rows, begins_ms, lengths_ms } = items;
    const pairs: Pair[] = [];
    for (let first = 0; first < n; first++) {
      const begin_ms = begins_ms[first]!;
      const end_ms = begin_ms + lengths_ms[first]!;
      if (end_ms <= begin_ms) continue;
      let second = first;
      for (let later = 0; ; ) {
        if (++second === n) {
          second = 0;
          later++;
        }
        const other_ms = begins_ms[second]! + later * FOLD_MS;
        if (other_ms >= end_ms) break;
        // as in a sweep: one that ends before it begins overlaps only what began before its end
        if (other_ms + lengths_ms[second]! <= begin_ms) continue;
        if (configs !== null && configs[rows[first]!] === configs[rows[second]!]) continue;
        const days = this.#daysOf(items, { first, second, later });
        if (days !== 0n) pairs.push({ first, second, later, days });
      }
      if (this.count + pairs.length > FOLDED_PAIRS_MAX) return null;
    }
    this.count += pairs.length;
    return pairs;
  }

  /** The days on which the first one begins while both trains run. */
  #daysOf({ days, slots }: ZoneItems, { first, second, later }: Omit<Pair, "days">): DayMask {
    const { daySets, masks } = this.#slots;
    const [a, b] = [slots[first]!, slots[second]!];
    // how many days after the operating day of the first one that of the second is
    const between = later + days[first]! - days[second]!;
    // a train that comes back to a zone does not exclude itself from it
    if (a === b && between === 0) return 0n;
    const [set, other] = [daySets[a]!, daySets[b]!];
    const key = ((between + FIRST_BIT) * MASKS_MAX + set) * MASKS_MAX + other;
    let common = this.#common.get(key);
    if (common === undefined) {
      common = masks.at(set) & shiftDays(masks.at(other), -between);
      this.#common.set(key, common);
    }
    return common === 0n ? common : shiftDays(common, days[first]!);
  }
}
