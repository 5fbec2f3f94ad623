/** The endpoints of the server itself. */

import type { Endpoint } from "../http/endpoint.ts";
import { DOCS_ENDPOINTS } from "./docs.endpoints.ts";
import { PAGE_ENDPOINTS } from "./page.endpoints.ts";
import { SERVICE_ENDPOINTS } from "./service.endpoints.ts";

export const SERVER_ROOM: readonly Endpoint[] = [
  ...SERVICE_ENDPOINTS,
  ...DOCS_ENDPOINTS,
  ...PAGE_ENDPOINTS,
];
