/**
 * Planning by assistants: the Model Context Protocol on the server itself, without sessions. Each tool is a request to
 * an endpoint in the caller's name, so rights, limits and errors are those of the API. A change is tried first, and
 * stored only by naming its trial (interface.md 14).
 */
import { jsonBody, okOrNothing } from "../../platform/http/answers.ts";
import { authenticated, endpoint } from "../../platform/http/endpoint.ts";
import { McpAnswer, McpMessage } from "./mcp.schemas.ts";
import { answerMessage } from "./protocol.ts";

export const MCP_PATH = "/mcp";

export const MCP_ENDPOINTS = [
  endpoint({
    method: "post",
    path: MCP_PATH,
    summary:
      "A message of an assistant, by the Model Context Protocol; only if the server is set up so",
    body: jsonBody(McpMessage, { jsonrpc: "2.0", id: 1, method: "tools/list" }),
    answer: okOrNothing(McpAnswer, 202),
    // What a tool stores is created by the endpoint behind it.
    creates: null,
    // Each tool asks for the rights of its own endpoint.
    access: authenticated,
    handle: async (ctx, { body }) => await answerMessage(ctx, body),
  }),
];
