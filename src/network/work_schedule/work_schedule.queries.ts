/** Groups of work schedules in the database: one wrapper per query file. Works are JSON texts. */
import type { Database } from "../../platform/db/client.ts";
import { joinJsonTexts } from "../../platform/db/json_texts.ts";
import { pageOffset } from "../../platform/http/page.ts";
import type { WorkScheduleGroupName } from "./work_schedule.schemas.ts";

/** The new group's id. A name that exists already breaks `work_schedule_group_name_key`. */
export async function insertWorkScheduleGroup(
  db: Database,
  name: string,
  records: readonly string[],
): Promise<number> {
  const values = [name, joinJsonTexts(records)];
  const row = await db.queryOne<{ id: number }>("network/work_schedule_group/insert", values);
  if (row === null) throw new Error("work_schedule_group/insert returned no row");
  return row.id;
}

/** A group with its works as one JSON array, or null. */
export async function getWorkScheduleGroup(
  db: Database,
  id: number,
): Promise<{ name: string; works: string } | null> {
  return db.queryOne<{ name: string; works: string }>("network/work_schedule_group/get", [id]);
}

/** One page by id, and the number of all. */
export async function listWorkScheduleGroups(
  db: Database,
  at: { readonly page: number; readonly page_size: number },
): Promise<{ count: number; results: WorkScheduleGroupName[] }> {
  type Row = { count: number; id: number | null; name: string };
  const rows = await db.query<Row>("network/work_schedule_group/list", [
    at.page_size,
    pageOffset(at),
  ]);
  const results = rows.flatMap(({ id, name }) =>
    id === null ? [] : [{ work_schedule_group_id: id, work_schedule_group_name: name }],
  );
  return { count: rows[0]?.count ?? 0, results };
}

/** False when there is no such group. */
export async function deleteWorkScheduleGroup(db: Database, id: number): Promise<boolean> {
  return (await db.queryOne("network/work_schedule_group/delete", [id])) !== null;
}
