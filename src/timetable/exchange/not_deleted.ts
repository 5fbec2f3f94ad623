/** A timetable read page by page is incomplete when it was deleted meanwhile. */
import type { Database } from "../../platform/db/client.ts";
import { getTimetable } from "../timetable/timetable.queries.ts";

/** At the end of a stream: throws, so that an incomplete answer does not look complete. */
export async function checkNotDeleted(db: Database, timetable_id: number): Promise<void> {
  if ((await getTimetable(db, timetable_id)) === null) {
    throw new Error("the timetable was deleted meanwhile");
  }
}
