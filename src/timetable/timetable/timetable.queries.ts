/** Timetables in the database: one wrapper per query file. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import type { Period } from "../../railway/days/days.schemas.ts";
import type { Timetable } from "./timetable.schemas.ts";

/** The creator, if any, becomes its Owner. */
export async function insertTimetable(
  db: Database,
  {
    name,
    period,
    creator_id,
  }: {
    readonly name: string | null;
    readonly period: Period | null;
    readonly creator_id: number | null;
  },
): Promise<number> {
  const row = await queryExactlyOne<{ timetable_id: number }>(db, "timetable/timetable/insert", [
    creator_id,
    name,
    printPeriod(period),
  ]);
  return row.timetable_id;
}

function printPeriod(period: Period | null): string | null {
  return period === null ? null : JSON.stringify(period);
}

/** Sets its fields; false: it is at another revision, or gone. */
export async function updateTimetable(
  db: Database,
  id: number,
  change: {
    readonly name: string | null;
    readonly period: Period | null;
    readonly author_id: number | null;
    readonly revision: number;
  },
): Promise<boolean> {
  const { name, period, author_id, revision } = change;
  const values = [id, name, printPeriod(period), author_id, revision];
  return (await db.queryOne("timetable/timetable/update", values)) !== null;
}

/** In the form that statements return. */
export interface TimetableRow {
  readonly name: string | null;
  /** JSON text. */
  readonly period: string | null;
  readonly train_count: number;
  readonly author_id: number | null;
  readonly author_name: string | null;
  readonly modified_at: string | null;
}

/** In the form that clients get. */
export function readTimetable(timetable_id: number, row: TimetableRow): Timetable {
  const { name, period, train_count, author_id, author_name, modified_at } = row;
  const is_known = author_id !== null && author_name !== null;
  const modified_by = is_known ? { id: author_id, name: author_name } : null;
  const dated = period === null ? {} : { period: JSON.parse(period) as Period };
  return { timetable_id, name, train_count, ...dated, modified_by, modified_at };
}

/** One timetable, or null. */
export async function getTimetable(
  db: Database,
  id: number,
): Promise<{ timetable: Timetable; revision: number } | null> {
  type Row = TimetableRow & { readonly id: number; readonly revision: number };
  const row = await db.read<Row>("timetable/timetable/get", id);
  return row === null ? null : { timetable: readTimetable(id, row), revision: row.revision };
}

/** A timetable's id and those of its train schedules as JSON text, or null. */
export async function getTimetableTrains(
  db: Database,
  id: number,
): Promise<{ json: string; revision: number } | null> {
  return db.queryOne("timetable/timetable/get_train_ids", [id]);
}

/** One page by id, and the number of all that the viewer may see (null: everything). */
export async function listTimetables(
  db: Database,
  at: PageAt,
  viewer_id: number | null,
): Promise<{ count: number; results: Timetable[] }> {
  type Row = TimetableRow & { readonly timetable_id: number };
  const options = { values: [viewer_id], at, key: "timetable_id" } as const;
  const { count, results } = await queryPage<Row>(db, "timetable/timetable/list", options);
  return { count, results: results.map((row) => readTimetable(row.timetable_id, row)) };
}

/** How a deletion ended; else nothing was done: it belongs to another scenario, or has opened days. */
export type DeletedTimetable = "deleted" | "absent" | "other_scenario" | "opened";

/**
 * Deletes it together with its scenario, which must be the given one (null: none). If the search environment
 * refers to it, that is deleted as well for a caller who `is_admin`; otherwise its foreign key is broken.
 */
export async function deleteTimetable(
  db: Database,
  id: number,
  {
    scenario_id,
    is_admin,
    is_forced,
  }: {
    readonly scenario_id: number | null;
    readonly is_admin: boolean;
    readonly is_forced: boolean;
  },
): Promise<DeletedTimetable> {
  const values = [id, scenario_id, is_admin, is_forced];
  const row = await db.queryOne<{ outcome: DeletedTimetable }>(
    "timetable/timetable/delete",
    values,
  );
  return row?.outcome ?? "absent";
}
