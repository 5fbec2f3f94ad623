/** What is known of all days (`engine/conflicts/change_folded.ts`) in the form that threads exchange. */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import type { ZoneClock } from "../../../src/railway/days/zone_times.ts";
import type { FoldedOccupancy, FoldedReplacement } from "../../engine/conflicts/change_folded.ts";
import { DayMasks, toMask } from "../../engine/conflicts/day_masks.ts";
import type { FoldedKinds } from "../../engine/conflicts/folded_conflicts.ts";
import type { FoldedSlots } from "../../engine/conflicts/folded_pairs.ts";
import type { FoldedGroups, FoldedKind } from "../../engine/conflicts/folded_sweep.ts";
import type { Windows } from "../../engine/conflicts/left_dates.ts";
import { FREE_SLOT, type Slots } from "../../engine/conflicts/occupancy.ts";
import type { RunEntries } from "../../engine/conflicts/run_entries.ts";
import { allocateColumns, openColumns, packColumns } from "../../engine/shared_columns.ts";
import { countBelow } from "../../engine/sorted.ts";
import type { PeriodPlaces } from "./conflict_days.ts";
import { type NamedSlots, type OccupancyRef, openKeptRuns, SLOTS } from "./occupancy_ref.ts";

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
  readonly pair_counts: readonly [spacing: number, routing: number];
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
    ...openKeptRuns(ref),
    slots: openColumns(SLOTS, ref.slots),
    names: new Uint8Array(ref.names),
    daySets: new Uint32Array(ref.day_sets),
    masks: new DayMasks(ref.day_count, ref.masks),
    kinds: [openKind(ref.kinds[0], ref.pair_counts[0]), openKind(ref.kinds[1], ref.pair_counts[1])],
  };
}

function openKind(buffer: SharedArrayBuffer, pairCount: number): FoldedKind {
  const { rowZones, rowPairs, rowLefts, ...groups } = openColumns(GROUPS, buffer);
  return { groups, zones: { zones: rowZones, pairCounts: rowPairs, lefts: rowLefts }, pairCount };
}

export function packKinds([spacing, routing]: FoldedKinds): Pick<
  FoldedRef,
  "kinds" | "pair_counts"
> {
  const kinds = [spacing, routing].map((kind) => packColumns(GROUPS, toColumns(kind)));
  return {
    kinds: kinds as [SharedArrayBuffer, SharedArrayBuffer],
    pair_counts: [spacing.pairCount, routing.pairCount],
  };
}

interface KindColumns extends FoldedGroups {
  readonly rowZones: Uint32Array;
  readonly rowPairs: Uint32Array;
  readonly rowLefts: Uint32Array;
}

function toColumns({ groups, zones }: FoldedKind): KindColumns {
  const { zones: rowZones, pairCounts: rowPairs, lefts: rowLefts } = zones;
  return { ...groups, rowZones, rowPairs, rowLefts };
}

/** The next version's, each number copied once. */
export function packReplaced([spacing, routing]: readonly [
  FoldedReplacement,
  FoldedReplacement,
]): Pick<FoldedRef, "kinds" | "pair_counts"> {
  return {
    kinds: [packReplacement(spacing), packReplacement(routing)],
    pair_counts: [spacing.pairCount, routing.pairCount],
  };
}

/** Of one part of the groups, or of the zones. */
interface Piece {
  readonly from_columns: KindColumns;
  readonly groups: readonly [from: number, to: number];
  readonly rows: readonly [from: number, to: number];
}

function packReplacement({ known, zones, swept }: FoldedReplacement): SharedArrayBuffer {
  const pieces = listPieces(toColumns(known), toColumns(swept), zones);
  const sum = (lengthOf: (piece: Piece) => number): number =>
    pieces.reduce((all, piece) => all + lengthOf(piece), 0);
  const group_count = sum(({ groups: [from, to] }) => to - from);
  const row_count = sum(({ rows: [from, to] }) => to - from);
  const owner_count = sum(({ from_columns: { ownerStart }, groups: [from, to] }) =>
    ownersBetween(ownerStart, from, to),
  );
  const buffer = allocateColumns(GROUPS, {
    begins_ms: group_count,
    ends_ms: group_count,
    zones: group_count,
    masks: group_count,
    ownerStart: group_count + 1,
    owners: owner_count,
    ownerDays: owner_count,
    rowZones: row_count,
    rowPairs: row_count,
    rowLefts: row_count,
  });
  const out = openColumns(GROUPS, buffer);
  let [group, row, owner] = [0, 0, 0];
  for (const { from_columns: from, groups, rows } of pieces) {
    for (const name of ["begins_ms", "ends_ms", "zones", "masks"] as const) {
      out[name].set(from[name].subarray(...groups), group);
    }
    const first = from.ownerStart[groups[0]] ?? 0;
    const owners = [first, from.ownerStart[groups[1]] ?? 0] as const;
    for (let g = groups[0]; g < groups[1]; g++) {
      out.ownerStart[group++] = (from.ownerStart[g] ?? 0) + owner - first;
    }
    for (const name of ["owners", "ownerDays"] as const) {
      out[name].set(from[name].subarray(...owners), owner);
    }
    for (const name of ["rowZones", "rowPairs", "rowLefts"] as const) {
      out[name].set(from[name].subarray(...rows), row);
    }
    owner += owners[1] - first;
    row += rows[1] - rows[0];
  }
  out.ownerStart[group] = owner;
  return buffer;
}

function ownersBetween(ownerStart: Uint32Array, from: number, to: number): number {
  return (ownerStart[to] ?? 0) - (ownerStart[from] ?? 0);
}

/** What is known, but of touched zones what was swept. */
function listPieces(known: KindColumns, swept: KindColumns, zones: Uint32Array): Piece[] {
  const pieces: Piece[] = [];
  const upTo = (columns: KindColumns, zone: number): readonly [number, number] => [
    countBelow(columns.zones, zone),
    countBelow(columns.rowZones, zone),
  ];
  let [group, row] = [0, 0];
  for (const zone of zones) {
    const [from, from_row] = upTo(known, zone);
    const [to, to_row] = upTo(known, zone + 1);
    const [begin, begin_row] = upTo(swept, zone);
    const [end, end_row] = upTo(swept, zone + 1);
    // most zones have none, before and after
    if (from === to && from_row === to_row && begin === end && begin_row === end_row) continue;
    pieces.push({ from_columns: known, groups: [group, from], rows: [row, from_row] });
    pieces.push({ from_columns: swept, groups: [begin, end], rows: [begin_row, end_row] });
    [group, row] = [to, to_row];
  }
  const end = [known.zones.length, known.rowZones.length] as const;
  pieces.push({ from_columns: known, groups: [group, end[0]], rows: [row, end[1]] });
  return pieces;
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
  let longest_ms = 0;
  for (let slot = 0; slot < runs.length; slot++) {
    const order = orders[slot] ?? 0;
    if (runs[slot] === FREE_SLOT || !isAsked(order)) continue;
    const first_ms = firsts.get(order);
    if (first_ms === undefined) firsts.set(order, starts_ms[slot] ?? 0);
    else longest_ms = Math.max(longest_ms, Math.abs((starts_ms[slot] ?? 0) - first_ms));
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
