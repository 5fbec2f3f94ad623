/** When a short term train may leave and must be at its steps: from the request, else from its run alone. */
import { given } from "../../platform/given.ts";
import { AppError } from "../../platform/http/errors.ts";
import { datetimeMs, isDateTimeMs } from "../../railway/iso8601.ts";
import type { StdcmRequest } from "./stdcm.schemas.ts";

type Step = StdcmRequest["steps"][number];

/** A time at which a step is to be reached; ms since the epoch. */
interface PlannedTime {
  readonly step: number;
  readonly arrival_ms: number;
  readonly before_ms: number;
  readonly after_ms: number;
}

/** Instants ms since the epoch. */
export interface SearchTimes {
  readonly earliest_departure_ms: number;
  readonly maximum_departure_delay_ms: number;
  readonly maximum_run_time_ms: number;
  /** Later trains do not matter. */
  readonly latest_end_ms: number;
}

export function readPlannedTime({ timing_data }: Step): Omit<PlannedTime, "step"> | null {
  if (timing_data === null) return null;
  return {
    arrival_ms: datetimeMs(timing_data.arrival_time),
    before_ms: timing_data.arrival_time_tolerance_before,
    after_ms: timing_data.arrival_time_tolerance_after,
  };
}

function listPlannedTimes({ steps }: StdcmRequest): PlannedTime[] {
  return steps.flatMap((one, step) => {
    const planned = readPlannedTime(one);
    return planned === null ? [] : [{ step, ...planned }];
  });
}

/**
 * The times of a search, with the run time of the train alone. Throws when the train can't be at a step
 * at its time, or when the window is beyond the calendar.
 */
export function readSearchTimes(request: StdcmRequest, run_time_ms: number): SearchTimes {
  const { steps, start_time } = request;
  const planned = listPlannedTimes(request);
  const [first] = planned;
  const window_ms = first === undefined ? 0 : first.before_ms + first.after_ms;
  const stops_ms = steps.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const maximum_run_time_ms = request.maximum_run_time ?? 2 * run_time_ms + stops_ms;
  const maximum_departure_delay_ms = request.maximum_departure_delay ?? run_time_ms + window_ms;
  const earliest_departure_ms =
    start_time === null
      ? beginOf(first) - (first?.step === 0 ? 0 : maximum_run_time_ms)
      : datetimeMs(start_time);
  const latest_end_ms = earliest_departure_ms + maximum_departure_delay_ms + maximum_run_time_ms;
  if (!isDateTimeMs(earliest_departure_ms) || !isDateTimeMs(latest_end_ms)) {
    throw outsideWindow("/steps", "The search time window is beyond the calendar");
  }
  for (const { step, arrival_ms, before_ms, after_ms } of planned) {
    const is_late = arrival_ms - before_ms > latest_end_ms;
    if (!is_late && arrival_ms + after_ms >= earliest_departure_ms) continue;
    const message = `Step ${step} timing is outside the search time window`;
    throw outsideWindow(`/steps/${step}/timing_data`, message);
  }
  return {
    earliest_departure_ms,
    maximum_departure_delay_ms,
    maximum_run_time_ms,
    latest_end_ms,
  };
}

/** The departure of the train alone that reaches the first step with a time at its earliest moment. */
export function placeAlone(request: StdcmRequest, item_times_ms: readonly number[]): number {
  if (request.start_time !== null) return datetimeMs(request.start_time);
  const [first] = listPlannedTimes(request);
  return beginOf(first) - (item_times_ms[first?.step ?? 0] ?? 0);
}

/** The schema has checked that there is a time. */
function beginOf(planned: PlannedTime | undefined): number {
  const { arrival_ms, before_ms } = given(planned, "a step has a time");
  return arrival_ms - before_ms;
}

function outsideWindow(path: string, message: string): AppError {
  return new AppError("StdcmInvalidInputs", message, { path });
}
