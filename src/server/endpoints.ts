/** All endpoints of the server and the tags of their paths: the lists of all rooms. */
import { ACCOUNTS_ROOM, ACCOUNTS_TAGS } from "../accounts/endpoints.ts";
import { DEVELOPMENT_ENDPOINTS } from "../edges/compat/development.endpoints.ts";
import { EDGES_ROOM, EDGES_TAGS, makeCompatEndpoints } from "../edges/endpoints.ts";
import { MCP_PATH } from "../edges/mcp/mcp.endpoints.ts";
import { NETWORK_ROOM, NETWORK_TAGS } from "../network/endpoints.ts";
import type { Config } from "../platform/config.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Tag } from "../platform/http/tags.ts";
import { SERVER_ROOM, SERVER_TAGS } from "../platform/service/endpoints.ts";
import { STUDIES_ROOM, STUDIES_TAGS } from "../studies/endpoints.ts";
import { TIMETABLE_ROOM, TIMETABLE_TAGS } from "../timetable/endpoints.ts";
import { TRAIN_RUNS_ROOM, TRAIN_RUNS_TAGS } from "../train_runs/endpoints.ts";
import { VEHICLES_ROOM, VEHICLES_TAGS } from "../vehicles/endpoints.ts";

const OWN_ENDPOINTS: readonly Endpoint[] = [
  ...SERVER_ROOM,
  ...ACCOUNTS_ROOM,
  ...NETWORK_ROOM,
  ...VEHICLES_ROOM,
  ...STUDIES_ROOM,
  ...TIMETABLE_ROOM,
  ...TRAIN_RUNS_ROOM,
  ...EDGES_ROOM,
];

/** The headings of the API document. */
export const TAGS: readonly Tag[] = [
  ...SERVER_TAGS,
  ...ACCOUNTS_TAGS,
  ...NETWORK_TAGS,
  ...VEHICLES_TAGS,
  ...STUDIES_TAGS,
  ...TIMETABLE_TAGS,
  ...TRAIN_RUNS_TAGS,
  ...EDGES_TAGS,
];

/** Only called by existing clients. */
export const COMPAT_ENDPOINTS: readonly Endpoint[] = makeCompatEndpoints(OWN_ENDPOINTS);

/** Everything in the API document. */
export const ENDPOINTS: readonly Endpoint[] = [...OWN_ENDPOINTS, ...COMPAT_ENDPOINTS];

const DEVELOPMENT: readonly Endpoint[] = [...ENDPOINTS, ...DEVELOPMENT_ENDPOINTS];

/** The endpoints of a server with these settings. */
export function listServed({
  existing_clients,
  authorization,
  mcp,
}: Pick<Config, "existing_clients" | "authorization" | "mcp">): readonly Endpoint[] {
  const own = authorization === "disabled" ? DEVELOPMENT : ENDPOINTS;
  const listed = existing_clients ? own : OWN_ENDPOINTS;
  return mcp ? listed : listed.filter(({ path }) => path !== MCP_PATH);
}
