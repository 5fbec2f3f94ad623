/** The history of train changes in the database. */
import type { Database } from "../../platform/db/client.ts";
import { queryPage } from "../../platform/db/query_page.ts";
import { type HistoryEntry, type HistoryQuery, NAMED_TRAINS_MAX } from "./history.schemas.ts";

export interface HistoryRow {
  readonly id: number;
  readonly kind: HistoryEntry["kind"];
  readonly act: HistoryEntry["act"];
  readonly train_count: number;
  /** JSON text. */
  readonly trains: string;
  readonly author_id: number | null;
  readonly author_name: string | null;
  readonly modified_at: string;
  readonly collection_ids: readonly number[];
}

/** A row in the form that clients get. */
export function readEntry({ trains, author_id, author_name, ...row }: HistoryRow): HistoryEntry {
  const { id, kind, act, train_count, modified_at } = row;
  const is_known = author_id !== null && author_name !== null;
  return {
    id,
    kind,
    act,
    train_count,
    trains: JSON.parse(trains) as HistoryEntry["trains"],
    modified_by: is_known ? { id: author_id, name: author_name } : null,
    modified_at,
  };
}

/** One page, latest first. */
export async function listHistory(
  db: Database,
  timetable_id: number,
  at: HistoryQuery,
): Promise<{ count: number; results: HistoryRow[] }> {
  const values = [timetable_id, at.train_id ?? null, NAMED_TRAINS_MAX];
  return await queryPage<HistoryRow>(db, "timetable/history/list", { values, at, key: "id" });
}

/** Records that an answer shows. */
interface Shown {
  /** JSON text; null: too many bytes. */
  readonly json: string | null;
  /** Total size of the records in it. */
  readonly bytes: number;
  readonly collection_ids: readonly number[];
}

/** The changes that undo one; null: there is no such change. */
export async function getUndo(
  db: Database,
  { timetable_id, change_id }: { readonly timetable_id: number; readonly change_id: number },
  bytes_max: number,
): Promise<Shown | null> {
  const values = [timetable_id, change_id, bytes_max];
  return db.queryOne<Shown>("timetable/history/get_undo", values);
}

interface WhichValues {
  readonly timetable_id: number;
  readonly change_id: number;
  readonly train_id?: number | undefined;
}

/** Its trains as they were before and after; null: there is no such change. */
export async function getValues(
  db: Database,
  { timetable_id, change_id, train_id }: WhichValues,
  bytes_max: number,
): Promise<Shown | null> {
  const values = [timetable_id, change_id, NAMED_TRAINS_MAX, bytes_max, train_id ?? null];
  return db.queryOne<Shown>("timetable/history/get_values", values);
}
