/** Train schedules in the database, beyond the queries for both kinds of trains. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";

/** Trains by id, and what their rights depend on. */
export interface TrainBatch {
  /** How many of the ids exist. */
  readonly count: number;
  readonly timetable_ids: readonly number[];
  /** Of the trains' rolling stocks. */
  readonly collection_ids: readonly number[];
  /** Total size of the records. */
  readonly bytes: number;
  /** A JSON array in the order of the ids; null if the records exceed the given size. */
  readonly json: string | null;
}

/** Those of the (distinct) ids that exist, if they have at most `bytes_max` together. */
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
