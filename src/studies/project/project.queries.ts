/** Projects in the database: one wrapper per query file. Answers are JSON texts for one viewer. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { PAGE_BYTES_MAX, pageOffset, type TextPage } from "../../platform/db/query_page.ts";
import type { RecordListQuery } from "./fields.schemas.ts";
import type { ProjectChange } from "./project.schemas.ts";
import type { Author, ChangedRecord, StoredRecord } from "./stored_record.ts";

/** The given fields by column, for `jsonb_populate_record`: absent ones are kept. */
function printColumns({ image, ...columns }: ProjectChange): string {
  return JSON.stringify(image === undefined ? columns : { ...columns, image_id: image });
}

/** One page of what the viewer may see at least by name (null: everything). */
export async function listProjects(
  db: Database,
  viewer_id: number | null,
  at: RecordListQuery,
): Promise<TextPage> {
  return await queryExactlyOne<TextPage>(db, "studies/project/list", [
    viewer_id,
    at.ordering,
    at.page_size,
    pageOffset(at),
    PAGE_BYTES_MAX,
  ]);
}

/** One project, or null. */
export async function getProject(
  db: Database,
  id: number,
  viewer_id: number | null,
): Promise<StoredRecord | null> {
  return db.queryOne<StoredRecord>("studies/project/get", [id, viewer_id]);
}

/** An image that the author may not use breaks `project_image_fkey`. */
export async function insertProject(
  db: Database,
  given: ProjectChange,
  { owner_id, viewer_id }: Author,
): Promise<StoredRecord> {
  return await queryExactlyOne<StoredRecord>(db, "studies/project/insert", [
    printColumns(given),
    owner_id,
    viewer_id,
  ]);
}

/** Null if there is no such project. `if_revision` null: changes any revision. */
export async function updateProject(
  db: Database,
  id: number,
  change: {
    readonly given: ProjectChange;
    readonly if_revision: number | null;
    readonly viewer_id: number | null;
  },
): Promise<ChangedRecord | null> {
  return db.queryOne<ChangedRecord>("studies/project/update", [
    id,
    printColumns(change.given),
    change.if_revision,
    change.viewer_id,
  ]);
}

/** False if there is no such project. */
export async function deleteProject(db: Database, id: number): Promise<boolean> {
  return (await db.queryOne("studies/project/delete", [id])) !== null;
}
