/**
 * Which temporary limits a train meets: those that are in force at some moment while it is there, from its
 * head to its tail. A limit makes the train later at the next one, so they are found in rounds: first without any,
 * then with those met so far. None is taken away again, even if it ends while the train brakes for it: so there are
 * no more rounds than limits. What a round tells of one departure holds for all up to the next change; the runs
 * themselves do not depend on the departure.
 */

import type { Report } from "./report.ts";
import type { DatedLimits, PathTemporaryLimits } from "./temporary_limits.ts";
import { arrivalAtPosition, timeAtPosition } from "./train_points.ts";

/** Departures on which a run meets limits of its path. */
export interface LimitDepartures {
  /** [n] index of a limit on the path, ascending; one may be met on several spans of departures. */
  readonly limits: Float64Array;
  /** [n] ms since the epoch, the end excluded. */
  readonly froms_ms: Float64Array;
  readonly untils_ms: Float64Array;
}

/** The same while they are found. */
type GrowingDepartures = Record<keyof LimitDepartures, number[]>;

/** Limits of a path as they are told between threads, where lists would take time and memory. */
export type PackedLimits = Readonly<Record<keyof PathTemporaryLimits, ArrayLike<number>>>;

/** The limits met so far, and the departures for which they are the same; ms since the epoch, the end excluded. */
export interface LimitsMet {
  /** Indices of limits on the path, ascending. */
  readonly met: readonly number[];
  readonly from_ms: number;
  readonly until_ms: number;
}

export const NONE_MET: LimitsMet = { met: [], from_ms: -Infinity, until_ms: Infinity };

/** The departures on which a run meets each limit: its base, or its provisional, or its final run. */
export function findLimitDepartures(
  { from_mm, to_mm, starts_ms, stops_ms }: DatedLimits,
  runs: Iterable<Pick<Report, "positions_mm" | "times_ms">>,
  trainLength_mm: number,
): LimitDepartures {
  const found: GrowingDepartures = { limits: [], froms_ms: [], untils_ms: [] };
  const distinct = new Set(runs);
  for (let i = 0; i < from_mm.length; i++) {
    for (const run of distinct) {
      const from_ms = starts_ms[i]! - timeAtPosition(run, to_mm[i]! + trainLength_mm);
      const until_ms = stops_ms[i]! - arrivalAtPosition(run, from_mm[i]!);
      addDepartures(found, i, from_ms, until_ms);
    }
  }
  return {
    limits: Float64Array.from(found.limits),
    froms_ms: Float64Array.from(found.froms_ms),
    untils_ms: Float64Array.from(found.untils_ms),
  };
}

/** Joined with the last ones of the same limit where they overlap. */
function addDepartures(
  { limits, froms_ms, untils_ms }: GrowingDepartures,
  limit: number,
  from_ms: number,
  until_ms: number,
): void {
  const last = limits.length - 1;
  const overlaps =
    limits[last] === limit && from_ms <= untils_ms[last]! && until_ms >= froms_ms[last]!;
  if (overlaps) {
    froms_ms[last] = Math.min(froms_ms[last]!, from_ms);
    untils_ms[last] = Math.max(untils_ms[last]!, until_ms);
    return;
  }
  limits.push(limit);
  froms_ms.push(from_ms);
  untils_ms.push(until_ms);
}

/** A round: adds the limits that the run meets when it leaves at a moment; none new: the run is the train's. */
export function addLimitsMet(
  { limits, froms_ms, untils_ms }: LimitDepartures,
  before: LimitsMet,
  at_ms: number,
): LimitsMet {
  const met: number[] = [];
  let { from_ms, until_ms } = before;
  // Both ascend, so they are merged.
  let b = 0;
  for (let k = 0; k < limits.length; k++) {
    const limit = limits[k]!;
    while (before.met[b]! < limit) met.push(before.met[b++]!);
    if (before.met[b] === limit) continue;
    const first_ms = froms_ms[k]!;
    const end_ms = untils_ms[k]!;
    if (first_ms > at_ms) until_ms = Math.min(until_ms, first_ms);
    else if (end_ms <= at_ms) from_ms = Math.max(from_ms, end_ms);
    else {
      if (met.at(-1) !== limit) met.push(limit);
      from_ms = Math.max(from_ms, first_ms);
      until_ms = Math.min(until_ms, end_ms);
    }
  }
  for (; b < before.met.length; b++) met.push(before.met[b]!);
  return { met, from_ms, until_ms };
}

/** The limits of a path that are met; equal ones count once. Null: none. */
export function takeMet(
  { from_mm, to_mm, speeds_mm_s }: PackedLimits,
  { met }: LimitsMet,
): PathTemporaryLimits | null {
  // Equal ones are neighbours.
  const taken = met.filter((limit, k) => {
    const before = met[k - 1] ?? -1;
    return (
      from_mm[limit] !== from_mm[before] ||
      to_mm[limit] !== to_mm[before] ||
      speeds_mm_s[limit] !== speeds_mm_s[before]
    );
  });
  if (taken.length === 0) return null;
  return {
    from_mm: taken.map((limit) => from_mm[limit]!),
    to_mm: taken.map((limit) => to_mm[limit]!),
    speeds_mm_s: taken.map((limit) => speeds_mm_s[limit]!),
  };
}
