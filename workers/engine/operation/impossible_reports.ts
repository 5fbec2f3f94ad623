/** Reports of trains that are faster than they can be: they are no facts. */
import { ARRIVED, DEPARTED, type StopReport } from "./day_facts.ts";
import type { DayPlan } from "./day_plan.ts";

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
  seen.sort((a, b) => a.train - b.train || a.stop - b.stop || rankOf(a) - rankOf(b));
  const impossible = new Set<StopReport>();
  let before: StopReport | null = null;
  for (const report of seen) {
    const { train, stop, time_ms } = report;
    if (before !== null && before.train === train) {
      const { times } = runs[runOf[train]!]!;
      const runUpTo_ms = (at: number): number =>
        times.base_ms[times.placePoint[places[train]![at]!]!]!;
      const least_ms = runUpTo_ms(stop) - runUpTo_ms(before.stop);
      if (time_ms + ROUNDED_MS < before.time_ms + least_ms) {
        impossible.add(report);
        continue;
      }
    }
    before = report;
  }
  return impossible;
}

/** A train arrives before it departs. */
function rankOf({ kind }: StopReport): number {
  return kind === ARRIVED ? 0 : 1;
}
