/** Groups of temporary speed limits in the database: one wrapper per query file. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import { printJson } from "../../platform/http/sending/print_in_turns.ts";
import { doInTurns } from "../../platform/turns.ts";
import type {
  TemporarySpeedLimit,
  TemporarySpeedLimitGroupName,
} from "./temporary_speed_limit.schemas.ts";

/** The new group's id. A name that exists already breaks `temporary_speed_limit_group_name_key`. */
export async function insertTemporarySpeedLimitGroup(
  db: Database,
  name: string,
  limits: readonly TemporarySpeedLimit[],
): Promise<number> {
  const values = [name, await doInTurns(printJson(limits))];
  const row = await queryExactlyOne<{ id: number }>(
    db,
    "network/temporary_speed_limit_group/insert",
    values,
  );
  return row.id;
}

/** A group; its limits as one JSON text. */
export interface StoredLimitGroup {
  readonly name: string;
  readonly limits: string;
}

/** Null when there is no such group. */
export async function getTemporarySpeedLimitGroup(
  db: Database,
  id: number,
): Promise<StoredLimitGroup | null> {
  return await db.queryOne<StoredLimitGroup>("network/temporary_speed_limit_group/get", [id]);
}

/** One page by id, and the number of all. */
export async function listTemporarySpeedLimitGroups(
  db: Database,
  at: PageAt,
): Promise<{ count: number; results: TemporarySpeedLimitGroupName[] }> {
  return await queryPage<TemporarySpeedLimitGroupName>(
    db,
    "network/temporary_speed_limit_group/list",
    { at, key: "group_id" },
  );
}

/**
 * Deletes it, and the search environment that names it if the caller `is_admin`: else that breaks its foreign key.
 * False when there is no such group.
 */
export async function deleteTemporarySpeedLimitGroup(
  db: Database,
  id: number,
  is_admin: boolean,
): Promise<boolean> {
  const values = [id, is_admin];
  return (await db.queryOne("network/temporary_speed_limit_group/delete", values)) !== null;
}
