/** Errors of paced trains (interface.md 9.3). */

import { type ConstraintErrors, keyValue } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";

export function pacedTrainNotFound(paced_train_id: number): AppError {
  return new AppError("PacedTrainNotFound", `Paced train '${paced_train_id}', could not be found`, {
    paced_train_id,
  });
}

/** `count` of the named paced trains do not exist; nothing was done. */
export function pacedTrainBatchNotFound(count: number): AppError {
  return new AppError("PacedTrainBatchNotFound", `${count} paced train(s) could not be found`, {
    count,
  });
}

export function exceptionNotFound(exception_key: string): AppError {
  return new AppError(
    "PacedTrainExceptionNotFound",
    `Exception '${exception_key}', could not be found`,
    { exception_key },
  );
}

export function pacedTrainTimetableIsImmutable(timetable_id: number): AppError {
  return new AppError(
    "PacedTrainTimetableImmutable",
    "A paced train can't move to another timetable",
    { timetable_id },
  );
}

/** A paced train (its index: in a batch) stands for more trains than the limit allows. */
export function tooManyOccurrences(count: number, count_max: number, index?: number): AppError {
  const which = index === undefined ? "The paced train" : `Paced train ${index}`;
  return new AppError("TooManyItems", `${which} stands for ${count} trains, at most ${count_max}`, {
    count,
    count_max,
    ...(index === undefined ? {} : { index }),
  });
}

/** The timetable was deleted meanwhile. */
export const PACED_TRAIN_CONSTRAINTS: ConstraintErrors = {
  paced_train_timetable_fkey: (detail) => timetableNotFound(Number(keyValue(detail))),
};
