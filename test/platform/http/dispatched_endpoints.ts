/** Endpoints of every kind, made for the tests of the pipeline. */
import * as v from "valibot";
import {
  jsonBody,
  noContent,
  okJson,
  optionalJsonBody,
  stream,
} from "../../../src/platform/http/answers.ts";
import {
  checked,
  type Endpoint,
  endpoint,
  publicAccess,
} from "../../../src/platform/http/endpoint.ts";
import { AppError } from "../../../src/platform/http/errors.ts";
import {
  pathId,
  queryBool,
  queryId,
  queryIdList,
  queryTextList,
} from "../../../src/platform/http/fields.ts";
import { pageQuery } from "../../../src/platform/http/page.ts";

const Nothing = v.object({});
const base = { params: Nothing, query: Nothing, summary: "test" } as const;

/** What handlers were called with. */
export const calls: string[] = [];

export const ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    ...base,
    method: "get",
    path: "/thing/:thing_id",
    params: v.object({ thing_id: pathId }),
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (_ctx, { params }) => ({ parameter: params.thing_id }),
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/thing/special",
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async () => ({ literal: true }),
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/thing/special/:a/end",
    params: v.object({ a: v.string() }),
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (_ctx, { params }) => params,
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/query",
    query: v.object({
      infra_id: v.optional(queryId),
      ids: v.optional(queryIdList, []),
      props: v.optional(queryTextList, []),
      flag: v.optional(queryBool, ["false"]),
      ...pageQuery(50),
    }),
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (_ctx, { query }) => query,
  }),
  endpoint({
    ...base,
    method: "post",
    creates: null,
    path: "/body",
    body: jsonBody(
      v.strictObject({
        name: v.pipe(v.string(), v.minLength(1, "must not be empty")),
        list: v.optional(v.array(v.object({ "a/b~": v.number("must be a number") }))),
        anything: v.optional(v.any()),
      }),
    ),
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (_ctx, { body }) => {
      calls.push(body.name);
      return body;
    },
  }),
  endpoint({
    ...base,
    method: "post",
    creates: null,
    path: "/optional",
    body: optionalJsonBody(v.object({ a: v.optional(v.number(), 7) })),
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (_ctx, { body }) => body,
  }),
  endpoint({
    ...base,
    method: "delete",
    path: "/checked/:id",
    params: v.object({ id: pathId }),
    answer: noContent,
    access: checked({
      roles: ["infra:read", "timetable:write"],
      levels: { timetable: "Writer", infra: "Reader" },
      needs: ({ params }: { params: { id: number } }) => ({ timetable: [params.id], infra: [3] }),
    }),
    handle: async () => {
      calls.push("deleted");
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/dynamic/:what",
    params: v.object({ what: v.string() }),
    answer: okJson(v.unknown()),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    handle: async (ctx, { params }) => {
      if (params.what === "asked") await ctx.require({ infra: [5] });
      if (params.what === "none") await ctx.require({ infra: [] });
      return 1;
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/throws/:what",
    params: v.object({ what: v.string() }),
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (_ctx, { params }) => {
      if (params.what === "bug") throw new Error("secret detail");
      throw new AppError("TimetableNotFound", "Timetable '42'", { timetable_id: 42 });
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/stream/:what",
    params: v.object({ what: v.string() }),
    answer: stream("text/plain"),
    access: publicAccess,
    handle: async (_ctx, { params }) => {
      async function* chunks(): AsyncGenerator<Uint8Array> {
        if (params.what === "fails") throw new AppError("InfraNotFound", "gone");
        yield new TextEncoder().encode("one ");
        yield new TextEncoder().encode("two");
      }
      return chunks();
    },
  }),
];
