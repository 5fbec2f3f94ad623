/** Temporary speed limits (interface.md 11.4). Groups have no grants: access is by role alone. */
import * as v from "valibot";
import { batchBody, noContent, okJson, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import {
  TEMPORARY_SPEED_LIMIT_CONSTRAINTS,
  temporarySpeedLimitGroupNotFound,
} from "./temporary_speed_limit.errors.ts";
import {
  deleteTemporarySpeedLimitGroup,
  getTemporarySpeedLimitGroup,
  insertTemporarySpeedLimitGroup,
  listTemporarySpeedLimitGroups,
} from "./temporary_speed_limit.queries.ts";
import {
  NewTemporarySpeedLimitGroup,
  TemporarySpeedLimitGroup,
  TemporarySpeedLimitGroupForm,
  TemporarySpeedLimitGroupListQuery,
  TemporarySpeedLimitGroupPage,
} from "./temporary_speed_limit.schemas.ts";

const GroupParams = v.object({ temporary_speed_limit_group_id: pathId });

export const TEMPORARY_SPEED_LIMIT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/temporary_speed_limit_group",
    summary: "List groups of temporary speed limits",
    query: TemporarySpeedLimitGroupListQuery,
    answer: okJson(TemporarySpeedLimitGroupPage),
    access: checked({ roles: ["infra:read"] }),
    handle: async ({ services }, { query }) => {
      const { results, count } = await listTemporarySpeedLimitGroups(services.db, query);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/temporary_speed_limit_group",
    summary: "Create a group of temporary speed limits",
    body: batchBody(TemporarySpeedLimitGroupForm, {
      speed_limit_group_name: "May 2026",
      speed_limits: [
        {
          start_date_time: "2026-05-22T00:00:00Z",
          end_date_time: "2026-06-01T00:00:00Z",
          track_ranges: [{ track: "TA2", begin: 0, end: 1950, direction: "START_TO_STOP" }],
          speed_limit: 11.1,
          obj_id: "limit.1",
        },
      ],
    }),
    answer: okJson(NewTemporarySpeedLimitGroup),
    creates: "network/temporary_speed_limit_group/insert",
    access: checked({ roles: ["infra:write"] }),
    errors: ["TemporarySpeedLimitNameAlreadyUsed", "TooManyItems"],
    constraints: TEMPORARY_SPEED_LIMIT_CONSTRAINTS,
    links: {
      parameters: { temporary_speed_limit_group_id: "$response.body#/group_id" },
      to: [
        "GET /temporary_speed_limit_group/:temporary_speed_limit_group_id",
        "DELETE /temporary_speed_limit_group/:temporary_speed_limit_group_id",
      ],
    },
    handle: async ({ services }, { body: { speed_limit_group_name: name, speed_limits } }) => {
      const { temporary_speed_limits: count_max } = services.config.limits;
      const count = speed_limits.length;
      if (count > count_max) {
        const message = `${count} speed limits are too many, at most ${count_max}`;
        throw new AppError("TooManyItems", message, { count, count_max });
      }
      return { group_id: await insertTemporarySpeedLimitGroup(services.db, name, speed_limits) };
    },
  }),
  endpoint({
    method: "get",
    path: "/temporary_speed_limit_group/:temporary_speed_limit_group_id",
    summary: "A group with its temporary speed limits",
    params: GroupParams,
    answer: okText(TemporarySpeedLimitGroup),
    access: checked({ roles: ["infra:read"] }),
    errors: ["TemporarySpeedLimitGroupNotFound"],
    handle: async ({ services }, { params: { temporary_speed_limit_group_id: id } }) => {
      const group = await getTemporarySpeedLimitGroup(services.db, id);
      if (group === null) throw temporarySpeedLimitGroupNotFound(id);
      const { name, limits } = group;
      const parts = { group_id: id, speed_limit_group_name: name, speed_limits: raw(limits) };
      return { json: printObject(parts) };
    },
  }),
  endpoint({
    method: "delete",
    path: "/temporary_speed_limit_group/:temporary_speed_limit_group_id",
    summary: "Delete a group with its temporary speed limits",
    params: GroupParams,
    answer: noContent,
    access: checked({ roles: ["infra:write"] }),
    errors: ["TemporarySpeedLimitGroupNotFound", "TemporarySpeedLimitGroupIsUsed"],
    handle: async (ctx, { params: { temporary_speed_limit_group_id: id } }) => {
      const is_admin = ctx.hasRole("admin");
      const is_deleted = await deleteTemporarySpeedLimitGroup(ctx.services.db, id, is_admin);
      if (!is_deleted) throw temporarySpeedLimitGroupNotFound(id);
    },
  }),
];
