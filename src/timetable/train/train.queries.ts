/** Trains of both kinds in the database: one wrapper per query file. Records are JSON texts. */
import { type Database, type QueryOptions, queryExactlyOne } from "../../platform/db/client.ts";
import { joinLists, printEach } from "../../platform/db/json_texts.ts";
import {
  PAGE_BYTES_MAX,
  type PageAt,
  pageOffset,
  type TextPage,
} from "../../platform/db/query_page.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import type { TrainColumns, TrainKind } from "./train_kind.ts";

type Named = Pick<TrainKind, "name">;

/** A train in the form that clients get. */
export interface StoredTrain {
  readonly id: number;
  readonly timetable_id: number;
  readonly revision: number;
  /** JSON text; null: none. */
  readonly days: string | null;
  /** Of its rolling stock and its exceptions' stocks, as far as they exist. */
  readonly collection_ids: readonly number[];
  readonly json: string;
}

/** A page of trains and the collections of all their rolling stocks. */
interface TrainPage extends TextPage {
  readonly collection_ids: readonly number[];
  /** Of ids that were asked for. */
  readonly missing_ids: readonly number[];
}

/** A train as a computation reads it. */
export interface TrainRow {
  readonly id: number;
  readonly timetable_id: number;
  readonly revision: number;
  /** Its own and those of its exceptions. */
  readonly rolling_stock_names: readonly string[];
  /** JSON text; null beyond `RECORDS_BYTES_MAX`. */
  readonly record: string | null;
}

/** A train of a timetable that is read completely. */
export interface RecordRow {
  readonly id: number;
  /** Its own and those of its exceptions. */
  readonly rolling_stock_names: readonly string[];
  /** JSON text. */
  readonly record: string;
}

export interface RecordPage {
  readonly after_id: number;
  readonly count: number;
  readonly bytes: number;
}

/** The result of a creation. */
export interface MadeTrains {
  readonly made_ids: readonly number[];
  /** As clients get it. */
  readonly modified_at: string;
}

/** Most bytes read at once for one request: many times the largest record, far below the memory. */
const RECORDS_BYTES_MAX = 64 * 1024 * 1024;

/** One train, or null. Reads of one turn of the event loop share one statement. */
export async function getTrain(
  db: Database,
  { get_query }: Pick<TrainKind, "get_query">,
  id: number,
): Promise<StoredTrain | null> {
  return db.read<StoredTrain>(get_query, id);
}

/** One page of a timetable's trains as JSON text, with ids those; null if there is no such timetable. */
export async function listTrains(
  db: Database,
  { name }: Named,
  at: PageAt & { readonly timetable_id: number },
  ids: readonly number[] | null = null,
): Promise<TrainPage | null> {
  const values = [name, at.timetable_id, at.page_size, pageOffset(at), PAGE_BYTES_MAX, ids];
  return db.queryOne<TrainPage>("timetable/train/list_of_timetable", values);
}

/** The list parameters of `insert_trains`. */
export function listColumns(trains: readonly TrainColumns[]): Iterable<string>[] {
  return [
    printEach(trains, (train) => JSON.stringify(train.rolling_stock_names)),
    printEach(trains, (train) => JSON.stringify(train.sub_category_codes)),
    printEach(trains, (train) => train.record),
    printEach(trains, (train) => train.days ?? "null"),
  ];
}

/** Creates all or none, in order. An unknown timetable breaks the kind's `…_timetable_fkey`. */
export async function createTrains(
  db: Database,
  { name }: Named,
  batch: {
    readonly timetable_id: number;
    readonly author_id: number | null;
    readonly columns: readonly TrainColumns[];
    readonly signal: AbortSignal;
  },
): Promise<MadeTrains> {
  return await sendText(db, {
    parts: joinLists(listColumns(batch.columns)),
    signal: batch.signal,
    send: (text) =>
      queryExactlyOne<MadeTrains>(db, "timetable/train/insert_batch", [
        name,
        batch.timetable_id,
        batch.author_id,
        ...text,
      ]),
  });
}

/** Those of the given trains that exist, in no order; with records as far as they fit. */
export async function listTrainRows(
  db: Database,
  { name }: Named,
  ids: readonly number[],
): Promise<TrainRow[]> {
  return db.query<TrainRow>("timetable/train/list_records", [name, ids, RECORDS_BYTES_MAX]);
}

/** The names of the rolling stocks of all trains of a timetable and of their exceptions; null: no such timetable. */
export async function listStockNames(
  db: Database,
  timetable_id: number,
): Promise<readonly string[] | null> {
  const row = await db.queryOne<{ names: string[] }>("timetable/train/list_stock_names", [
    timetable_id,
  ]);
  return row?.names ?? null;
}

