/** A timetable read page by page is incomplete when it was deleted meanwhile. */
import type { Database } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/errors.ts";
import { getTimetable } from "../timetable/timetable.queries.ts";

/** At the end: throws not found, so that an incomplete answer does not look complete; a stream breaks off. */
export async function checkNotDeleted(db: Database, timetable_id: number): Promise<void> {
  if ((await getTimetable(db, timetable_id)) === null) {
    const message = `Timetable '${timetable_id}', could not be found: the timetable was deleted meanwhile`;
    throw new AppError("TimetableNotFound", message, { timetable_id });
  }
}
