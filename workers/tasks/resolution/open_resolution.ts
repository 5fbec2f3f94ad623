/** Tasks: the conflicts of an occupancy that are to be solved, and which trains meet those in them. */
import { listOfDay } from "../../engine/conflicts/cut_works.ts";
import { type Conflicts, joinConflicts } from "../../engine/conflicts/detect_conflicts.ts";
import { FREE_SLOT, WORKS_FROM } from "../../engine/conflicts/occupancy.ts";
import { type Infra, stringAt } from "../../engine/infra/infra.ts";
import { countUpTo } from "../../engine/sorted.ts";
import {
  dateAt,
  type NamedDate,
  nameByDates,
  type OccupancyRef,
  type OpenOccupancy,
  openOccupancy,
} from "../conflicts/occupancy_ref.ts";
import { printConflicts } from "../conflicts/print_conflicts.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

/** Conflicts in which all of some trains are, and that touch a time and a zone. */
export interface ConflictFilter {
  readonly slots: readonly (readonly number[])[];
  readonly zone: string | null;
  readonly begin_ms: number;
  readonly end_ms: number;
}

export interface OpenResolutionInput {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
  /** One of them is enough; null: all conflicts. */
  readonly filters: readonly ConflictFilter[] | null;
  readonly window: { readonly begin_ms: number; readonly end_ms: number } | null;
  readonly asked_max: number;
  /** Only those of these dates; none: all. */
  readonly dates: readonly NamedDate[];
}

export type OpenResolutionOutcome =
  | {
      readonly kind: "success";
      /** [nConflicts] of all, in their order: 1 = asked about. */
      readonly asked: Uint8Array;
      /** [nAsked] JSON text of each. */
      readonly texts: readonly string[];
      /** [nAsked] the date on which it begins, a place among those that were given. */
      readonly dates: readonly number[];
      /** [nAsked] slots of the trains in it. */
      readonly owners: readonly (readonly number[])[];
    }
  | { readonly kind: "too_many_asked"; readonly count: number };

export function openResolution(input: OpenResolutionInput): OpenResolutionOutcome {
  const infra = viewInfra(input.infra);
  const occupancy = openOccupancy(input.occupancy);
  const conflicts = joinConflicts(occupancy.groups);
  const asked = new Uint8Array(conflicts.count);
  const { dates } = input;
  const of_dates = new Set(dates.flatMap(({ day }) => listOfDay(conflicts, day)));
  const rows = [...asked.keys()].filter(
    (c) => (dates.length === 0 || of_dates.has(c)) && isAsked(infra, conflicts, c, input),
  );
  for (const c of rows) asked[c] = 1;
  if (rows.length > input.asked_max) return { kind: "too_many_asked", count: rows.length };
  const options = { infra, nameOwners: nameByDates(occupancy, conflicts, dates) };
  const owners = rows.map((c) => trainsOfConflict(conflicts, c));
  return {
    kind: "success",
    asked,
    texts: rows.map((c) => printOne(options, conflicts, c)),
    dates: rows.map((c) => Math.max(0, dateAt(dates, conflicts.begins_ms[c] ?? 0))),
    owners,
  };
}

/** Slots of the trains in a conflict. */
export function trainsOfConflict({ owners, ownerStart }: Conflicts, c: number): number[] {
  return Array.from(owners.subarray(ownerStart[c], ownerStart[c + 1])).filter(
    (owner) => owner < WORKS_FROM,
  );
}

/** A conflict as lists of conflicts have it. */
export function printOne(
  options: Parameters<typeof printConflicts>[0],
  conflicts: Conflicts,
  c: number,
): string {
  const pieces = printConflicts(options, conflicts, [c]) ?? [];
  return Buffer.concat(pieces).toString().slice(1, -1);
}

