/**
 * An occupancy (`engine/conflicts/occupancy.ts`) in the form that threads exchange: columns in
 * shared buffers, and the names of its trains and works.
 */
import type { Conflicts } from "../../engine/conflicts/detect_conflicts.ts";
import {
  type Occupancy,
  SCHEDULES_FROM,
  TRIED_FROM,
  WORKS_FROM,
} from "../../engine/conflicts/occupancy.ts";
import type { OwnedGroups } from "../../engine/conflicts/owned_groups.ts";
import { type Columns, openColumns, packColumns } from "../../engine/shared_columns.ts";
import type { OwnerNames } from "./print_conflicts.ts";

/** One version; opaque outside the workers. New runs are appended after its end, the rest never changes. */
export interface OccupancyRef {
  readonly run_count: number;
  readonly runs: SharedArrayBuffer;
  /** Number of runs listed in `runs_by_zone`. */
  readonly listed_run_count: number;
  readonly runs_by_zone: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
  /** UTF-8 texts of occurrences. */
  readonly names: SharedArrayBuffer;
  readonly works: SharedArrayBuffer;
  readonly groups: readonly [spacing: SharedArrayBuffer, routing: SharedArrayBuffer];
  readonly pair_counts: readonly [spacing: number, routing: number];
  readonly member_counts: readonly [spacing: number, routing: number];
  readonly conflict_count: number;
}

/** From the first instant to that after the last. */
type Span = readonly [from_ms: number, to_ms: number];

export interface WantedDate {
  readonly day: Span;
  /** All trains that run in it are there. */
  readonly span: Span;
  /** For each train how many days its operating day is after the date. */
  readonly day_shifts: Int32Array;
}

export const RUNS = {
  begins_ms: Float64Array,
  ends_ms: Float64Array,
  runFirst_ms: Float64Array,
  runLast_ms: Float64Array,
  places: Uint32Array,
  runStart: Uint32Array,
  runRouting: Uint32Array,
} as const;

export const RUNS_BY_ZONE = {
  zoneStart: Uint32Array,
  runs: Uint32Array,
} as const;

/** The name of slot s is `names[nameStart[s]]` up to the next. */
export const SLOTS = {
  starts_ms: Float64Array,
  orders: Float64Array,
  runs: Uint32Array,
  ordinals: Uint32Array,
  nameStart: Uint32Array,
} as const;

export const WORKS = {
  begins_ms: Float64Array,
  ends_ms: Float64Array,
  ids: Float64Array,
  zones: Uint32Array,
  works: Uint32Array,
} as const;

const GROUPS = {
  begins_ms: Float64Array,
  ends_ms: Float64Array,
  zones: Uint32Array,
  hashes: Uint32Array,
  ownerStart: Uint32Array,
  owners: Uint32Array,
} as const;

export type NamedSlots = Columns<typeof SLOTS>;

export interface OpenOccupancy extends Occupancy {
  readonly slots: NamedSlots;
  readonly names: Uint8Array;
  readonly works: Columns<typeof WORKS>;
}

export function openKeptRuns({
  runs,
  run_count,
  runs_by_zone,
  listed_run_count,
}: Pick<OccupancyRef, "runs" | "run_count" | "runs_by_zone" | "listed_run_count">): Pick<
  Occupancy,
  "runs" | "runsByZone"
> {
  return {
    runs: { ...openColumns(RUNS, runs), nRuns: run_count },
    runsByZone: { ...openColumns(RUNS_BY_ZONE, runs_by_zone), nListed: listed_run_count },
  };
}

export function openOccupancy(ref: OccupancyRef): OpenOccupancy {
  return {
    ...openKeptRuns(ref),
    slots: openColumns(SLOTS, ref.slots),
    names: new Uint8Array(ref.names),
    works: openColumns(WORKS, ref.works),
    groups: [openGroups(ref.groups[0]), openGroups(ref.groups[1])],
    pairCounts: ref.pair_counts,
    memberCounts: ref.member_counts,
  };
}

