/**
 * Answers of the existing clients' gateway at the root (interface.md 12), for a front-end without a
 * gateway. Served only while authorization is disabled: then sign-in is neither needed nor possible.
 */
import * as v from "valibot";
import { okJson } from "../../platform/http/answers.ts";
import { authenticated, endpoint } from "../../platform/http/endpoint.ts";

const Success = v.literal("success");

export const DEVELOPMENT_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/auth/login",
    summary: "Lets everybody in",
    answer: okJson(v.strictObject({ type: Success, username: v.string() })),
    creates: null,
    access: authenticated,
    handle: async ({ user }) => ({ type: "success", username: user?.name ?? "nobody" }),
  }),
  endpoint({
    method: "post",
    path: "/auth/logout",
    summary: "Changes nothing",
    answer: okJson(v.strictObject({ type: Success })),
    creates: null,
    access: authenticated,
    handle: async () => ({ type: "success" }),
  }),
  endpoint({
    method: "get",
    path: "/auth/providers",
    summary: "Ways to sign in: none",
    answer: okJson(v.array(v.string())),
    access: authenticated,
    handle: async () => [],
  }),
];
