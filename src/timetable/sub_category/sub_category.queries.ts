/** Sub-categories in the database: one wrapper per query file. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import type { SubCategory } from "./sub_category.schemas.ts";

/** One page by code, and the total number. */
export async function listSubCategories(
  db: Database,
  at: PageAt,
): Promise<{ count: number; results: SubCategory[] }> {
  return await queryPage<SubCategory>(db, "timetable/sub_category/list", { at, key: "code" });
}

/** Returns the new revision. An existing code breaks `sub_category_pkey`. */
export async function insertSubCategory(
  db: Database,
  { code, name, main_category, color }: SubCategory,
): Promise<number> {
  const values = [code, name, main_category, color];
  const row = await queryExactlyOne<{ revision: number }>(
    db,
    "timetable/sub_category/insert",
    values,
  );
  return row.revision;
}

/** How a replacement ended; `used`: by trains that the viewer may not change. */
interface UpdatedSubCategory {
  readonly outcome: "changed" | "stale" | "used";
  /** The current revision. */
  readonly revision: number;
  /** Number of trains that have it. */
  readonly use_count: number;
}

/** Null if there is none. */
export async function updateSubCategory(
  db: Database,
  { code, name, main_category, color }: SubCategory,
  {
    if_revision,
    viewer_id,
  }: { readonly if_revision: number | null; readonly viewer_id: number | null },
): Promise<UpdatedSubCategory | null> {
  const values = [code, name, main_category, color, if_revision, viewer_id];
  return db.queryOne<UpdatedSubCategory>("timetable/sub_category/update", values);
}

/** How a deletion ended; `used`: by trains that the viewer may not change. */
interface DeletedSubCategory {
  readonly outcome: "deleted" | "absent" | "used";
  /** Number of trains that have it. */
  readonly use_count: number;
}

/** Deletes it and removes it from all trains, which counts as a change by the author. */
export async function deleteSubCategory(
  db: Database,
  code: string,
  {
    viewer_id,
    author_id,
  }: { readonly viewer_id: number | null; readonly author_id: number | null },
): Promise<DeletedSubCategory> {
  const values = [code, viewer_id, author_id];
  return await queryExactlyOne<DeletedSubCategory>(db, "timetable/sub_category/delete", values);
}
