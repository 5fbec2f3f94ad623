/** Reports of trains that are faster than they can be: they are no facts. */
import { groupBy } from "../columns.ts";
import { ARRIVED, DEPARTED, type StopReport } from "./day_facts.ts";
import type { DayPlan } from "./day_plan.ts";
import type { OperatedRun } from "./operated_run.ts";

/** Two times told in whole minutes may be nearer to each other than the events were by almost so much. */
const ROUNDED_MS = 60_000;

/**
 * In the order of the path each is compared with the believed one before: the train runs as fast as it can, with its
 * planned stops but no time in them. Does not depend on the order in which they are given.
 */
export function findImpossible(
  { runs, runOf }: DayPlan,
  places: readonly (readonly number[])[],
  reports: readonly StopReport[],
): Set<StopReport> {
  const seen = reports.filter(({ kind }) => kind <= DEPARTED);
  const trains = Uint32Array.from(seen, ({ train }) => train);
  const { start, items } = groupBy(trains, seen.length, runOf.length);
  const impossible = new Set<StopReport>();
  for (let t = 0; t < runOf.length; t++) {
    if (start[t] === start[t + 1]) continue;
    const own = Array.from(items.subarray(start[t], start[t + 1]), (i) => seen[i]!);
    own.sort((a, b) => a.stop - b.stop || rankOf(a) - rankOf(b));
    findOfTrain(runs[runOf[t]!]!, places[t]!, own, impossible);
  }
  return impossible;
}

/** In order of its path; those that are impossible are added to `impossible`. */
function findOfTrain(
  { times }: OperatedRun,
  places: readonly number[],
  reports: readonly StopReport[],
  impossible: Set<StopReport>,
): void {
  const runUpTo_ms = (stop: number): number => times.base_ms[times.placePoint[places[stop]!]!]!;
  let before: StopReport | null = null;
  for (const report of reports) {
    const { stop, time_ms } = report;
    if (before !== null) {
      const least_ms = runUpTo_ms(stop) - runUpTo_ms(before.stop);
      if (time_ms + ROUNDED_MS < before.time_ms + least_ms) {
        impossible.add(report);
        continue;
      }
    }
    before = report;
  }
}

/** A train arrives before it departs. */
function rankOf({ kind }: StopReport): number {
  return kind === ARRIVED ? 0 : 1;
}
