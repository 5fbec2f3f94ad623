/** Rolling stock collections in the database: one wrapper per query file. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import type {
  CollectionChange,
  RollingStockCollection,
} from "./rolling_stock_collection.schemas.ts";

/** A collection with its revision, for the ETag. */
export interface StoredCollection extends RollingStockCollection {
  readonly revision: number;
}

/** One collection, or null. */
export async function getCollection(db: Database, id: number): Promise<StoredCollection | null> {
  return db.read("vehicles/rolling_stock_collection/get", id);
}

/** One page by id, and the number of all that the viewer may see (null: all). */
export async function listCollections(
  db: Database,
  at: PageAt,
  viewer_id: number | null,
): Promise<{ count: number; results: RollingStockCollection[] }> {
  const options = { values: [viewer_id], at, key: "id" } as const;
  return await queryPage<RollingStockCollection>(
    db,
    "vehicles/rolling_stock_collection/list",
    options,
  );
}

/** The other collections that stocks leave or enter if `stock_ids` become a collection's content. */
export async function listTouchedCollections(
  db: Database,
  id: number | null,
  stock_ids: readonly number[],
): Promise<readonly number[]> {
  const row = await db.queryOne<{ ids: number[] }>(
    "vehicles/rolling_stock_collection/list_touched",
    [id, stock_ids],
  );
  return row?.ids ?? [];
}

/** How a creation or a change ended: nothing was done unless `saved`. */
export type SavedCollection =
  | ({ readonly outcome: "saved" } & StoredCollection)
  | { readonly outcome: "stale"; readonly revision: number }
  | { readonly outcome: "no_stock"; readonly missing_stock_id: number }
  | { readonly outcome: "absent" }
  | { readonly outcome: "unchecked" };

/** Makes a collection (`id` null) or changes one; stocks move only from and to `checked_ids`. */
export async function saveCollection(
  db: Database,
  id: number | null,
  change: {
    readonly given: CollectionChange;
    readonly if_revision: number | null;
    readonly checked_ids: readonly number[];
    readonly owner_id: number | null;
  },
): Promise<SavedCollection> {
  const { given, if_revision, checked_ids, owner_id } = change;
  return await queryExactlyOne(db, "vehicles/rolling_stock_collection/save", [
    id,
    given.name ?? null,
    given.description ?? null,
    if_revision,
    given.rolling_stock_ids ?? null,
    checked_ids,
    owner_id,
  ]);
}

/** How a deletion ended. */
export type DeletedCollection = "deleted" | "absent" | "default" | "not_empty";

export async function deleteCollection(db: Database, id: number): Promise<DeletedCollection> {
  const row = await db.queryOne<{ outcome: DeletedCollection }>(
    "vehicles/rolling_stock_collection/delete",
    [id],
  );
  return row?.outcome ?? "absent";
}
