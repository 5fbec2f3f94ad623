/**
 * Which trains need which zones of a network and when, kept so that a changed train only costs work
 * on its own zones. Five parts:
 * - what runs need of zones (`run_entries.ts`);
 * - which runs need a zone (`runs_by_zone.ts`);
 * - slots: one for each train that runs, with its run and start. Groups name the train by the
 * slot's number;
 * - works, by zone;
 * - the groups of requirements that conflict (`owned_groups.ts`). A version is never changed: the
 * next one has its own slots and groups but shares the runs. New runs are only appended, behind
 * those that this version knows. So one thread may read a version while another makes the next.
 */
import type { OwnedGroups } from "./owned_groups.ts";
import type { RunEntries } from "./run_entries.ts";
import type { ListedRuns } from "./runs_by_zone.ts";

/** Run number of a slot without a train. */
export const FREE_SLOT = 0xffff_ffff;
/** Owner `WORKS_FROM + w` is work w; lower owners are slots. */
export const WORKS_FROM = 0x8000_0000;

/** Order of a train schedule: this plus its id, before all occurrences; of an occurrence: its paced train's id. */
export const SCHEDULES_FROM = -(2 ** 53);
/** Ids of trains that are only tried out start here, beyond those of all stored trains. */
export const TRIED_FROM = 2 ** 52;

/** Trains by slot. */
export interface Slots {
  /** [nSlots] FREE_SLOT: the slot is free. */
  readonly runs: Uint32Array;
  /** Milliseconds of any common clock. */
  readonly starts_ms: Float64Array;
  /**
   * Trains are ordered by record (`orders`), then by start, then by `ordinals`, which is the order
   * in which a detection of all conflicts takes them.
   */
  readonly orders: Float64Array;
  readonly ordinals: Uint32Array;
}

/** Zones that works take, by zone, then in the order of the works. */
export interface KeptWorks {
  readonly zones: Uint32Array;
  readonly works: Uint32Array;
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
}

export interface Occupancy {
  readonly runs: RunEntries & { readonly nRuns: number };
  readonly runsByZone: ListedRuns;
  readonly slots: Slots;
  readonly works: KeptWorks;
  readonly groups: readonly [OwnedGroups, OwnedGroups];
  /** Pairs of requirements and members of groups, for spacing and routing, as a sweep over all zones counts them. */
  readonly pairCounts: readonly [number, number];
  readonly memberCounts: readonly [number, number];
}
