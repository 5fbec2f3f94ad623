/** The period of a timetable and its lists of days in the database. */
import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import type { Period } from "../../railway/days/days.schemas.ts";
import {
  type ClockedCalendar,
  makeCalendar,
  type PeriodDays,
  readPeriodDays,
} from "../../railway/days/period_days.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import type { DayList } from "./day_list.schemas.ts";

/** The days of a timetable's period, its lists and its clock. */
export type TimetableCalendar = ClockedCalendar;

const CLOCKS_MAX = 200;

const clocks = new LRUCache<string, PeriodDays>({ max: CLOCKS_MAX });

/** As it is stored. */
export interface StoredPeriod {
  readonly period: Period | null;
  readonly lists: readonly Pick<DayList, "code" | "dates">[];
}

/** Null: there is no such timetable. */
export async function readPeriod(db: Database, timetable_id: number): Promise<StoredPeriod | null> {
  const row = await db.queryOne<{ period: string | null; lists: string }>(
    "timetable/calendar/get",
    [timetable_id],
  );
  if (row === null) return null;
  return {
    period: row.period === null ? null : (JSON.parse(row.period) as Period),
    lists: JSON.parse(row.lists) as StoredPeriod["lists"],
  };
}

/** Null: the timetable has no period, or is gone. */
export async function readCalendar(
  db: Database,
  timetable_id: number,
): Promise<TimetableCalendar | null> {
  const stored = await readPeriod(db, timetable_id);
  return stored === null ? null : toCalendar(stored);
}

/** Null: there is no period. */
export function toCalendar({ period, lists }: StoredPeriod): TimetableCalendar | null {
  if (period === null) return null;
  return makeCalendar(period, lists, readDays(period));
}

function readDays(period: Period): PeriodDays {
  const key = JSON.stringify(period);
  const known = clocks.get(key);
  if (known !== undefined) return known;
  const made = readPeriodDays(period);
  clocks.set(key, made);
  return made;
}

/** What trains say about their days, each once, and who says so. */
export async function listDaysOfTrains(
  db: Database,
  timetable_id: number,
): Promise<{ days: string; ids: readonly number[] }[]> {
  return await db.query("timetable/calendar/list_days", [timetable_id]);
}

/** A text that changes whenever the period, a list of days or a train of the timetable does; null: no such timetable. */
export async function getCalendarVersion(
  db: Database,
  timetable_id: number,
): Promise<string | null> {
  const row = await db.queryOne<{ version: string }>("timetable/calendar/get_version", [
    timetable_id,
  ]);
  return row?.version ?? null;
}

/** Trains that say the same about their days. */
export interface StartGroup {
  /** JSON text; null: nothing. */
  readonly days: string | null;
  /** In order, joined by commas, as their starts are. */
  readonly ids: string;
  readonly starts: string;
}

/** All trains of a kind; those without days only if they start within a span. */
export async function listStartGroups(
  db: Database,
  { kind, timetable_id }: { readonly kind: string; readonly timetable_id: number },
  span_ms: readonly [from: number, to: number],
): Promise<StartGroup[]> {
  const values = [kind, timetable_id, ...span_ms.map((ms) => printDateTime(ms))];
  return await db.query("timetable/calendar/list_starts", values);
}

/** How many trains without days start outside a span. */
export async function countOutside(
  db: Database,
  timetable_id: number,
  span_ms: readonly [from: number, to: number],
): Promise<number> {
  const values = [timetable_id, ...span_ms.map((ms) => printDateTime(ms))];
  const row = await db.queryOne<{ count: number }>("timetable/calendar/count_outside", values);
  return row?.count ?? 0;
}

/** One page by code, and the total number. */
export async function listDayLists(
  db: Database,
  timetable_id: number,
  at: PageAt,
): Promise<{ count: number; results: DayList[] }> {
  const options = { values: [timetable_id], at, key: "code" } as const;
  type Row = Omit<DayList, "dates"> & { readonly dates: string };
  const { count, results } = await queryPage<Row>(db, "timetable/day_list/list", options);
  const read = results.map((row) => ({ ...row, dates: JSON.parse(row.dates) as string[] }));
  return { count, results: read };
}

interface ListChange {
  readonly timetable_id: number;
  readonly author_id: number | null;
}

/** Its revision; null: there is no such timetable, or it has too many lists. */
export async function insertDayList(
  db: Database,
  { code, name, dates }: DayList,
  { timetable_id, author_id, count_max }: ListChange & { readonly count_max: number },
): Promise<number | null> {
  const values = [timetable_id, code, name, JSON.stringify(dates), author_id, count_max];
  const row = await db.queryOne<{ revision: number }>("timetable/day_list/insert", values);
  return row?.revision ?? null;
}

/** Null: there is none. */
export async function updateDayList(
  db: Database,
  { code, name, dates }: DayList,
  { timetable_id, author_id, if_revision }: ListChange & { readonly if_revision: number | null },
): Promise<{ is_changed: boolean; revision: number } | null> {
  const values = [timetable_id, code, name, JSON.stringify(dates), author_id, if_revision];
  return db.queryOne("timetable/day_list/update", values);
}

/** How many trains name it, and so keep it; null: there is none. */
export async function deleteDayList(
  db: Database,
  code: string,
  { timetable_id, author_id }: ListChange,
): Promise<number | null> {
  const values = [timetable_id, code, author_id];
  const row = await db.queryOne<{ use_count: number }>("timetable/day_list/delete", values);
  return row?.use_count ?? null;
}

/** A train that may share its name and days with another one. */
export interface Namesake {
  readonly id: number;
  readonly kind: string;
  /** JSON text. */
  readonly days: string | null;
  /** Null: it has days. */
  readonly start_time: string | null;
  /** As in JSON. */
  readonly name: string;
  readonly is_asked: boolean;
}

/** The trains (null: all) and all others of their names; none where there is no period. */
export async function listNamesakes(
  db: Database,
  timetable_id: number,
  ids: readonly number[] | null,
): Promise<Namesake[]> {
  return await db.query("timetable/calendar/list_namesakes", [timetable_id, ids]);
}
