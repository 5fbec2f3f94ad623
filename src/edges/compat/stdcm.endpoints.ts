/**
 * A train fitted in between others (interface.md 11.3), which this server does not compute: existing
 * clients are told so, after everything that would be wrong with their request anyway.
 */
import * as v from "valibot";
import { jsonBody, noBody, noContent, refusal } from "../../platform/http/answers.ts";
import { type Context, checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { NoParams, NoQuery, pathId } from "../../platform/http/fields.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { toPathItem } from "../../railway/waypoint.schemas.ts";
import { getTimetable } from "../../timetable/timetable/timetable.queries.ts";
import { findPaths, pathKey } from "../../train_runs/path/find_paths.ts";
import { openPathScope } from "../../train_runs/simulation/scope.ts";
import { readEngineStock } from "../../vehicles/rolling_stock/records.ts";
import { getRollingStock } from "../../vehicles/rolling_stock/rolling_stock.queries.ts";
import { STDCM_EXAMPLE, StdcmQuery, StdcmRequest } from "./compat.schemas.ts";

export const COMPAT_STDCM_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/stdcm/search_environment",
    summary: "Nothing: there is no environment to search in",
    params: NoParams,
    query: NoQuery,
    body: noBody,
    answer: noContent,
    access: checked({ roles: ["stdcm"] }),
    handle: async () => undefined,
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/stdcm",
    summary: "Refuses to fit a train in between others",
    params: v.object({ timetable_id: pathId }),
    query: StdcmQuery,
    body: jsonBody(StdcmRequest, STDCM_EXAMPLE),
    answer: refusal("StdcmNotSupported"),
    creates: null,
    access: checked({
      roles: ["stdcm"],
      levels: { timetable: "Reader", infra: "Reader", rolling_stock_collection: "Reader" },
      needs: ({ params, query }: StdcmTarget) => ({
        timetable: [params.timetable_id],
        infra: [query.infra_id],
      }),
      absent: { timetable: "StdcmTimetableNotFound", infra: "StdcmInfraNotFound" },
    }),
    errors: ["StdcmRollingStockNotFound", "StdcmInvalidPathItems", "InfraNotUsable"],
    handle: async (ctx, { params: { timetable_id }, query: { infra_id }, body }) => {
      await checkRequest(ctx, { ...body, timetable_id, infra_id });
      return new AppError("StdcmNotSupported", "This server can't fit trains in between others");
    },
  }),
];

interface StdcmTarget {
  readonly params: { readonly timetable_id: number };
  readonly query: { readonly infra_id: number };
}

interface Search extends StdcmRequest {
  readonly timetable_id: number;
  readonly infra_id: number;
}

/** Throws what is wrong with the request beyond its form. */
async function checkRequest(
  ctx: Context,
  { timetable_id, infra_id, rolling_stock_id, steps }: Search,
): Promise<void> {
  const { db } = ctx.services;
  if ((await getTimetable(db, timetable_id)) === null) {
    throw absentResource("timetable", timetable_id, "StdcmTimetableNotFound");
  }
  const stored = await getRollingStock(db, rolling_stock_id);
  if (stored === null) {
    const message = `Rolling stock '${rolling_stock_id}', could not be found`;
    throw new AppError("StdcmRollingStockNotFound", message, { rolling_stock_id });
  }
  await ctx.require({ rolling_stock_collection: [stored.collection_id] });
  const scope = await openPathScope(ctx, infra_id, {
    priority: "interactive",
    area: "StdcmInfraNotFound",
  });
  const stock = readEngineStock(`${rolling_stock_id}.${stored.version}`, stored.json).path;
  const job = { items: steps.map(({ location }) => toPathItem(location)), stock };
  const [outcome] = await findPaths(scope, [{ key: pathKey(scope.infra, job), job }]);
  if (outcome?.kind !== "invalid_path_items") return;
  const items = outcome.item_indices.map((index) => ({ index, path_item: steps[index]?.location }));
  throw new AppError("StdcmInvalidPathItems", "Steps of the path could not be found", { items });
}
