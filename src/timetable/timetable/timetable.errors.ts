/** Errors of endpoints that name a timetable. */
import { AppError } from "../../platform/http/errors.ts";

export function timetableNotFound(timetable_id: number): AppError {
  return new AppError("TimetableNotFound", `Timetable '${timetable_id}', could not be found`, {
    timetable_id,
  });
}

/** It has opened days, and nobody has said that they are to go too. */
export function timetableIsOpened(timetable_id: number): AppError {
  const message = `Timetable '${timetable_id}' has opened days`;
  return new AppError("TimetableIsUsed", message, { timetable_id });
}

/** The search environment refers to it, and the caller may not delete that. */
export function timetableIsUsed(timetable_id: number): AppError {
  const message = `Timetable '${timetable_id}' is used by the search environment`;
  return new AppError("TimetableIsUsed", message, { timetable_id, count: 1 });
}
