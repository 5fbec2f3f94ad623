/**
 * Looks again at the zones that changed trains used or use. In each zone only a span of time is looked at
 * that nothing reaches into: before and behind it no requirement is held, so that a sweep over the span
 * alone finds the groups that a sweep over the whole zone would.
 */
import type { Infra } from "../infra/infra.ts";
import { countBelow } from "../sorted.ts";
import { Float64Column, groupBy, Uint32Column } from "./columns.ts";
import { ROUTING, SPACING } from "./detect_conflicts.ts";
import { countPairs, OverlapSweep } from "./group_overlaps.ts";
import { FREE_SLOT, type KeptWorks, type Occupancy, type Slots, WORKS_FROM } from "./occupancy.ts";
import { type OwnedGroups, ownGroups } from "./owned_groups.ts";
import { RequirementTable } from "./requirement_table.ts";
import type { RunEntries } from "./run_entries.ts";
import { sortByKey } from "./stable_sort.ts";

/** Trains that change: what they were, what they become, and the runs that the occupancy does not have. */
export interface SlotChange {
  /** Each once. */
  readonly changed: Uint32Array;
  /** All slots as they become, in a copy with room for new ones. */
  readonly slots: Slots;
  /** Runs behind those of the occupancy. */
  readonly newRuns: RunEntries;
}

/** Groups that take the place of those that begin in a span of time in a zone. */
export interface Regrouped {
  /** [nTouched] ascending. */
  readonly zones: Uint32Array;
  readonly froms_ms: Float64Array;
  readonly untils_ms: Float64Array;
  readonly groups: OwnedGroups;
  /** In the spans. */
  readonly pairsBefore: number;
  readonly pairsAfter: number;
}

const BEFORE = 0;
const AFTER = 1;
const ALWAYS = 2;
/** In the place of an index. */
const UNTOUCHED = 0xffff_ffff;
/**
 * Trains are looked through that run so long before and after a change: few spans reach further. Each time
 * one does, sixteen times as far, so that a chain of trains through a whole day takes few looks.
 */
const MARGIN_MS = 600_000;
const MARGIN_FACTOR = 16;
/** Works come behind all trains. */
const WORK_ORDER = Infinity;

/** Requirements in columns. */
class Items {
  readonly begins_ms = new Float64Column();
  readonly ends_ms = new Float64Column();
  readonly orders = new Float64Column();
  readonly starts_ms = new Float64Column();
  readonly ordinals = new Float64Column();
  /** Number of the entry: the order within a train. */
  readonly entries = new Float64Column();
  readonly owners = new Uint32Column();
  readonly places = new Uint32Column();
  readonly sides = new Uint32Column();

  get count(): number {
    return this.owners.count;
  }

  clear(): void {
    for (const column of Object.values(this)) column.clear();
  }

  add(slots: Slots, slot: number, at: EntryAt, side: number): void {
    const { runs, entry, number } = at;
    const start_ms = slots.starts_ms[slot]!;
    this.begins_ms.push(start_ms + runs.begins_ms[entry]!);
    this.ends_ms.push(start_ms + runs.ends_ms[entry]!);
    this.orders.push(slots.orders[slot]!);
    this.starts_ms.push(start_ms);
    this.ordinals.push(slots.ordinals[slot]!);
    this.entries.push(number);
    this.owners.push(slot);
    this.places.push(runs.places[entry]!);
    this.sides.push(side);
  }

  addWork(works: KeptWorks, i: number): void {
    this.begins_ms.push(works.begins_ms[i]!);
    this.ends_ms.push(works.ends_ms[i]!);
    this.orders.push(WORK_ORDER);
    this.starts_ms.push(0);
    this.ordinals.push(0);
    this.entries.push(i);
    this.owners.push(WORKS_FROM + works.works[i]!);
    this.places.push(0);
    this.sides.push(ALWAYS);
  }

  copyFrom(other: Items, i: number): void {
    this.begins_ms.push(other.begins_ms.values[i]!);
    this.ends_ms.push(other.ends_ms.values[i]!);
    this.orders.push(other.orders.values[i]!);
    this.starts_ms.push(other.starts_ms.values[i]!);
    this.ordinals.push(other.ordinals.values[i]!);
    this.entries.push(other.entries.values[i]!);
    this.owners.push(other.owners.values[i]!);
    this.places.push(other.places.values[i]!);
    this.sides.push(other.sides.values[i]!);
  }
}

