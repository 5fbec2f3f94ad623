/** Rolling stocks (interface.md 6.1). Records go out as the text that is stored. */
import * as v from "valibot";
import { jsonBody, noBody, noContent, ok, okText } from "../http/answers.ts";
import { type Context, checked, type Endpoint, endpoint, type JsonText } from "../http/endpoint.ts";
import { AppError } from "../http/errors.ts";
import { pathId, pathText, queryBool } from "../http/fields.ts";
import { pageQuery, pageSchema } from "../http/page.ts";
import { pageText } from "../http/page_text.ts";
import { readIfMatch, setETag } from "../http/preconditions.ts";
import { Text } from "../http/scalars.ts";
import { listFormFaults } from "./form_rules.ts";
import { type RollingStockColumns, toColumns } from "./records.ts";
import {
  basePowerClassEmpty,
  formIsInvalid,
  type RollingStockKey,
  rollingStockIsLocked,
  rollingStockNotFound,
} from "./rolling_stock.errors.ts";
import {
  deleteRollingStock,
  getLightRollingStock,
  getLightRollingStockByName,
  getRollingStock,
  getRollingStockByName,
  insertRollingStock,
  listLightRollingStocks,
  listPowerRestrictions,
  type StoredRecord,
  setRollingStockLocked,
  updateRollingStock,
} from "./rolling_stock.queries.ts";
import {
  LightRollingStock,
  LockedBody,
  RollingStock,
  RollingStockForm,
  RollingStockWithLiveries,
} from "./rolling_stock.schemas.ts";

const LIGHT_PAGE_MAX = 1000;
const NoParams = v.object({});
const NoQuery = v.object({});
const StockParams = v.object({ rolling_stock_id: pathId });
const NameParams = v.object({ name: v.pipe(pathText, Text) });

/** The form's columns; throws when a rule is broken. */
function readForm(form: RollingStockForm): RollingStockColumns {
  if (form.base_power_class === "") throw basePowerClassEmpty();
  const faults = listFormFaults(form);
  if (Object.keys(faults).length > 0) throw formIsInvalid(faults);
  return toColumns(form);
}

function answer(ctx: Context, record: StoredRecord | null, key: RollingStockKey): JsonText {
  if (record === null) throw rollingStockNotFound(key);
  setETag(ctx, record.version);
  return { json: record.json };
}

const READ_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/rolling_stock/power_restrictions",
    summary: "Power restriction codes of all rolling stocks",
    params: NoParams,
    query: NoQuery,
    body: noBody,
    answer: ok(v.array(Text)),
    access: checked(["rolling-stock:read"]),
    handle: async ({ services }) => listPowerRestrictions(services.db),
  }),
  endpoint({
    method: "get",
    path: "/rolling_stock/:rolling_stock_id",
    summary: "A rolling stock",
    params: StockParams,
    query: NoQuery,
    body: noBody,
    answer: okText(RollingStockWithLiveries),
    access: checked(["rolling-stock:read"]),
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
    query: NoQuery,
    body: noBody,
    answer: okText(RollingStockWithLiveries),
    access: checked(["rolling-stock:read"]),
    handle: async (ctx, { params: { name } }) =>
      answer(ctx, await getRollingStockByName(ctx.services.db, name), { type: "Name", key: name }),
  }),
  endpoint({
    method: "get",
    path: "/light_rolling_stock",
    summary: "List rolling stocks without their curves",
    params: NoParams,
    query: v.object(pageQuery(LIGHT_PAGE_MAX)),
    body: noBody,
    answer: okText(pageSchema(LightRollingStock)),
    access: checked(["rolling-stock:read"]),
    handle: async ({ services }, { query }) => {
      const { results, count } = await listLightRollingStocks(services.db, query);
      return pageText(results, count, query);
    },
  }),
  endpoint({
    method: "get",
    path: "/light_rolling_stock/:rolling_stock_id",
    summary: "A rolling stock without its curves",
    params: StockParams,
    query: NoQuery,
    body: noBody,
    answer: okText(LightRollingStock),
    access: checked(["rolling-stock:read"]),
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
    query: NoQuery,
    body: noBody,
    answer: okText(LightRollingStock),
    access: checked(["rolling-stock:read"]),
    handle: async (ctx, { params: { name } }) =>
      answer(ctx, await getLightRollingStockByName(ctx.services.db, name), {
        type: "Name",
        key: name,
      }),
  }),
];

const WRITE_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/rolling_stock",
    summary: "Create a rolling stock",
    params: NoParams,
    query: v.object({ locked: v.optional(queryBool) }),
    body: jsonBody(RollingStockForm),
    answer: okText(RollingStock),
    access: checked(["rolling-stock:write"]),
    handle: async (ctx, { query, body }) => {
      const locked = query.locked ?? body.locked ?? false;
      const record = await insertRollingStock(ctx.services.db, readForm(body), locked);
      setETag(ctx, record.version);
      return { json: record.json };
    },
  }),
  endpoint({
    method: "patch",
    path: "/rolling_stock/:rolling_stock_id",
    summary: "Replace the form of an unlocked rolling stock",
    params: StockParams,
    query: NoQuery,
    body: jsonBody(RollingStockForm),
    answer: okText(RollingStockWithLiveries),
    access: checked(["rolling-stock:write"]),
    handle: async (ctx, { params: { rolling_stock_id }, body }) =>
      changeRollingStock(ctx, rolling_stock_id, body),
  }),
  endpoint({
    method: "patch",
    path: "/rolling_stock/:rolling_stock_id/locked",
    summary: "Lock or unlock a rolling stock",
    params: StockParams,
    query: NoQuery,
    body: jsonBody(LockedBody),
    answer: noContent,
    access: checked(["rolling-stock:write"]),
    handle: async ({ services }, { params: { rolling_stock_id }, body }) => {
      if (await setRollingStockLocked(services.db, rolling_stock_id, body.locked)) return;
      throw rollingStockNotFound({ type: "Id", key: rolling_stock_id });
    },
  }),
  endpoint({
    method: "delete",
    path: "/rolling_stock/:rolling_stock_id",
    summary: "Delete an unlocked rolling stock; `force` although trains of scenarios use it",
    params: StockParams,
    query: v.object({ force: v.optional(queryBool) }),
    body: noBody,
    answer: noContent,
    access: checked(["rolling-stock:write"]),
    handle: async ({ services }, { params: { rolling_stock_id } }) => {
      const found = await deleteRollingStock(services.db, rolling_stock_id);
      if (found === null) throw rollingStockNotFound({ type: "Id", key: rolling_stock_id });
      if (found.locked) throw rollingStockIsLocked(rolling_stock_id);
    },
  }),
];

async function changeRollingStock(
  ctx: Context,
  id: number,
  form: RollingStockForm,
): Promise<JsonText> {
  const outcome = await updateRollingStock(ctx.services.db, id, {
    columns: readForm(form),
    locked: form.locked ?? null,
    if_version: readIfMatch(ctx),
  });
  if (outcome === null) throw rollingStockNotFound({ type: "Id", key: id });
  if (outcome.was_locked) throw rollingStockIsLocked(id);
  if (outcome.json === null || outcome.version === null) {
    const message = `Rolling stock '${id}' has changed, it is at version ${outcome.old_version}`;
    throw new AppError("PreconditionFailed", message, { current: outcome.old_version });
  }
  setETag(ctx, outcome.version);
  return { json: outcome.json };
}

export const ROLLING_STOCK_ENDPOINTS: readonly Endpoint[] = [...READ_ENDPOINTS, ...WRITE_ENDPOINTS];
