/**
 * Rolling stock collections: grants on rolling stocks are attached to them (specification,
 * "Effective privilege"; interface.md 6.1). Each stock is in exactly one. Moving a stock in needs
 * rights on its old collection, which is only known after a read. If others move the stock
 * meanwhile, the changing statement does nothing and the rights are checked again.
 */
import * as v from "valibot";
import { created, jsonBody, noContent, okJson } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type Resources } from "../../platform/http/endpoint.ts";
import type { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import {
  ATTEMPTS_MAX,
  rollingStockNotFound,
  rollingStocksAreBusy,
} from "../rolling_stock/rolling_stock.errors.ts";
import { collectionIsDefault, collectionNotEmpty } from "./rolling_stock_collection.errors.ts";
import {
  deleteCollection,
  getCollection,
  listCollections,
  listTouchedCollections,
  type SavedCollection,
  type StoredCollection,
  saveCollection,
} from "./rolling_stock_collection.queries.ts";
import {
  CollectionChange,
  CollectionCreation,
  CollectionListQuery,
  CollectionPage,
  RollingStockCollection,
} from "./rolling_stock_collection.schemas.ts";

const CollectionParams = v.object({ rolling_stock_collection_id: pathId });

function ofCollection({
  params,
}: {
  readonly params: { readonly rolling_stock_collection_id: number };
}): Resources {
  return { rolling_stock_collection: [params.rolling_stock_collection_id] };
}

function answer(
  ctx: Context,
  { id, name, description, is_default, rolling_stock_ids, revision }: StoredCollection,
): RollingStockCollection {
  setETag(ctx, revision);
  return { id, name, description, is_default, rolling_stock_ids };
}

export const ROLLING_STOCK_COLLECTION_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/rolling_stock_collection",
    summary: "List rolling stock collections",
    query: CollectionListQuery,
    answer: okJson(CollectionPage),
    access: checked({ roles: ["rolling-stock:read"] }),
    handle: async ({ services, viewer_id }, { query }) => {
      const { results, count } = await listCollections(services.db, query, viewer_id);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/rolling_stock_collection",
    summary: "Create a rolling stock collection; stocks that are named move in, all or none",
    body: jsonBody(CollectionCreation, { name: "Regional", description: "Of the west" }),
    answer: created(RollingStockCollection),
    creates: "vehicles/rolling_stock_collection/save",
    access: checked({
      roles: ["rolling-stock:write"],
      levels: { rolling_stock_collection: "Writer" },
    }),
    errors: ["RollingStockNotFound"],
    headers: ["etag"],
    links: {
      parameters: { rolling_stock_collection_id: "$response.body#/id" },
      to: [
        "GET /rolling_stock_collection/:rolling_stock_collection_id",
        "PATCH /rolling_stock_collection/:rolling_stock_collection_id",
        "DELETE /rolling_stock_collection/:rolling_stock_collection_id",
      ],
    },
    handle: async (ctx, { body }) => save(ctx, null, body),
  }),
  endpoint({
    method: "get",
    path: "/rolling_stock_collection/:rolling_stock_collection_id",
    summary: "A rolling stock collection",
    params: CollectionParams,
    answer: okJson(RollingStockCollection),
    access: checked({
      roles: ["rolling-stock:read"],
      levels: { rolling_stock_collection: "Reader" },
    }),
    headers: ["etag"],
    handle: async (ctx, { params: { rolling_stock_collection_id: id } }) => {
      const found = await getCollection(ctx.services.db, id);
      if (found === null) throw absentResource("rolling_stock_collection", id);
      return answer(ctx, found);
    },
  }),
  endpoint({
    method: "patch",
    path: "/rolling_stock_collection/:rolling_stock_collection_id",
    summary:
      "Change a rolling stock collection; a list of stocks is its whole content, all or none, what falls out goes to the default collection",
    params: CollectionParams,
    body: jsonBody(CollectionChange, { rolling_stock_ids: [7, 9] }),
    answer: okJson(RollingStockCollection),
    access: checked({
      roles: ["rolling-stock:write"],
      levels: { rolling_stock_collection: "Writer" },
      needs: () => ({}),
      foreseen: ofCollection,
    }),
    errors: ["RollingStockNotFound"],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params: { rolling_stock_collection_id }, body }) =>
      save(ctx, rolling_stock_collection_id, body),
  }),
  endpoint({
    method: "delete",
    path: "/rolling_stock_collection/:rolling_stock_collection_id",
    summary: "Delete an empty rolling stock collection that is not the default one",
    params: CollectionParams,
    answer: noContent,
    access: checked({
      roles: ["rolling-stock:write"],
      levels: { rolling_stock_collection: "Owner" },
    }),
    errors: ["RollingStockCollectionIsDefault", "RollingStockCollectionNotEmpty"],
    handle: async ({ services }, { params: { rolling_stock_collection_id: id } }) => {
      const outcome = await deleteCollection(services.db, id);
      if (outcome === "absent") throw absentResource("rolling_stock_collection", id);
      if (outcome === "default") throw collectionIsDefault(id);
      if (outcome === "not_empty") throw collectionNotEmpty(id);
    },
  }),
];

/** Makes a collection (`id` null) or changes one. */
async function save(
  ctx: Context,
  id: number | null,
  given: CollectionChange,
): Promise<RollingStockCollection> {
  const { db } = ctx.services;
  const if_revision = id === null ? null : readIfMatch(ctx);
  const { rolling_stock_ids: stock_ids } = given;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const checked_ids =
      stock_ids === undefined ? [] : await listTouchedCollections(db, id, stock_ids);
    // Includes the collection itself. Declared as a need of the URL it would hide a missing check
    // of the others here, because they are of the same type.
    const changed_ids = id === null ? checked_ids : [id, ...checked_ids];
    await ctx.require({ rolling_stock_collection: changed_ids });
    const owner_id = ctx.user?.id ?? null;
    const saved = await saveCollection(db, id, { given, if_revision, checked_ids, owner_id });
    if (saved.outcome === "saved") return answer(ctx, saved);
    if (saved.outcome !== "unchecked") throw failureOf(saved, id);
  }
  throw rollingStocksAreBusy();
}

function failureOf(
  failed: Exclude<SavedCollection, { readonly outcome: "saved" | "unchecked" }>,
  id: number | null,
): AppError {
  switch (failed.outcome) {
    case "stale": {
      const { revision } = failed;
      const message = `The collection has changed, it is at revision ${revision}`;
      return preconditionFailed(message, revision);
    }
    case "no_stock":
      return rollingStockNotFound({ type: "Id", key: failed.missing_stock_id });
    case "absent":
      return absentResource("rolling_stock_collection", id ?? 0);
  }
}
