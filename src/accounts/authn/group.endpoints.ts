/** Groups and their members (interface.md 2.3). A group is also a resource: grants say who manages it. */
import * as v from "valibot";
import { created, jsonBody, noContent, okJson, okText } from "../../platform/http/answers.ts";
import {
  authenticated,
  type Context,
  checked,
  type Endpoint,
  endpoint,
} from "../../platform/http/endpoint.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { checkApplicationRoles } from "./admins.ts";
import { lastOwner, noSuchGroup, noSuchUser } from "./authn.errors.ts";
import {
  addMembers,
  changeRoles,
  deleteGroup,
  getGroup,
  insertGroup,
  removeMembers,
  searchNames,
} from "./authn.queries.ts";
import {
  APP_ROLES_EXAMPLE,
  AppRoles,
  Group,
  GroupCreation,
  NamedPage,
  NameQuery,
  UserIds,
} from "./authn.schemas.ts";

const GroupParams = v.object({ group_id: pathId });

const READ_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/authn/groups",
    summary: "Find groups by a part of their name, to share with",
    query: NameQuery,
    answer: okJson(NamedPage),
    access: authenticated,
    handle: async ({ services }, { query }) => {
      const search = { ...query, text: query.query };
      const { results, count } = await searchNames(
        services.db,
        "accounts/app_group/search",
        search,
      );
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "get",
    path: "/authn/group/:group_id",
    summary: "A group with its members",
    params: GroupParams,
    answer: okText(Group),
    access: authenticated,
    errors: ["NoSuchGroup"],
    handle: async ({ services }, { params: { group_id } }) => {
      const group = await getGroup(services.db, group_id);
      if (group === null) throw noSuchGroup(group_id);
      const { id, name, users } = group;
      return { json: printObject({ id, name, users: raw(users) }) };
    },
  }),
];

const WRITE_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/authn/group",
    summary: "Create a group; answers its id",
    body: jsonBody(GroupCreation, { name: "Planners", app_roles: APP_ROLES_EXAMPLE }),
    answer: created(bodyId),
    creates: "accounts/app_group/insert",
    access: checked({ roles: ["group:create"] }),
    errors: ["UnknownApplicationRole"],
    links: {
      parameters: { group_id: "$response.body" },
      to: [
        "GET /authn/group/:group_id",
        "POST /authn/group/:group_id/add",
        "DELETE /authn/group/:group_id",
      ],
    },
    handle: async (ctx, { body }) => {
      if (body.app_roles.length > 0) ctx.requireRole("role:admin");
      checkApplicationRoles(ctx.services, body.app_roles);
      return await insertGroup(ctx.services.db, ctx.user?.id ?? null, body);
    },
  }),
  endpoint({
    method: "post",
    path: "/authn/group/:group_id/add",
    summary: "Add users to a group, all or none",
    params: GroupParams,
    body: jsonBody(UserIds, [1, 2]),
    answer: noContent,
    creates: null,
    access: checked({ roles: [], levels: { group: "Writer" } }),
    errors: ["NoSuchUser"],
    handle: async (ctx, { params: { group_id }, body }) => addUsers(ctx, group_id, body),
  }),
  endpoint({
    method: "post",
    path: "/authn/group/:group_id/remove",
    summary: "Remove users from a group, all or none",
    params: GroupParams,
    body: jsonBody(UserIds, [1, 2]),
    answer: noContent,
    creates: null,
    access: checked({ roles: [], levels: { group: "Writer" } }),
    errors: ["NoSuchUser", "LastOwner"],
    handle: async (ctx, { params: { group_id }, body }) => removeUsers(ctx, group_id, body),
  }),
  endpoint({
    method: "delete",
    path: "/authn/group/:group_id",
    summary: "Delete a group with its grants and roles",
    params: GroupParams,
    answer: noContent,
    access: checked({ roles: [], levels: { group: "Owner" } }),
    errors: ["LastOwner"],
    handle: async (ctx, { params: { group_id } }) => {
      const is_admin = ctx.hasRole("admin");
      const loss = await deleteGroup(ctx.services.db, group_id, is_admin);
      if (loss.outcome === "last_owner") throw lastOwner(loss.orphan_type, loss.orphan_id);
      if (loss.outcome !== "done") throw noSuchGroup(group_id);
    },
  }),
];

function rolesEndpoint(verb: "add" | "remove"): Endpoint {
  return endpoint({
    method: "post",
    path: `/authn/group/:group_id/roles/${verb}`,
    summary: verb === "add" ? "Give a group application roles" : "Take a group's application roles",
    params: GroupParams,
    body: jsonBody(AppRoles, APP_ROLES_EXAMPLE),
    answer: noContent,
    creates: null,
    access: checked({ roles: ["role:admin"] }),
    errors: ["UnknownApplicationRole", "NoSuchGroup"],
    handle: async ({ services }, { params: { group_id }, body }) => {
      checkApplicationRoles(services, body);
      const change =
        verb === "add"
          ? "accounts/subject_role/add_to_group"
          : "accounts/subject_role/remove_from_group";
      if (!(await changeRoles(services.db, change, group_id, body))) throw noSuchGroup(group_id);
    },
  });
}

async function addUsers(ctx: Context, group_id: number, ids: readonly number[]): Promise<void> {
  const may_assign_roles = ctx.hasRole("role:admin");
  const added = await addMembers(ctx.services.db, group_id, ids, may_assign_roles);
  switch (added.outcome) {
    case "done":
      return;
    case "unknown_group":
      throw noSuchGroup(group_id);
    case "unknown_user":
      throw noSuchUser(added.unknown_user_id ?? 0);
    case "roles_needed":
      // Nothing was changed. Joining this group gives its roles, so the caller must be allowed to assign them.
      ctx.requireRole("role:admin");
  }
}

async function removeUsers(ctx: Context, group_id: number, ids: readonly number[]): Promise<void> {
  const removed = await removeMembers(ctx.services.db, group_id, ids, ctx.hasRole("admin"));
  switch (removed.outcome) {
    case "done":
      return;
    case "unknown_group":
      throw noSuchGroup(group_id);
    case "unknown_user":
      throw noSuchUser(removed.unknown_user_id ?? 0);
    case "last_owner":
      throw lastOwner(removed.orphan_type, removed.orphan_id);
  }
}

export const GROUP_ENDPOINTS = [
  ...READ_ENDPOINTS,
  ...WRITE_ENDPOINTS,
  rolesEndpoint("add"),
  rolesEndpoint("remove"),
];
