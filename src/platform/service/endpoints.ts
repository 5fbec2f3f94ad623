/** The endpoints of the server itself. */
import type { Endpoint } from "../http/endpoint.ts";
import type { Tag } from "../http/tags.ts";
import { DOCS_ENDPOINTS } from "./docs.endpoints.ts";
import { PAGE_ENDPOINTS } from "./page.endpoints.ts";
import { SERVICE_ENDPOINTS } from "./service.endpoints.ts";

export const SERVER_ROOM: readonly Endpoint[] = [
  ...SERVICE_ENDPOINTS,
  ...DOCS_ENDPOINTS,
  ...PAGE_ENDPOINTS,
];

export const SERVER_TAGS: readonly Tag[] = [
  {
    name: "service",
    description: "The server itself and its pages; no identity is needed",
    segments: [
      "health",
      "ready",
      "version",
      "metrics",
      "openapi.json",
      "docs",
      "",
      "assets",
      "base_map",
    ],
  },
];
