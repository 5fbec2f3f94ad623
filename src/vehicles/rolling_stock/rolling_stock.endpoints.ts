/**
 * Rolling stocks (interface.md 6.1). Records are sent as the stored text. A stock has no grants of its
 * own: those of its collection count, known only after a read. Changes name the collection whose rights
 * were checked; if others have moved the stock meanwhile, the rights are checked again.
 */
import * as v from "valibot";
import { jsonBody, noContent, okText } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { pathId, pathText, queryBool, queryId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { joinedPage, wholeList } from "../../platform/http/sending/page_text.ts";
import { Text } from "../../railway/scalars.ts";
import { about } from "../../railway/wire.ts";
import { changeWhereItIs, foreseeCollections, stockNotFound } from "./in_collection.ts";
import { readForm } from "./read_form.ts";
import {
  ROLLING_STOCK_CONSTRAINTS,
  type RollingStockKey,
  rollingStockIsLocked,
  rollingStockIsUsed,
  rollingStockNotFound,
} from "./rolling_stock.errors.ts";
import {
  type CollectedRecord,
  deleteRollingStock,
  getCollectionOfStock,
  getDefaultCollectionId,
  getLightRollingStock,
  getLightRollingStockByName,
  getRollingStock,
  getRollingStockByName,
  insertRollingStock,
  listLightRollingStocks,
  listPowerRestrictions,
  listUsage,
  setRollingStockLocked,
  type UpdateOutcome,
  updateRollingStock,
} from "./rolling_stock.queries.ts";
import {
  LightRollingStock,
  LockedBody,
  ROLLING_STOCK_EXAMPLE,
  RollingStock,
  RollingStockForm,
  RollingStockWithLiveries,
  ScenarioReference,
} from "./rolling_stock.schemas.ts";

const LIGHT_PAGE_MAX = 1000;
const StockParams = v.object({ rolling_stock_id: pathId });
const NameParams = v.object({ name: about(v.pipe(pathText, Text), "Name of the rolling stock") });
const CollectionQuery = v.object({ rolling_stock_collection_id: v.optional(queryId) });

const readAccess = checked({
  roles: ["rolling-stock:read"],
  levels: { rolling_stock_collection: "Reader" },
});
const writeAccess = checked({
  roles: ["rolling-stock:write"],
  levels: { rolling_stock_collection: "Writer" },
  // The handler checks the collection in the query together with the stock's current one.
  needs: () => ({}),
});
/** Lists contain what the caller may see, so they require no level. */
const listAccess = checked({ roles: ["rolling-stock:read"] });

/** Checks the rights on the collection of a record that was read, and answers with it. */
async function answer(
  ctx: Context,
  record: CollectedRecord | null,
  key: RollingStockKey,
): Promise<JsonText> {
  if (record === null) throw rollingStockNotFound(key);
  await ctx.require({ rolling_stock_collection: [record.collection_id] });
  setETag(ctx, record.version);
  return { json: record.json };
}

const FORM_ERRORS = [
  "RollingStockBasePowerClassEmpty",
  "ValidationError",
  "RollingStockNameAlreadyUsed",
] as const;

const READ_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/rolling_stock/power_restrictions",
    summary: "Power restriction codes of all rolling stocks",
    answer: okText(v.array(Text)),
    access: listAccess,
    errors: ["TooManyItems"],
    handle: async ({ services, viewer_id }) =>
      wholeList(await listPowerRestrictions(services.db, viewer_id)),
  }),
  endpoint({
    method: "get",
    path: "/rolling_stock/:rolling_stock_id",
    summary: "A rolling stock",
    params: StockParams,
    answer: okText(RollingStockWithLiveries),
    access: readAccess,
    errors: ["RollingStockNotFound"],
    headers: ["etag"],
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id } }) =>
      answer(ctx, await getRollingStock(ctx.services.db, rolling_stock_id), {
        type: "Id",
        key: rolling_stock_id,
      }),
  }),
  endpoint({
    method: "get",
    path: "/rolling_stock/name/:name",
    summary: "A rolling stock by its name",
    params: NameParams,
    answer: okText(RollingStockWithLiveries),
    access: readAccess,
    errors: ["RollingStockNotFound"],
    headers: ["etag"],
    foresee: foreseeNamed,
    handle: async (ctx, { params: { name } }) =>
      answer(ctx, await getRollingStockByName(ctx.services.db, name), { type: "Name", key: name }),
  }),
  endpoint({
    method: "get",
    path: "/rolling_stock/:rolling_stock_id/usage",
    summary: "Scenarios that the caller may read with trains of a rolling stock",
    params: StockParams,
    answer: okText(v.array(ScenarioReference)),
    access: readAccess,
    errors: ["RollingStockNotFound"],
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id } }) => {
      const { db } = ctx.services;
      const collection_id = await getCollectionOfStock(db, rolling_stock_id);
      if (collection_id === null) throw stockNotFound(rolling_stock_id);
      await ctx.require({ rolling_stock_collection: [collection_id] });
      const json = await listUsage(db, rolling_stock_id, ctx.viewer_id);
      if (json === null) throw stockNotFound(rolling_stock_id);
      return { json };
    },
  }),
];

