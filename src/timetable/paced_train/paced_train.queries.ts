/** Paced trains in the database: one wrapper a query file. Records are JSON texts. */
import type { Database } from "../../platform/db/client.ts";
import { joinLists, printEach } from "../../platform/db/json_texts.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import { pageOffset } from "../../platform/http/page.ts";
import { printJson } from "../../platform/http/print_in_turns.ts";
import type { Work } from "../../platform/turns.ts";
import type { RecordPage, RecordRow } from "../timetable/record_pages.ts";
import type { MadeTrains } from "../train_schedule/create_batch.ts";
import { subCategoryOf } from "../train_schedule/sub_category_of.ts";
import type { PacedTrain } from "./effective_trains.ts";

/** A paced train as clients get it. */
export interface StoredPacedTrain {
  readonly id: number;
  readonly timetable_id: number;
  readonly revision: number;
  /** Of its rolling stock and its exceptions', those that exist. */
  readonly collection_ids: readonly number[];
  readonly json: string;
}

/** A page of paced trains and the collections of all their rolling stocks. */
export interface PacedTrainPage {
  readonly count: number;
  readonly results: readonly string[];
  readonly collection_ids: readonly number[];
}

/** A paced train as a computation reads it. */
export interface PacedTrainRow {
  readonly id: number;
  readonly timetable_id: number;
  /** Its own and its exceptions'. */
  readonly rolling_stock_names: readonly string[];
  /** JSON text, for `parsePacedTrain`; null beyond `RECORDS_BYTES_MAX`. */
  readonly record: string | null;
}

/** Read at once for one request: many times the largest record, far below what memory holds. */
const RECORDS_BYTES_MAX = 64 * 1024 * 1024;

/** A stored record. */
export function parsePacedTrain(record: string): PacedTrain {
  // Written from a validated body and by nothing else.
  return JSON.parse(record) as PacedTrain;
}

/** One paced train, or null. Reads of one turn of the event loop share one statement. */
export async function getPacedTrain(db: Database, id: number): Promise<StoredPacedTrain | null> {
  return db.read<StoredPacedTrain>("timetable/paced_train/get", id);
}

/** One page of a timetable's paced trains as JSON texts; null when there is no such timetable. */
export async function listPacedTrains(
  db: Database,
  timetable_id: number,
  at: { readonly page: number; readonly page_size: number },
): Promise<PacedTrainPage | null> {
  return db.queryOne<PacedTrainPage>("timetable/paced_train/list_of_timetable", [
    timetable_id,
    at.page_size,
    pageOffset(at),
  ]);
}

/** What is stored of a paced train. */
export interface PacedTrainColumns {
  /** Of the train and its exceptions, disabled ones included; each once. */
  readonly rolling_stock_names: readonly string[];
  readonly sub_category_codes: readonly string[];
  /** JSON text. */
  readonly record: string;
}

export function* toColumns(paced_train: PacedTrain): Work<PacedTrainColumns> {
  const { rolling_stock_name, category, exceptions } = paced_train;
  const names = new Set([rolling_stock_name]);
  const codes = new Set([subCategoryOf(category)]);
  for (const { rolling_stock, rolling_stock_category } of exceptions) {
    if (rolling_stock !== undefined) names.add(rolling_stock.rolling_stock_name);
    codes.add(subCategoryOf(rolling_stock_category?.value ?? null));
  }
  return {
    rolling_stock_names: [...names],
    sub_category_codes: [...codes].filter((code) => code !== null),
    record: yield* printJson(paced_train),
  };
}

export function* toAllColumns(paced_trains: readonly PacedTrain[]): Work<PacedTrainColumns[]> {
  const all: PacedTrainColumns[] = [];
  for (const one of paced_trains) {
    all.push(yield* toColumns(one));
    yield;
  }
  return all;
}

/** The lists of `insert_paced_trains`. */
export function listPacedColumns(paced_trains: readonly PacedTrainColumns[]): Iterable<string>[] {
  return [
    printEach(paced_trains, (one) => JSON.stringify(one.rolling_stock_names)),
    printEach(paced_trains, (one) => JSON.stringify(one.sub_category_codes)),
    printEach(paced_trains, (one) => one.record),
  ];
}

/** Creates all or none, in order. An unknown timetable breaks `paced_train_timetable_fkey`. */
export async function createPacedTrains(
  db: Database,
  timetable_id: number,
  batch: { readonly columns: readonly PacedTrainColumns[]; readonly signal: AbortSignal },
): Promise<MadeTrains> {
  const row = await sendText(db, {
    parts: joinLists(listPacedColumns(batch.columns)),
    signal: batch.signal,
    send: (text) =>
      db.queryOne<MadeTrains>("timetable/paced_train/insert_batch", [timetable_id, ...text]),
  });
  if (row === null) throw new Error("paced_train/insert_batch returned no row");
  return row;
}

/** The paced trains that exist among the given ids, in no order; the records of as many as fit. */
export async function listPacedTrainRows(
  db: Database,
  ids: readonly number[],
): Promise<PacedTrainRow[]> {
  return db.query<PacedTrainRow>("timetable/paced_train/list_records", [ids, RECORDS_BYTES_MAX]);
}

/** The names of the rolling stocks of all paced trains of a timetable and of their exceptions. */
export async function listPacedStockNames(
  db: Database,
  timetable_id: number,
): Promise<readonly string[]> {
  const row = await db.queryOne<{ names: string[] }>("timetable/paced_train/list_stock_names", [
    timetable_id,
  ]);
  return row?.names ?? [];
}

/** A timetable's next paced trains after an id; none: there are no more. */
export async function listPacedRecordsOfTimetable(
  db: Database,
  timetable_id: number,
  { after_id, count, bytes }: RecordPage,
): Promise<readonly RecordRow[]> {
  const values = [timetable_id, after_id, count, bytes];
  return db.query<RecordRow>("timetable/paced_train/list_records_of_timetable", values);
}

/** How many of the ids exist, and the timetables that they belong to. */
export async function listTimetablesOfPacedTrains(
  db: Database,
  ids: readonly number[],
): Promise<{ count: number; timetable_ids: readonly number[] }> {
  const row = await db.queryOne<{ count: number; timetable_ids: number[] }>(
    "timetable/paced_train/list_timetables",
    [ids],
  );
  return row ?? { count: 0, timetable_ids: [] };
}

/** Null when nothing was changed: no such paced train, or not at the revision that was asked for. */
export async function updatePacedTrain(
  db: Database,
  id: number,
  change: { readonly columns: PacedTrainColumns; readonly if_revision: number | null },
): Promise<{ revision: number; json: string } | null> {
  const { columns, if_revision } = change;
  return db.queryOne<{ revision: number; json: string }>("timetable/paced_train/update", [
    id,
    columns.rolling_stock_names,
    columns.sub_category_codes,
    columns.record,
    if_revision,
  ]);
}

/** Deletes all or none; answers how many of the ids do not exist. */
export async function deletePacedTrains(db: Database, ids: readonly number[]): Promise<number> {
  const row = await db.queryOne<{ missing_count: number }>("timetable/paced_train/delete_batch", [
    ids,
  ]);
  return row?.missing_count ?? 0;
}