/** What trains that do not change need of touched zones around the time of a change. */
class Others {
  readonly begins_ms = new Float64Column();
  readonly ends_ms = new Float64Column();
  readonly slots = new Uint32Column();
  readonly entries = new Uint32Column();
  /** Index of the zone among the touched ones. */
  readonly zones = new Uint32Column();

  clear(): void {
    for (const column of Object.values(this)) column.clear();
  }

  /** Adds what one train needs. */
  addTrain({ runs, slots }: Occupancy, slot: number, range: EntryRange): void {
    const { from, to, indexOf, zoneOfPlace } = range;
    const start_ms = slots.starts_ms[slot]!;
    for (let e = from; e < to; e++) {
      const place = runs.places[e]!;
      const index = indexOf[zoneOfPlace === null ? place : zoneOfPlace[place]!]!;
      if (index === UNTOUCHED) continue;
      this.begins_ms.push(start_ms + runs.begins_ms[e]!);
      this.ends_ms.push(start_ms + runs.ends_ms[e]!);
      this.slots.push(slot);
      this.entries.push(e);
      this.zones.push(index);
    }
  }
}

interface EntryRange {
  readonly from: number;
  readonly to: number;
  /** By zone. */
  readonly indexOf: Uint32Array;
  /** Null: places are zones. */
  readonly zoneOfPlace: Uint32Array | null;
}

interface EntryAt {
  readonly runs: RunEntries;
  readonly entry: number;
  /** Its number among the entries of all runs. */
  readonly number: number;
}

/** One per thread: owns the scratch memory. */
export class ZoneToucher {
  readonly #table = new RequirementTable();
  readonly #sweep = new OverlapSweep();
  readonly #changed = new Items();
  /** Of one zone: those that change and works, in the end all that are looked at. */
  readonly #items = new Items();
  readonly #others = new Others();
  /** Of all zones, those of one after the other. */
  readonly #kept = new Items();

