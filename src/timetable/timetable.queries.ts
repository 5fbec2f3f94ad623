/** Timetables in the database: one wrapper a query file. */
import type { Database } from "../db/client.ts";
import { pageOffset } from "../http/page.ts";
import type { Timetable } from "./timetable.schemas.ts";

export async function insertTimetable(db: Database): Promise<number> {
  const row = await db.queryOne<{ timetable_id: number }>("timetable/insert", []);
  if (row === null) throw new Error("timetable/insert returned no row");
  return row.timetable_id;
}

/** One timetable, or null. */
export async function getTimetable(db: Database, id: number): Promise<Timetable | null> {
  const row = await db.read<{ id: number; train_count: number }>("timetable/get", id);
  return row === null ? null : { timetable_id: row.id, train_count: row.train_count };
}

/** One page by id, and the number of all. */
export async function listTimetables(
  db: Database,
  at: { readonly page: number; readonly page_size: number },
): Promise<{ count: number; results: Timetable[] }> {
  type Row = { count: number; timetable_id: number | null; train_count: number };
  const rows = await db.query<Row>("timetable/list", [at.page_size, pageOffset(at)]);
  const results = rows.flatMap(({ timetable_id, train_count }) =>
    timetable_id === null ? [] : [{ timetable_id, train_count }],
  );
  return { count: rows[0]?.count ?? 0, results };
}

/** False when there is no such timetable. */
export async function deleteTimetable(db: Database, id: number): Promise<boolean> {
  return (await db.queryOne("timetable/delete", [id])) !== null;
}
