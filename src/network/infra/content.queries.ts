/** Content versions of infrastructures: filled by imports, read by exports and compilations. */
import { type Database, type QueryOptions, queryExactlyOne } from "../../platform/db/client.ts";
import { joinJsonTexts } from "../../platform/db/json_texts.ts";
import type { ObjectChunk, RowChunk, SearchChunk } from "./object_chunks.ts";

/** What reading a content requires. */
export interface Content {
  readonly content_id: number;
  readonly object_count: number;
  readonly railjson_version: string;
}

interface DatedContent extends Content {
  /** Microseconds since the epoch. */
  readonly created_us: string;
}

/** Opens an unpublished content version; returns its id. */
export async function insertContent(
  db: Database,
  railjson_version: string,
  object_count: number,
): Promise<number> {
  const row = await queryExactlyOne<{ id: number }>(db, "network/infra_content/insert", [
    railjson_version,
    object_count,
  ]);
  return row.id;
}

/** A content, published or not; null when there is none. */
export async function getContent(db: Database, content_id: number): Promise<DatedContent | null> {
  return db.queryOne("network/infra_content/get", [content_id]);
}

export async function insertObjects(
  db: Database,
  content_id: number,
  chunk: ObjectChunk,
): Promise<void> {
  const { object_type, first_ordinal, railjson, ids } = chunk;
  await db.query("network/infra_object/insert_chunk", [
    content_id,
    object_type,
    first_ordinal,
    joinJsonTexts(railjson),
    ids,
  ]);
}

export async function insertFaults(
  db: Database,
  content_id: number,
  { first_ordinal, rows }: RowChunk,
): Promise<void> {
  await db.query("network/infra_error/insert_chunk", [
    content_id,
    first_ordinal,
    joinJsonTexts(rows),
  ]);
}

const SEARCH_INSERTS = {
  operational_points: "network/infra_operational_point/insert_chunk",
  signals: "network/infra_signal/insert_chunk",
  lines: "network/infra_line/insert_chunk",
} as const satisfies Record<SearchChunk["list"], string>;

/** Existing rows are kept. */
export async function insertSearchRows(
  db: Database,
  content_id: number,
  { list, first_ordinal, rows }: SearchChunk,
): Promise<void> {
  await db.query(SEARCH_INSERTS[list], [content_id, first_ordinal, joinJsonTexts(rows)]);
}

/** Contents without rows for the search: imported before it existed. */
export async function listUnsearchable(db: Database): Promise<Content[]> {
  return db.query("network/infra_content/list_unsearchable", []);
}

/** All rows of a content for the search are there. */
export async function setSearchable(db: Database, content_id: number): Promise<void> {
  await db.query("network/infra_content/set_searchable", [content_id]);
}

/** Makes a filled content the first version of a new infrastructure; returns its id. */
export async function publishContent(
  db: Database,
  content_id: number,
  infra: {
    readonly name: string;
    readonly is_faulty: boolean;
    readonly is_generated: boolean;
    readonly creator_id: number | null;
    readonly options: QueryOptions;
  },
): Promise<number> {
  const { name, is_faulty, is_generated, creator_id } = infra;
  const values = [content_id, name, is_faulty, is_generated, creator_id];
  const row = await db.queryOne<{ id: number }>("network/infra/publish", values, infra.options);
  if (row === null) throw new Error("the content to publish is gone");
  return row.id;
}

/** Slow: deletes the objects too. */
export async function deleteUnpublishedContent(
  db: Database,
  content_id: number,
  options: QueryOptions,
): Promise<void> {
  await db.query("network/infra_content/delete_unpublished", [content_id], options);
}

/** Deletes unpublished contents older than `age_s`: of imports whose server died. */
export async function deleteLeftovers(
  db: Database,
  age_s: number,
  options: QueryOptions,
): Promise<void> {
  await db.query("network/infra_content/delete_leftovers", [age_s], options);
}
