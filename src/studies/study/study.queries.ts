/** Studies in the database: one wrapper per query file. Answers are JSON texts for one viewer. */
import type { Database } from "../../platform/db/client.ts";
import { PAGE_BYTES_MAX, pageOffset, type TextPage } from "../../platform/db/query_page.ts";
import type { RecordListQuery } from "../project/fields.schemas.ts";
import type { Author, ChangedRecord, StoredRecord } from "../project/stored_record.ts";
import type { StudyChange } from "./study.schemas.ts";

/** A study by the ids in its path. */
export interface StudyPlace {
  readonly project_id: number;
  readonly study_id: number;
}

/** Which parts of a study's path exist. */
export interface FoundPlace {
  readonly has_project: boolean;
  /** In that project. */
  readonly has_study: boolean;
}

/** Tells which parts of a path exist after something on it was not found. */
export async function findPlace(
  db: Database,
  { project_id, study_id }: StudyPlace,
): Promise<FoundPlace> {
  const row = await db.queryOne<FoundPlace>("studies/study/find_place", [project_id, study_id]);
  return row ?? { has_project: false, has_study: false };
}

/** One page of what the viewer may see at least by name (null: everything); null if there is no such project. */
export async function listStudies(
  db: Database,
  project_id: number,
  { viewer_id, at }: { readonly viewer_id: number | null; readonly at: RecordListQuery },
): Promise<TextPage | null> {
  return db.queryOne<TextPage>("studies/study/list", [
    viewer_id,
    project_id,
    at.ordering,
    at.page_size,
    pageOffset(at),
    PAGE_BYTES_MAX,
  ]);
}

/** One study with its project; null if it is not at this place. */
export async function getStudy(
  db: Database,
  { project_id, study_id }: StudyPlace,
  viewer_id: number | null,
): Promise<StoredRecord | null> {
  return db.queryOne<StoredRecord>("studies/study/get", [project_id, study_id, viewer_id]);
}

/** Null if there is no such project. Dates in the wrong order break `study_start_date_check`. */
export async function insertStudy(
  db: Database,
  project_id: number,
  given: StudyChange,
  { owner_id, viewer_id }: Author,
): Promise<StoredRecord | null> {
  const text = JSON.stringify(given);
  return db.queryOne<StoredRecord>("studies/study/insert", [project_id, text, owner_id, viewer_id]);
}

/** Null if it is not at this place. `if_revision` null: changes any revision. */
export async function updateStudy(
  db: Database,
  { project_id, study_id }: StudyPlace,
  change: {
    readonly given: StudyChange;
    readonly if_revision: number | null;
    readonly viewer_id: number | null;
  },
): Promise<ChangedRecord | null> {
  return db.queryOne<ChangedRecord>("studies/study/update", [
    project_id,
    study_id,
    JSON.stringify(change.given),
    change.if_revision,
    change.viewer_id,
  ]);
}

/** False if it is not at this place. */
export async function deleteStudy(
  db: Database,
  { project_id, study_id }: StudyPlace,
): Promise<boolean> {
  const row = await db.queryOne<{ is_deleted: boolean }>("studies/study/delete", [
    project_id,
    study_id,
  ]);
  return row?.is_deleted ?? false;
}