  /** The new groups of one kind; null when there are too many. */
  regroup(infra: Infra, kind: number, before: Occupancy, change: SlotChange): Regrouped | null {
    const { zones, start, items } = this.#listChanged(infra, kind, before, change);
    const spans = this.#findSpans(infra, { kind, before, change, zones, start, items });
    const { count } = this.#others.zones;
    const others = groupBy(this.#others.zones.values, count, zones.length);
    this.#kept.clear();
    const ends = new Uint32Array(zones.length);
    let pairsBefore = 0;
    for (let j = 0; j < zones.length; j++) {
      this.#items.clear();
      for (let i = start[j]!; i < start[j + 1]!; i++) {
        this.#items.copyFrom(this.#changed, items[i]!);
      }
      if (kind === SPACING) addWorks(this.#items, before.works, zones[j]!);
      this.#addOthers(
        before,
        others.items.subarray(others.start[j]!, others.start[j + 1]!),
        spans[j]!,
      );
      pairsBefore += this.#countPairsBefore(spans[j]!);
      this.#keepSpan(spans[j]!);
      ends[j] = this.#kept.count;
    }
    const grouped = this.#group(ends, kind);
    if (grouped === null) return null;
    const { groups, pairCount: pairsAfter } = grouped;
    for (let g = 0; g < groups.count; g++) groups.zones[g] = zones[groups.zones[g]!]!;
    const froms_ms = Float64Array.from(spans, ({ from_ms }) => from_ms);
    const untils_ms = Float64Array.from(spans, ({ until_ms }) => until_ms);
    return { zones, froms_ms, untils_ms, groups, pairsBefore, pairsAfter };
  }

  /**
   * The span of each zone. Only trains that run at the time are looked through, and where a span reaches
   * beyond it, those of a longer time.
   */
  #findSpans(infra: Infra, touched: Touched): Span[] {
    const { zones, start, items, kind, before } = touched;
    const { begins_ms, ends_ms } = this.#changed;
    let spans = Array.from(zones, (_, j): Span => {
      const own = items.subarray(start[j], start[j + 1]);
      const begins = Array.from(own, (i) => begins_ms.values[i]!);
      const ends = Array.from(own, (i) => ends_ms.values[i]!);
      return { from_ms: leastOf(begins), until_ms: Math.max(mostOf(begins), mostOf(ends)) };
    });
    for (let margin_ms = MARGIN_MS; ; margin_ms *= MARGIN_FACTOR) {
      const time = {
        from_ms: leastOf(spans.map(({ from_ms }) => from_ms)) - margin_ms,
        until_ms: mostOf(spans.map(({ until_ms }) => until_ms)) + margin_ms,
      };
      this.#listOthers(infra, touched, time);
      const { zones: indices, begins_ms: begins, ends_ms: ends } = this.#others;
      const rows = groupBy(indices.values, indices.count, zones.length);
      spans = spans.map((span, j) => {
        this.#items.clear();
        for (let i = start[j]!; i < start[j + 1]!; i++) {
          this.#items.copyFrom(this.#changed, items[i]!);
        }
        if (kind === SPACING) addWorks(this.#items, before.works, zones[j]!);
        const own = { begins_ms: this.#items.begins_ms, ends_ms: this.#items.ends_ms, rows: null };
        const all = rows.items.subarray(rows.start[j], rows.start[j + 1]);
        return widen([own, { begins_ms: begins, ends_ms: ends, rows: all }], span);
      });
      const isInside = (span: Span): boolean =>
        span.from_ms >= time.from_ms && span.until_ms <= time.until_ms;
      if (spans.every(isInside)) return spans;
    }
  }

  /** Lists what unchanged trains need of the touched zones that run in a time. */
  #listOthers(infra: Infra, { kind, before, change, zones }: Touched, time: Span): void {
    const { runs, slots } = before;
    const indexOf = new Uint32Array(infra.zoneName.length).fill(UNTOUCHED);
    for (let j = 0; j < zones.length; j++) indexOf[zones[j]!] = j;
    const isChanged = new Uint8Array(slots.runs.length);
    for (const slot of change.changed) isChanged[slot] = 1;
    const zoneOfPlace = kind === SPACING ? null : infra.zonePathZone;
    this.#others.clear();
    for (let slot = 0; slot < slots.runs.length; slot++) {
      const run = slots.runs[slot]!;
      if (run === FREE_SLOT || isChanged[slot] === 1) continue;
      const start_ms = slots.starts_ms[slot]!;
      if (start_ms + runs.runFirst_ms[run]! > time.until_ms) continue;
      if (start_ms + runs.runLast_ms[run]! < time.from_ms) continue;
      const from = kind === SPACING ? runs.runStart[run]! : runs.runRouting[run]!;
      const to = kind === SPACING ? runs.runRouting[run]! : runs.runStart[run + 1]!;
      this.#others.addTrain(before, slot, { from, to, indexOf, zoneOfPlace });
    }
  }

  /** Adds those that begin in the span. */
  #addOthers({ runs, slots }: Occupancy, rows: Uint32Array, { from_ms, until_ms }: Span): void {
    const { begins_ms, entries, slots: owners } = this.#others;
    for (const i of rows) {
      const begin_ms = begins_ms.values[i]!;
      if (begin_ms < from_ms || begin_ms > until_ms) continue;
      const entry = entries.values[i]!;
      this.#items.add(slots, owners.values[i]!, { runs, entry, number: entry }, ALWAYS);
    }
  }

