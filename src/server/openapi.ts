/** Part of the build: writes the API document, which the server serves unchanged. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDocument } from "../platform/openapi/document.ts";
import { PROJECT_ROOT } from "../platform/root.ts";
import { ENDPOINTS, TAGS } from "./endpoints.ts";

writeFileSync(
  join(PROJECT_ROOT, "dist/openapi.json"),
  `${JSON.stringify(makeDocument(ENDPOINTS, TAGS), null, 1)}\n`,
);
