/** The endpoints of users, groups and grants. */
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Tag } from "../platform/http/tags.ts";
import { AUTHN_ENDPOINTS } from "./authn/authn.endpoints.ts";
import { GROUP_ENDPOINTS } from "./authn/group.endpoints.ts";
import { AUTHZ_ENDPOINTS } from "./authz/authz.endpoints.ts";

export const ACCOUNTS_ROOM: readonly Endpoint[] = [
  ...AUTHN_ENDPOINTS,
  ...GROUP_ENDPOINTS,
  ...AUTHZ_ENDPOINTS,
];

export const ACCOUNTS_TAGS: readonly Tag[] = [
  { name: "authn", description: "Users, groups and their roles" },
  { name: "authz", description: "Privilege levels and grants on resources of every type" },
];
