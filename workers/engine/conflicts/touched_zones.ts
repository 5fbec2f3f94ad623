/**
 * Rechecks the zones that changed trains used or use. In each zone only a span of time is checked.
 * No requirement is held across its ends, so a sweep over the span alone finds the same groups as a
 * sweep over the whole zone would.
 */
import { Float64Column, groupBy, Uint32Column } from "../columns.ts";
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { countBelow } from "../sorted.ts";
import { ROUTING, SPACING } from "./detect_conflicts.ts";
import { type Groups, OverlapSweep } from "./group_overlaps.ts";
import { FREE_SLOT, type KeptWorks, type Occupancy, type Slots, WORKS_FROM } from "./occupancy.ts";
import { type OwnedGroups, ownGroups } from "./owned_groups.ts";
import { RequirementTable } from "./requirement_table.ts";
import type { RunEntries } from "./run_entries.ts";
import { markRuns } from "./runs_by_zone.ts";
import { sortByKey } from "./stable_sort.ts";

/** Changed trains: what they were, what they become, and runs that the occupancy does not have yet. */
export interface SlotChange {
  /** Each slot once. */
  readonly changed: Uint32Array;
  /** All slots after the change, in a copy with room for new ones. */
  readonly slots: Slots;
  /** Runs to follow those of the occupancy. */
  readonly newRuns: RunEntries;
}

/** Groups that replace those beginning in a span of time in a zone. */
export interface Regrouped {
  /** [nTouched] ascending. */
  readonly zones: Uint32Array;
  readonly froms_ms: Float64Array;
  readonly untils_ms: Float64Array;
  readonly groups: OwnedGroups;
  /** Counts of the sweeps over the spans. */
  readonly before: SweepCounts;
  readonly after: SweepCounts;
}

type SweepCounts = Pick<Groups, "pairCount" | "memberCount">;

const BEFORE = 0;
const AFTER = 1;
const ALWAYS = 2;
/**
 * First, trains that run within this time before and after a change are considered: few spans reach further. If
 * one does, the time grows sixteenfold, so that even a chain of trains through a whole day takes few passes.
 */
const MARGIN_MS = 600_000;
const MARGIN_FACTOR = 16;
/** Sorts works after all trains. */
const WORK_ORDER = Infinity;

/** Requirements of touched zones, in columns. */
class Items {
  readonly begins_ms = new Float64Column();
  readonly ends_ms = new Float64Column();
  readonly orders = new Float64Column();
  readonly starts_ms = new Float64Column();
  readonly ordinals = new Float64Column();
  /** Number of the entry: its order within a train. */
  readonly entries = new Float64Column();
  readonly owners = new Uint32Column();
  readonly places = new Uint32Column();
  readonly sides = new Uint32Column();
  /** Index of the zone among the touched ones. */
  readonly zones = new Uint32Column();

  get count(): number {
    return this.owners.count;
  }

  /** Keeps the first ones. */
  cut(count: number): void {
    for (const column of Object.values(this)) column.count = count;
  }

  add(slots: Slots, slot: number, at: EntryAt, side: number): void {
    const { runs, entry } = at;
    const start_ms = slots.starts_ms[slot]!;
    this.begins_ms.push(start_ms + runs.begins_ms[entry]!);
    this.ends_ms.push(start_ms + runs.ends_ms[entry]!);
    this.orders.push(slots.orders[slot]!);
    this.starts_ms.push(start_ms);
    this.ordinals.push(slots.ordinals[slot]!);
    this.entries.push(at.number);
    this.owners.push(slot);
    this.places.push(runs.places[entry]!);
    this.sides.push(side);
    this.zones.push(at.zone);
  }

  addWork(works: KeptWorks, i: number, zone: number): void {
    this.begins_ms.push(works.begins_ms[i]!);
    this.ends_ms.push(works.ends_ms[i]!);
    this.orders.push(WORK_ORDER);
    this.starts_ms.push(0);
    this.ordinals.push(0);
    this.entries.push(i);
    this.owners.push(WORKS_FROM + works.works[i]!);
    this.places.push(0);
    this.sides.push(ALWAYS);
    this.zones.push(zone);
  }
}

