/** Search, the overview, and the endpoints only used by existing clients. */
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Tag } from "../platform/http/tags.ts";
import { makeAliases } from "./compat/aliases.ts";
import { COMPAT_ROLE_ENDPOINTS } from "./compat/roles.endpoints.ts";
import { COMPAT_TRAIN_ENDPOINTS } from "./compat/trains.endpoints.ts";
import { MCP_ENDPOINTS } from "./mcp/mcp.endpoints.ts";
import { OVERVIEW_ENDPOINTS } from "./overview/overview.endpoints.ts";
import { SEARCH_ENDPOINTS } from "./search/search.endpoints.ts";

export const EDGES_ROOM: readonly Endpoint[] = [
  ...SEARCH_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...MCP_ENDPOINTS,
];

export const EDGES_TAGS: readonly Tag[] = [
  { name: "search", description: "Searching what the caller may see" },
  { name: "overview", description: "What there is to work on" },
  { name: "mcp", description: "Planning by assistants, by the Model Context Protocol" },
];

/** Endpoints for existing clients, including alternative paths for the `own` endpoints. */
export function makeCompatEndpoints(own: readonly Endpoint[]): Endpoint[] {
  return [...COMPAT_TRAIN_ENDPOINTS, ...COMPAT_ROLE_ENDPOINTS, ...makeAliases(own)];
}
