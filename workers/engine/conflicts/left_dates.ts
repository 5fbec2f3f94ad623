/** Dates on which a change of the clock may make other conflicts than on others: they must be looked at by themselves. */
import { type DayMask, FIRST_BIT, maskHas, shiftDays } from "./day_masks.ts";
import type { Cluster } from "./folded_clusters.ts";
import { spanOf } from "./folded_groups.ts";
import { FOLD_MS, type FoldedSlots, type ZoneItems } from "./folded_pairs.ts";

/** Spans by the clock, ms since the first day's midnight, in which times between trains may differ from those of other days. */
export type Windows = readonly (readonly [from_ms: number, to_ms: number])[];

/** All dates that a window has a part of. */
export function leftByWindows(windows: Windows): DayMask {
  return windows.reduce(
    (left, [from_ms, to_ms]) => left | maskOf(dayAt(from_ms), dayAt(to_ms)),
    0n,
  );
}

/** Who still has a zone when a window begins may meet others there whom it meets on no other day. */
export function leftByHolds(
  windows: Windows,
  { count, begins_ms, lengths_ms, days, slots: own }: ZoneItems,
  { daySets, masks }: FoldedSlots,
): DayMask {
  let left = 0n;
  for (const [window_ms] of windows) {
    for (let i = 0; i < count; i++) {
      const end_ms = begins_ms[i]! + lengths_ms[i]!;
      let day = Math.ceil((window_ms - begins_ms[i]!) / FOLD_MS) - 1;
      for (; day >= -FIRST_BIT && end_ms + day * FOLD_MS > window_ms; day--) {
        if (maskHas(masks.at(daySets[own[i]!]!), day - days[i]!)) left |= maskOf(day, day);
      }
    }
  }
  return left;
}

/** A cluster that reaches into a window may be another one there. */
export function leftByCluster(windows: Windows, items: ZoneItems, cluster: Cluster): DayMask {
  if (windows.length === 0) return 0n;
  let left = 0n;
  const [from_ms, to_ms] = spanOf(items, cluster.items);
  for (const [begin_ms, end_ms] of windows) {
    const first = Math.ceil((begin_ms - to_ms) / FOLD_MS);
    const last = Math.floor((end_ms - from_ms) / FOLD_MS);
    for (let day = Math.max(first, -FIRST_BIT); day <= last; day++) {
      if (maskHas(cluster.days, day)) left |= maskOf(day + dayAt(from_ms), day + dayAt(to_ms));
    }
  }
  return left;
}

/** So may a conflict that goes on until such a date. */
export function spreadLeft(
  left: DayMask,
  conflicts: readonly { readonly end_ms: number; readonly days: DayMask }[],
): DayMask {
  const long = conflicts.filter(({ end_ms }) => end_ms >= FOLD_MS);
  let all = left;
  for (let before = -1n; before !== all; ) {
    before = all;
    for (const { days, end_ms } of long) {
      for (let later = 1; later <= dayAt(end_ms); later++) all |= days & shiftDays(all, -later);
    }
  }
  return all;
}

function maskOf(first: number, last: number): DayMask {
  let mask = 0n;
  for (let day = Math.max(first, -FIRST_BIT); day <= last; day++) {
    mask |= 1n << BigInt(day + FIRST_BIT);
  }
  return mask;
}

function dayAt(time_ms: number): number {
  return Math.floor(time_ms / FOLD_MS);
}
