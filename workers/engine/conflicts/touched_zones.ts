/**
 * Looks again at the zones that changed trains used or use. In each zone only a span of time is looked at
 * that nothing reaches into: before and behind it no requirement is held, so that a sweep over the span
 * alone finds the groups that a sweep over the whole zone would.
 */
import type { Infra } from "../infra/infra.ts";
import { countBelow } from "../sorted.ts";
import { Float64Column, groupBy, Uint32Column } from "./columns.ts";
import { ROUTING, SPACING } from "./detect_conflicts.ts";
import { OverlapSweep } from "./group_overlaps.ts";
import {
  FREE_SLOT,
  type KeptWorks,
  NO_ENTRY,
  type Occupancy,
  type Slots,
  WORKS_FROM,
  zoneOf,
} from "./occupancy.ts";
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
}

const BEFORE = 0;
const AFTER = 1;
const ALWAYS = 2;
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

/** Requirements of the trains of one zone that do not change: far more than are looked at in the end. */
class Others {
  begins_ms = new Float64Array(1024);
  ends_ms = new Float64Array(1024);
  slots = new Uint32Array(1024);
  entries = new Uint32Array(1024);
  count = 0;

  /** Adds what a zone's list has. */
  list(
    { runs, slots: { starts_ms } }: Occupancy,
    head: number,
    unchanged: { readonly start: Uint32Array; readonly items: Uint32Array },
  ): void {
    const { entryRuns, next } = runs;
    this.count = 0;
    for (let e = head; e !== NO_ENTRY; e = next[e]!) {
      const run = entryRuns[e]!;
      const end = unchanged.start[run + 1]!;
      for (let i = unchanged.start[run]!; i < end; i++) {
        if (this.count === this.slots.length) this.#grow();
        const at = this.count++;
        const slot = unchanged.items[i]!;
        this.begins_ms[at] = starts_ms[slot]! + runs.begins_ms[e]!;
        this.ends_ms[at] = starts_ms[slot]! + runs.ends_ms[e]!;
        this.slots[at] = slot;
        this.entries[at] = e;
      }
    }
  }

  #grow(): void {
    const { begins_ms, ends_ms, slots, entries } = this;
    const room = 2 * slots.length;
    this.begins_ms = new Float64Array(room);
    this.begins_ms.set(begins_ms);
    this.ends_ms = new Float64Array(room);
    this.ends_ms.set(ends_ms);
    this.slots = new Uint32Array(room);
    this.slots.set(slots);
    this.entries = new Uint32Array(room);
    this.entries.set(entries);
  }
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
    const froms_ms = new Float64Array(zones.length);
    const untils_ms = new Float64Array(zones.length);
    const unchanged = groupSlots(before, change);
    this.#kept.clear();
    const ends = new Uint32Array(zones.length);
    for (let j = 0; j < zones.length; j++) {
      this.#items.clear();
      for (let i = start[j]!; i < start[j + 1]!; i++) {
        this.#items.copyFrom(this.#changed, items[i]!);
      }
      const span = this.#gather(before, { kind, zone: zones[j]!, infra }, unchanged);
      froms_ms[j] = span.from_ms;
      untils_ms[j] = span.until_ms;
      this.#keepSpan(span);
      ends[j] = this.#kept.count;
    }
    const groups = this.#group(ends, kind);
    if (groups === null) return null;
    for (let g = 0; g < groups.count; g++) groups.zones[g] = zones[groups.zones[g]!]!;
    return { zones, froms_ms, untils_ms, groups };
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
    const zoneOfItem = Uint32Array.from(places.finish(), (place) => zoneOf(infra, kind, place));
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

  /** Adds what others need of a zone; returns the span around what changes that nothing reaches into. */
  #gather(
    occupancy: Occupancy,
    { kind, zone, infra }: { kind: number; zone: number; infra: Infra },
    unchanged: { readonly start: Uint32Array; readonly items: Uint32Array },
  ): Span {
    const { runs, heads, slots, works } = occupancy;
    const items = this.#items;
    let from_ms = Infinity;
    let until_ms = -Infinity;
    for (let i = 0; i < items.count; i++) {
      const begin_ms = items.begins_ms.values[i]!;
      from_ms = Math.min(from_ms, begin_ms);
      until_ms = Math.max(until_ms, begin_ms, items.ends_ms.values[i]!);
    }
    if (kind === SPACING) {
      for (let i = countBelow(works.zones, zone); works.zones[i] === zone; i++) {
        items.addWork(works, i);
      }
    }
    const others = this.#others;
    others.list(occupancy, heads[kind * infra.zoneName.length + zone]!, unchanged);
    const { begins_ms, ends_ms } = items;
    const lists = [
      { begins_ms: begins_ms.values, ends_ms: ends_ms.values, count: items.count },
      others,
    ];
    const span = widen(lists, { from_ms, until_ms });
    for (let i = 0; i < others.count; i++) {
      const begin_ms = others.begins_ms[i]!;
      if (begin_ms < span.from_ms || begin_ms > span.until_ms) continue;
      const entry = others.entries[i]!;
      items.add(slots, others.slots[i]!, { runs, entry, number: entry }, ALWAYS);
    }
    return span;
  }

  /** Keeps what begins in the span and is there afterwards, trains in their order. */
  #keepSpan({ from_ms, until_ms }: Span): void {
    const { begins_ms, sides, entries, ordinals, starts_ms, orders, count } = this.#items;
    const rows = new Uint32Column();
    for (let i = 0; i < count; i++) {
      const begin_ms = begins_ms.values[i]!;
      if (begin_ms < from_ms || begin_ms > until_ms || sides.values[i] === BEFORE) continue;
      rows.push(i);
    }
    const order = rows.finish();
    const range = { from: 0, to: order.length };
    const scratch = new Uint32Array(order.length);
    for (const key of [entries, ordinals, starts_ms, orders])
      sortByKey(order, key.values, range, scratch);
    for (const i of order) this.#kept.copyFrom(this.#items, i);
  }

  /** Groups what was kept; in the place of zones there are their indices. */
  #group(ends: Uint32Array, kind: number): OwnedGroups | null {
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
    const owned = groups && ownGroups(groups, table.owners, WORKS_FROM);
    table.release();
    this.#sweep.release();
    return owned;
  }
}

interface Span {
  readonly from_ms: number;
  readonly until_ms: number;
}

interface SpanList {
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  readonly count: number;
}

/** The least span around one that nothing of the lists reaches into from outside, nor out of it. */
function widen(lists: readonly SpanList[], { from_ms, until_ms }: Span): Span {
  for (let isWider = true; isWider; ) {
    isWider = false;
    for (const { begins_ms, ends_ms, count } of lists) {
      for (let i = 0; i < count; i++) {
        const begin_ms = begins_ms[i]!;
        const end_ms = ends_ms[i]!;
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

/** Slots of unchanged trains by run. */
function groupSlots(
  { slots, runs: { nRuns } }: Occupancy,
  { changed }: SlotChange,
): { readonly start: Uint32Array; readonly items: Uint32Array } {
  const buckets = slots.runs.map((run) => Math.min(run, nRuns));
  for (const slot of changed) if (slot < buckets.length) buckets[slot] = nRuns;
  return groupBy(buckets, buckets.length, nRuns + 1);
}
