/** Messages of assistants and their answers. */
import * as v from "valibot";
import { PlainObject, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const Id = v.union([Text, v.pipe(v.number(), v.safeInteger())]);

/** Only its frame: what is in it is the protocol's, which its library checks. */
export const McpMessage = v.strictObject({
  jsonrpc: about(v.literal("2.0"), "Version of JSON-RPC"),
  id: about(v.optional(Id), "Absent: a notification, which has no answer"),
  method: about(Text, "`initialize`, `tools/list`, `tools/call` and others"),
  params: about(v.optional(PlainObject), "What the method takes"),
});
export type McpMessage = v.InferOutput<typeof McpMessage>;

export const McpAnswer = v.looseObject({
  jsonrpc: about(v.literal("2.0"), "Version of JSON-RPC"),
  id: about(v.nullable(Id), "That of the message"),
  result: about(v.optional(PlainObject), "What the method gives"),
  error: about(
    v.optional(
      v.looseObject({
        code: about(v.pipe(v.number(), v.integer()), "That of JSON-RPC"),
        message: about(v.string(), "A sentence for people"),
      }),
    ),
    "Of the protocol; a tool's refusal is a result with `isError`",
  ),
});
export type McpAnswer = v.InferOutput<typeof McpAnswer>;

nameSchemas({ McpMessage, McpAnswer });
