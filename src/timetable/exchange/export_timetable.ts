/**
 * A timetable as a document that can be imported. Records are sent as stored, which is the parsed
 * form of a creation, so importing and exporting again gives the same bytes. The database is read
 * at the consumer's pace, with one page of records in memory.
 */
import type { Database } from "../../platform/db/client.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { listDayLists, readPeriod } from "../calendar/calendar.queries.ts";
import { LISTS_MAX } from "../calendar/day_list.schemas.ts";
import { openTimetableStocks } from "../train/open_timetable.ts";
import { pageRecords } from "../train/record_pages.ts";
import type { RecordRow } from "../train/train.queries.ts";
import { TRAIN_KINDS } from "../train/train_kinds.ts";
import { DATED_VERSION, DOCUMENT_VERSION } from "./exchange.schemas.ts";
import { checkNotDeleted } from "./not_deleted.ts";

const PAGE_RECORDS = 500;

/**
 * The document in UTF-8; the rights on all rolling stocks are checked first. A later failure, such
 * as the deletion of the timetable, ends the stream before the document is complete.
 */
export async function exportTimetable(
  ctx: Context,
  timetable_id: number,
): Promise<AsyncIterable<Uint8Array>> {
  const { stocks } = await openTimetableStocks(ctx, timetable_id);
  return encodeGroups(printDocument(ctx, timetable_id, stocks), ctx.signal);
}

async function* printDocument(
  { services: { db }, signal }: Context,
  timetable_id: number,
  stocks: RequestStocks,
): AsyncGenerator<Iterable<string>> {
  yield [await printHead(db, timetable_id)];
  for (const kind of TRAIN_KINDS) {
    yield [`,"${kind.name}s":[`];
    const pages = pageRecords(db, kind, { timetable_id, count: PAGE_RECORDS });
    yield* printRecords(pages, stocks, signal);
    yield ["]"];
  }
  await checkNotDeleted(db, timetable_id);
  yield ["}"];
}

/** The version, and the period and lists of days of a timetable that has a period. */
export async function printHead(db: Database, timetable_id: number): Promise<string> {
  const stored = await readPeriod(db, timetable_id);
  if (stored === null || stored.period === null) return `{"version":${DOCUMENT_VERSION}`;
  const { results } = await listDayLists(db, timetable_id, { page: 1, page_size: LISTS_MAX });
  const head = { version: DATED_VERSION, period: stored.period, day_lists: results };
  return JSON.stringify(head).slice(0, -1);
}

/** Records with commas in between. A stock whose rights are unknown belongs to a train added meanwhile. */
async function* printRecords(
  pages: AsyncIterable<readonly RecordRow[]>,
  stocks: RequestStocks,
  signal: AbortSignal,
): AsyncGenerator<Iterable<string>> {
  let is_first = true;
  for await (const rows of pages) {
    signal.throwIfAborted();
    await stocks.learn(rows.flatMap(({ rolling_stock_names }) => rolling_stock_names));
    const separator = is_first ? "" : ",";
    is_first = false;
    yield rows.map(({ record }, i) => (i === 0 ? separator + record : `,${record}`));
  }
}