  /** Requirements of changed trains, as they were and as they become, by touched zone. */
  #listChanged(
    infra: Infra,
    kind: number,
    before: Occupancy,
    { changed, slots, newRuns }: SlotChange,
  ): { zones: Uint32Array; start: Uint32Array; items: Uint32Array } {
    this.#changed.clear();
    for (const slot of changed) {
      if (slot < before.slots.runs.length)
        this.#addRun(before, before.slots, { slot, newRuns, kind, side: BEFORE });
      this.#addRun(before, slots, { slot, newRuns, kind, side: AFTER });
    }
    const { places, count } = this.#changed;
    const zoneOfItem = Uint32Array.from(places.finish(), (place) =>
      kind === SPACING ? place : infra.zonePathZone[place]!,
    );
    const zones = Uint32Array.from(new Set(zoneOfItem)).sort();
    const indexOf = new Map(Array.from(zones, (zone, j) => [zone, j]));
    const buckets = zoneOfItem.map((zone) => indexOf.get(zone)!);
    return { zones, ...groupBy(buckets, count, zones.length) };
  }

  #addRun(
    { runs: known }: Occupancy,
    slots: Slots,
    {
      slot,
      newRuns,
      kind,
      side,
    }: { slot: number; newRuns: RunEntries; kind: number; side: number },
  ): void {
    const run = slots.runs[slot]!;
    if (run === FREE_SLOT) return;
    const isNew = run >= known.nRuns;
    const runs = isNew ? newRuns : known;
    const row = isNew ? run - known.nRuns : run;
    const from = kind === SPACING ? runs.runStart[row]! : runs.runRouting[row]!;
    const to = kind === SPACING ? runs.runRouting[row]! : runs.runStart[row + 1]!;
    const shift = isNew ? known.runStart[known.nRuns]! : 0;
    for (let entry = from; entry < to; entry++) {
      this.#changed.add(slots, slot, { runs, entry, number: entry + shift }, side);
    }
  }

  /** Keeps what begins in the span and is there afterwards, trains in their order. */
  #keepSpan(span: Span): void {
    for (const i of this.#listSpan(span, BEFORE)) this.#kept.copyFrom(this.#items, i);
  }

  /** The pairs of what begins in the span and was there before. */
  #countPairsBefore(span: Span): number {
    const order = this.#listSpan(span, AFTER);
    const range = { from: 0, to: order.length };
    const [begins_ms, ends_ms] = [this.#items.begins_ms.values, this.#items.ends_ms.values];
    sortByKey(order, begins_ms, range, new Uint32Array(order.length));
    return countPairs({ begins_ms, ends_ms }, order);
  }

  /** What begins in the span and is there on the other side, trains in their order. */
  #listSpan({ from_ms, until_ms }: Span, left_out: number): Uint32Array {
    const { begins_ms, sides, entries, ordinals, starts_ms, orders, count } = this.#items;
    const rows = new Uint32Column();
    for (let i = 0; i < count; i++) {
      const begin_ms = begins_ms.values[i]!;
      if (begin_ms < from_ms || begin_ms > until_ms || sides.values[i] === left_out) continue;
      rows.push(i);
    }
    const order = rows.finish();
    const range = { from: 0, to: order.length };
    const scratch = new Uint32Array(order.length);
    for (const key of [entries, ordinals, starts_ms, orders])
      sortByKey(order, key.values, range, scratch);
    return order;
  }

  /** Groups what was kept; in the place of zones there are their indices. */
  #group(
    ends: Uint32Array,
    kind: number,
  ): { readonly groups: OwnedGroups; readonly pairCount: number } | null {
    const table = this.#table;
    const { begins_ms, ends_ms, owners, places, count } = this.#kept;
    table.clear(ends.length, kind === ROUTING);
    for (let j = 0; j < ends.length; j++) {
      table.zoneStart[j + 1] = ends[j]! - (j === 0 ? 0 : ends[j - 1]!);
    }
    table.allocate();
    table.begins_ms.set(begins_ms.values.subarray(0, count));
    table.ends_ms.set(ends_ms.values.subarray(0, count));
    table.owners.set(owners.values.subarray(0, count));
    if (kind === ROUTING) table.configs.set(places.values.subarray(0, count));
    table.sort();
    const groups = this.#sweep.group(table);
    const owned = groups && {
      groups: ownGroups(groups, table.owners, WORKS_FROM),
      pairCount: groups.pairCount,
    };
    table.release();
    this.#sweep.release();
    return owned;
  }
}

interface Span {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** Zones that changed trains touch, and their requirements there. */
interface Touched {
  readonly kind: number;
  readonly before: Occupancy;
  readonly change: SlotChange;
  readonly zones: Uint32Array;
  readonly start: Uint32Array;
  readonly items: Uint32Array;
}

interface SpanList {
  readonly begins_ms: Float64Column;
  readonly ends_ms: Float64Column;
  /** Null: all. */
  readonly rows: Uint32Array | null;
}

function addWorks(items: Items, works: KeptWorks, zone: number): void {
  for (let i = countBelow(works.zones, zone); works.zones[i] === zone; i++) items.addWork(works, i);
}

/** The least span around one that nothing of the lists reaches into from outside, nor out of it. */
function widen(lists: readonly SpanList[], { from_ms, until_ms }: Span): Span {
  for (let isWider = true; isWider; ) {
    isWider = false;
    for (const { begins_ms, ends_ms, rows } of lists) {
      const count = rows?.length ?? begins_ms.count;
      for (let i = 0; i < count; i++) {
        const row = rows === null ? i : rows[i]!;
        const begin_ms = begins_ms.values[row]!;
        const end_ms = ends_ms.values[row]!;
        if (begin_ms < from_ms && end_ms > from_ms) {
          from_ms = begin_ms;
          isWider = true;
        }
        if (begin_ms >= from_ms && begin_ms <= until_ms && end_ms > until_ms) {
          until_ms = end_ms;
          isWider = true;
        }
      }
    }
  }
  return { from_ms, until_ms };
}

function leastOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function mostOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
