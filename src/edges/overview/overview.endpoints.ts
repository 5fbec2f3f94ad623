/**
 * Everything a user can work on, for a first page: one request, however many projects there are (interface.md 7.1).
 * It lists what the caller may see; parts that need a role besides `timetable:read` are omitted without it.
 */

import { listInfras } from "../../network/infra/infra.queries.ts";
import { okJson } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { page } from "../../platform/http/page.ts";
import { listPlaces } from "./overview.queries.ts";
import { NETWORKS_MAX, Overview, OverviewQuery } from "./overview.schemas.ts";

export const OVERVIEW_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/overview",
    summary:
      "Timetables, changed last first, with their projects, studies and scenarios, and networks",
    query: OverviewQuery,
    answer: okJson(Overview),
    access: checked({ roles: ["timetable:read"] }),
    handle: readOverview,
  }),
];

async function readOverview(
  ctx: Context,
  { query }: { readonly query: OverviewQuery },
): Promise<Overview> {
  const { db } = ctx.services;
  const { viewer_id } = ctx;
  const viewer = { viewer_id, shows_scenarios: ctx.hasRole("operational-studies:read") };
  const [places, infras] = await Promise.all([
    listPlaces(db, viewer, query),
    ctx.hasRole("infra:read")
      ? listInfras(db, { page: 1, page_size: NETWORKS_MAX }, viewer_id)
      : { count: 0, results: [] },
  ]);
  return {
    timetables: page(places.results, places.count, query),
    infras: infras.results.map(({ id, name }) => ({ id, name })),
    infra_count: infras.count,
  };
}
