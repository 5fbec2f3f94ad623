/** Whole timetables in the database. */
import type { Database } from "../../platform/db/client.ts";
import { joinJsonTexts } from "../../platform/db/json_texts.ts";
import { nextTurn } from "../../platform/turns.ts";
import type { PacedTrainColumns } from "../paced_train/paced_train.queries.ts";
import type { TrainColumns } from "../train_schedule/train_schedule.queries.ts";
import type { ImportedTrains } from "./exchange.schemas.ts";

export interface TrainsToImport {
  readonly train_schedules: readonly TrainColumns[];
  readonly paced_trains: readonly PacedTrainColumns[];
  readonly deadline_ms: number;
}

/**
 * Adds all or none. An unknown timetable breaks `train_schedule_timetable_fkey`.
 */
export async function importTrains(
  db: Database,
  timetable_id: number,
  { train_schedules, paced_trains, deadline_ms }: TrainsToImport,
): Promise<ImportedTrains> {
  const train_records = joinJsonTexts(train_schedules.map((train) => train.record));
  // the statement's parameters are printed at one stretch, which is long enough by itself
  await nextTurn();
  const values = [
    timetable_id,
    train_schedules.map((train) => train.rolling_stock_name),
    train_schedules.map((train) => train.sub_category_code),
    train_records,
    joinJsonTexts(paced_trains.map((one) => JSON.stringify(one.rolling_stock_names))),
    joinJsonTexts(paced_trains.map((one) => JSON.stringify(one.sub_category_codes))),
    joinJsonTexts(paced_trains.map((one) => one.record)),
  ];
  const row = await db.queryOne<ImportedTrains>("timetable/timetable/import", values, {
    deadline_ms,
  });
  if (row === null) throw new Error("timetable/import returned no row");
  return row;
}
