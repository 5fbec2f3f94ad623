/** Opened days: while a day is open, all that is asked about it as it runs stands on its own plan. */
import * as v from "valibot";
import {
  created,
  jsonBody,
  noContent,
  okJson,
  optionalJsonBody,
} from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { DATE_ERRORS, SIMULATION_ERRORS } from "../simulation/setup.ts";
import { OPERATION_CONSTRAINTS, openDayNotFound } from "./operation.errors.ts";
import {
  deleteOpenDay,
  getOpenDay,
  insertOpenDay,
  listNumberedRuns,
  listOpenDays,
} from "./operation.queries.ts";
import {
  NewOpenDay,
  OpenDayForm,
  OpenDayPage,
  OpenDayQuery,
  OpenDayRunPage,
  OpenedDay,
  RefreshedDay,
  RefreshForm,
  RunsQuery,
} from "./operation.schemas.ts";
import { planOpenDay } from "./plan_day.ts";
import { refreshDay } from "./refresh_day.ts";

const OpenDayParams = v.object({ operation_id: pathId });

const reading = checked({
  roles: ["infra:read", "timetable:read"],
  levels: { infra: "Reader", timetable: "Reader" },
});
const closing = checked({ roles: ["operation:write"], levels: { timetable: "Writer" } });
/** Its trains are computed, which reveals parts of the infrastructure and of all stocks. */
const planning = checked({
  roles: ["infra:read", "timetable:read", "operation:write"],
  levels: { infra: "Reader", timetable: "Writer", rolling_stock_collection: "Reader" },
  absent: { infra: "TimetableInfraNotFound" },
});

export const OPERATION_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/operation",
    summary: "Open a day: from then on it runs on the trains and the network of this moment",
    body: jsonBody(OpenDayForm, { timetable_id: 8, infra_id: 3, date: "2026-05-22" }),
    answer: created(NewOpenDay),
    creates: "train_runs/operation/insert",
    access: planning,
    errors: [
      "TimetableInfraNotFound",
      ...SIMULATION_ERRORS,
      ...DATE_ERRORS,
      "TooManyItems",
      "DayIsOpen",
    ],
    constraints: OPERATION_CONSTRAINTS,
    links: {
      parameters: { operation_id: "$response.body#/id" },
      to: [
        "GET /operation/:operation_id",
        "GET /operation/:operation_id/runs",
        "POST /operation/:operation_id/refresh",
        "DELETE /operation/:operation_id",
      ],
    },
    handle: async (ctx, { body }) => openDay(ctx, body),
  }),
  endpoint({
    method: "get",
    path: "/operation",
    summary: "List the opened days of a timetable",
    query: OpenDayQuery,
    answer: okJson(OpenDayPage),
    access: checked({ roles: ["timetable:read"], levels: { timetable: "Reader" } }),
    handle: async ({ services }, { query }) => {
      const { results, count } = await listOpenDays(services.db, query.timetable_id, query);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "get",
    path: "/operation/:operation_id",
    summary: "An opened day, and whether what it stands on has changed since",
    params: OpenDayParams,
    answer: okJson(OpenedDay),
    access: reading,
    errors: ["OpenDayNotFound"],
    find: async (ctx, { params: { operation_id } }) => {
      const day = await findDay(ctx, operation_id);
      await ctx.require({ timetable: [day.timetable_id], infra: [day.infra_id] });
      return day;
    },
    handle: async (_, { found }) => found,
  }),
  endpoint({
    method: "get",
    path: "/operation/:operation_id/runs",
    summary: "List the trains of an opened day, with their numbers and their names in reports",
    params: OpenDayParams,
    query: RunsQuery,
    answer: okJson(OpenDayRunPage),
    access: checked({ roles: ["timetable:read"], levels: { timetable: "Reader" } }),
    errors: ["OpenDayNotFound"],
    find: async (ctx, { params: { operation_id } }) => {
      const day = await findDay(ctx, operation_id);
      await ctx.require({ timetable: [day.timetable_id] });
      return day;
    },
    handle: async ({ services }, { found: { id }, query }) => {
      const { results, count } = await listNumberedRuns(services.db, id, query);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/operation/:operation_id/refresh",
    summary:
      "Put an opened day onto the trains and the network of now, or tell what that would change",
    params: OpenDayParams,
    body: optionalJsonBody(RefreshForm, { dry_run: true }),
    answer: okJson(RefreshedDay),
    // Null, since repeating it is harmless: the day is of now then, too.
    creates: null,
    access: planning,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS, "TooManyItems", "OpenDayNotFound"],
    find: async (ctx, { params: { operation_id } }) => {
      const day = await findDay(ctx, operation_id);
      await ctx.require({ timetable: [day.timetable_id], infra: [day.infra_id] });
      return day;
    },
    handle: async (ctx, { found: { id }, body: { dry_run } }) => refreshDay(ctx, id, dry_run),
  }),
  endpoint({
    method: "delete",
    path: "/operation/:operation_id",
    summary: "Close a day: its plan is forgotten, its reports stay",
    params: OpenDayParams,
    answer: noContent,
    access: closing,
    errors: ["OpenDayNotFound"],
    find: async (ctx, { params: { operation_id } }) => {
      const day = await findDay(ctx, operation_id);
      await ctx.require({ timetable: [day.timetable_id] });
      return day;
    },
    handle: async ({ services }, { found: { id } }) => {
      if (!(await deleteOpenDay(services.db, id))) throw openDayNotFound(id);
    },
  }),
];

async function findDay({ services }: Context, id: number): Promise<OpenedDay> {
  const day = await getOpenDay(services.db, id);
  if (day === null) throw openDayNotFound(id);
  return day;
}

/** Planned again if a train or the network has changed meanwhile. */
async function openDay(
  ctx: Context,
  { timetable_id, infra_id, date, ...parameters }: OpenDayForm,
): Promise<v.InferOutput<typeof NewOpenDay>> {
  await ctx.require({ timetable: [timetable_id], infra: [infra_id] });
  for (;;) {
    ctx.signal.throwIfAborted();
    const plan = await planOpenDay(ctx, { timetable_id, infra_id, date, ...parameters });
    const id = await insertOpenDay(ctx.services.db, plan, {
      date,
      opened_by: ctx.user?.id ?? null,
    });
    if (id !== null) return { id };
  }
}
