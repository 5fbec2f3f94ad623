/** Grants in the database: one wrapper per query file. */
import type { GrantableLevel, PrivilegeLevel, ResourceType } from "../../platform/access/levels.ts";
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import type { GrantEntry } from "./authz.schemas.ts";

/** The acting user and the affected resource. */
export interface Action {
  readonly actor_id: number | null;
  /** True for an administrator, who needs no level and may remove the last owner. */
  readonly is_admin: boolean;
  readonly type: ResourceType;
  readonly id: number;
}

interface GrantRow {
  readonly grant_id: number | null;
  readonly subject_id: number | null;
  readonly subject_kind: "user" | "group" | null;
  readonly subject_name: string | null;
  readonly level: GrantableLevel | null;
  readonly implicit_level: PrivilegeLevel | null;
  readonly implicit_source: ResourceType | null;
  readonly granted_by: number | null;
  readonly granted_at: string | null;
}

/** All entries of a resource, public first, then by subject; or only that of one grant. */
export async function listGrants(
  db: Database,
  { type, id }: Pick<Action, "type" | "id">,
  grant_id: number | null = null,
): Promise<GrantEntry[]> {
  const rows = await db.query<GrantRow>("accounts/resource_grant/list", [type, id, grant_id]);
  return rows.map(toEntry);
}

function toEntry(row: GrantRow): GrantEntry {
  const { grant_id, subject_id, subject_kind, subject_name, level, granted_by, granted_at } = row;
  const { implicit_level, implicit_source } = row;
  const subject =
    subject_id === null || subject_kind === null
      ? null
      : { kind: subject_kind, id: subject_id, name: subject_name ?? "" };
  return {
    ...(grant_id === null ? {} : { grant_id }),
    subject,
    ...(level === null ? {} : { grant: level }),
    ...(implicit_level === null || implicit_source === null
      ? {}
      : { implicit_grant: implicit_level, implicit_grant_source: implicit_source }),
    ...(grant_id === null || granted_at === null ? {} : { granted_by, granted_at }),
  };
}

export interface CreatedGrant {
  readonly outcome: "done" | "unknown_resource" | "unknown_subject" | "too_low" | "exists";
  readonly effective: PrivilegeLevel | null;
  readonly made_id: number | null;
}

/** `subject_id` null: all users. */
export async function createGrant(
  db: Database,
  { actor_id, is_admin, type, id }: Action,
  subject_id: number | null,
  level: GrantableLevel,
): Promise<CreatedGrant> {
  const values = [actor_id, is_admin, type, id, subject_id, level];
  return await queryExactlyOne(db, "accounts/resource_grant/insert", values);
}

export interface ChangedGrant {
  readonly outcome:
    | "done"
    | "unknown_resource"
    | "unknown_grant"
    | "too_low"
    | "owner_of_its_own"
    | "last_owner";
  readonly effective: PrivilegeLevel | null;
}

/** `level` null: revokes the grant. */
export async function changeGrant(
  db: Database,
  { actor_id, is_admin, type, id }: Action,
  grant_id: number,
  level: GrantableLevel | null,
): Promise<ChangedGrant> {
  const values = [actor_id, is_admin, type, id, grant_id, level];
  return await queryExactlyOne(db, "accounts/resource_grant/change", values);
}
