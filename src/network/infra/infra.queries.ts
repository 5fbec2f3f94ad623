/** Infrastructures and their content in the database: one wrapper per query file. */
import { type Database, type QueryOptions, queryExactlyOne } from "../../platform/db/client.ts";
import { type PageAt, pageOffset, queryPage } from "../../platform/db/query_page.ts";
import { RAILJSON_VERSION } from "../../railway/network_terms.ts";
import type { NewInfra } from "./infra.schemas.ts";

/** A row of the list or of a single read. */
export interface InfraRow extends NewInfra {
  /** The immutable content version; clones share it. */
  readonly content_id: number;
  readonly object_count: number;
  /** Null: it is not known yet. */
  readonly is_faulty: boolean | null;
}

/** The creator, when there is one, becomes its Owner. */
export async function insertInfra(
  db: Database,
  name: string,
  creator_id: number | null,
): Promise<NewInfra> {
  const values = [name, RAILJSON_VERSION, creator_id];
  return await queryExactlyOne(db, "network/infra/insert", values);
}

/** One infrastructure, or null. Reads of one turn of the event loop share one statement. */
export async function getInfra(db: Database, id: number): Promise<InfraRow | null> {
  return db.read("network/infra/get", id);
}

/** One page by id, and the number of all that the viewer may see (null: everything). */
export async function listInfras(
  db: Database,
  at: PageAt,
  viewer_id: number | null,
): Promise<{ count: number; results: InfraRow[] }> {
  return await queryPage<InfraRow>(db, "network/infra/list", {
    values: [viewer_id],
    at,
    key: "id",
  });
}

/** Null when there is no such infrastructure. */
export async function renameInfra(
  db: Database,
  id: number,
  name: string,
): Promise<InfraRow | null> {
  return db.queryOne("network/infra/rename", [id, name]);
}

/** The new infrastructure's id; null when there is no source. */
export async function cloneInfra(
  db: Database,
  id: number,
  clone: { readonly name: string; readonly creator_id: number | null },
): Promise<number | null> {
  const row = await db.queryOne<{ id: number }>("network/infra/clone", [
    id,
    clone.name,
    clone.creator_id,
  ]);
  return row?.id ?? null;
}

/** False when there is no such infrastructure. */
export async function setInfraLocked(db: Database, id: number, locked: boolean): Promise<boolean> {
  return (await db.queryOne("network/infra/set_locked", [id, locked])) !== null;
}

/** How a deletion ended: whether it existed, and the content that no infrastructure uses now. */
export interface DeletedInfra {
  readonly is_deleted: boolean;
  readonly freed_content_id: number | null;
  /** Scenarios that use it, so it was not deleted. */
  readonly use_count: number;
  /** Those of them that the viewer may read, as a JSON text. */
  readonly usage: string;
}

/** Slow: deletes the objects too. `viewer_id` null: the usage has all scenarios. */
export async function deleteInfra(
  db: Database,
  id: number,
  { viewer_id, is_admin }: { readonly viewer_id: number | null; readonly is_admin: boolean },
  options: QueryOptions,
): Promise<DeletedInfra> {
  const values = [id, viewer_id, is_admin];
  return await queryExactlyOne(db, "network/infra/delete", values, options);
}

/** Speed limit tags and voltages found in the network; null when there is no such infrastructure. */
export async function getTagsAndVoltages(
  db: Database,
  id: number,
): Promise<{ speed_limit_tags: string[]; voltages: string[] } | null> {
  return db.queryOne("network/infra/get_tags_and_voltages", [id]);
}

/** The voltages of all networks that the viewer may see (null: everything). */
export async function listAllVoltages(db: Database, viewer_id: number | null): Promise<string[]> {
  const row = await db.queryOne<{ voltages: string[] }>("network/infra/list_voltages", [viewer_id]);
  return row?.voltages ?? [];
}

/** Extended switch types as JSON texts. */
export async function listSwitchTypes(db: Database, id: number): Promise<string[]> {
  const rows = await db.query<{ railjson: string }>("network/infra_object/list_switch_types", [id]);
  return rows.map((row) => row.railjson);
}

export interface ErrorFilter {
  readonly is_warning: boolean | null;
  readonly error_type: string | null;
  readonly object_id: string | null;
}

/** One page of faults as JSON texts, and the number of all that pass the filter. */
export async function listInfraErrors(
  db: Database,
  infra_id: number,
  { filter, at }: { filter: ErrorFilter; at: PageAt },
): Promise<{ count: number; results: string[] }> {
  const row = await db.queryOne<{ count: number; results: string[] }>("network/infra_error/list", [
    infra_id,
    filter.is_warning,
    filter.error_type,
    filter.object_id,
    at.page_size,
    pageOffset(at),
  ]);
  return row ?? { count: 0, results: [] };
}
