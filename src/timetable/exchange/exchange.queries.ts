/** Whole timetables in the database. */
import type { Database } from "../../platform/db/client.ts";
import { joinLists } from "../../platform/db/json_texts.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import type { Period } from "../../railway/days/days.schemas.ts";
import { listColumns } from "../train/train.queries.ts";
import type { TrainColumns } from "../train/train_kind.ts";
import type { ImportedTrains } from "./exchange.schemas.ts";

export interface TrainsToImport {
  readonly train_schedules: readonly TrainColumns[];
  readonly paced_trains: readonly TrainColumns[];
  readonly author_id: number | null;
  /** That the timetable, which has none, gets. */
  readonly period: Period | null;
  readonly deadline_ms: number;
  readonly signal: AbortSignal;
}

/** Adds all or none; null: the timetable has a period meanwhile. An unknown one breaks `train_schedule_timetable_fkey`. */
export async function importTrains(
  db: Database,
  timetable_id: number,
  { train_schedules, paced_trains, author_id, period, deadline_ms, signal }: TrainsToImport,
): Promise<ImportedTrains | null> {
  return await sendText(db, {
    parts: joinLists([...listColumns(train_schedules), ...listColumns(paced_trains)]),
    signal,
    send: (text) =>
      db.queryOne<ImportedTrains>(
        "timetable/timetable/import",
        [timetable_id, author_id, ...text, period === null ? null : JSON.stringify(period)],
        { deadline_ms },
      ),
  });
}
