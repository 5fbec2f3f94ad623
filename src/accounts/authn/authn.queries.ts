/** Users, groups, memberships and application roles in the database: one wrapper per query file. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";

export interface Profile {
  readonly id: number;
  readonly name: string;
  /** In the order of `group_names`. */
  readonly group_ids: readonly number[];
  readonly group_names: readonly string[];
  /** Assigned to the user directly, sorted. */
  readonly app_roles: readonly string[];
  /** Including those of the user's groups. */
  readonly all_app_roles: readonly string[];
}

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** A user with groups and roles; null if there is no such user. */
export async function getProfile(db: Database, user_id: number): Promise<Profile | null> {
  return await db.queryOne("accounts/app_user/get_roles", [user_id]);
}

export interface NameSearch extends PageAt {
  readonly text: string;
}

/** One page of the users or groups whose name contains a text, and the number of all. */
export async function searchNames(
  db: Database,
  query: "accounts/app_user/search" | "accounts/app_group/search",
  search: NameSearch,
): Promise<{ count: number; results: Named[] }> {
  return await queryPage<Named>(db, query, { values: [search.text], at: search, key: "id" });
}

/** `users` is the JSON text of the members, by name. */
export async function getGroup(
  db: Database,
  group_id: number,
): Promise<(Named & { readonly users: string }) | null> {
  return await db.queryOne("accounts/app_group/get", [group_id]);
}

/** The new group's id; the creator, if any, becomes its Owner. */
export async function insertGroup(
  db: Database,
  creator_id: number | null,
  { name, app_roles }: { readonly name: string; readonly app_roles: readonly string[] },
): Promise<number> {
  const row = await queryExactlyOne<{ id: number }>(db, "accounts/app_group/insert", [
    creator_id,
    name,
    app_roles,
  ]);
  return row.id;
}

export interface AddedMembers {
  readonly outcome: "done" | "unknown_group" | "unknown_user" | "roles_needed";
  readonly unknown_user_id: number | null;
}

export async function addMembers(
  db: Database,
  group_id: number,
  user_ids: readonly number[],
  may_assign_roles: boolean,
): Promise<AddedMembers> {
  const values = [group_id, user_ids, may_assign_roles];
  return await queryExactlyOne(db, "accounts/app_group/add_members", values);
}

/** How emptying or deleting a group ended; `orphan`: the resource that would lose its last owner. */
export interface GroupLoss {
  readonly outcome: "done" | "unknown_group" | "unknown_user" | "last_owner";
  readonly orphan_type: string | null;
  readonly orphan_id: number | null;
}

export async function removeMembers(
  db: Database,
  group_id: number,
  user_ids: readonly number[],
  is_admin: boolean,
): Promise<GroupLoss & { readonly unknown_user_id: number | null }> {
  const values = [group_id, user_ids, is_admin];
  return await queryExactlyOne(db, "accounts/app_group/remove_members", values);
}

export async function deleteGroup(
  db: Database,
  group_id: number,
  is_admin: boolean,
): Promise<GroupLoss> {
  return await queryExactlyOne(db, "accounts/app_group/delete", [group_id, is_admin]);
}

type RoleChange =
  | "accounts/subject_role/add_to_user"
  | "accounts/subject_role/add_to_group"
  | "accounts/subject_role/remove_from_user"
  | "accounts/subject_role/remove_from_group";

/** False if there is no such user or group. */
export async function changeRoles(
  db: Database,
  change: RoleChange,
  subject_id: number,
  app_roles: readonly string[],
): Promise<boolean> {
  return (await db.queryOne(change, [subject_id, app_roles])) !== null;
}

/** Gives the identity's user an application role; the user is created if needed. */
export async function makeAdmin(
  db: Database,
  { identity, name }: { readonly identity: string; readonly name: string },
  app_role: string,
): Promise<Named & { readonly is_new: boolean }> {
  const values = [identity, name, app_role];
  return await queryExactlyOne(db, "accounts/app_user/make_admin", values);
}

/** The deleted user, or null. Its grants, roles and memberships are deleted too. */
export async function deleteUser(db: Database, identity: string): Promise<Named | null> {
  return await db.queryOne("accounts/app_user/delete", [identity]);
}

/** Users with one of the application roles, directly or through a group. */
export async function listUsersWithRoles(
  db: Database,
  app_roles: readonly string[],
): Promise<readonly (Named & { readonly identity: string })[]> {
  return await db.query("accounts/app_user/list_with_roles", [app_roles]);
}
