/** The endpoints of users, groups and grants. */

import type { Endpoint } from "../platform/http/endpoint.ts";
import { AUTHN_ENDPOINTS } from "./authn/authn.endpoints.ts";
import { GROUP_ENDPOINTS } from "./authn/group.endpoints.ts";
import { AUTHZ_ENDPOINTS } from "./authz/authz.endpoints.ts";

export const ACCOUNTS_ROOM: readonly Endpoint[] = [
  ...AUTHN_ENDPOINTS,
  ...GROUP_ENDPOINTS,
  ...AUTHZ_ENDPOINTS,
];
