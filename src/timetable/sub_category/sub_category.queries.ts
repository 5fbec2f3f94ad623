/** Sub-categories in the database: one wrapper per query file. */
import type { Database } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import type { SubCategory } from "./sub_category.schemas.ts";

/** One page by code, and the number of all. */
export async function listSubCategories(
  db: Database,
  at: PageAt,
): Promise<{ count: number; results: SubCategory[] }> {
  return await queryPage<SubCategory>(db, "timetable/sub_category/list", { at, key: "code" });
}

/** The revision of the new one. A code that exists already breaks `sub_category_pkey`. */
export async function insertSubCategory(
  db: Database,
  { code, name, main_category, color }: SubCategory,
): Promise<number> {
  const values = [code, name, main_category, color];
  const row = await db.queryOne<{ revision: number }>("timetable/sub_category/insert", values);
  if (row === null) throw new Error("sub_category/insert returned no row");
  return row.revision;
}

/** The revision that it has, and whether it was changed; null when there is none. */
export async function updateSubCategory(
  db: Database,
  { code, name, main_category, color }: SubCategory,
  if_revision: number | null,
): Promise<{ revision: number; is_changed: boolean } | null> {
  const values = [code, name, main_category, color, if_revision];
  return db.queryOne<{ revision: number; is_changed: boolean }>(
    "timetable/sub_category/update",
    values,
  );
}

/** Deletes it and removes it from all trains; returns whether it existed. */
export async function deleteSubCategory(db: Database, code: string): Promise<boolean> {
  const row = await db.queryOne<{ is_deleted: boolean }>("timetable/sub_category/delete", [code]);
  return row?.is_deleted ?? false;
}
