/** What is known of all days (`engine/conflicts/change_folded.ts`) in the form that threads exchange. */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import type { ZoneClock } from "../../../src/railway/days/zone_times.ts";
import type { FoldedOccupancy } from "../../engine/conflicts/change_folded.ts";
import { DayMasks, toMask } from "../../engine/conflicts/day_masks.ts";
import type { FoldedKinds } from "../../engine/conflicts/folded_conflicts.ts";
import type { FoldedSlots } from "../../engine/conflicts/folded_pairs.ts";
import type { FoldedKind } from "../../engine/conflicts/folded_sweep.ts";
import type { Windows } from "../../engine/conflicts/left_dates.ts";
import { FREE_SLOT, type Slots } from "../../engine/conflicts/occupancy.ts";
import type { RunEntries } from "../../engine/conflicts/run_entries.ts";
import { openColumns, packColumns } from "../../engine/shared_columns.ts";
import type { PeriodPlaces } from "./conflict_days.ts";
import { type NamedSlots, type OccupancyRef, openRuns, SLOTS } from "./occupancy_ref.ts";

/** One version; opaque outside the workers, as an `OccupancyRef`. */
export interface FoldedRef
  extends Pick<
      OccupancyRef,
      "run_count" | "runs" | "listed_run_count" | "runs_by_zone" | "slots" | "names"
    >,
    PeriodPlaces {
  /** [nSlots] places of the trains' days. */
  readonly day_sets: SharedArrayBuffer;
  readonly masks: SharedArrayBuffer;
  /** As many were there when all was made from nothing. */
  readonly made_mask_count: number;
  readonly kinds: readonly [spacing: SharedArrayBuffer, routing: SharedArrayBuffer];
  readonly clock: ZoneClock;
  /** How long behind a change of the clock trains may meet as on no other day. */
  readonly after_ms: number;
}

const GROUPS = {
  begins_ms: Float64Array,
  ends_ms: Float64Array,
  zones: Uint32Array,
  masks: Uint32Array,
  ownerStart: Uint32Array,
  owners: Uint32Array,
  ownerDays: Uint32Array,
  rowZones: Uint32Array,
  rowPairs: Uint32Array,
  rowLefts: Uint32Array,
} as const;

export interface OpenFolded extends FoldedOccupancy {
  readonly slots: NamedSlots;
  readonly names: Uint8Array;
  readonly daySets: Uint32Array;
  readonly masks: DayMasks;
}

export function openFolded(ref: FoldedRef): OpenFolded {
  return {
    ...openRuns(ref),
    slots: openColumns(SLOTS, ref.slots),
    names: new Uint8Array(ref.names),
    daySets: new Uint32Array(ref.day_sets),
    masks: new DayMasks(ref.day_count, ref.masks),
    kinds: [openKind(ref.kinds[0]), openKind(ref.kinds[1])],
  };
}

function openKind(buffer: SharedArrayBuffer): FoldedKind {
  const { rowZones, rowPairs, rowLefts, ...groups } = openColumns(GROUPS, buffer);
  return { groups, zones: { zones: rowZones, pairCounts: rowPairs, lefts: rowLefts } };
}

export function packKinds([spacing, routing]: FoldedKinds): FoldedRef["kinds"] {
  return [packKind(spacing), packKind(routing)];
}

function packKind({ groups, zones }: FoldedKind): SharedArrayBuffer {
  return packColumns(GROUPS, {
    ...groups,
    rowZones: zones.zones,
    rowPairs: zones.pairCounts,
    rowLefts: zones.lefts,
  });
}

/** As the engine takes them. */
export function toFoldedSlots(
  { starts_ms, orders, ordinals }: Slots,
  daySets: Uint32Array,
  masks: DayMasks,
): FoldedSlots {
  return { starts_ms, orders, ordinals, daySets, masks };
}

/** Writes the days of slots; trains of a record have the same array. */
export function placeDays(
  daySets: Uint32Array,
  masks: DayMasks,
  slots: Uint32Array,
  bits: readonly (Uint8Array | undefined)[],
): void {
  const known = new Map<Uint8Array, number>();
  for (const [i, slot] of slots.entries()) {
    const own = bits[i];
    if (own === undefined) continue;
    const place = known.get(own) ?? masks.place(toMask(own));
    known.set(own, place);
    daySets[slot] = place;
  }
}

/** Trains may take zones this long before they start. */
const BEFORE_START_MS = 3_600_000;
/** What trains need behind a change of the clock counts in whole steps, so that few changes of a train make it longer. */
const STEP_MS = 3_600_000;

/** A train may go on so long that started before a change of the clock, or was to start at a time that the clock skips. */
export function reachOf(
  { runLast_ms }: Pick<RunEntries, "runLast_ms">,
  slots: Slots,
  isAsked: (order: number) => boolean = () => true,
): number {
  const longest_ms = runLast_ms.reduce((most, one) => Math.max(most, one), 0);
  const exact_ms = longest_ms + longestService(slots, isAsked) + BEFORE_START_MS;
  return Math.ceil(exact_ms / STEP_MS) * STEP_MS;
}

/** A service's trains start by the clock of its first one. */
function longestService(
  { orders, runs, starts_ms }: Slots,
  isAsked: (order: number) => boolean,
): number {
  const firsts = new Map<number, number>();
  const lasts = new Map<number, number>();
  for (const [slot, order] of orders.entries()) {
    if (runs[slot] === FREE_SLOT || !isAsked(order)) continue;
    const start_ms = starts_ms[slot] ?? 0;
    firsts.set(order, Math.min(firsts.get(order) ?? start_ms, start_ms));
    lasts.set(order, Math.max(lasts.get(order) ?? start_ms, start_ms));
  }
  let longest_ms = 0;
  for (const [order, last_ms] of lasts) {
    longest_ms = Math.max(longest_ms, last_ms - (firsts.get(order) ?? last_ms));
  }
  return longest_ms;
}

/** Around each change of the clock. */
export function windowsOf({
  clock,
  first_day,
  after_ms,
}: Pick<FoldedRef, "clock" | "first_day" | "after_ms">): Windows {
  const first_ms = first_day * DAY_MS;
  return [...clock.begins_ms].slice(1).map((change_ms, i) => {
    const shifts = [clock.shifts_ms[i] ?? 0, clock.shifts_ms[i + 1] ?? 0];
    const [least_ms, most_ms] = [Math.min(...shifts), Math.max(...shifts)];
    return [
      change_ms + least_ms - BEFORE_START_MS - first_ms,
      // a time that is skipped is as much later
      change_ms + most_ms + (most_ms - least_ms) + after_ms - first_ms,
    ] as const;
  });
}