function isAsked(
  infra: Infra,
  conflicts: Conflicts,
  c: number,
  { filters, window }: OpenResolutionInput,
): boolean {
  const begin_ms = conflicts.begins_ms[c] ?? 0;
  const end_ms = conflicts.ends_ms[c] ?? 0;
  if (window !== null && (begin_ms < window.begin_ms || end_ms > window.end_ms)) return false;
  if (filters === null) return true;
  const { ownerStart, requirementStart, requirementZones } = conflicts;
  const owners = conflicts.owners.subarray(ownerStart[c], ownerStart[c + 1]);
  const zones = requirementZones.subarray(requirementStart[c], requirementStart[c + 1]);
  return filters.some(
    (one) =>
      begin_ms < one.end_ms &&
      end_ms > one.begin_ms &&
      one.slots.every((slots) => slots.some((slot) => owners.includes(slot))) &&
      (one.zone === null ||
        zones.some((zone) => stringAt(infra, infra.zoneName[zone] ?? 0) === one.zone)),
  );
}

export interface FindMetInput {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
  /** Trains, and how much later each may be where it is latest. */
  readonly slots: Uint32Array;
  readonly reaches_ms: Float64Array;
}

/** When trains need a zone, each until it is as late as it may be; by their begins. */
interface Needs {
  readonly begins_ms: Float64Array;
  /** [n] the last end up to this one. */
  readonly ends_ms: Float64Array;
}

/** Slots of other trains that need a zone when the given ones may, however late; those with most such zones first. */
export function findMet({ infra: ref, occupancy, slots, reaches_ms }: FindMetInput): Uint32Array {
  const infra = viewInfra(ref);
  const opened = openOccupancy(occupancy);
  const given = new Set(slots);
  const needs = listNeeds(infra, opened, slots, reaches_ms);
  // They may be moved as well.
  const reach_ms = Math.max(0, ...reaches_ms);
  const counts = new Map<number, number>();
  for (let slot = 0; slot < opened.slots.runs.length; slot++) {
    if (given.has(slot)) continue;
    let count = 0;
    visit(opened, slot, infra, (zone, begin_ms, end_ms) => {
      const own = needs.get(zone);
      if (own === undefined) return;
      const last = countUpTo(own.begins_ms, end_ms + reach_ms) - 1;
      if (last >= 0 && (own.ends_ms[last] ?? -Infinity) >= begin_ms) count++;
    });
    if (count > 0) counts.set(slot, count);
  }
  const met = [...counts].sort(([a, n], [b, m]) => m - n || a - b);
  return Uint32Array.from(met, ([slot]) => slot);
}

function listNeeds(
  infra: Infra,
  opened: OpenOccupancy,
  slots: Uint32Array,
  reaches_ms: Float64Array,
): Map<number, Needs> {
  const spans = new Map<number, (readonly [begin_ms: number, end_ms: number])[]>();
  for (const [i, slot] of slots.entries()) {
    visit(opened, slot, infra, (zone, begin_ms, end_ms) => {
      const own = spans.get(zone) ?? [];
      spans.set(zone, own);
      own.push([begin_ms, end_ms + (reaches_ms[i] ?? 0)]);
    });
  }
  const needs = new Map<number, Needs>();
  for (const [zone, own] of spans) {
    own.sort(([a], [b]) => a - b);
    let last_ms = -Infinity;
    const ends_ms = Float64Array.from(own, ([, end_ms]) => {
      last_ms = Math.max(last_ms, end_ms);
      return last_ms;
    });
    needs.set(zone, { begins_ms: Float64Array.from(own, ([begin_ms]) => begin_ms), ends_ms });
  }
  return needs;
}

function visit(
  { runs, slots }: Pick<OpenOccupancy, "runs" | "slots">,
  slot: number,
  infra: Infra,
  tell: (zone: number, begin_ms: number, end_ms: number) => void,
): void {
  const run = slots.runs[slot] ?? FREE_SLOT;
  if (run === FREE_SLOT) return;
  const start_ms = slots.starts_ms[slot] ?? 0;
  const { begins_ms, ends_ms, places, runStart, runRouting } = runs;
  for (let e = runStart[run] ?? 0; e < (runStart[run + 1] ?? 0); e++) {
    const place = places[e] ?? 0;
    const zone = e < (runRouting[run] ?? 0) ? place : (infra.zonePathZone[place] ?? 0);
    tell(zone, start_ms + (begins_ms[e] ?? 0), start_ms + (ends_ms[e] ?? 0));
  }
}
