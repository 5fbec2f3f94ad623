/**
 * Answers of the existing clients' gateway at the root (interface.md 12), for a front-end without a
 * gateway. Only while authorization is disabled: then nobody needs to sign in, and nobody can.
 */

import * as v from "valibot";
import { noBody, okJson } from "../../platform/http/answers.ts";
import { authenticated, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { NoParams, NoQuery } from "../../platform/http/fields.ts";

const Success = v.literal("success");

export const DEVELOPMENT_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/auth/login",
    summary: "Lets everybody in",
    params: NoParams,
    query: NoQuery,
    body: noBody,
    answer: okJson(v.strictObject({ type: Success, username: v.string() })),
    creates: null,
    access: authenticated,
    handle: async ({ user }) => ({ type: "success", username: user?.name ?? "nobody" }),
  }),
  endpoint({
    method: "post",
    path: "/auth/logout",
    summary: "Changes nothing",
    params: NoParams,
    query: NoQuery,
    body: noBody,
    answer: okJson(v.strictObject({ type: Success })),
    creates: null,
    access: authenticated,
    handle: async () => ({ type: "success" }),
  }),
  endpoint({
    method: "get",
    path: "/auth/providers",
    summary: "Ways to sign in: none",
    params: NoParams,
    query: NoQuery,
    body: noBody,
    answer: okJson(v.array(v.string())),
    access: authenticated,
    handle: async () => [],
  }),
];
