/** The error of every endpoint that names a timetable. */
import { AppError } from "../../platform/http/errors.ts";

export function timetableNotFound(timetable_id: number): AppError {
  return new AppError("TimetableNotFound", `Timetable '${timetable_id}', could not be found`, {
    timetable_id,
  });
}
