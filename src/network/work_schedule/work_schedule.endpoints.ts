/** Work schedules (interface.md 11.4). Groups have no grants: access is by role alone. */
import * as v from "valibot";
import { batchBody, noContent, okJson, okText } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { printAll } from "../../platform/http/sending/print_in_turns.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { doInTurns } from "../../platform/turns.ts";
import { TRACK_RANGES_EXAMPLE } from "../../railway/track_ranges.schemas.ts";
import { WORK_SCHEDULE_CONSTRAINTS, workScheduleGroupNotFound } from "./work_schedule.errors.ts";
import {
  deleteWorkScheduleGroup,
  getWorkScheduleGroup,
  insertWorkScheduleGroup,
  listWorkScheduleGroups,
} from "./work_schedule.queries.ts";
import {
  NewWorkScheduleGroup,
  WorkProjectionRequest,
  WorkProjections,
  WorkScheduleGroup,
  WorkScheduleGroupForm,
  WorkScheduleGroupListQuery,
  WorkScheduleGroupPage,
} from "./work_schedule.schemas.ts";

const GroupParams = v.object({ work_schedule_group_id: pathId });

export const WORK_SCHEDULE_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/work_schedules",
    summary: "List groups of work schedules",
    query: WorkScheduleGroupListQuery,
    answer: okJson(WorkScheduleGroupPage),
    access: checked({ roles: ["infra:read"] }),
    handle: async ({ services }, { query }) => {
      const { results, count } = await listWorkScheduleGroups(services.db, query);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/work_schedules",
    summary: "Create a group of work schedules",
    body: batchBody(WorkScheduleGroupForm, {
      work_schedule_group_name: "May 2026",
      work_schedules: [
        {
          start_date_time: "2026-05-22T22:00:00Z",
          end_date_time: "2026-05-23T05:00:00Z",
          track_ranges: TRACK_RANGES_EXAMPLE,
          obj_id: "work.1",
          work_schedule_type: "CATENARY",
        },
      ],
    }),
    answer: okJson(NewWorkScheduleGroup),
    creates: "network/work_schedule_group/insert",
    access: checked({ roles: ["infra:write"] }),
    errors: ["WorkScheduleNameAlreadyUsed", "TooManyItems"],
    constraints: WORK_SCHEDULE_CONSTRAINTS,
    links: {
      parameters: { work_schedule_group_id: "$response.body#/work_schedule_group_id" },
      to: [
        "GET /work_schedules/:work_schedule_group_id",
        "DELETE /work_schedules/:work_schedule_group_id",
      ],
    },
    handle: async ({ services, signal }, { body }) => {
      const { work_schedule_group_name: name, work_schedules } = body;
      const { work_schedules: count_max } = services.config.limits;
      const count = work_schedules.length;
      if (count > count_max) {
        const message = `${count} works are too many, at most ${count_max}`;
        throw new AppError("TooManyItems", message, { count, count_max });
      }
      const records = await doInTurns(printAll(work_schedules), signal);
      return { work_schedule_group_id: await insertWorkScheduleGroup(services.db, name, records) };
    },
  }),
  endpoint({
    method: "post",
    path: "/work_schedules/project_path",
    summary: "Where the works of a group lie on a path",
    body: batchBody(WorkProjectionRequest, {
      work_schedule_group_id: 11,
      path_track_ranges: TRACK_RANGES_EXAMPLE,
    }),
    answer: okText(WorkProjections),
    creates: null,
    access: checked({ roles: ["infra:read"] }),
    errors: ["WorkScheduleGroupNotFound", "TooManyItems"],
    handle: async (ctx, { body }) => answerProjection(ctx, body),
  }),
  endpoint({
    method: "get",
    path: "/work_schedules/:work_schedule_group_id",
    summary: "A group with its work schedules",
    params: GroupParams,
    answer: okText(WorkScheduleGroup),
    access: checked({ roles: ["infra:read"] }),
    errors: ["WorkScheduleGroupNotFound"],
    handle: async ({ services }, { params: { work_schedule_group_id: id } }) => {
      const group = await getWorkScheduleGroup(services.db, id);
      if (group === null) throw workScheduleGroupNotFound(id);
      return {
        json: printObject({
          work_schedule_group_id: id,
          work_schedule_group_name: group.name,
          work_schedules: raw(group.works),
        }),
      };
    },
  }),
  endpoint({
    method: "delete",
    path: "/work_schedules/:work_schedule_group_id",
    summary: "Delete a group with its work schedules",
    params: GroupParams,
    answer: noContent,
    access: checked({ roles: ["infra:write"] }),
    errors: ["WorkScheduleGroupNotFound", "WorkScheduleGroupIsUsed"],
    handle: async (ctx, { params: { work_schedule_group_id: id } }) => {
      const is_admin = ctx.hasRole("admin");
      const is_deleted = await deleteWorkScheduleGroup(ctx.services.db, id, is_admin);
      if (!is_deleted) throw workScheduleGroupNotFound(id);
    },
  }),
];

async function answerProjection(
  { services, signal, share }: Context,
  { work_schedule_group_id: id, path_track_ranges }: v.InferOutput<typeof WorkProjectionRequest>,
): Promise<JsonText> {
  const group = await getWorkScheduleGroup(services.db, id);
  if (group === null) throw workScheduleGroupNotFound(id);
  const input = { works: group.works, path_track_ranges };
  const options = { share, signal, priority: "interactive" } as const;
  const outcome = await services.compute.run("project_works", input, options);
  if (outcome.kind === "success") return { json: outcome.json };
  const { overlaps_max } = outcome;
  throw new AppError("TooManyItems", "The path and the works have too many ranges in common", {
    count_max: overlaps_max,
  });
}