interface EntryAt {
  readonly runs: RunEntries;
  readonly entry: number;
  /** Its number among the entries of all runs. */
  readonly number: number;
  /** Index of its zone among the touched ones. */
  readonly zone: number;
}

/** The zones that changed trains touch. */
interface Touched {
  readonly infra: Infra;
  readonly kind: number;
  readonly before: Occupancy;
  readonly change: SlotChange;
  readonly zones: Uint32Array;
}

/** The span of time checked in each touched zone, and its items by zone in sweep order. */
interface Spans {
  readonly froms_ms: Float64Array;
  readonly untils_ms: Float64Array;
  readonly rows: { readonly start: Uint32Array; readonly items: Uint32Array };
}

/** One per thread: owns the scratch memory. */
export class ZoneToucher {
  readonly #table = new RequirementTable();
  readonly #sweep = new OverlapSweep();
  /** First of changed trains, then of works, then of other trains. */
  readonly #items = new Items();
  readonly #order = new Uint32Column();
  #scratch = new Uint32Array(0);
  /** By zone: its index among the touched ones. */
  #indexOf = new Uint32Array(0);
  /** The zones that have an index. */
  #zones: Uint32Array = new Uint32Array(0);

  /** The new groups of one kind; null if there are too many. */
  regroup(infra: Infra, kind: number, before: Occupancy, change: SlotChange): Regrouped | null {
    this.#listChanged(infra, kind, before, change);
    const zones = this.#zones;
    const spans = this.#findSpans({ infra, kind, before, change, zones });
    const was = this.#sweepSide(kind, spans, AFTER);
    const counts = was && { pairCount: was.pairCount, memberCount: was.memberCount };
    const becomes = counts && this.#sweepSide(kind, spans, BEFORE);
    const groups = becomes && ownGroups(becomes, this.#table.owners, WORKS_FROM);
    this.#table.release();
    this.#sweep.release();
    if (counts === null || becomes === null || groups === null) return null;
    for (let g = 0; g < groups.count; g++) groups.zones[g] = zones[groups.zones[g]!]!;
    const { froms_ms, untils_ms } = spans;
    return { zones, froms_ms, untils_ms, groups, before: counts, after: becomes };
  }

  /** Lists the requirements of changed trains, before and after, and the zones that they touch. */
  #listChanged(infra: Infra, kind: number, before: Occupancy, change: SlotChange): void {
    const items = this.#items;
    items.cut(0);
    for (const slot of change.changed) {
      if (slot < before.slots.runs.length) {
        this.#addRun(before, kind, { slot, slots: before.slots, change, side: BEFORE });
      }
      this.#addRun(before, kind, { slot, slots: change.slots, change, side: AFTER });
    }
    const { values: places } = items.places;
    const zoneOf = (i: number): number =>
      kind === SPACING ? places[i]! : infra.zonePathZone[places[i]!]!;
    const found = new Set<number>();
    for (let i = 0; i < items.count; i++) found.add(zoneOf(i));
    this.#indexZones(infra, Uint32Array.from(found).sort());
    for (let i = 0; i < items.count; i++) items.zones.values[i] = this.#indexOf[zoneOf(i)]!;
  }

