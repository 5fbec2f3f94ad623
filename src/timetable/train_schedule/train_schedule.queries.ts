/** Train schedules in the database: one wrapper a query file. Records are JSON texts. */
import type { Database } from "../../platform/db/client.ts";
import { joinLists, printEach } from "../../platform/db/json_texts.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import { pageOffset } from "../../platform/http/page.ts";
import { printJson } from "../../platform/http/print_in_turns.ts";
import type { Work } from "../../platform/turns.ts";
import type { RecordPage, RecordRow } from "../timetable/record_pages.ts";
import type { MadeTrains } from "./create_batch.ts";
import { subCategoryOf } from "./sub_category_of.ts";
import type { TrainSchedule } from "./train_schedule.schemas.ts";

/** A train as clients get it. */
export interface StoredTrain {
  readonly id: number;
  readonly timetable_id: number;
  readonly revision: number;
  /** Of its rolling stock; null when there is no such stock. */
  readonly collection_id: number | null;
  readonly json: string;
}

/** A page of trains and the collections of their rolling stocks. */
export interface TrainPage {
  readonly count: number;
  readonly results: readonly string[];
  readonly collection_ids: readonly number[];
}

/** One train, or null. Reads of one turn of the event loop share one statement. */
export async function getTrainSchedule(db: Database, id: number): Promise<StoredTrain | null> {
  return db.read<StoredTrain>("timetable/train_schedule/get", id);
}

/** Trains by id, and what their rights come from. */
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
  const batch = await db.queryOne<TrainBatch>("timetable/train_schedule/get_batch", [
    ids,
    bytes_max,
  ]);
  if (batch === null) throw new Error("train_schedule/get_batch returned no row");
  return batch;
}

/** One page of a timetable's trains as JSON texts; null when there is no such timetable. */
export async function listTrainSchedules(
  db: Database,
  timetable_id: number,
  at: { readonly page: number; readonly page_size: number },
): Promise<TrainPage | null> {
  return db.queryOne<TrainPage>("timetable/train_schedule/list_of_timetable", [
    timetable_id,
    at.page_size,
    pageOffset(at),
  ]);
}

/** What is stored of a train schedule. */
export interface TrainColumns {
  readonly rolling_stock_name: string;
  readonly sub_category_code: string | null;
  /** JSON text. */
  readonly record: string;
}

export function* toTrainColumns(train: TrainSchedule): Work<TrainColumns> {
  return {
    rolling_stock_name: train.rolling_stock_name,
    sub_category_code: subCategoryOf(train.category),
    record: yield* printJson(train),
  };
}

export function* toAllColumns(trains: readonly TrainSchedule[]): Work<TrainColumns[]> {
  const all: TrainColumns[] = [];
  for (const train of trains) {
    all.push(yield* toTrainColumns(train));
    yield;
  }
  return all;
}

/** The lists of `insert_train_schedules`. */
export function listTrainColumns(trains: readonly TrainColumns[]): Iterable<string>[] {
  return [
    printEach(trains, (train) => JSON.stringify(train.rolling_stock_name)),
    printEach(trains, (train) => JSON.stringify(train.sub_category_code)),
    printEach(trains, (train) => train.record),
  ];
}

/** Creates all or none, in order. An unknown timetable breaks `train_schedule_timetable_fkey`. */
export async function createTrainSchedules(
  db: Database,
  timetable_id: number,
  { columns, signal }: { readonly columns: readonly TrainColumns[]; readonly signal: AbortSignal },
): Promise<MadeTrains> {
  const row = await sendText(db, {
    parts: joinLists(listTrainColumns(columns)),
    signal,
    send: (text) =>
      db.queryOne<MadeTrains>("timetable/train_schedule/insert_batch", [timetable_id, ...text]),
  });
  if (row === null) throw new Error("train_schedule/insert_batch returned no row");
  return row;
}

/** A stored record. */
export function parseTrainSchedule(record: string): TrainSchedule {
  // Written from a validated body and by nothing else.
  return JSON.parse(record) as TrainSchedule;
}

/** A train as a computation reads it. */
export interface TrainRecord {
  readonly id: number;
  readonly timetable_id: number;
  readonly train: TrainSchedule;
}

/** The trains that exist among the given ids, in no order. */
export async function listTrainRecords(
  db: Database,
  ids: readonly number[],
): Promise<TrainRecord[]> {
  type Row = { id: number; timetable_id: number; record: string };
  const rows = await db.query<Row>("timetable/train_schedule/list_records", [ids]);
  return rows.map(({ id, timetable_id, record }) => ({
    id,
    timetable_id,
    train: parseTrainSchedule(record),
  }));
}

/** The names of the rolling stocks of all trains of a timetable. */
export async function listStockNames(
  db: Database,
  timetable_id: number,
): Promise<readonly string[]> {
  const row = await db.queryOne<{ names: string[] }>("timetable/train_schedule/list_stock_names", [
    timetable_id,
  ]);
  return row?.names ?? [];
}

/** A timetable's next trains after an id; none: there are no more. */
export async function listRecordsOfTimetable(
  db: Database,
  timetable_id: number,
  { after_id, count, bytes }: RecordPage,
): Promise<readonly RecordRow[]> {
  const values = [timetable_id, after_id, count, bytes];
  return db.query<RecordRow>("timetable/train_schedule/list_records_of_timetable", values);
}

/** How many of the ids exist, and the timetables that they belong to. */
export async function listTimetablesOfTrains(
  db: Database,
  ids: readonly number[],
): Promise<{ count: number; timetable_ids: readonly number[] }> {
  const row = await db.queryOne<{ count: number; timetable_ids: number[] }>(
    "timetable/train_schedule/list_timetables",
    [ids],
  );
  return row ?? { count: 0, timetable_ids: [] };
}

/** Null when nothing was changed: no such train, or not at the revision that was asked for. */
export async function updateTrainSchedule(
  db: Database,
  id: number,
  change: { readonly train: TrainSchedule; readonly if_revision: number | null },
): Promise<{ revision: number; json: string } | null> {
  const { train, if_revision } = change;
  return db.queryOne<{ revision: number; json: string }>("timetable/train_schedule/update", [
    id,
    train.rolling_stock_name,
    subCategoryOf(train.category),
    JSON.stringify(train),
    if_revision,
  ]);
}

/** Deletes all or none; answers how many of the ids do not exist. */
export async function deleteTrainSchedules(db: Database, ids: readonly number[]): Promise<number> {
  const row = await db.queryOne<{ missing_count: number }>(
    "timetable/train_schedule/delete_batch",
    [ids],
  );
  return row?.missing_count ?? 0;
}
