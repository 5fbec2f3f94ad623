/** Who the caller is (interface.md 2.3). */
import * as v from "valibot";
import { BUILTIN_ROLES } from "../access/roles.ts";
import type { Config } from "../config.ts";
import { noBody, ok } from "../http/answers.ts";
import { authenticated, type Endpoint, endpoint } from "../http/endpoint.ts";
import { AppError } from "../http/errors.ts";
import { getProfile } from "./authn.queries.ts";

const Nothing = v.object({});
const Id = v.pipe(v.number(), v.safeInteger());
const UserInformation = v.object({
  id: Id,
  name: v.string(),
  groups: v.array(v.object({ id: Id, name: v.string() })),
  app_roles: v.array(v.string()),
  builtin_roles: v.array(v.string()),
});

/**
 * The roles that the caller's requests are checked against: all without authorization; with it none,
 * because no application role is defined yet and builtin roles can't be assigned (access/check.ts).
 */
function builtinRoles({ authorization }: Config): string[] {
  return authorization === "disabled" ? Object.keys(BUILTIN_ROLES).sort() : [];
}

export const AUTHN_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/authn/me",
    summary: "The caller with groups and roles",
    params: Nothing,
    query: Nothing,
    body: noBody,
    answer: ok(UserInformation),
    access: authenticated,
    handle: async ({ services, user }) => {
      const unknown = new AppError("Unauthenticated", "The request has no identity");
      if (user === null) throw unknown;
      const profile = await getProfile(services.db, user.id);
      // Deleted between the two reads.
      if (profile === null) throw unknown;
      const { id, name, group_ids, group_names, app_roles } = profile;
      const groups = group_ids.map((group_id, i) => ({ id: group_id, name: group_names[i] ?? "" }));
      return {
        id,
        name,
        groups,
        app_roles: [...app_roles],
        builtin_roles: builtinRoles(services.config),
      };
    },
  }),
];