  #addRun(
    { runs: known }: Occupancy,
    kind: number,
    at: { slot: number; slots: Slots; change: SlotChange; side: number },
  ): void {
    const run = at.slots.runs[at.slot]!;
    if (run === FREE_SLOT) return;
    const isNew = run >= known.nRuns;
    const runs = isNew ? at.change.newRuns : known;
    const row = isNew ? run - known.nRuns : run;
    const from = kind === SPACING ? runs.runStart[row]! : runs.runRouting[row]!;
    const to = kind === SPACING ? runs.runRouting[row]! : runs.runStart[row + 1]!;
    const shift = isNew ? known.runStart[known.nRuns]! : 0;
    for (let entry = from; entry < to; entry++) {
      const place = { runs, entry, number: entry + shift, zone: NONE };
      this.#items.add(at.slots, at.slot, place, at.side);
    }
  }

  #indexZones({ zoneName }: Infra, zones: Uint32Array): void {
    if (this.#indexOf.length < zoneName.length) {
      this.#indexOf = new Uint32Array(zoneName.length).fill(NONE);
    } else for (const zone of this.#zones) this.#indexOf[zone] = NONE;
    for (let j = 0; j < zones.length; j++) this.#indexOf[zones[j]!] = j;
    this.#zones = zones;
  }

  /**
   * The span of each zone. Only trains that run around that time are considered; if a span reaches
   * beyond it, trains of a longer time are.
   */
  #findSpans(touched: Touched): Spans {
    const { kind, before, zones } = touched;
    const items = this.#items;
    const { froms_ms, untils_ms } = this.#spanChanged(zones.length);
    if (kind === SPACING) {
      for (let j = 0; j < zones.length; j++) addWorks(items, before.works, zones[j]!, j);
    }
    const isWanted = markRuns(before.runsByZone, before.runs.nRuns, zones);
    const { count } = items;
    for (let margin_ms = MARGIN_MS; ; margin_ms *= MARGIN_FACTOR) {
      const from_ms = leastOf(froms_ms) - margin_ms;
      const until_ms = mostOf(untils_ms) + margin_ms;
      items.cut(count);
      this.#addOthers(touched, isWanted, { from_ms, until_ms });
      const rows = groupBy(items.zones.values, items.count, zones.length);
      const spans = { froms_ms, untils_ms, rows };
      for (let j = 0; j < zones.length; j++) this.#widen(spans, j);
      if (leastOf(froms_ms) < from_ms || mostOf(untils_ms) > until_ms) continue;
      for (let j = 0; j < zones.length; j++) this.#sortTies(rows, j);
      return spans;
    }
  }

  /** From when to when changed trains need each zone. */
  #spanChanged(nZones: number): Omit<Spans, "rows"> {
    const { zones, begins_ms, ends_ms, count } = this.#items;
    const froms_ms = new Float64Array(nZones).fill(Infinity);
    const untils_ms = new Float64Array(nZones).fill(-Infinity);
    for (let i = 0; i < count; i++) {
      const j = zones.values[i]!;
      const begin_ms = begins_ms.values[i]!;
      froms_ms[j] = Math.min(froms_ms[j]!, begin_ms);
      untils_ms[j] = Math.max(untils_ms[j]!, begin_ms, ends_ms.values[i]!);
    }
    return { froms_ms, untils_ms };
  }

  /** Adds what unchanged trains that run within a time need of the touched zones. */
  #addOthers(
    { kind, infra, before: { runs, slots }, change: { changed } }: Touched,
    isWanted: Uint8Array,
    { from_ms, until_ms }: { readonly from_ms: number; readonly until_ms: number },
  ): void {
    const isChanged = new Uint8Array(slots.runs.length);
    for (const slot of changed) isChanged[slot] = 1;
    const zoneOfPlace = kind === SPACING ? null : infra.zonePathZone;
    for (let slot = 0; slot < slots.runs.length; slot++) {
      const run = slots.runs[slot]!;
      if (run === FREE_SLOT || isWanted[run] === 0 || isChanged[slot] === 1) continue;
      const start_ms = slots.starts_ms[slot]!;
      if (start_ms + runs.runFirst_ms[run]! > until_ms) continue;
      if (start_ms + runs.runLast_ms[run]! < from_ms) continue;
      const from = kind === SPACING ? runs.runStart[run]! : runs.runRouting[run]!;
      const to = kind === SPACING ? runs.runRouting[run]! : runs.runStart[run + 1]!;
      for (let entry = from; entry < to; entry++) {
        const place = runs.places[entry]!;
        const zone = this.#indexOf[zoneOfPlace === null ? place : zoneOfPlace[place]!]!;
        if (zone === NONE) continue;
        this.#items.add(slots, slot, { runs, entry, number: entry, zone }, ALWAYS);
      }
    }
  }

  /**
   * Sorts a zone's items by their begins, and widens its span until no item crosses its ends. One pass in
   * each direction is enough in this order; in any other, a chain of trains would take one for each train.
   */
  #widen({ froms_ms, untils_ms, rows: { start, items } }: Spans, j: number): void {
    const { begins_ms, ends_ms } = this.#items;
    const from = start[j]!;
    const to = start[j + 1]!;
    this.#sort(items, begins_ms, from, to);
    let from_ms = froms_ms[j]!;
    let until_ms = untils_ms[j]!;
    for (let k = to - 1; k >= from; k--) {
      const begin_ms = begins_ms.values[items[k]!]!;
      if (begin_ms < from_ms && ends_ms.values[items[k]!]! > from_ms) from_ms = begin_ms;
    }
    for (let k = from; k < to; k++) {
      const begin_ms = begins_ms.values[items[k]!]!;
      if (begin_ms < from_ms || begin_ms > until_ms) continue;
      until_ms = Math.max(until_ms, ends_ms.values[items[k]!]!);
    }
    froms_ms[j] = from_ms;
    untils_ms[j] = until_ms;
  }

  /** Sorts items with equal begins in the order in which a detection of all conflicts takes the trains. */
  #sortTies({ start, items }: Spans["rows"], j: number): void {
    const { begins_ms, entries, ordinals, starts_ms, orders } = this.#items;
    for (let k = start[j]!; k < start[j + 1]!; ) {
      const from = k;
      const begin_ms = begins_ms.values[items[from]!]!;
      for (k++; k < start[j + 1]! && begins_ms.values[items[k]!]! === begin_ms; ) k++;
      if (k === from + 1) continue;
      for (const key of [entries, ordinals, starts_ms, orders]) this.#sort(items, key, from, k);
    }
  }

  #sort(items: Uint32Array, key: Float64Column, from: number, to: number): void {
    if (this.#scratch.length < items.length) this.#scratch = new Uint32Array(items.length);
    sortByKey(items, key.values, { from, to }, this.#scratch);
  }

  /** Groups the items that begin in the spans, except left out ones; zones are given by their indices. */
  #sweepSide(kind: number, spans: Spans, left_out: number): Groups | null {
    const table = this.#table;
    const order = this.#order;
    const { froms_ms, untils_ms, rows } = spans;
    const { begins_ms, ends_ms, owners, places, sides } = this.#items;
    order.clear();
    table.clear(froms_ms.length, kind === ROUTING);
    for (let j = 0; j < froms_ms.length; j++) {
      const first = order.count;
      for (let k = rows.start[j]!; k < rows.start[j + 1]!; k++) {
        const i = rows.items[k]!;
        const begin_ms = begins_ms.values[i]!;
        if (begin_ms < froms_ms[j]! || begin_ms > untils_ms[j]!) continue;
        if (sides.values[i] !== left_out) order.push(i);
      }
      table.zoneStart[j + 1] = order.count - first;
    }
    table.allocate();
    for (let at = 0; at < order.count; at++) {
      const i = order.values[at]!;
      table.begins_ms[at] = begins_ms.values[i]!;
      table.ends_ms[at] = ends_ms.values[i]!;
      table.owners[at] = owners.values[i]!;
      if (kind === ROUTING) table.configs[at] = places.values[i]!;
    }
    table.sort();
    return this.#sweep.group(table);
  }
}

function addWorks(items: Items, works: KeptWorks, zone: number, index: number): void {
  for (let i = countBelow(works.zones, zone); works.zones[i] === zone; i++) {
    items.addWork(works, i, index);
  }
}

function leastOf(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function mostOf(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
