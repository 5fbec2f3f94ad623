/**
 * The groups of all days in the form that is kept: what each zone has of them depends on nothing but its own requirements, so
 * those of a few zones can be made anew.
 */
import { Float64Column, Uint32Column } from "../columns.ts";
import { shiftDays } from "./day_masks.ts";
import { findClusters } from "./folded_clusters.ts";
import { type DatedOwner, type FoldedGroup, sweepCluster } from "./folded_groups.ts";
import { FOLD_MS, type FoldedSlots, PairFinder, ZoneItems } from "./folded_pairs.ts";
import { leftByCluster, leftByHolds, type Windows } from "./left_dates.ts";
import type { RequirementTable } from "./requirement_table.ts";

/** More than two trains of one group may be apart. */
export const DAYS_APART = 1 << 10;

/** By zone. Times are after the midnight of the operating day of the first owner, by the clock. */
export interface FoldedGroups {
  readonly zones: Uint32Array;
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  /** [count] places of its days, those of the first owner. */
  readonly masks: Uint32Array;
  /** [count + 1] owners of group g are `owners[ownerStart[g]]` up to the next. */
  readonly ownerStart: Uint32Array;
  readonly owners: Uint32Array;
  /** As many: days after that of the first owner, and `DAYS_APART`. */
  readonly ownerDays: Uint32Array;
}

/** Zones with pairs, or with dates that are left. */
export interface FoldedZones {
  /** Ascending. */
  readonly zones: Uint32Array;
  readonly pairCounts: Uint32Array;
  /** Places of the dates that must be looked at by themselves. */
  readonly lefts: Uint32Array;
}

export interface FoldedKind {
  readonly groups: FoldedGroups;
  readonly zones: FoldedZones;
  /** Of all zones. */
  readonly pairCount: number;
}

/** Collects groups and zones, zone by zone. */
export class FoldedColumns {
  readonly #groupZones = new Uint32Column();
  readonly #begins_ms = new Float64Column();
  readonly #ends_ms = new Float64Column();
  readonly #masks = new Uint32Column();
  readonly #ownerStart = new Uint32Column();
  readonly #owners = new Uint32Column();
  readonly #ownerDays = new Uint32Column();
  readonly #zones = new Uint32Column();
  readonly #pairCounts = new Uint32Column();
  readonly #lefts = new Uint32Column();
  #pairCount = 0;

  /** `mask`: the place of its days, those of its first owner. */
  add({ zone, begin_ms, end_ms, owners }: FoldedGroup, mask: number): void {
    const base = owners[0]?.day ?? 0;
    this.#groupZones.push(zone);
    this.#begins_ms.push(begin_ms - base * FOLD_MS);
    this.#ends_ms.push(end_ms - base * FOLD_MS);
    this.#masks.push(mask);
    this.#ownerStart.push(this.#owners.count);
    for (const { slot, day } of owners) {
      this.#owners.push(slot);
      this.#ownerDays.push(day - base + DAYS_APART);
    }
  }

  addZone(zone: number, pairCount: number, left: number): void {
    this.#zones.push(zone);
    this.#pairCounts.push(pairCount);
    this.#lefts.push(left);
    this.#pairCount += pairCount;
  }

  finish(): FoldedKind {
    this.#ownerStart.push(this.#owners.count);
    return {
      groups: {
        zones: this.#groupZones.finish(),
        begins_ms: this.#begins_ms.finish(),
        ends_ms: this.#ends_ms.finish(),
        masks: this.#masks.finish(),
        ownerStart: this.#ownerStart.finish(),
        owners: this.#owners.finish(),
        ownerDays: this.#ownerDays.finish(),
      },
      zones: {
        zones: this.#zones.finish(),
        pairCounts: this.#pairCounts.finish(),
        lefts: this.#lefts.finish(),
      },
      pairCount: this.#pairCount,
    };
  }
}

export interface FoldedMeans {
  readonly slots: FoldedSlots;
  readonly windows: Windows;
  readonly finder: PairFinder;
}

/** What the zones of a table have; null: too many pairs. `zones`: which zone each one is; null: itself. */
export function sweepZones(
  table: RequirementTable,
  { slots, windows, finder }: FoldedMeans,
  zones: Uint32Array | null = null,
): FoldedKind | null {
  const { zoneStart, hasConfigs } = table;
  const { masks } = slots;
  const configs = hasConfigs ? table.configs : null;
  const out = new FoldedColumns();
  const items = new ZoneItems(table);
  for (let row = 0; row + 1 < zoneStart.length; row++) {
    if (zoneStart[row + 1] === zoneStart[row]) continue;
    const zone = zones === null ? row : zones[row]!;
    items.fold(table, row);
    const pairs = finder.find(items, configs);
    if (pairs === null) return null;
    let left = leftByHolds(windows, items, slots);
    for (const cluster of findClusters(pairs, items.count)) {
      left |= leftByCluster(windows, items, cluster);
      for (const group of sweepCluster({ zone, items, slots, configs }, cluster.items)) {
        out.add(group, masks.place(shiftDays(cluster.days, group.owners[0]?.day ?? 0)));
      }
    }
    if (pairs.length > 0 || left !== 0n) out.addZone(zone, pairs.length, masks.place(left));
  }
  return out.finish();
}

/** A group with its owners; times are after the midnight of the first one's day. */
export function readGroup(groups: FoldedGroups, g: number): FoldedGroup {
  const owners: DatedOwner[] = [];
  for (let i = groups.ownerStart[g]!; i < groups.ownerStart[g + 1]!; i++) {
    owners.push({ slot: groups.owners[i]!, day: groups.ownerDays[i]! - DAYS_APART });
  }
  return {
    zone: groups.zones[g]!,
    begin_ms: groups.begins_ms[g]!,
    end_ms: groups.ends_ms[g]!,
    owners,
  };
}

export function makeMeans(slots: FoldedSlots, windows: Windows): FoldedMeans {
  return { slots, windows, finder: new PairFinder(slots) };
}
