/** Content versions of infrastructures: filled by imports, read by exports and compilations. */

import type { DifferentObject } from "../../../workers/tasks/network/network_copies.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { type Database, type QueryOptions, queryExactlyOne } from "../../platform/db/client.ts";
import { joinJsonTexts } from "../../platform/db/json_texts.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import type { FaultChunk, ObjectChunk, SearchChunk } from "./object_chunks.ts";

/** What reading a content requires. */
export interface Content {
  readonly content_id: number;
  readonly object_count: number;
  readonly railjson_version: string;
  /** The content under which all its rows were stored: that of the import. */
  readonly rows_of: number;
  /** Which rows of `rows_of` belong to it, in the database's notation. */
  readonly steps: string;
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
  { first_ordinal, rows, object_types, object_ordinals }: FaultChunk,
): Promise<void> {
  await db.query("network/infra_error/insert_chunk", [
    content_id,
    first_ordinal,
    joinJsonTexts(rows),
    object_types,
    object_ordinals,
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

/** An id for a content that an edit is about to make. */
export async function reserveContentId(db: Database): Promise<number> {
  const row = await queryExactlyOne<{ id: number }>(db, "network/infra_content/reserve", []);
  return row.id;
}

type StoredEdit = Extract<TaskOutput<"edit_network">, { kind: "edited" }>["stored"];

/** What an edit stores. */
export interface NewContent {
  readonly infra_id: number;
  readonly from_content_id: number;
  readonly content_id: number;
  /** Null: nothing is edited. */
  readonly stored: StoredEdit | null;
  /** The answer as JSON text in UTF-8, if the statement is to keep it; null: it is not kept. */
  readonly answer: Uint8Array | null;
}

export interface StoredContent {
  /** `overtaken`: the infrastructure has another content than the one that was edited. */
  readonly outcome: "edited" | "absent" | "locked" | "overtaken";
  readonly new_version: number | null;
  /** The answer that was kept. */
  readonly json: string;
}

/** Stores the content and gives it to the infrastructure, or does nothing. */
export async function storeEdit(
  db: Database,
  { infra_id, from_content_id, content_id, stored, answer }: NewContent,
  { signal, deadline_ms }: { readonly signal: AbortSignal; readonly deadline_ms: number },
): Promise<StoredContent> {
  const { lists = null, ...facts } = stored ?? {};
  const values = [infra_id, from_content_id, content_id, JSON.stringify(facts)];
  return await sendText(db, {
    parts: decodeParts(lists, answer),
    signal,
    send: async (text) =>
      queryExactlyOne<StoredContent>(db, "network/infra/edit", [...values, ...text], {
        deadline_ms,
      }),
  });
}

const LIST_SEPARATOR = "\u001d";

function* decodeParts(
  lists: SharedArrayBuffer | null,
  answer: Uint8Array | null,
): Generator<string> {
  if (lists === null) return yield "";
  yield* decodePieces(new Uint8Array(lists));
  if (answer === null) return;
  yield LIST_SEPARATOR;
  yield* decodePieces(answer);
}

const PIECE_BYTES = 256 * 1024;

function* decodePieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    // A TextDecoder can't read shared memory.
    const piece = Uint8Array.from(bytes.subarray(at, at + PIECE_BYTES));
    yield decoder.decode(piece, { stream: true });
  }
}

/** Notes whether a content that an edit made can't be compiled. */
export async function setFaulty(
  db: Database,
  content_id: number,
  is_faulty: boolean,
): Promise<void> {
  await db.query("network/infra_content/set_faulty", [content_id, is_faulty]);
}

interface DifferenceRow {
  readonly from_content_id: number;
  readonly object_type: number | null;
  readonly obj_id: string;
  readonly kind: DifferentObject["kind"];
  readonly railjson: string | null;
}

/** The objects in which a content differs from one of the others; null: it was made from none of them. */
export async function listDifferences(
  db: Database,
  content_id: number,
  from_content_ids: readonly number[],
): Promise<{ readonly from_content_id: number; readonly rows: DifferentObject[] } | null> {
  const values = [from_content_ids, content_id];
  const rows = await db.query<DifferenceRow>("network/infra_object/list_differences", values);
  const [first] = rows;
  if (first === undefined) return null;
  const different = rows.flatMap(({ object_type, obj_id, kind, railjson }) =>
    object_type === null ? [] : [{ object_type, obj_id, kind, railjson }],
  );
  return { from_content_id: first.from_content_id, rows: different };
}

/** Removes contents that no infrastructure has had for `age_s` since an edit, and what only they had. */
export async function pruneContents(
  db: Database,
  age_s: number,
  options: QueryOptions,
): Promise<void> {
  await db.query("network/infra_content/prune", [age_s], options);
}

/** Returns which of the given contents no infrastructure has. */
export async function listUnused(db: Database, content_ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>("network/infra_content/list_unused", [content_ids]);
  return rows.map(({ id }) => id);
}

/** Contents without rows for the search: imported before it existed. */
export async function listUnsearchable(db: Database): Promise<Content[]> {
  return db.query("network/infra_content/list_unsearchable", []);
}

/** Notes that all search rows of a content are stored. */
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

const FAULTS_OF_PAGE = 5000;

interface FaultRow {
  readonly object_type: number;
  readonly object_ordinal: number;
  readonly ordinal: number;
  readonly information: string;
}

/** All faults of a content as JSON texts. */
export async function readFaults(
  db: Database,
  content_id: number,
  signal: AbortSignal,
): Promise<string[]> {
  const faults: string[] = [];
  for (let after = { object_type: -1, object_ordinal: 0, ordinal: 0 }; ; ) {
    signal.throwIfAborted();
    const { object_type, object_ordinal, ordinal } = after;
    const values = [content_id, object_type, object_ordinal, ordinal, FAULTS_OF_PAGE];
    const rows = await db.query<FaultRow>("network/infra_error/page", values);
    for (const { information } of rows) faults.push(information);
    const last = rows.at(-1);
    if (last === undefined || rows.length < FAULTS_OF_PAGE) return faults;
    after = last;
  }
}
