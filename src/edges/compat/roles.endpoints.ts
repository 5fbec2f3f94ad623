/** The caller's identity and a user's roles, in the form of existing clients (interface.md 2.3). */
import * as v from "valibot";
import { noSuchUser } from "../../accounts/authn/authn.errors.ts";
import { getProfile } from "../../accounts/authn/authn.queries.ts";
import { resolveRoles } from "../../platform/access/application_roles.ts";
import { ALL_ROLES, type BuiltinRole } from "../../platform/access/roles.ts";
import { okJson } from "../../platform/http/answers.ts";
import { authenticated, type Context, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { BuiltinRoles, Caller } from "./compat.schemas.ts";

/*
 * Builtin roles under the names of clients of 2024 (interface.md 2.2), which show or hide pages accordingly.
 * The roles that those clients assign are application roles here, so a roles file may use these names.
 */

const NAMES: { readonly [Role in BuiltinRole]: readonly string[] } = {
  "role:admin": ["RoleRead", "RoleWrite", "SubjectRead"],
  "group:create": ["SubjectWrite"],
  "infra:read": ["InfraRead", "MapRead"],
  "infra:write": ["InfraWrite"],
  "rolling-stock:read": ["RollingStockCollectionRead"],
  "rolling-stock:write": ["RollingStockCollectionWrite"],
  "timetable:read": ["TimetableRead"],
  "timetable:write": ["TimetableWrite"],
  "operation:write": [],
  "operational-studies:read": ["OpsRead", "DocumentRead"],
  "operational-studies:write": ["OpsWrite", "DocumentWrite"],
  stdcm: ["Stdcm"],
  admin: ["Superuser"],
};

/** The names of some builtin roles, sorted. */
export function nameRoles(roles: Iterable<BuiltinRole>): string[] {
  return [...roles].flatMap((role) => NAMES[role]).sort();
}

/** The caller if authorization is disabled and the request has no identity. */
const NOBODY = { id: -1, name: "nobody" } as const;

function rolesOf(ctx: Context): BuiltinRole[] {
  return [...ALL_ROLES].filter((role) => ctx.hasRole(role)).sort();
}

export const COMPAT_ROLE_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/authz/me",
    summary: "The caller with builtin roles",
    answer: okJson(Caller),
    access: authenticated,
    handle: async (ctx) => {
      const { id, name } = ctx.user ?? NOBODY;
      return { id, name, roles: rolesOf(ctx) };
    },
  }),
  endpoint({
    method: "get",
    path: "/authz/roles/me",
    summary: "The caller's builtin roles, under their names of 2024",
    answer: okJson(BuiltinRoles),
    access: authenticated,
    handle: async (ctx) => ({ builtin: nameRoles(rolesOf(ctx)) }),
  }),
  endpoint({
    method: "get",
    path: "/authz/roles/:user_id",
    summary: "A user's builtin roles, under their names of 2024",
    params: v.object({ user_id: pathId }),
    answer: okJson(BuiltinRoles),
    access: authenticated,
    errors: ["NoSuchUser"],
    handle: async ({ services }, { params: { user_id } }) => {
      const profile = await getProfile(services.db, user_id);
      if (profile === null) throw noSuchUser(user_id);
      const is_superuser = services.config.authorization === "disabled";
      const roles = is_superuser ? ALL_ROLES : resolveRoles(services.roles, profile.all_app_roles);
      return { builtin: nameRoles(roles) };
    },
  }),
];
