/** Documents in the database: one wrapper per query file. The client takes text only, hence base64. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import type { FileContent } from "../../platform/http/endpoint.ts";

/** Who has access to a document. */
export interface DocumentOwnership {
  readonly id: number;
  /** The uploader; null without an identity, or when the user is gone. */
  readonly created_by: number | null;
  /** The project that shows it. */
  readonly project_id: number | null;
}

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

/** Null when there is no such document. */
export async function getDocumentOwnership(
  db: Database,
  id: number,
): Promise<DocumentOwnership | null> {
  return db.read<DocumentOwnership>("studies/document/get", id);
}

/** Null when there is no such document. */
export async function getDocumentContent(db: Database, id: number): Promise<FileContent | null> {
  const row = await db.queryOne<{ content_type: string; content: string }>(
    "studies/document/get_content",
    [id],
  );
  if (row === null) return null;
  return { content_type: row.content_type, bytes: Buffer.from(row.content, "base64") };
}

/** False when it is gone, or no longer shown by the project (null: by none). */
export async function deleteDocument(
  db: Database,
  id: number,
  project_id: number | null,
): Promise<boolean> {
  return (await db.queryOne("studies/document/delete", [id, project_id])) !== null;
}
