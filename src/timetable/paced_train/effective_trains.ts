/**
 * The trains that a paced train stands for (specification, "Paced train"; interface.md 9.2): its
 * occurrences, changed or switched off by exceptions, and the trains that exceptions add. The
 * object `train` contains everything but the start. Equal occurrences share it, so a day of a
 * 5-minute service is one train with 288 starts.
 */

import type { InTurns } from "../../platform/turns.ts";
import { datetimeMs, durationMs } from "../../railway/iso8601.ts";
import { type Numbering, numberTrain } from "../../railway/numbering.ts";
import { GROUP_FIELDS } from "../../railway/train_defaults.ts";
import { AS_WRITTEN, type DayStart } from "../calendar/asked_date.ts";
import type { Departure } from "../train_schedule/departures.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";
import { type Exception, VALUE_GROUPS } from "./exception.schemas.ts";

/** How often a train repeats, and its exceptions. */
export interface Pacing {
  readonly paced: { readonly time_window: string; readonly interval: string };
  readonly exceptions: readonly Exception[];
  readonly numbering?: Numbering;
}

export type PacedTrain = TrainSchedule & Pacing;

/** Identifies one of a paced train's trains: an occurrence, a changed one, or an added one. */
export type Occurrence =
  | { readonly index: number }
  | { readonly index: number; readonly exception_key: string }
  | { readonly exception_key: string };

/** All fields except the start and the name are in `train`. */
export interface EffectiveTrain extends Departure {
  readonly occurrence: Occurrence;
  readonly name: string;
}

/** Number of occurrences in the time window, rounded down if it is not a multiple of the interval. */
export function countOccurrences({ time_window, interval }: Pacing["paced"]): number {
  return Math.floor(durationMs(time_window) / durationMs(interval));
}

/** The start of an occurrence, milliseconds since the epoch. */
export function occurrenceStartMs(
  { start_time, paced }: Pick<PacedTrain, "start_time" | "paced">,
  index: number,
): number {
  return datetimeMs(start_time) + index * durationMs(paced.interval);
}

/** The train itself, without pace, exceptions, numbers and days. */
export function baseTrain({
  paced: _paced,
  exceptions: _exceptions,
  numbering: _numbering,
  days: _days,
  ...train
}: PacedTrain): TrainSchedule {
  return train;
}

/** The base train with the fields that an exception overrides, whether it is disabled or not. */
export function applyException(base: TrainSchedule, exception: Exception): TrainSchedule {
  const groups = VALUE_GROUPS.flatMap((group) => {
    const change = exception[group];
    return change === undefined ? [] : [[GROUP_FIELDS[group], change.value]];
  });
  return {
    ...base,
    ...exception.rolling_stock,
    ...exception.path_and_schedule,
    ...Object.fromEntries(groups),
  };
}

/**
 * What a train is called: as its exception says, else by its number. A train that an exception adds has no number,
 * and where there is no rule all trains are called as the paced train.
 */
export function nameOfOccurrence(
  { train_name, numbering }: Pick<PacedTrain, "train_name" | "numbering">,
  index: number | undefined,
  exception?: Exception,
): string {
  if (exception?.train_name !== undefined) return exception.train_name.value;
  if (numbering === undefined || index === undefined) return train_name;
  return numberTrain(numbering, index);
}

/**
 * All trains of the days by start; with equal starts by day, then by occurrence, then the added ones in their order.
 * The trains of all days share the same objects.
 */
export function* listEffectiveTrains(
  paced_train: PacedTrain,
  days: readonly DayStart[] = [AS_WRITTEN],
): InTurns<EffectiveTrain[]> {
  const base = baseTrain(paced_train);
  const { exceptions, paced } = paced_train;
  const interval_ms = durationMs(paced.interval);
  const changes = new Map<number, Exception>();
  const trains_of = new Map<Exception, TrainSchedule>();
  for (const exception of exceptions) {
    if (exception.disabled && exception.occurrence_index === undefined) continue;
    if (!exception.disabled) trains_of.set(exception, applyException(base, exception));
    if (exception.occurrence_index !== undefined) {
      changes.set(exception.occurrence_index, exception);
    }
    yield;
  }
  const trains: EffectiveTrain[] = [];
  const count = countOccurrences(paced);
  for (const { day, move, bits } of days) {
    const start_ms = move(datetimeMs(base.start_time));
    for (let index = 0; index < count; index++) {
      const exception = changes.get(index);
      const own_start_ms = start_ms + index * interval_ms;
      const name = nameOfOccurrence(paced_train, index, exception);
      const train = exception === undefined ? base : trains_of.get(exception);
      if (exception === undefined) {
        const occurrence = { index };
        trains.push({ occurrence, name, train: base, start_ms: own_start_ms, day, bits });
      } else if (train !== undefined) {
        const occurrence = { index, exception_key: exception.key };
        const start_ms = exceptionStartMs(paced_train, exception, move);
        trains.push({ occurrence, name, train, start_ms, day, bits });
      }
      yield;
    }
    for (const [exception, train] of trains_of) {
      if (exception.occurrence_index !== undefined) continue;
      const occurrence = { exception_key: exception.key };
      const name = nameOfOccurrence(paced_train, undefined, exception);
      const start_ms = exceptionStartMs(paced_train, exception, move);
      trains.push({ occurrence, name, train, start_ms, day, bits });
      yield;
    }
  }
  return trains.sort((a, b) => a.start_ms - b.start_ms);
}

/** The train of an exception, disabled or not, at its start. */
export function departException(
  paced_train: Pick<PacedTrain, "start_time" | "paced">,
  base: TrainSchedule,
  exception: Exception,
): Departure {
  const start_ms = exceptionStartMs(paced_train, exception, AS_WRITTEN.move);
  return { train: applyException(base, exception), start_ms };
}

/**
 * When the train of an exception starts on a day: at its own start, else at that of the occurrence that it changes,
 * else at the base train's.
 */
export function exceptionStartMs(
  { start_time: base_start, paced }: Pick<PacedTrain, "start_time" | "paced">,
  { start_time, occurrence_index = 0 }: Exception,
  move: DayStart["move"],
): number {
  if (start_time !== undefined) return move(datetimeMs(start_time.value));
  return move(datetimeMs(base_start)) + occurrence_index * durationMs(paced.interval);
}
