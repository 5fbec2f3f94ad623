/** Which trains run on a date, and when they start then: the one place that decides it. */
import { type PageAt, pageOffset } from "../../platform/db/query_page.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import { type Days, runsOnDay } from "../../railway/days/operating_days.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import type { TrainKind } from "../train/train_kind.ts";
import { type AskedDate, openDate, startFrom } from "./asked_date.ts";
import { getCalendarVersion, listStartGroups, type StartGroup } from "./calendar.queries.ts";

/** A train on a date. */
interface DatedRun {
  readonly id: number;
  readonly date: string;
  readonly start_time: string;
}

/** All trains of a date, by id. */
interface RunsOnDate {
  /** Of what they were made from. */
  readonly version: string | null;
  readonly ids: Float64Array;
  readonly starts_ms: Float64Array;
}

interface DateQuestion {
  readonly timetable_id: number;
  readonly date: string;
}

/**
 * One page of a timetable's trains that have this operating day, by id, and how many there are. Throws NoPeriod, or if
 * the date is none of the period.
 */
export async function listRunsOn(
  ctx: Pick<Context, "services" | "signal">,
  kind: Pick<TrainKind, "name">,
  { timetable_id, date, ...at }: PageAt & DateQuestion,
): Promise<{ count: number; runs: DatedRun[] }> {
  const { ids, starts_ms } = await readRuns(ctx, kind, { timetable_id, date });
  const begin = pageOffset(at);
  const page = ids.subarray(begin, begin + at.page_size);
  const runs = Array.from(page, (id, i) => {
    return { id, date, start_time: printDateTime(starts_ms[begin + i] ?? 0) };
  });
  return { count: ids.length, runs };
}

/** They are kept until a train, the period or a list of days changes: a page needs all of them, to be found and counted. */
async function readRuns(
  { services: { db, kept }, signal }: Pick<Context, "services" | "signal">,
  { name }: Pick<TrainKind, "name">,
  { timetable_id, date }: DateQuestion,
): Promise<RunsOnDate> {
  const version = await getCalendarVersion(db, timetable_id);
  const key = `runs_on:${name}:${timetable_id}:${date}`;
  const known = kept.peek<RunsOnDate>(key);
  if (known?.version === version) return known;
  // Read after the version: so they may be newer than it, never older.
  const on = await openDate(db, timetable_id, date);
  const groups = await listStartGroups(db, { kind: name, timetable_id }, [on.begin_ms, on.end_ms]);
  const runs = { version, ...(await doInTurns(findRuns(groups, on), signal)) };
  const entry = kept.open<RunsOnDate>(key);
  entry.value = runs;
  kept.resize(key, entry, runs.ids.byteLength + runs.starts_ms.byteLength);
  return runs;
}

function* findRuns(
  groups: readonly StartGroup[],
  on: AskedDate,
): InTurns<Pick<RunsOnDate, "ids" | "starts_ms">> {
  const found: { id: number; start_ms: number }[] = [];
  for (const group of groups) {
    yield;
    const days = group.days === null ? null : (JSON.parse(group.days) as Days);
    if (days !== null && !runsOnDay(days, on.day, on.calendar)) continue;
    const starts = group.starts.split(",");
    for (const [i, id] of group.ids.split(",").entries()) {
      const start_ms = datetimeMs(starts[i] ?? "");
      found.push({
        id: Number(id),
        start_ms: days === null ? start_ms : startFrom(on, start_ms, days),
      });
      yield;
    }
  }
  found.sort((a, b) => a.id - b.id);
  return {
    ids: Float64Array.from(found, ({ id }) => id),
    starts_ms: Float64Array.from(found, ({ start_ms }) => start_ms),
  };
}
