/** Projects, studies and scenarios in the database: one wrapper per query of a kind. Answers are JSON texts for one viewer. */
import type { Database } from "../../platform/db/client.ts";
import { PAGE_BYTES_MAX, pageOffset, type TextPage } from "../../platform/db/query_page.ts";
import type { RecordListQuery } from "../project/fields.schemas.ts";
import type { RecordKind, RecordPlace } from "./record_kind.ts";

type Queries = RecordKind<object, object>["queries"];

export interface StoredRecord {
  /** For the ETag; null if the viewer may only see the name. */
  readonly revision: number | null;
  readonly json: string;
}

/** How a change ended; no text if the record was not at the expected revision. */
export interface ChangedRecord {
  /** The revision found, or the new one. */
  readonly revision: number;
  readonly json: string | null;
}

/** Which parts of a study's path exist. */
interface FoundPlace {
  readonly has_project: boolean;
  /** In that project. */
  readonly has_study: boolean;
}

/** The ids of a path, in its order. */
function idsOf({ project_id, study_id, scenario_id }: RecordPlace): number[] {
  return [project_id, study_id, scenario_id].filter((id) => id !== undefined);
}

/** Tells which parts of a path exist after something on it was not found. */
export async function findPlace(
  db: Database,
  { project_id = 0, study_id = 0 }: RecordPlace,
): Promise<FoundPlace> {
  const row = await db.queryOne<FoundPlace>("studies/study/find_place", [project_id, study_id]);
  return row ?? { has_project: false, has_study: false };
}

/** One page of what the viewer may see at least by name (null: everything); null if there is no such place. */
export async function listRecords(
  db: Database,
  { list }: Queries,
  place: RecordPlace,
  { viewer_id, at }: { readonly viewer_id: number | null; readonly at: RecordListQuery },
): Promise<TextPage | null> {
  const page = [at.ordering, at.page_size, pageOffset(at), PAGE_BYTES_MAX];
  return db.queryOne<TextPage>(list, [viewer_id, ...idsOf(place), ...page]);
}

/** One record with those above it; null if it is not at this place. */
export async function getRecord(
  db: Database,
  { get }: Queries,
  place: RecordPlace,
  viewer_id: number | null,
): Promise<StoredRecord | null> {
  return db.queryOne<StoredRecord>(get, [...idsOf(place), viewer_id]);
}

/**
 * Null if there is no such place. `owner_id` null: it gets no owner. What the columns refer to and
 * what they may not hold together breaks the constraints of the kind's table.
 */
export async function insertRecord(
  db: Database,
  { insert }: Queries,
  place: RecordPlace,
  made: {
    readonly columns: object;
    readonly owner_id: number | null;
    readonly viewer_id: number | null;
  },
): Promise<StoredRecord | null> {
  const values = [JSON.stringify(made.columns), made.owner_id, made.viewer_id];
  return db.queryOne<StoredRecord>(insert, [...idsOf(place), ...values]);
}

/** Absent columns are kept. Null if it is not at this place. `if_revision` null: changes any revision. */
export async function updateRecord(
  db: Database,
  { update }: Queries,
  place: RecordPlace,
  change: {
    readonly columns: object;
    readonly if_revision: number | null;
    readonly viewer_id: number | null;
  },
): Promise<ChangedRecord | null> {
  const values = [JSON.stringify(change.columns), change.if_revision, change.viewer_id];
  return db.queryOne<ChangedRecord>(update, [...idsOf(place), ...values]);
}

/** False if it is not at this place. */
export async function deleteRecord(
  db: Database,
  { delete: query }: Queries,
  place: RecordPlace,
): Promise<boolean> {
  return (await db.queryOne<{ is_deleted: boolean }>(query, idsOf(place)))?.is_deleted ?? false;
}
