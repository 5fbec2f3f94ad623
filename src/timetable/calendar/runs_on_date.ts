/** Which trains run on a date, and when they start then: the one place that decides it. */
import type { Database } from "../../platform/db/client.ts";
import { PAGE_BYTES_MAX, type PageAt, queryPage } from "../../platform/db/query_page.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pageTooLarge } from "../../platform/http/sending/page_text.ts";
import { DAY_MS, type Days, dayOf, daysToBits } from "../../railway/days/operating_days.ts";
import { instantOf, localOf, readZone } from "../../railway/days/zone_times.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import type { TrainKind } from "../train/train_kind.ts";
import { listDaysOfTrains, readCalendar, type TimetableCalendar } from "./calendar.queries.ts";

/** A train on a date. */
export interface DatedRun {
  readonly id: number;
  readonly date: string;
  readonly start_time: string;
}

/**
 * The start of a train on an operating day, by the wall clock of the period's zone; `start_ms` is its example's.
 */
export function startOn(
  { clock, clock_from_ms, clock_to_ms, period }: TimetableCalendar,
  {
    start_ms,
    day_offset = 0,
  }: { readonly start_ms: number; readonly day_offset?: number | undefined },
  day: number,
): number {
  const is_near = start_ms >= clock_from_ms && start_ms < clock_to_ms;
  // an example may be of any year
  const local_ms = localOf(
    is_near ? clock : readZone(period.time_zone, start_ms, start_ms),
    start_ms,
  );
  const time_ms = local_ms - Math.floor(local_ms / DAY_MS) * DAY_MS;
  return instantOf(clock, (day + day_offset) * DAY_MS + time_ms);
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
  const calendar = await readCalendar(db, timetable_id);
  if (calendar === null) throw noPeriod(timetable_id);
  const day = dayOf(date);
  const place = day - calendar.first_day;
  const { first, last } = calendar.period;
  if (calendar.is_day[place] !== 1) throw dateOutsidePeriod(date, { first, last });
  const said = await listDaysOfTrains(db, timetable_id);
  const running = said
    .map(({ days }) => days)
    .filter((days) => daysToBits(JSON.parse(days) as Days, calendar)[place] === 1);
  const [begin, end] = [day, day + 1].map((one) =>
    printDateTime(instantOf(calendar.clock, one * DAY_MS)),
  );
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
    const { day_offset } = JSON.parse(days) as Days;
    const start_ms = startOn(calendar, { start_ms: datetimeMs(start_time), day_offset }, day);
    return { id, date, start_time: printDateTime(start_ms) };
  });
  return { count, runs };
}

function noPeriod(timetable_id: number): AppError {
  return new AppError("NoPeriod", `Timetable '${timetable_id}' has no period, so it has no dates`, {
    timetable_id,
  });
}

function dateOutsidePeriod(
  date: string,
  period: { readonly first: string; readonly last: string },
): AppError {
  const message = `'${date}' is no day of the period from ${period.first} to ${period.last}`;
  return new AppError("DateOutsidePeriod", message, { date, ...period });
}
