/** Electrical profile sets in the database: one wrapper per query file. Contents are JSON texts. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";

export async function insertProfileSet(
  db: Database,
  name: string,
  content: string,
): Promise<number> {
  const row = await queryExactlyOne<{ id: number }>(db, "network/electrical_profile_set/insert", [
    name,
    content,
  ]);
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
  return db.query("network/electrical_profile_set/list", []);
}

/** What a caller may change beside the set: scenarios by its roles, the search environment. */
interface ProfileSetRights {
  /** The user whose rights on scenarios count; null: any scenario may be changed. */
  readonly viewer_id: number | null;
  readonly may_change_scenarios: boolean;
  readonly is_admin: boolean;
}

/** How a deletion ended; `used`: by records that the caller may not change. */
interface DeletedProfileSet {
  readonly outcome: "deleted" | "absent" | "used";
  /** Scenarios that name it, and the search environment. */
  readonly use_count: number;
}

/** Deletes it and takes it from all scenarios. */
export async function deleteProfileSet(
  db: Database,
  id: number,
  { viewer_id, may_change_scenarios, is_admin }: ProfileSetRights,
): Promise<DeletedProfileSet> {
  const values = [id, viewer_id, may_change_scenarios, is_admin];
  return await queryExactlyOne(db, "network/electrical_profile_set/delete", values);
}
