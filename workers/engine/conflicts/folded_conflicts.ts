/**
 * Conflicts of all days at once: pairs (`folded_pairs.ts`), clusters (`folded_clusters.ts`), groups (`folded_groups.ts`), and
 * groups of the same trains joined where their times touch, each with its days. Dates near a change of the clock are found, and
 * left to others.
 */
import type { Infra } from "../infra/infra.ts";
import { type DayMask, type DayMasks, shiftDays } from "./day_masks.ts";
import { ROUTING, SPACING } from "./detect_conflicts.ts";
import { classify } from "./folded_clusters.ts";
import type { DatedOwner, FoldedGroup } from "./folded_groups.ts";
import { FOLD_MS, type FoldedSlots } from "./folded_pairs.ts";
import { DAYS_APART, type FoldedKind, makeMeans, readGroup, sweepZones } from "./folded_sweep.ts";
import { leftByWindows, spreadLeft, type Windows } from "./left_dates.ts";
import {
  NO_WORKS,
  RequirementTable,
  type TrainRequirements,
  tabulateRouting,
  tabulateSpacing,
} from "./requirement_table.ts";

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

/** Spacing, then routing. */
export type FoldedKinds = readonly [FoldedKind, FoldedKind];

/** Null: the trains have too many overlaps. */
export function foldAll(
  infra: Infra,
  trains: TrainRequirements,
  slots: FoldedSlots,
  windows: Windows,
): FoldedKinds | null {
  const table = new RequirementTable();
  const means = makeMeans(slots, windows);
  tabulateSpacing(table, infra, trains, NO_WORKS);
  const spacing = sweepZones(table, means);
  if (spacing === null) return null;
  tabulateRouting(table, infra, trains);
  const routing = sweepZones(table, means);
  return routing === null ? null : [spacing, routing];
}

/** The conflicts that groups of zones make. */
export function joinFolded(
  [spacing, routing]: FoldedKinds,
  { starts_ms: { length: slot_count }, masks }: FoldedSlots,
  windows: Windows,
): Folded {
  const conflicts = [
    ...joinSets(readSets(spacing, slot_count, masks), SPACING),
    ...joinSets(readSets(routing, slot_count, masks), ROUTING),
  ];
  let left = leftByWindows(windows);
  for (const { zones } of [spacing, routing]) {
    for (const place of new Set(zones.lefts)) left |= masks.at(place);
  }
  if (left === 0n) return { conflicts, left };
  const all = spreadLeft(left, conflicts);
  const found = conflicts.flatMap((one) => {
    const days = one.days & ~all;
    return days === 0n ? [] : [{ ...one, days }];
  });
  return { conflicts: found, left: all };
}

/** By the trains of a group, without their common day: their groups, zone after zone. */
type GroupSets = Map<string | number, OwnGroup[]>;

function readSets({ groups }: FoldedKind, slot_count: number, masks: DayMasks): GroupSets {
  const sets: GroupSets = new Map();
  for (let g = 0; g < groups.zones.length; g++) {
    const group = readGroup(groups, g);
    const days = masks.at(groups.masks[g]!);
    const set = nameSet(group.owners, slot_count);
    const known = sets.get(set);
    if (known === undefined) sets.set(set, [{ group, days }]);
    else addGroup(known, group, days);
  }
  return sets;
}

/** A number for two trains, which most are: it costs less than a text. */
function nameSet(owners: readonly DatedOwner[], slot_count: number): string | number {
  const [first, second] = owners;
  if (owners.length !== 2 || first === undefined || second === undefined) {
    return owners.map(({ slot, day }) => `${slot} ${day}`).join();
  }
  return ((second.day + DAYS_APART) * slot_count + first.slot) * slot_count + second.slot;
}

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
