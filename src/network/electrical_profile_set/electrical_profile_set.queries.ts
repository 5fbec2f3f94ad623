/** Electrical profile sets in the database: one wrapper per query file. Contents are JSON texts. */
import type { Database } from "../../platform/db/client.ts";

export async function insertProfileSet(
  db: Database,
  name: string,
  content: string,
): Promise<number> {
  const row = await db.queryOne<{ id: number }>("network/electrical_profile_set/insert", [
    name,
    content,
  ]);
  if (row === null) throw new Error("electrical_profile_set/insert returned no row");
  return row.id;
}

/** The content as JSON text, or null. */
export async function getProfileSet(db: Database, id: number): Promise<string | null> {
  const row = await db.queryOne<{ content: string }>("network/electrical_profile_set/get", [id]);
  return row?.content ?? null;
}

/** A digest of the content, or null; a set's content never changes. */
export async function getProfileSetDigest(db: Database, id: number): Promise<string | null> {
  const row = await db.queryOne<{ digest: string }>("network/electrical_profile_set/get_digest", [
    id,
  ]);
  return row?.digest ?? null;
}

/** The level order as JSON text, or null. */
export async function getLevelOrder(db: Database, id: number): Promise<string | null> {
  const row = await db.queryOne<{ level_order: string }>(
    "network/electrical_profile_set/get_level_order",
    [id],
  );
  return row?.level_order ?? null;
}

export async function listProfileSets(
  db: Database,
): Promise<readonly { id: number; name: string }[]> {
  return db.query<{ id: number; name: string }>("network/electrical_profile_set/list", []);
}

/** False when there is no such set. */
export async function deleteProfileSet(db: Database, id: number): Promise<boolean> {
  return (await db.queryOne("network/electrical_profile_set/delete", [id])) !== null;
}
