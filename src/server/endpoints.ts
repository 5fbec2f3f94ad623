/** Every endpoint of the server: the lists of all rooms. */
import { ACCOUNTS_ROOM } from "../accounts/endpoints.ts";
import { DEVELOPMENT_ENDPOINTS } from "../edges/compat/development.endpoints.ts";
import { EDGES_ROOM, makeCompatEndpoints } from "../edges/endpoints.ts";
import { NETWORK_ROOM } from "../network/endpoints.ts";
import type { Config } from "../platform/config.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import { SERVER_ROOM } from "../platform/service/endpoints.ts";
import { STUDIES_ROOM } from "../studies/endpoints.ts";
import { TIMETABLE_ROOM } from "../timetable/endpoints.ts";
import { TRAIN_RUNS_ROOM } from "../train_runs/endpoints.ts";
import { VEHICLES_ROOM } from "../vehicles/endpoints.ts";

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

/** Only called by clients that exist already. */
export const COMPAT_ENDPOINTS: readonly Endpoint[] = makeCompatEndpoints(OWN_ENDPOINTS);

/** Everything in the API document. */
export const ENDPOINTS: readonly Endpoint[] = [...OWN_ENDPOINTS, ...COMPAT_ENDPOINTS];

const DEVELOPMENT: readonly Endpoint[] = [...ENDPOINTS, ...DEVELOPMENT_ENDPOINTS];

/** What a server with these settings serves. */
export function listServed({
  existing_clients,
  authorization,
}: Pick<Config, "existing_clients" | "authorization">): readonly Endpoint[] {
  if (!existing_clients) return OWN_ENDPOINTS;
  return authorization === "disabled" ? DEVELOPMENT : ENDPOINTS;
}
