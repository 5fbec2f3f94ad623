/**
 * Rules between the parts of a paced train (interface.md 9.2): how often it runs, which occurrences
 * its exceptions change, and whether they fit the base train. Rules on an exception's own path
 * belong to the exception's schema, so that thousands of them are checked one by one.
 */

import type { ReferenceFault } from "../../railway/fault_issues.ts";
import { durationMs, isDateTimeMs } from "../../railway/iso8601.ts";
import {
  listReferenceFaults,
  MOVING_AT_STOP,
  startsAtStop,
} from "../../railway/train_references.ts";
import {
  countOccurrences,
  occurrenceStartMs,
  type PacedTrain,
  type Pacing,
} from "./effective_trains.ts";
import type { Exception } from "./exception.schemas.ts";
import { tooManyOccurrences } from "./paced_train.errors.ts";

/** All broken rules, in the order of the fields. */
export function listPacedTrainFaults(paced_train: Omit<PacedTrain, "days">): ReferenceFault[] {
  const faults = listReferenceFaults(paced_train);
  if (durationMs(paced_train.paced.interval) === 0) {
    return [...faults, { path: ["paced", "interval"], reason: "must be longer than zero" }];
  }
  const count = countOccurrences(paced_train.paced);
  if (count > 0 && !isDateTimeMs(occurrenceStartMs(paced_train, count - 1))) {
    faults.push({ path: ["paced", "time_window"], reason: "must end before the year 10000" });
  }
  checkKeys(paced_train.exceptions, count, faults);
  const { initial_speed } = paced_train;
  const base = { initial_speed, starts_at_stop: startsAtStop(paced_train) };
  for (const [i, exception] of paced_train.exceptions.entries()) {
    for (const { path, reason } of listExceptionFaults(exception, base)) {
      faults.push({ path: ["exceptions", i, ...path], reason });
    }
  }
  return faults;
}

/** Throws if a paced train (its index: in a list) stands for more trains than the limit allows. */
export function checkOccurrences(
  { paced, exceptions }: Pacing,
  count_max: number,
  index?: number,
): void {
  const count = countOccurrences(paced) + exceptions.length;
  if (count > count_max) throw tooManyOccurrences(count, count_max, index);
}

function checkKeys(
  exceptions: readonly Exception[],
  count: number,
  faults: ReferenceFault[],
): void {
  const keys = new Set<string>();
  const indices = new Set<number>();
  for (const [i, { key, occurrence_index: index }] of exceptions.entries()) {
    if (keys.has(key)) {
      faults.push({ path: ["exceptions", i, "key"], reason: `duplicate exception key '${key}'` });
    }
    keys.add(key);
    if (index === undefined) continue;
    const path = ["exceptions", i, "occurrence_index"];
    if (index >= count) faults.push({ path, reason: `must be below ${count}, the occurrences` });
    if (indices.has(index)) faults.push({ path, reason: `two exceptions for occurrence ${index}` });
    indices.add(index);
  }
}

/** Checks an initial speed against a stop at the start; each may come from the exception or the base. */
function listExceptionFaults(
  { path_and_schedule, initial_speed }: Exception,
  base: { readonly initial_speed: number; readonly starts_at_stop: boolean },
): ReferenceFault[] {
  if (path_and_schedule === undefined && initial_speed === undefined) return [];
  const speed_m_s = initial_speed?.value ?? base.initial_speed;
  const starts_at_stop =
    path_and_schedule === undefined ? base.starts_at_stop : startsAtStop(path_and_schedule);
  if (speed_m_s <= 0 || !starts_at_stop) return [];
  if (initial_speed !== undefined) {
    return [{ path: ["initial_speed", "value"], reason: MOVING_AT_STOP }];
  }
  const reason = `initial_speed of the paced train ${MOVING_AT_STOP}`;
  return [{ path: ["path_and_schedule"], reason }];
}