function openGroups(buffer: SharedArrayBuffer): OwnedGroups {
  const columns = openColumns(GROUPS, buffer);
  return { ...columns, count: columns.zones.length };
}

export function packGroups([spacing, routing]: Occupancy["groups"]): OccupancyRef["groups"] {
  return [packColumns(GROUPS, spacing), packColumns(GROUPS, routing)];
}

/** A date of several. */
export type NamedDate = Omit<WantedDate, "span">;

const decoder = new TextDecoder();

const NONE_HIDDEN: ReadonlySet<number> = new Set();

interface NamingOptions {
  /** Slots that are left out. */
  readonly hidden?: ReadonlySet<number>;
  /** By slot, where the trains are of a date: how many days their operating days are after it. */
  readonly day_shifts?: Int32Array | null;
}

/** The names of owners, ascending: train schedules, then occurrences, then works. */
export function nameOwners(
  { slots, names, works: { ids: work_ids } }: Pick<OpenOccupancy, "slots" | "names" | "works">,
  { owners, ownerStart }: Conflicts,
  { hidden = NONE_HIDDEN, day_shifts = null }: NamingOptions = {},
): (conflict: number) => OwnerNames {
  const { orders, starts_ms, ordinals, nameStart } = slots;
  const at = (values: Float64Array | Uint32Array, slot: number): number => values[slot] ?? 0;
  const compare = (a: number, b: number): number =>
    at(orders, a) - at(orders, b) ||
    at(starts_ms, a) - at(starts_ms, b) ||
    at(ordinals, a) - at(ordinals, b);
  const textOf = (slot: number): string =>
    // a copy: shared memory can't be decoded
    decoder.decode(names.slice(nameStart[slot], nameStart[slot + 1]));
  const textOfDay = (slot: number): string =>
    day_shifts === null
      ? textOf(slot)
      : textOf(slot).replace(/\}$/, `,"day_shift":${day_shifts[slot] ?? 0}}`);
  return (conflict) => {
    const all = owners.slice(ownerStart[conflict], ownerStart[conflict + 1]);
    const found = { ids: [] as string[], occurrences: [] as string[], works: [] as string[] };
    const tried: string[] = [];
    const id_shifts: number[] = [];
    for (const slot of Array.from(all)
      .filter((owner) => owner < WORKS_FROM && !hidden.has(owner))
      .sort(compare)) {
      const order = at(orders, slot);
      const id = order < 0 ? order - SCHEDULES_FROM : order;
      if (id >= TRIED_FROM) tried.push(textOfDay(slot));
      else if (order < 0) {
        found.ids.push(String(id));
        id_shifts.push(day_shifts?.[slot] ?? 0);
      } else found.occurrences.push(textOfDay(slot));
    }
    for (const owner of all) {
      if (owner >= WORKS_FROM) found.works.push(String(work_ids[owner - WORKS_FROM]));
    }
    return { ...found, tried, ...(day_shifts === null ? {} : { id_shifts }) };
  };
}

/** The same with days after the date on which each conflict begins; of none of the dates: as after the first. */
export function nameByDates(
  occupancy: Parameters<typeof nameOwners>[0],
  conflicts: Conflicts,
  dates: readonly NamedDate[],
): (conflict: number) => OwnerNames {
  const names = dates.map(({ day_shifts }) => nameOwners(occupancy, conflicts, { day_shifts }));
  const first = names[0] ?? nameOwners(occupancy, conflicts);
  return (c) => (names[dateAt(dates, conflicts.begins_ms[c] ?? 0)] ?? first)(c);
}

/** -1: the moment is in none of them. */
export function dateAt(dates: readonly NamedDate[], at_ms: number): number {
  return dates.findIndex(({ day: [from_ms, to_ms] }) => at_ms >= from_ms && at_ms < to_ms);
}
