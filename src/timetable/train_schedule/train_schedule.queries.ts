/** Train schedules in the database, beyond the queries for both kinds of trains. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";

/** Trains by id, and what their rights follow from. */
export interface TrainBatch {
  /** How many of the ids exist. */
  readonly count: number;
  readonly timetable_ids: readonly number[];
  /** Of their rolling stocks. */
  readonly collection_ids: readonly number[];
  /** Size of the records. */
  readonly bytes: number;
  /** An array in the order of the ids; null when the records are larger than asked for. */
  readonly json: string | null;
}

/** The trains that exist among the (distinct) ids, if they have at most `bytes_max` together. */
export async function readTrainBatch(
  db: Database,
  ids: readonly number[],
  bytes_max: number,
): Promise<TrainBatch> {
  return await queryExactlyOne<TrainBatch>(db, "timetable/train_schedule/get_batch", [
    ids,
    bytes_max,
  ]);
}
