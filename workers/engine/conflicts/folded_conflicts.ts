/**
 * Conflicts of all days at once: pairs (`folded_pairs.ts`), clusters (`folded_clusters.ts`), groups (`folded_groups.ts`), and
 * groups of the same trains joined where their times touch, each with its days. Dates near a change of the clock are found, and
 * left to others.
 */
import type { Infra } from "../infra/infra.ts";
import { ROUTING, SPACING } from "./detect_conflicts.ts";
import { type Cluster, classify, findClusters, listBits } from "./folded_clusters.ts";
import {
  type DatedOwner,
  type FoldedGroup,
  type Sweep,
  spanOf,
  sweepCluster,
} from "./folded_groups.ts";
import {
  type DayMask,
  FIRST_BIT,
  FOLD_MS,
  type FoldedSlots,
  PairFinder,
  shiftDays,
  ZoneItems,
} from "./folded_pairs.ts";
import {
  NO_WORKS,
  RequirementTable,
  type TrainRequirements,
  tabulateRouting,
  tabulateSpacing,
} from "./requirement_table.ts";

/** Spans by the clock, ms since the first day's midnight, in which times between trains may differ from those of other days. */
export type Windows = readonly (readonly [from_ms: number, to_ms: number])[];

/** Times are after the midnight of the date on which it begins, by the clock. */
export interface FoldedConflict {
  readonly kind: number;
  readonly begin_ms: number;
  readonly end_ms: number;
  /** Days are after the date. */
  readonly owners: readonly DatedOwner[];
  readonly requirements: readonly Omit<FoldedGroup, "owners">[];
  /** The dates. */
  readonly days: DayMask;
}

export interface Folded {
  readonly conflicts: FoldedConflict[];
  /** Dates that must be looked at by themselves. */
  readonly left: DayMask;
}

/** Joined groups of one set of trains. */
interface OwnGroup {
  readonly group: FoldedGroup;
  days: DayMask;
}

/** Null: the trains have too many overlaps. */
export function detectFolded(
  infra: Infra,
  trains: TrainRequirements,
  slots: FoldedSlots,
  windows: Windows,
): Folded | null {
  const table = new RequirementTable();
  const finder = new PairFinder(slots);
  const left = new LeftDates(windows);
  tabulateSpacing(table, infra, trains, NO_WORKS);
  const spacing = groupTable(table, { slots, finder, left });
  if (spacing === null) return null;
  tabulateRouting(table, infra, trains);
  const routing = groupTable(table, { slots, finder, left });
  if (routing === null) return null;
  const conflicts = [...joinSets(spacing, SPACING), ...joinSets(routing, ROUTING)];
  left.spread(conflicts);
  if (left.days === 0n) return { conflicts, left: 0n };
  const found = conflicts.flatMap((one) => {
    const days = one.days & ~left.days;
    return days === 0n ? [] : [{ ...one, days }];
  });
  return { conflicts: found, left: left.days };
}

interface Means {
  readonly slots: FoldedSlots;
  readonly finder: PairFinder;
  readonly left: LeftDates;
}

/** By the trains of a group, without their common day: their groups, zone after zone. */
type GroupSets = Map<string | number, OwnGroup[]>;

/** The groups of one kind; null: too many pairs. */
function groupTable(table: RequirementTable, { slots, finder, left }: Means): GroupSets | null {
  const { zoneStart, hasConfigs } = table;
  const configs = hasConfigs ? table.configs : null;
  const sets: GroupSets = new Map();
  const items = new ZoneItems(table);
  for (let zone = 0; zone + 1 < zoneStart.length; zone++) {
    if (zoneStart[zone + 1] === zoneStart[zone]) continue;
    items.fold(table, zone);
    const pairs = finder.find(items, configs);
    if (pairs === null) return null;
    left.markHolds(items, slots);
    for (const cluster of findClusters(pairs, items.count)) {
      left.mark(spanOf(items, cluster.items), cluster);
      addGroups(sets, { zone, items, slots, configs }, cluster);
    }
  }
  return sets;
}

function addGroups(sets: GroupSets, sweep: Sweep, { items, days }: Cluster): void {
  for (const { zone, begin_ms, end_ms, owners } of sweepCluster(sweep, items)) {
    // from the day of the first owner
    const base = owners[0]?.day ?? 0;
    const own = base === 0 ? owners : owners.map(({ slot, day }) => ({ slot, day: day - base }));
    const group = {
      zone,
      begin_ms: begin_ms - base * FOLD_MS,
      end_ms: end_ms - base * FOLD_MS,
      owners: own,
    };
    const set = nameSet(own, sweep.slots);
    const groups = sets.get(set);
    if (groups === undefined) sets.set(set, [{ group, days: shiftDays(days, base) }]);
    else addGroup(groups, group, shiftDays(days, base));
  }
}

/** A number for two trains, which most are: it costs less than a text. */
function nameSet(owners: readonly DatedOwner[], { starts_ms }: FoldedSlots): string | number {
  const [first, second] = owners;
  if (owners.length !== 2 || first === undefined || second === undefined) {
    return owners.map(({ slot, day }) => `${slot} ${day}`).join();
  }
  return (
    ((second.day + DAYS_APART) * starts_ms.length + first.slot) * starts_ms.length + second.slot
  );
}

/** More than two trains of one group may be apart. */
const DAYS_APART = 1 << 10;

