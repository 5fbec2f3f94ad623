/** Documents in the database: one wrapper per query file. The client only takes text, hence base64. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import type { FileContent } from "../../platform/http/endpoint.ts";
import { nextTurn } from "../../platform/turns.ts";

/** What the access to a document depends on. */
export interface DocumentOwnership {
  readonly id: number;
  /** The uploader; null if there was no identity, or the user was deleted. */
  readonly created_by: number | null;
  /** The project that shows it. */
  readonly project_id: number | null;
  /** The rolling stock whose livery shows it, and that stock's collection. */
  readonly stock_id: number | null;
  readonly collection_id: number | null;
  readonly is_locked: boolean | null;
}

/** Bytes of a document read at once, because a row is decoded without a break. */
const PIECE_BYTES = 3 * 256 * 1024;

/** The new document's key. */
export async function insertDocument(
  db: Database,
  { content_type, bytes }: FileContent,
  created_by: number | null,
): Promise<number> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const row = await queryExactlyOne<{ document_key: number }>(db, "studies/document/insert", [
    content_type,
    content.toString("base64"),
    created_by,
  ]);
  return row.document_key;
}

/** Null if there is no such document. */
export async function getDocumentOwnership(
  db: Database,
  id: number,
): Promise<DocumentOwnership | null> {
  return db.read<DocumentOwnership>("studies/document/get", id);
}

/** Null if there is no such document, or no longer. */
export async function getDocumentContent(
  db: Database,
  id: number,
  signal: AbortSignal,
): Promise<FileContent | null> {
  type Row = { content_type: string; size: number; piece: string };
  let bytes: Uint8Array | null = null;
  for (let at = 0; ; at += PIECE_BYTES) {
    const row = await db.queryOne<Row>("studies/document/get_content", [id, at, PIECE_BYTES]);
    if (row === null) return null;
    bytes ??= new Uint8Array(row.size);
    bytes.set(Buffer.from(row.piece, "base64"), at);
    if (at + PIECE_BYTES >= row.size) return { content_type: row.content_type, bytes };
    await nextTurn();
    signal.throwIfAborted();
  }
}

/** False if it is gone, or no longer shown by this project or by a stock of this collection (null: by none). */
export async function deleteDocument(
  db: Database,
  id: number,
  { project_id, collection_id }: Pick<DocumentOwnership, "project_id" | "collection_id">,
): Promise<boolean> {
  const values = [id, project_id, collection_id];
  return (await db.queryOne("studies/document/delete", values)) !== null;
}