const LIGHT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/light_rolling_stock",
    summary: "List rolling stocks without their curves",
    query: v.object(pageQuery(LIGHT_PAGE_MAX)),
    answer: okText(pageSchema(LightRollingStock)),
    access: listAccess,
    errors: ["TooManyItems"],
    handle: async ({ services, viewer_id }, { query }) =>
      joinedPage(await listLightRollingStocks(services.db, query, viewer_id), query),
  }),
  endpoint({
    method: "get",
    path: "/light_rolling_stock/:rolling_stock_id",
    summary: "A rolling stock without its curves",
    params: StockParams,
    answer: okText(LightRollingStock),
    access: readAccess,
    errors: ["RollingStockNotFound"],
    headers: ["etag"],
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id } }) =>
      answer(ctx, await getLightRollingStock(ctx.services.db, rolling_stock_id), {
        type: "Id",
        key: rolling_stock_id,
      }),
  }),
  endpoint({
    method: "get",
    path: "/light_rolling_stock/name/:name",
    summary: "A rolling stock without its curves, by its name",
    params: NameParams,
    answer: okText(LightRollingStock),
    access: readAccess,
    errors: ["RollingStockNotFound"],
    headers: ["etag"],
    foresee: foreseeNamed,
    handle: async (ctx, { params: { name } }) =>
      answer(ctx, await getLightRollingStockByName(ctx.services.db, name), {
        type: "Name",
        key: name,
      }),
  }),
];

