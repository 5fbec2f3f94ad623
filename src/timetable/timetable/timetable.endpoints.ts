/** Timetables (interface.md 7). */
import * as v from "valibot";
import { created, noContent, okJson, optionalJsonBody } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { getScenarioOfTimetable } from "../../studies/scenario/scenario.queries.ts";
import { timetableIsOpened, timetableNotFound } from "./timetable.errors.ts";
import { deleteTimetable, insertTimetable, listTimetables } from "./timetable.queries.ts";
import {
  NewTimetable,
  TimetableBody,
  TimetableDeletionQuery,
  TimetableListQuery,
  TimetablePage,
} from "./timetable.schemas.ts";

const TimetableParams = v.object({ timetable_id: pathId });

export const TIMETABLE_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable",
    summary: "Create a timetable",
    body: optionalJsonBody(TimetableBody, { name: "Winter 2027" }),
    answer: created(NewTimetable),
    creates: "timetable/timetable/insert",
    access: checked({ roles: ["timetable:write"] }),
    links: {
      parameters: { timetable_id: "$response.body#/timetable_id" },
      to: [
        "GET /timetable/:timetable_id/train_schedules",
        "POST /timetable/:timetable_id/train_schedules",
        "GET /timetable/:timetable_id/paced_trains",
        "POST /timetable/:timetable_id/paced_trains",
        "GET /timetable/:timetable_id",
        "GET /timetable/:timetable_id/export",
        "POST /timetable/:timetable_id/import",
        "PUT /timetable/:timetable_id",
        "DELETE /timetable/:timetable_id",
        "POST /timetable/:timetable_id/stdcm",
      ],
    },
    handle: async ({ services, user }, { body: { name = null, period = null } }) => ({
      timetable_id: await insertTimetable(services.db, {
        name,
        period,
        creator_id: user?.id ?? null,
      }),
    }),
  }),
  endpoint({
    method: "get",
    path: "/timetable",
    summary: "List timetables",
    query: TimetableListQuery,
    answer: okJson(TimetablePage),
    access: checked({ roles: ["timetable:read"] }),
    handle: async ({ services, viewer_id }, { query }) => {
      const { results, count } = await listTimetables(services.db, query, viewer_id);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "delete",
    path: "/timetable/:timetable_id",
    summary: "Delete a timetable with its trains",
    params: TimetableParams,
    query: TimetableDeletionQuery,
    answer: noContent,
    access: checked({
      roles: ["timetable:write"],
      levels: { timetable: "Owner", scenario: "Writer" },
    }),
    errors: ["TimetableIsUsed"],
    handle: async (ctx, { params: { timetable_id }, query: { force } }) =>
      removeTimetable(ctx, timetable_id, force),
  }),
];

/** Its scenario is deleted too, so that one's rights are checked; again if it was attached meanwhile. */
async function removeTimetable(
  ctx: Context,
  timetable_id: number,
  is_forced: boolean,
): Promise<void> {
  const { db } = ctx.services;
  for (;;) {
    ctx.signal.throwIfAborted();
    const scenario_id = await getScenarioOfTimetable(db, timetable_id);
    await ctx.require({ scenario: scenario_id === null ? [] : [scenario_id] });
    const is_admin = ctx.hasRole("admin");
    const outcome = await deleteTimetable(db, timetable_id, { scenario_id, is_admin, is_forced });
    if (outcome === "opened") throw timetableIsOpened(timetable_id);
    if (outcome === "absent") throw timetableNotFound(timetable_id);
    if (outcome === "deleted") return;
  }
}
