/** Reports of trains that are faster than they can be: they are no facts. */
import { groupBy } from "../columns.ts";
import { DEPARTED, type StopReport } from "./day_facts.ts";
import type { DayPlan } from "./day_plan.ts";
import type { OperatedRun } from "./operated_run.ts";
import { type PassedReport, shortestUpTo_ms } from "./passed_trains.ts";

export type SeenReport = StopReport | PassedReport;

/** Two times told in whole minutes may be nearer to each other than the events were by almost so much. */
const ROUNDED_MS = 60_000;

/**
 * In the order of the path each is compared with the believed one before: the train runs as fast as it can, with its
 * planned stops but no time in them. Does not depend on the order in which they are given.
 */
export function findImpossible(
  { runs, runOf }: DayPlan,
  places: readonly (readonly number[])[],
  reports: readonly SeenReport[],
): Set<SeenReport> {
  const seen = reports.filter((one) => "x_mm" in one || one.kind <= DEPARTED);
  const trains = Uint32Array.from(seen, ({ train }) => train);
  const { start, items } = groupBy(trains, seen.length, runOf.length);
  const impossible = new Set<SeenReport>();
  for (let t = 0; t < runOf.length; t++) {
    if (start[t] === start[t + 1]) continue;
    const own = Array.from(items.subarray(start[t], start[t + 1]), (i) => seen[i]!);
    own.sort((a, b) => a.stop - b.stop || rankOf(a) - rankOf(b) || placeOf_mm(a) - placeOf_mm(b));
    findOfTrain(runs[runOf[t]!]!, places[t]!, own, impossible);
  }
  return impossible;
}

/** In order of its path; those that are impossible are added to `impossible`. */
function findOfTrain(
  run: OperatedRun,
  places: readonly number[],
  reports: readonly SeenReport[],
  impossible: Set<SeenReport>,
): void {
  const { base_ms, placePoint } = run.times;
  const runUpTo_ms = (report: SeenReport): number =>
    "x_mm" in report
      ? shortestUpTo_ms(run, report.x_mm)
      : base_ms[placePoint[places[report.stop]!]!]!;
  let before: SeenReport | null = null;
  for (const report of reports) {
    const { time_ms } = report;
    if (before !== null) {
      const least_ms = runUpTo_ms(report) - runUpTo_ms(before);
      if (time_ms + ROUNDED_MS < before.time_ms + least_ms) {
        impossible.add(report);
        continue;
      }
    }
    before = report;
  }
}

/** By the order in which they can be at one stop; a train is seen behind it when it has departed. */
export function rankOf(report: SeenReport): number {
  return "x_mm" in report ? DEPARTED + 0.5 : report.kind;
}

function placeOf_mm(report: SeenReport): number {
  return "x_mm" in report ? report.x_mm : 0;
}
