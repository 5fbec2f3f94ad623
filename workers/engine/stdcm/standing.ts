/**
 * A train that is asked to stand at the place of its start. Reports of runs have no point where such a
 * train moves off (engine.md 5.8), so its stand would look like a slow run to the next point.
 */
import type { Report } from "../simulation/report.ts";
import type { ScheduleItem } from "../simulation/schedule.ts";

/** The report with the point at which the train leaves its start; unchanged when it has no stop there. */
export function showStandAtStart(report: Report, schedule: readonly ScheduleItem[]): Report {
  const stand_ms = schedule
    .filter(({ offset_mm }) => offset_mm === 0)
    .reduce((sum, { stop_for_ms }) => sum + (stop_for_ms ?? 0), 0);
  if (stand_ms === 0) return report;
  const insert = (values: Float64Array, value: number): Float64Array =>
    Float64Array.of(values[0] ?? 0, value, ...values.subarray(1));
  return {
    ...report,
    positions_mm: insert(report.positions_mm, 0),
    times_ms: insert(report.times_ms, stand_ms),
    speeds_m_s: insert(report.speeds_m_s, 0),
  };
}
