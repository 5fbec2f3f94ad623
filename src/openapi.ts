/** `npm run openapi`: writes the API document, which the server serves as it is. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENDPOINTS } from "./endpoints.ts";
import { makeDocument } from "./openapi/document.ts";
import { PROJECT_ROOT } from "./root.ts";

writeFileSync(
  join(PROJECT_ROOT, "src/openapi.json"),
  `${JSON.stringify(makeDocument(ENDPOINTS), null, 1)}\n`,
);
