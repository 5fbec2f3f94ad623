/**
 * Adds the stands that a run's report lacks (engine.md 5.8). A stand at the start has no point where the
 * train moves off, so it would look like a slow run to the next point. Steps at one place stop one after
 * the other, but the report gives all of them the time at which the train arrives there.
 */
import { SAME_PLACE_MM } from "../physics/constants.ts";
import type { Report } from "../simulation/report.ts";
import type { ScheduleItem } from "../simulation/schedule.ts";

/** Stops as they were asked for and as they are. */
export interface Stands {
  /** [nSteps] least durations; null = none. The first step's is ignored. */
  readonly least_ms: readonly (number | null)[];
  /** [nSteps] */
  readonly positions_mm: readonly number[];
  readonly schedule: readonly ScheduleItem[];
}

/** The report with the point at which the train leaves its start, and an arrival for each step. */
export function showStands(report: Report, stands: Stands): Report {
  const itemTimes_ms = tellArrivals(report, stands);
  const stand_ms = stands.schedule
    .filter(({ offset_mm }) => offset_mm === 0)
    .reduce((sum, { stop_for_ms }) => sum + (stop_for_ms ?? 0), 0);
  if (stand_ms === 0) return { ...report, itemTimes_ms };
  const insert = (values: Float64Array, value: number): Float64Array =>
    Float64Array.of(values[0] ?? 0, value, ...values.subarray(1));
  return {
    ...report,
    positions_mm: insert(report.positions_mm, 0),
    times_ms: insert(report.times_ms, stand_ms),
    speeds_m_s: insert(report.speeds_m_s, 0),
    itemTimes_ms,
  };
}

/** A step at the place of the one before is arrived at when that one's stop has lasted as long as it must. */
function tellArrivals({ itemTimes_ms }: Report, { least_ms, positions_mm }: Stands): Float64Array {
  let stood_ms = 0;
  return itemTimes_ms.map((time_ms, i) => {
    const isThereAlready = i > 1 && positions_mm[i]! - positions_mm[i - 1]! <= SAME_PLACE_MM;
    stood_ms = isThereAlready ? stood_ms + (least_ms[i - 1] ?? 0) : 0;
    return time_ms + stood_ms;
  });
}
