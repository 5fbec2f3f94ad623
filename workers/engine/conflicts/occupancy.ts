/**
 * Who needs which zone of a network from when to when, kept so that a changed train costs its own zones
 * alone. Four parts:
 * - the ways of runs through zones (`run_entries.ts`), and for each zone the entries of all runs there: a
 *   list through `next`, so that a run is added without moving others;
 * - slots: one for each train that runs, with its run and start. A slot's number names the train in groups;
 * - works, by zone;
 * - the groups of requirements that conflict (`owned_groups.ts`).
 * A version is never changed: the next one has slots, heads and groups of its own and shares the runs,
 * which are only added to, behind what this version knows. So one thread may read a version while another
 * makes the next.
 */
import type { Infra } from "../infra/infra.ts";
import { ROUTING, SPACING } from "./detect_conflicts.ts";
import type { OwnedGroups } from "./owned_groups.ts";
import type { RunEntries } from "./run_entries.ts";

/** Run of a slot without a train. */
export const FREE_SLOT = 0xffff_ffff;
/** In lists of entries: there is no further one. */
export const NO_ENTRY = 0xffff_ffff;
/** Work w is the owner `WORKS_FROM + w`; lower ones are slots. */
export const WORKS_FROM = 0x8000_0000;

/** Trains by slot. */
export interface Slots {
  /** [nSlots] FREE_SLOT: the slot is free. */
  readonly runs: Uint32Array;
  /** Milliseconds of any one clock. */
  readonly starts_ms: Float64Array;
  /**
   * Trains are ordered by their record, which `orders` tells, then by start, then by `ordinals`: as they are
   * when their conflicts are found at once.
   */
  readonly orders: Float64Array;
  readonly ordinals: Uint32Array;
}

/** Zones that works take, by zone and then in the order of the works. */
export interface KeptWorks {
  readonly zones: Uint32Array;
  readonly works: Uint32Array;
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
}

/** Entries of runs and how they hang together. */
export interface LinkedRuns extends RunEntries {
  readonly nRuns: number;
  /** Run of each entry. */
  readonly entryRuns: Uint32Array;
  /** The entry added before it in the same zone and kind, or NO_ENTRY. */
  readonly next: Uint32Array;
}

export interface Occupancy {
  readonly runs: LinkedRuns;
  /** [2 * nZones] the entry of each zone added last: for spacing, then for routing; or NO_ENTRY. */
  readonly heads: Uint32Array;
  readonly slots: Slots;
  readonly works: KeptWorks;
  readonly groups: readonly [OwnedGroups, OwnedGroups];
}

/** The zone of an entry. */
export function zoneOf(infra: Infra, kind: number, place: number): number {
  return kind === SPACING ? place : infra.zonePathZone[place]!;
}

/** Puts the entries of runs from one on into the lists of their zones. */
export function linkRuns(
  { runStart, runRouting, places, entryRuns, next }: Omit<LinkedRuns, "nRuns">,
  heads: Uint32Array,
  infra: Infra,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const nZones = infra.zoneName.length;
  for (let run = from; run < to; run++) {
    for (let e = runStart[run]!; e < runStart[run + 1]!; e++) {
      const kind = e < runRouting[run]! ? SPACING : ROUTING;
      const head = kind * nZones + zoneOf(infra, kind, places[e]!);
      entryRuns[e] = run;
      next[e] = heads[head]!;
      heads[head] = e;
    }
  }
}
