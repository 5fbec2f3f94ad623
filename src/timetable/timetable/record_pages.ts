/**
 * The stored trains of a timetable, page by page in the order of their ids, which is the order of their
 * creation. Each page is a statement of its own: however long a reader takes, no connection waits for it,
 * and a page has a bounded size whatever the size of its records. So what is read is no single moment's
 * timetable: a train that is changed, deleted or created meanwhile is read as it is when its page is.
 */

/** A train, or a paced train, as it is stored. */
export interface RecordRow {
  readonly id: number;
  /** Its own, and of a paced train its exceptions'. */
  readonly rolling_stock_names: readonly string[];
  /** JSON text. */
  readonly record: string;
}

export interface RecordPage {
  readonly after_id: number;
  readonly count: number;
  readonly bytes: number;
}

/** Of stored text; a page has at least one record. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** Pages of at most `count` records; `list` reads the next ones after an id. */
export async function* pageRecords(
  list: (page: RecordPage) => Promise<readonly RecordRow[]>,
  count: number,
): AsyncGenerator<readonly RecordRow[]> {
  for (let after_id = 0; ; ) {
    const rows = await list({ after_id, count, bytes: PAGE_BYTES });
    const last = rows.at(-1);
    if (last === undefined) return;
    after_id = last.id;
    yield rows;
  }
}
