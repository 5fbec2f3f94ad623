/** Users, their groups and application roles in the database. */
import type { Database } from "../db/client.ts";

export interface Profile {
  readonly id: number;
  readonly name: string;
  /** In the order of `group_names`. */
  readonly group_ids: readonly number[];
  readonly group_names: readonly string[];
  /** Assigned to the user directly, sorted. */
  readonly app_roles: readonly string[];
}

/** A user with groups and roles; null when there is no such user. */
export async function getProfile(db: Database, user_id: number): Promise<Profile | null> {
  return await db.queryOne<Profile>("app_user/get_roles", [user_id]);
}
