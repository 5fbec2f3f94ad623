/** What is read of a timetable page by page is not whole when the timetable has gone meanwhile. */
import type { Database } from "../../platform/db/client.ts";
import { getTimetable } from "../timetable/timetable.queries.ts";

/** At the end of a stream: throws, so that the connection ends instead of looking complete. */
export async function checkNotDeleted(db: Database, timetable_id: number): Promise<void> {
  if ((await getTimetable(db, timetable_id)) === null) {
    throw new Error("the timetable was deleted meanwhile");
  }
}