/** The same may be there on other days, and twice on a day: trains that come to a zone by two ways at once. */
function addGroup(groups: OwnGroup[], group: FoldedGroup, days: DayMask): void {
  let rest = days;
  let i = groups.length;
  while (i > 0 && groups[i - 1]!.group.zone === group.zone) i--;
  for (; i < groups.length; i++) {
    const known = groups[i]!;
    const { begin_ms, end_ms } = known.group;
    if (begin_ms !== group.begin_ms || end_ms !== group.end_ms) continue;
    const again = known.days & rest;
    known.days |= rest;
    rest = again;
    if (rest === 0n) return;
  }
  groups.push({ group, days: rest });
}

function joinSets(sets: GroupSets, kind: number): FoldedConflict[] {
  const found: FoldedConflict[] = [];
  for (const groups of sets.values()) {
    groups.sort((a, b) => a.group.begin_ms - b.group.begin_ms || a.group.zone - b.group.zone);
    const conflicts = new Map<string, { readonly own: readonly number[]; days: DayMask }>();
    for (const { days, members } of classify(groups.map((one) => one.days))) {
      for (const own of joinTouching(groups, members)) {
        const key = own.join();
        const known = conflicts.get(key);
        if (known === undefined) conflicts.set(key, { own, days });
        else known.days |= days;
      }
    }
    for (const { own, days } of conflicts.values()) {
      found.push(
        toConflict(
          kind,
          own.map((i) => groups[i]!),
          days,
        ),
      );
    }
  }
  return found;
}

function joinTouching(groups: readonly OwnGroup[], members: readonly number[]): number[][] {
  const joined: number[][] = [];
  let end_ms = -Infinity;
  for (const i of members) {
    const { group } = groups[i]!;
    if (group.begin_ms > end_ms || joined.length === 0) joined.push([]);
    joined.at(-1)?.push(i);
    end_ms = Math.max(end_ms, group.end_ms);
  }
  return joined;
}

function toConflict(kind: number, own: readonly OwnGroup[], days: DayMask): FoldedConflict {
  const first = own[0]!.group;
  const date = Math.floor(first.begin_ms / FOLD_MS);
  const before_ms = date * FOLD_MS;
  return {
    kind,
    begin_ms: first.begin_ms - before_ms,
    end_ms: Math.max(...own.map(({ group }) => group.end_ms)) - before_ms,
    owners: first.owners.map(({ slot, day }) => ({ slot, day: day - date })),
    requirements: own.map(({ group: { zone, begin_ms, end_ms } }) => ({
      zone,
      begin_ms: begin_ms - before_ms,
      end_ms: end_ms - before_ms,
    })),
    days: shiftDays(days, date),
  };
}

/** Dates on which a change of the clock may make other conflicts than on others. */
class LeftDates {
  readonly #windows: Windows;
  days: DayMask = 0n;

  constructor(windows: Windows) {
    this.#windows = windows;
    for (const [from_ms, to_ms] of windows) this.#leave(dayAt(from_ms), dayAt(to_ms));
  }

  /** Who still has a zone when a window begins may meet others there whom it meets on no other day. */
  markHolds(
    { count, begins_ms, lengths_ms, days, slots: own }: ZoneItems,
    slots: FoldedSlots,
  ): void {
    const { daySets, sets } = slots;
    for (const [window_ms] of this.#windows) {
      for (let i = 0; i < count; i++) {
        const end_ms = begins_ms[i]! + lengths_ms[i]!;
        let day = Math.ceil((window_ms - begins_ms[i]!) / FOLD_MS) - 1;
        for (; day >= -FIRST_BIT && end_ms + day * FOLD_MS > window_ms; day--) {
          if (hasDay(sets[daySets[own[i]!]!]!, day - days[i]!)) this.#leave(day, day);
        }
      }
    }
  }

  /** A cluster that reaches into a window may be another one there. */
  mark([from_ms, to_ms]: readonly [number, number], { days }: Cluster): void {
    for (const [begin_ms, end_ms] of this.#windows) {
      const first = Math.ceil((begin_ms - to_ms) / FOLD_MS);
      const last = Math.floor((end_ms - from_ms) / FOLD_MS);
      for (let day = Math.max(first, -FIRST_BIT); day <= last; day++) {
        if (!hasDay(days, day)) continue;
        this.#leave(day + dayAt(from_ms), day + dayAt(to_ms));
      }
    }
  }

  /** So may a conflict that goes on until such a date. */
  spread(conflicts: readonly FoldedConflict[]): void {
    const long = conflicts.filter(({ end_ms }) => end_ms >= FOLD_MS);
    for (let before = -1n; before !== this.days; ) {
      before = this.days;
      for (const { days, end_ms } of long) {
        for (let later = 1; later <= dayAt(end_ms); later++) {
          this.days |= days & shiftDays(this.days, -later);
        }
      }
    }
  }

  #leave(first: number, last: number): void {
    for (let day = Math.max(first, -FIRST_BIT); day <= last; day++) {
      this.days |= 1n << BigInt(day + FIRST_BIT);
    }
  }
}

function hasDay(days: DayMask, day: number): boolean {
  return day >= -FIRST_BIT && ((days >> BigInt(day + FIRST_BIT)) & 1n) === 1n;
}

function dayAt(time_ms: number): number {
  return Math.floor(time_ms / FOLD_MS);
}

/** Days of a mask, counted from the first one. */
export function listDays(mask: DayMask): number[] {
  return listBits(mask).map((bit) => bit - FIRST_BIT);
}
