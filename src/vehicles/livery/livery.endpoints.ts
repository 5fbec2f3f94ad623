/**
 * Liveries (interface.md 6.1): named pictures of a rolling stock. Rights are those on the stock's
 * collection. Runs do not depend on liveries, so the stock keeps its version.
 */
import * as v from "valibot";
import { noContent, okText } from "../../platform/http/answers.ts";
import { nameIsTakenWithin } from "../../platform/http/constraints.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { changeWhereItIs, foreseeCollections } from "../rolling_stock/in_collection.ts";
import { LIVERIES_MAX, Livery } from "../rolling_stock/livery.schemas.ts";
import { rollingStockIsLocked } from "../rolling_stock/rolling_stock.errors.ts";
import { drawSideBySide } from "./compound_picture.ts";
import { deleteLivery, insertLivery } from "./livery.queries.ts";
import { LIVERY_FORM, readLiveryForm } from "./livery_form.ts";

const StockParams = v.object({ rolling_stock_id: pathId });
const LiveryParams = v.object({ ...StockParams.entries, livery_id: pathId });

const writeAccess = checked({
  roles: ["rolling-stock:write"],
  levels: { rolling_stock_collection: "Writer" },
});

export const LIVERY_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/rolling_stock/:rolling_stock_id/livery",
    summary:
      "Give an unlocked rolling stock a livery: its pictures, set side by side by their file names",
    params: StockParams,
    body: LIVERY_FORM,
    answer: okText(Livery),
    creates: "vehicles/livery/insert",
    access: writeAccess,
    errors: [
      "RollingStockNotFound",
      "RollingStockIsLocked",
      "LiveryMultipartError",
      "LiveryImageUnreadable",
      "LiveryNameAlreadyUsed",
      "TooManyItems",
    ],
    constraints: { livery_name_key: nameIsTakenWithin("LiveryNameAlreadyUsed", "A livery") },
    links: {
      parameters: {
        rolling_stock_id: "$request.path.rolling_stock_id",
        livery_id: "$response.body#/id",
      },
      to: ["DELETE /rolling_stock/:rolling_stock_id/livery/:livery_id"],
    },
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id: stock_id }, body }) => {
      const { name, pictures } = readLiveryForm(ctx.header("content-type") ?? "", body);
      const made = await changeWhereItIs(ctx, stock_id, null, async (home_id) =>
        insertLivery(
          ctx.services.db,
          { stock_id, home_id },
          { name, picture: drawSideBySide(pictures), signal: ctx.signal },
        ),
      );
      if (made.outcome === "locked") throw rollingStockIsLocked(stock_id);
      if (made.outcome === "full") {
        const message = `A rolling stock has at most ${LIVERIES_MAX} liveries`;
        throw new AppError("TooManyItems", message, { limit: LIVERIES_MAX });
      }
      return { json: made.json };
    },
  }),
  endpoint({
    method: "delete",
    path: "/rolling_stock/:rolling_stock_id/livery/:livery_id",
    summary: "Delete a livery of an unlocked rolling stock, with its picture",
    params: LiveryParams,
    answer: noContent,
    access: writeAccess,
    errors: ["RollingStockNotFound", "RollingStockIsLocked", "LiveryNotFound"],
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id: stock_id, livery_id } }) => {
      const outcome = await changeWhereItIs(ctx, stock_id, null, async (home_id) =>
        deleteLivery(ctx.services.db, { stock_id, home_id }, livery_id),
      );
      if (outcome === "locked") throw rollingStockIsLocked(stock_id);
      if (outcome === "absent") {
        const message = `Rolling stock '${stock_id}' has no livery '${livery_id}'`;
        throw new AppError("LiveryNotFound", message, { livery_id });
      }
    },
  }),
];
