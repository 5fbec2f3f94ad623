/** Detects a timetable that was deleted while it was read page by page. */
import type { Database } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/errors.ts";
import { getTimetable } from "../timetable/timetable.queries.ts";

/** Call at the end: throws not found (a stream breaks off), so that an incomplete answer does not look complete. */
export async function checkNotDeleted(db: Database, timetable_id: number): Promise<void> {
  if ((await getTimetable(db, timetable_id)) === null) {
    const message = `Timetable '${timetable_id}', could not be found: the timetable was deleted meanwhile`;
    throw new AppError("TimetableNotFound", message, { timetable_id });
  }
}