const WRITE_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/rolling_stock",
    summary: "Create a rolling stock in a collection, the default one unless said",
    query: v.object({
      ...CollectionQuery.entries,
      locked: v.optional(about(queryBool, "Whether it can't be changed; goes before the body")),
    }),
    body: jsonBody(RollingStockForm, ROLLING_STOCK_EXAMPLE),
    answer: okText(RollingStock),
    creates: "vehicles/rolling_stock/insert",
    access: checked({
      roles: ["rolling-stock:write"],
      levels: { rolling_stock_collection: "Creator" },
      // The handler checks the named collection, or the default one.
      needs: () => ({}),
    }),
    errors: FORM_ERRORS,
    headers: ["etag"],
    constraints: ROLLING_STOCK_CONSTRAINTS,
    links: {
      parameters: { rolling_stock_id: "$response.body#/id" },
      to: [
        "GET /rolling_stock/:rolling_stock_id",
        "GET /light_rolling_stock/:rolling_stock_id",
        "GET /rolling_stock/:rolling_stock_id/usage",
        "PATCH /rolling_stock/:rolling_stock_id",
        "DELETE /rolling_stock/:rolling_stock_id",
      ],
    },
    find: async (ctx, { query: { rolling_stock_collection_id: named_id } }) => {
      const collection_id = named_id ?? (await getDefaultCollectionId(ctx.services.db));
      await ctx.require({ rolling_stock_collection: [collection_id] });
      return collection_id;
    },
    handle: async (ctx, { query, body, found: collection_id }) => {
      const { db } = ctx.services;
      const columns = readForm(body);
      const locked = query.locked ?? body.locked ?? false;
      const record = await insertRollingStock(db, columns, { locked, collection_id });
      if (record === null) throw absentResource("rolling_stock_collection", collection_id);
      setETag(ctx, record.version);
      return { json: record.json };
    },
  }),
  endpoint({
    method: "patch",
    path: "/rolling_stock/:rolling_stock_id",
    summary:
      "Replace the form of an unlocked rolling stock; move it to a collection if one is named",
    params: StockParams,
    query: CollectionQuery,
    body: jsonBody(RollingStockForm, ROLLING_STOCK_EXAMPLE),
    answer: okText(RollingStockWithLiveries),
    access: writeAccess,
    errors: [...FORM_ERRORS, "RollingStockNotFound", "RollingStockIsLocked"],
    headers: ["if-match", "etag"],
    foresee: async (ctx, { params, query }) => foreseeCollections(ctx, params, query),
    handle: async (ctx, { params: { rolling_stock_id }, query, body }) =>
      changeRollingStock(ctx, rolling_stock_id, {
        form: body,
        target_id: query.rolling_stock_collection_id ?? null,
      }),
  }),
  endpoint({
    method: "patch",
    path: "/rolling_stock/:rolling_stock_id/locked",
    summary: "Lock or unlock a rolling stock",
    params: StockParams,
    body: jsonBody(LockedBody, { locked: true }),
    answer: noContent,
    access: writeAccess,
    errors: ["RollingStockNotFound"],
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id }, body: { locked } }) => {
      const { db } = ctx.services;
      await changeWhereItIs(ctx, rolling_stock_id, null, async (home_id) => {
        const is_done = await setRollingStockLocked(db, rolling_stock_id, { home_id, locked });
        return is_done ? true : null;
      });
    },
  }),
  endpoint({
    method: "delete",
    path: "/rolling_stock/:rolling_stock_id",
    summary: "Delete an unlocked rolling stock; `force` although trains of scenarios use it",
    params: StockParams,
    query: v.object({
      force: v.optional(about(queryBool, "Whether to delete it while trains use it"), ["false"]),
    }),
    answer: noContent,
    access: writeAccess,
    errors: ["RollingStockNotFound", "RollingStockIsLocked", "RollingStockIsUsed"],
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id }, query: { force } }) => {
      const { services, viewer_id } = ctx;
      const { outcome, use_count, usage } = await changeWhereItIs(
        ctx,
        rolling_stock_id,
        null,
        async (home_id) =>
          deleteRollingStock(services.db, rolling_stock_id, {
            home_id,
            is_forced: force,
            viewer_id,
          }),
      );
      if (outcome === "locked") throw rollingStockIsLocked(rolling_stock_id);
      if (outcome === "used") {
        throw rollingStockIsUsed(rolling_stock_id, { usage: JSON.parse(usage), count: use_count });
      }
    },
  }),
];

/** The URL has the name instead of the id. */
async function foreseeNamed(
  ctx: Context,
  { params: { name } }: { readonly params: { readonly name: string } },
): Promise<void> {
  const stock = await getRollingStockByName(ctx.services.db, name);
  if (stock === null) throw rollingStockNotFound({ type: "Name", key: name });
  await ctx.foresee({ rolling_stock_collection: [stock.collection_id] });
}

async function changeRollingStock(
  ctx: Context,
  id: number,
  { form, target_id }: { readonly form: RollingStockForm; readonly target_id: number | null },
): Promise<JsonText> {
  const columns = readForm(form);
  const locked = form.locked ?? null;
  const if_version = readIfMatch(ctx);
  const { db } = ctx.services;
  const outcome = await changeWhereItIs(ctx, id, target_id, async (home_id) =>
    updateRollingStock(db, id, {
      home_id,
      target_id: target_id ?? home_id,
      columns,
      locked,
      if_version,
    }),
  );
  return answerChange(ctx, id, { outcome, target_id });
}

function answerChange(
  ctx: Context,
  id: number,
  { outcome, target_id }: { readonly outcome: UpdateOutcome; readonly target_id: number | null },
): JsonText {
  switch (outcome.outcome) {
    case "changed":
      setETag(ctx, outcome.version);
      return { json: outcome.json };
    case "locked":
      throw rollingStockIsLocked(id);
    case "stale": {
      const { version } = outcome;
      const message = `Rolling stock '${id}' has changed, it is at version ${version}`;
      throw preconditionFailed(message, version);
    }
    case "no_collection":
      throw absentResource("rolling_stock_collection", target_id ?? 0);
  }
}

export const ROLLING_STOCK_ENDPOINTS = [...READ_ENDPOINTS, ...LIGHT_ENDPOINTS, ...WRITE_ENDPOINTS];
