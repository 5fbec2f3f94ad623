/** Tells whether a feed of trips and what is told of a running day are of the same trains. */
import { hashText } from "../../platform/compute/keys.ts";
import type { Database } from "../../platform/db/client.ts";
import { readPeriod } from "../calendar/calendar.queries.ts";
import { getTrainChanges } from "../train/train.queries.ts";

const LENGTH = 16;

/** Read before the trains: what changes meanwhile has another version. */
export async function readFeedVersion(
  db: Database,
  timetable_id: number,
  infra_key: string | null,
): Promise<string> {
  const changes = await getTrainChanges(db, timetable_id);
  const stored = await readPeriod(db, timetable_id);
  const parts = [timetable_id, changes, stored?.period ?? null, stored?.lists ?? [], infra_key];
  return hashText(JSON.stringify(parts)).slice(0, LENGTH);
}
