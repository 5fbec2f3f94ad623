/** The groups of a cluster (`group_overlaps.ts`), by the same rule: clusters have few requirements, so it stands on objects. */
import type { ClusterItem } from "./folded_clusters.ts";
import { FOLD_MS, type FoldedSlots, type ZoneItems } from "./folded_pairs.ts";

/** A train on one of its days. */
export interface DatedOwner {
  readonly slot: number;
  /** Its operating day, after the cluster's. */
  readonly day: number;
}

/** Times are after the midnight of the cluster's day, by the clock. */
export interface FoldedGroup {
  readonly zone: number;
  readonly begin_ms: number;
  readonly end_ms: number;
  /** Ascending, each once. */
  readonly owners: readonly DatedOwner[];
}

interface Requirement extends DatedOwner {
  readonly row: number;
  readonly begin_ms: number;
  readonly end_ms: number;
  group: OpenGroup | null;
}

interface OpenGroup {
  begin_ms: number;
  end_ms: number;
  last: Requirement;
  readonly owners: DatedOwner[];
}

/** First and last moment of a cluster. */
export function spanOf(
  { begins_ms, lengths_ms }: ZoneItems,
  items: readonly ClusterItem[],
): [number, number] {
  let [from_ms, to_ms] = [Infinity, -Infinity];
  for (const { item, day } of items) {
    const begin_ms = begins_ms[item]! + day * FOLD_MS;
    from_ms = Math.min(from_ms, begin_ms);
    to_ms = Math.max(to_ms, begin_ms + lengths_ms[item]!);
  }
  return [from_ms, to_ms];
}

export interface Sweep {
  readonly zone: number;
  readonly items: ZoneItems;
  readonly slots: FoldedSlots;
  /** Requirements of routes that are set alike do not exclude each other; null: all do. */
  readonly configs: Uint32Array | null;
}

/** In the order in which a sweep opens them. */
export function sweepCluster(sweep: Sweep, cluster: readonly ClusterItem[]): FoldedGroup[] {
  const { zone, items, slots, configs } = sweep;
  const sorted = cluster
    .map((one) => toRequirement(items, one))
    .sort((a, b) => a.begin_ms - b.begin_ms || compareRuns(slots, a, b) || a.row - b.row);
  const groups: OpenGroup[] = [];
  let held: Requirement[] = [];
  for (const one of sorted) {
    held = held.filter(({ end_ms }) => end_ms > one.begin_ms);
    for (const other of held) {
      if (other.slot === one.slot && other.day === one.day) continue;
      if (configs !== null && configs[other.row] === configs[one.row]) continue;
      if (one.end_ms <= other.begin_ms) continue;
      if (other.group === null) {
        other.group = openGroup(other, one);
        one.group = other.group;
        groups.push(other.group);
      } else if (other.group.last !== one) join(other.group, one);
    }
    held.push(one);
  }
  return groups.map(({ begin_ms, end_ms, owners }) => ({
    zone,
    begin_ms,
    end_ms,
    owners: sortOwners(owners),
  }));
}

function toRequirement(
  { rows, begins_ms, lengths_ms, days, slots }: ZoneItems,
  { item, day }: ClusterItem,
): Requirement {
  const begin_ms = begins_ms[item]! + day * FOLD_MS;
  return {
    row: rows[item]!,
    begin_ms,
    end_ms: begin_ms + lengths_ms[item]!,
    slot: slots[item]!,
    day: day - days[item]!,
    group: null,
  };
}

/** In the order in which a detection of all trains of all days takes them. */
function compareRuns(
  { orders, starts_ms, ordinals }: FoldedSlots,
  a: DatedOwner,
  b: DatedOwner,
): number {
  return (
    orders[a.slot]! - orders[b.slot]! ||
    starts_ms[a.slot]! + a.day * FOLD_MS - starts_ms[b.slot]! - b.day * FOLD_MS ||
    a.day - b.day ||
    ordinals[a.slot]! - ordinals[b.slot]! ||
    a.slot - b.slot
  );
}

function openGroup(other: Requirement, one: Requirement): OpenGroup {
  const group = { begin_ms: other.begin_ms, end_ms: other.end_ms, last: other, owners: [other] };
  join(group, one);
  return group;
}

function join(group: OpenGroup, one: Requirement): void {
  group.end_ms = Math.max(group.end_ms, one.end_ms);
  group.owners.push(one);
  group.last = one;
}

function sortOwners(owners: readonly DatedOwner[]): DatedOwner[] {
  const sorted = owners
    .map(({ slot, day }) => ({ slot, day }))
    .sort((a, b) => a.slot - b.slot || a.day - b.day);
  return sorted.filter(
    ({ slot, day }, i) => slot !== sorted[i - 1]?.slot || day !== sorted[i - 1]?.day,
  );
}
