/**
 * Towed rolling stocks (interface.md 6.1). Records are sent as the stored text. They have no
 * grants: roles alone decide who may read and change them.
 */
import * as v from "valibot";
import { jsonBody, noContent, okText } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { pathId, queryBool } from "../../platform/http/fields.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { pageText } from "../../platform/http/sending/page_text.ts";
import { about } from "../../railway/wire.ts";
import {
  checkBounds,
  checkMass,
  checkRollingResistance,
  collectFaults,
  type FormFaults,
  LIMITS,
} from "../rolling_stock/form_bounds.ts";
import { formIsInvalid } from "../rolling_stock/rolling_stock.errors.ts";
import { LockedBody, ROLLING_STOCK_FORM_VERSION } from "../rolling_stock/rolling_stock.schemas.ts";
import {
  TOWED_ROLLING_STOCK_CONSTRAINTS,
  towedRollingStockIsLocked,
  towedRollingStockNotFound,
} from "./towed_rolling_stock.errors.ts";
import {
  getTowedRollingStock,
  insertTowedRollingStock,
  listTowedRollingStocks,
  setTowedRollingStockLocked,
  type TowedStockColumns,
  updateTowedRollingStock,
} from "./towed_rolling_stock.queries.ts";
import {
  TOWED_ROLLING_STOCK_EXAMPLE,
  TowedRollingStock,
  TowedRollingStockForm,
  TowedRollingStockListQuery,
  TowedRollingStockPage,
} from "./towed_rolling_stock.schemas.ts";

/* Rules on the values of a towed rolling stock's form: the bounds are those of a rolling stock. */

const { length_m, mass_kg, max_speed_m_s, acceleration_m_s2, inertia_coefficient } = LIMITS;

/** All breaches of a form, in the order of its fields; empty if there are none. */
function listTowedFormFaults(form: TowedRollingStockForm): FormFaults {
  return collectFaults((reportFault) => {
    checkBounds(
      [
        ["mass", form.mass, { ...mass_kg, above: true }],
        ["length", form.length, { ...length_m, above: true }],
        ["comfort_acceleration", form.comfort_acceleration, acceleration_m_s2],
        ["startup_acceleration", form.startup_acceleration, acceleration_m_s2],
        ["inertia_coefficient", form.inertia_coefficient, inertia_coefficient],
        ["const_gamma", form.const_gamma, { ...acceleration_m_s2, above: true }],
        ["max_speed", form.max_speed, { ...max_speed_m_s, above: true }],
      ],
      reportFault,
    );
    checkMass(form, reportFault);
    checkRollingResistance(form, reportFault);
  });
}

const TowedStockParams = v.object({ towed_rolling_stock_id: pathId });

const readAccess = checked({ roles: ["rolling-stock:read"] });
const writeAccess = checked({ roles: ["rolling-stock:write"] });

const FORM_ERRORS = ["ValidationError", "TowedRollingStockNameAlreadyUsed"] as const;

export const TOWED_ROLLING_STOCK_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/towed_rolling_stock",
    summary: "List towed rolling stocks",
    query: TowedRollingStockListQuery,
    answer: okText(TowedRollingStockPage),
    access: readAccess,
    handle: async ({ services }, { query }) => {
      const { results, count } = await listTowedRollingStocks(services.db, query);
      return pageText(results, count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/towed_rolling_stock",
    summary: "Create a towed rolling stock",
    query: v.object({
      locked: v.optional(about(queryBool, "Whether it can't be changed; goes before the body")),
    }),
    body: jsonBody(TowedRollingStockForm, TOWED_ROLLING_STOCK_EXAMPLE),
    answer: okText(TowedRollingStock),
    creates: "vehicles/towed_rolling_stock/insert",
    access: writeAccess,
    errors: FORM_ERRORS,
    headers: ["etag"],
    constraints: TOWED_ROLLING_STOCK_CONSTRAINTS,
    links: {
      parameters: { towed_rolling_stock_id: "$response.body#/id" },
      to: [
        "GET /towed_rolling_stock/:towed_rolling_stock_id",
        "PATCH /towed_rolling_stock/:towed_rolling_stock_id",
      ],
    },
    handle: async (ctx, { query, body }) => {
      const locked = query.locked ?? body.locked ?? false;
      const columns = readForm(body);
      const record = await insertTowedRollingStock(ctx.services.db, columns, locked);
      setETag(ctx, record.version);
      return { json: record.json };
    },
  }),
  endpoint({
    method: "get",
    path: "/towed_rolling_stock/:towed_rolling_stock_id",
    summary: "A towed rolling stock",
    params: TowedStockParams,
    answer: okText(TowedRollingStock),
    access: readAccess,
    errors: ["TowedRollingStockNotFound"],
    headers: ["etag"],
    handle: async (ctx, { params: { towed_rolling_stock_id: id } }) => {
      const record = await getTowedRollingStock(ctx.services.db, id);
      if (record === null) throw towedRollingStockNotFound(id);
      setETag(ctx, record.version);
      return { json: record.json };
    },
  }),
  endpoint({
    method: "patch",
    path: "/towed_rolling_stock/:towed_rolling_stock_id",
    summary: "Replace the form of an unlocked towed rolling stock",
    params: TowedStockParams,
    body: jsonBody(TowedRollingStockForm, TOWED_ROLLING_STOCK_EXAMPLE),
    answer: okText(TowedRollingStock),
    access: writeAccess,
    errors: [...FORM_ERRORS, "TowedRollingStockNotFound", "TowedRollingStockIsLocked"],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params: { towed_rolling_stock_id }, body }) =>
      changeTowedStock(ctx, towed_rolling_stock_id, body),
  }),
  endpoint({
    method: "patch",
    path: "/towed_rolling_stock/:towed_rolling_stock_id/locked",
    summary: "Lock or unlock a towed rolling stock",
    params: TowedStockParams,
    body: jsonBody(LockedBody, { locked: true }),
    answer: noContent,
    access: writeAccess,
    errors: ["TowedRollingStockNotFound"],
    handle: async ({ services }, { params: { towed_rolling_stock_id: id }, body: { locked } }) => {
      const is_done = await setTowedRollingStockLocked(services.db, id, locked);
      if (!is_done) throw towedRollingStockNotFound(id);
    },
  }),
];

/** The form's columns; throws if a rule is broken. */
function readForm({ locked: _locked, ...form }: TowedRollingStockForm): TowedStockColumns {
  const faults = listTowedFormFaults(form);
  if (Object.keys(faults).length > 0) throw formIsInvalid(form.name, faults);
  const record = JSON.stringify({ railjson_version: ROLLING_STOCK_FORM_VERSION, ...form });
  return { name: form.name, record };
}

async function changeTowedStock(
  ctx: Context,
  id: number,
  form: TowedRollingStockForm,
): Promise<JsonText> {
  const changed = await updateTowedRollingStock(ctx.services.db, id, {
    columns: readForm(form),
    locked: form.locked ?? null,
    if_version: readIfMatch(ctx),
  });
  if (changed === null) throw towedRollingStockNotFound(id);
  switch (changed.outcome) {
    case "changed":
      setETag(ctx, changed.version);
      return { json: changed.json };
    case "locked":
      throw towedRollingStockIsLocked(id);
    case "stale": {
      const { version } = changed;
      const message = `Towed rolling stock '${id}' has changed, it is at version ${version}`;
      throw preconditionFailed(message, version);
    }
  }
}
