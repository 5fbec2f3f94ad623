/** The caller's own identity, and users to share with (interface.md 2.3). */
import * as v from "valibot";
import { resolveRoles } from "../../platform/access/application_roles.ts";
import { ALL_ROLES } from "../../platform/access/roles.ts";
import { jsonBody, noContent, okJson } from "../../platform/http/answers.ts";
import { authenticated, checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import type { Services } from "../../platform/services.ts";
import { checkApplicationRoles } from "./admins.ts";
import { noSuchUser } from "./authn.errors.ts";
import { changeRoles, getProfile, searchNames } from "./authn.queries.ts";
import {
  APP_ROLES_EXAMPLE,
  AppRoles,
  NamedPage,
  NameQuery,
  UserInformation,
} from "./authn.schemas.ts";

const UserParams = v.object({ user_id: pathId });

/** A user's information, or null if there is no such user. */
async function describeUser(
  { db, roles, config }: Services,
  user_id: number,
): Promise<UserInformation | null> {
  const profile = await getProfile(db, user_id);
  if (profile === null) return null;
  const { id, name, group_ids, group_names, app_roles, all_app_roles } = profile;
  const is_superuser = config.authorization === "disabled";
  const builtin_roles = is_superuser ? ALL_ROLES : resolveRoles(roles, all_app_roles);
  return {
    id,
    name,
    groups: group_ids.map((group_id, i) => ({ id: group_id, name: group_names[i] ?? "" })),
    app_roles: [...app_roles],
    builtin_roles: [...builtin_roles].sort(),
  };
}

function rolesEndpoint(verb: "add" | "remove"): Endpoint {
  return endpoint({
    method: "post",
    path: `/authn/user/:user_id/roles/${verb}`,
    summary: verb === "add" ? "Give a user application roles" : "Take a user's application roles",
    params: UserParams,
    body: jsonBody(AppRoles, APP_ROLES_EXAMPLE),
    answer: noContent,
    creates: null,
    access: checked({ roles: ["role:admin"] }),
    errors: ["UnknownApplicationRole", "NoSuchUser"],
    handle: async ({ services }, { params: { user_id }, body }) => {
      checkApplicationRoles(services, body);
      const change =
        verb === "add"
          ? "accounts/subject_role/add_to_user"
          : "accounts/subject_role/remove_from_user";
      if (!(await changeRoles(services.db, change, user_id, body))) throw noSuchUser(user_id);
    },
  });
}

export const AUTHN_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/authn/me",
    summary: "The caller with groups and roles",
    answer: okJson(UserInformation),
    access: authenticated,
    handle: async ({ services, user }) => {
      const found = user === null ? null : await describeUser(services, user.id);
      // Also null if the user was deleted between the two reads.
      if (found === null) throw new AppError("Unauthenticated", "The request has no identity");
      return found;
    },
  }),
  endpoint({
    method: "get",
    path: "/authn/user/:user_id",
    summary: "A user with groups and roles",
    params: UserParams,
    answer: okJson(UserInformation),
    access: authenticated,
    errors: ["NoSuchUser"],
    handle: async ({ services }, { params: { user_id } }) => {
      const found = await describeUser(services, user_id);
      if (found === null) throw noSuchUser(user_id);
      return found;
    },
  }),
  endpoint({
    method: "get",
    path: "/authn/users",
    summary: "Find users by a part of their name, to share with",
    query: NameQuery,
    answer: okJson(NamedPage),
    access: authenticated,
    handle: async ({ services }, { query }) => {
      const search = { ...query, text: query.query };
      const { results, count } = await searchNames(services.db, "accounts/app_user/search", search);
      return page(results, count, query);
    },
  }),
  rolesEndpoint("add"),
  rolesEndpoint("remove"),
];
