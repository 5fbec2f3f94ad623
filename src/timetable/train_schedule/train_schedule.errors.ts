/** Errors of train schedules (interface.md 8.3). */

import { type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";

export function trainScheduleNotFound(train_schedule_id: number): AppError {
  return new AppError(
    "TrainScheduleNotFound",
    `Train schedule '${train_schedule_id}', could not be found`,
    { train_schedule_id },
  );
}

/** `number` of the named trains do not exist; nothing was done. */
export function trainScheduleBatchNotFound(number: number): AppError {
  return new AppError(
    "TrainScheduleBatchNotFound",
    `${number} train schedule(s) could not be found`,
    { number },
  );
}

export function timetableIsImmutable(timetable_id: number): AppError {
  return new AppError(
    "TrainScheduleTimetableImmutable",
    "A train schedule can't move to another timetable",
    { timetable_id },
  );
}

/** Tells the client to ask for fewer trains at a time. */
export function tooLargeTrains(bytes: number, bytes_max: number): AppError {
  return new AppError("TooManyItems", `The trains are too large together: ${bytes} bytes`, {
    bytes,
    bytes_max,
  });
}

export function tooManyTrains(count: number, count_max: number): AppError {
  return new AppError("TooManyItems", `${count} trains are too many, at most ${count_max}`, {
    count,
    count_max,
  });
}

/** The timetable was deleted meanwhile. */
export const TRAIN_SCHEDULE_CONSTRAINTS: ConstraintErrors = {
  train_schedule_timetable_fkey: (detail) => timetableNotFound(Number(keyValue(detail))),
};
