/**
 * The stored trains of a timetable, page by page in the order of their ids, which is the order of their
 * creation. Each page is a statement of its own, so no connection waits for a slow reader, and the size
 * of a page is bounded whatever the size of its records. So this is no snapshot of one moment: a train
 * that is changed, deleted or created meanwhile is read as it is when its page is read.
 */
import type { Database } from "../../platform/db/client.ts";
import {
  listNamedRecords,
  listRecordsOfTimetable,
  type RecordPage,
  type RecordRow,
} from "./train.queries.ts";
import type { TrainKind } from "./train_kind.ts";

/** Bytes of stored text; a page has at least one record. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** Pages of at most `count` records of a kind. */
export function pageRecords(
  db: Database,
  kind: TrainKind,
  { timetable_id, count }: { readonly timetable_id: number; readonly count: number },
): AsyncGenerator<readonly RecordRow[]> {
  return pagesOf(async (page) => listRecordsOfTimetable(db, kind, timetable_id, page), count);
}

/** Pages of at most `count` records, as `read` gets them; an empty one is the end. */
export async function* pagesOf(
  read: (page: RecordPage) => Promise<readonly RecordRow[]>,
  count: number,
): AsyncGenerator<readonly RecordRow[]> {
  for (let after_id = 0; ; ) {
    const rows = await read({ after_id, count, bytes: PAGE_BYTES });
    const last = rows.at(-1);
    if (last === undefined) return;
    after_id = last.id;
    yield rows;
  }
}

/** Pages of those `ids` (each given once) that are in the timetable; no other train is read. */
export async function* pageNamedRecords(
  db: Database,
  kind: TrainKind,
  named: {
    readonly timetable_id: number;
    readonly ids: readonly number[];
    readonly count: number;
  },
): AsyncGenerator<readonly RecordRow[]> {
  const { timetable_id, count } = named;
  let left = [...named.ids].sort((a, b) => a - b);
  while (left.length > 0) {
    const page = { ids: left.slice(0, count), bytes: PAGE_BYTES };
    const rows = await listNamedRecords(db, kind, timetable_id, page);
    const last = rows.at(-1);
    // a full page ends before the last requested id
    left = left.slice(last === undefined ? count : left.indexOf(last.id) + 1);
    if (last !== undefined) yield rows;
  }
}
