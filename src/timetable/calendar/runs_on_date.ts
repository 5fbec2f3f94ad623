/** Which trains run on a date, and when they start then: the one place that decides it. */
import type { Database } from "../../platform/db/client.ts";
import { PAGE_BYTES_MAX, type PageAt, queryPage } from "../../platform/db/query_page.ts";
import { given } from "../../platform/given.ts";
import { pageTooLarge } from "../../platform/http/sending/page_text.ts";
import { type Days, runsOnDay } from "../../railway/days/operating_days.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import type { TrainKind } from "../train/train_kind.ts";
import { openDate, startOn } from "./asked_date.ts";
import { listDaysOfTrains } from "./calendar.queries.ts";

/** A train on a date. */
export interface DatedRun {
  readonly id: number;
  readonly date: string;
  readonly start_time: string;
}

/**
 * One page of a timetable's trains that have this operating day, by id. Throws NoPeriod, or if the date is none of the
 * period, or if the page's records are too many bytes for one answer.
 */
export async function listRunsOn(
  db: Database,
  { name }: Pick<TrainKind, "name">,
  { timetable_id, date, ...at }: PageAt & { readonly timetable_id: number; readonly date: string },
): Promise<{ count: number; runs: DatedRun[] }> {
  const on = await openDate(db, timetable_id, date);
  const { calendar, day } = on;
  const said = await listDaysOfTrains(db, timetable_id);
  const running = said
    .map(({ days }) => days)
    .filter((days) => runsOnDay(JSON.parse(days) as Days, day, calendar));
  const [begin, end] = [on.begin_ms, on.end_ms].map((ms) => printDateTime(ms));
  interface Row {
    readonly id: number;
    readonly days: string | null;
    readonly start_time: string;
    readonly bytes_before: number;
  }
  const values = [name, timetable_id, running, begin ?? "", end ?? ""];
  const options = { values, at, key: "id" } as const;
  const { count, results } = await queryPage<Row>(db, "timetable/calendar/list_trains_on", options);
  const fitting_count = results.filter((row) => row.bytes_before < PAGE_BYTES_MAX).length;
  if (fitting_count < results.length) throw pageTooLarge(at, fitting_count);
  const runs = results.map(({ id, days, start_time }) => {
    if (days === null) return { id, date, start_time };
    const start = startOn(on, { days: JSON.parse(days) as Days, start_time });
    const { move } = given(start ?? undefined, "its days have the date");
    return { id, date, start_time: printDateTime(move(datetimeMs(start_time))) };
  });
  return { count, runs };
}
