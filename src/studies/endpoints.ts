/** The endpoints of projects and their contents. */

import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Tag } from "../platform/http/tags.ts";
import { DOCUMENT_ENDPOINTS } from "./document/document.endpoints.ts";
import { RECORD_ENDPOINTS } from "./record/record.endpoints.ts";

export const STUDIES_ROOM: readonly Endpoint[] = [...RECORD_ENDPOINTS, ...DOCUMENT_ENDPOINTS];

export const STUDIES_TAGS: readonly Tag[] = [
  { name: "projects", description: "Projects, studies and scenarios" },
  { name: "documents", description: "Images of projects" },
];
