/** Groups of work schedules in the database: one wrapper per query file. Works are JSON texts. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { joinJsonTexts } from "../../platform/db/json_texts.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import type { WorkScheduleGroupName } from "./work_schedule.schemas.ts";

/** The new group's id. A name that exists already breaks `work_schedule_group_name_key`. */
export async function insertWorkScheduleGroup(
  db: Database,
  name: string,
  records: readonly string[],
): Promise<number> {
  const values = [name, joinJsonTexts(records)];
  const row = await queryExactlyOne<{ id: number }>(
    db,
    "network/work_schedule_group/insert",
    values,
  );
  return row.id;
}

/** A group with its works as one JSON array, or null. */
export async function getWorkScheduleGroup(
  db: Database,
  id: number,
): Promise<{ name: string; works: string } | null> {
  return db.queryOne("network/work_schedule_group/get", [id]);
}

/** One page by id, and the number of all. */
export async function listWorkScheduleGroups(
  db: Database,
  at: PageAt,
): Promise<{ count: number; results: WorkScheduleGroupName[] }> {
  const key = "work_schedule_group_id";
  return await queryPage<WorkScheduleGroupName>(db, "network/work_schedule_group/list", {
    at,
    key,
  });
}

/**
 * Deletes it, and the search environment that names it if the caller `is_admin`: else that breaks its foreign key.
 * False when there is no such group.
 */
export async function deleteWorkScheduleGroup(
  db: Database,
  id: number,
  is_admin: boolean,
): Promise<boolean> {
  const values = [id, is_admin];
  return (await db.queryOne("network/work_schedule_group/delete", values)) !== null;
}