/** A text that changes whenever a train of the timetable changes; null: no such timetable. */
export async function getTrainChanges(db: Database, timetable_id: number): Promise<string | null> {
  const row = await db.queryOne<{ changes: string }>("timetable/train/get_changes", [timetable_id]);
  return row?.changes ?? null;
}

/** Removes the change counters of deleted timetables. */
export async function deleteChangeLeftovers(db: Database, options: QueryOptions): Promise<void> {
  await db.query("timetable/train/delete_change_leftovers", [], options);
}

/** One part of a timetable's trains of one kind. */
export interface RevisionPart {
  readonly kind: TrainKind["name"];
  /** Its trains' ids have this remainder modulo `REVISION_PARTS`. */
  readonly part: number;
  /** Equal for equal ids and revisions. */
  readonly digest: string;
  /** `id revision` of each train, separated by commas; null: the digest is a known one. */
  readonly trains: string | null;
}

export const REVISION_PARTS = 64;

/** The trains of a timetable as ids and revisions, without parts whose digest is known; null: no such timetable. */
export async function listRevisions(
  db: Database,
  timetable_id: number,
  known_digests: readonly string[],
): Promise<readonly RevisionPart[] | null> {
  type Row = { [K in keyof RevisionPart]: RevisionPart[K] | null };
  const values = [timetable_id, known_digests];
  const rows = await db.query<Row>("timetable/train/list_revisions", values);
  if (rows.length === 0) return null;
  return rows.flatMap(({ kind, part, digest, trains }) =>
    kind === null || part === null || digest === null ? [] : [{ kind, part, digest, trains }],
  );
}

/** A timetable's next trains after an id; empty: there are no more. */
export async function listRecordsOfTimetable(
  db: Database,
  { name }: Named,
  timetable_id: number,
  { after_id, count, bytes }: RecordPage,
): Promise<readonly RecordRow[]> {
  const values = [name, timetable_id, after_id, count, bytes];
  return db.query<RecordRow>("timetable/train/list_records_of_timetable", values);
}

/** The given trains that are in the timetable, by id; empty: there are none. */
export async function listNamedRecords(
  db: Database,
  { name }: Named,
  timetable_id: number,
  { ids, bytes }: { readonly ids: readonly number[]; readonly bytes: number },
): Promise<readonly RecordRow[]> {
  const values = [name, timetable_id, ids, bytes];
  return db.query<RecordRow>("timetable/train/list_named_of_timetable", values);
}

/** How many of the ids (each given once) a timetable has, by kind; null: no such timetable. */
export async function countNamedTrains(
  db: Database,
  timetable_id: number,
  named: Readonly<Record<TrainKind["name"], readonly number[]>>,
): Promise<Readonly<Record<TrainKind["name"], number>> | null> {
  const values = [timetable_id, named.train_schedule, named.paced_train];
  return db.queryOne("timetable/train/count_named", values);
}

/** How many of the ids exist, and the timetables that they belong to. */
export async function listTimetablesOfTrains(
  db: Database,
  { name }: Named,
  ids: readonly number[],
): Promise<{ count: number; timetable_ids: readonly number[] }> {
  const row = await db.queryOne<{ count: number; timetable_ids: number[] }>(
    "timetable/train/list_timetables",
    [name, ids],
  );
  return row ?? { count: 0, timetable_ids: [] };
}

/** What rights on trains depend on: their timetables, and the collections of their rolling stocks. */
export async function listRightsOfTrains(
  db: Database,
  { name }: Named,
  ids: readonly number[],
): Promise<{ timetable_ids: readonly number[]; collection_ids: readonly number[] }> {
  return await queryExactlyOne<{ timetable_ids: number[]; collection_ids: number[] }>(
    db,
    "timetable/train/list_rights",
    [name, ids],
  );
}

/** Null if nothing was changed: no such train, or not at the expected revision. */
export async function updateTrain(
  db: Database,
  { name }: Named,
  change: {
    readonly id: number;
    readonly columns: TrainColumns;
    readonly if_revision: number | null;
    readonly author_id: number | null;
    /** Whether it takes the days of the columns; otherwise it keeps its own. */
    readonly sets_days: boolean;
  },
): Promise<{ revision: number; json: string } | null> {
  const { id, columns, if_revision, author_id, sets_days } = change;
  return db.queryOne<{ revision: number; json: string }>("timetable/train/update", [
    name,
    id,
    columns.rolling_stock_names,
    columns.sub_category_codes,
    columns.record,
    if_revision,
    author_id,
    sets_days,
    columns.days,
  ]);
}

/** Deletes all or none; returns how many of the ids do not exist. */
export async function deleteTrains(
  db: Database,
  { name }: Named,
  ids: readonly number[],
  author_id: number | null,
): Promise<number> {
  const values = [name, ids, author_id];
  const row = await db.queryOne<{ missing_count: number }>("timetable/train/delete_batch", values);
  return row?.missing_count ?? 0;
}
