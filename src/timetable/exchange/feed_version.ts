/** Tells whether a feed of trips and what is told of a running day are of the same trains. */
import { hashText } from "../../platform/compute/keys.ts";
import type { Database } from "../../platform/db/client.ts";
import { readPeriod } from "../calendar/calendar.queries.ts";
import { getTrainChanges } from "../train/train.queries.ts";

const LENGTH = 16;

/** What a feed's version depends on: trains as they were when they were read, or before. */
interface FeedSource {
  readonly timetable_id: number;
  readonly train_changes: string | null;
  /** Null: without a period. */
  readonly stored: Awaited<ReturnType<typeof readPeriod>>;
  readonly infra_key: string | null;
}

export function feedVersionOf(source: FeedSource): string {
  const { timetable_id, train_changes, stored, infra_key } = source;
  const days = [stored?.period ?? null, stored?.lists ?? []];
  const parts = [timetable_id, train_changes, ...days, infra_key];
  return hashText(JSON.stringify(parts)).slice(0, LENGTH);
}

/** Read before the trains: what changes meanwhile has another version. */
export async function readFeedVersion(
  db: Database,
  timetable_id: number,
  infra_key: string | null,
): Promise<string> {
  const train_changes = await getTrainChanges(db, timetable_id);
  const stored = await readPeriod(db, timetable_id);
  return feedVersionOf({ timetable_id, train_changes, stored, infra_key });
}
