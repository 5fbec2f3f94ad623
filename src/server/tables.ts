/** `npm run tables`: writes the tables that docs pages copy from the code. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../platform/root.ts";
import { type Mark, WRITTEN_TABLES, withTable } from "./written_tables.ts";

for (const [mark, { page }] of Object.entries(WRITTEN_TABLES)) {
  const file = join(PROJECT_ROOT, page);
  const before = readFileSync(file, "utf8");
  const after = withTable(before, mark as Mark);
  writeFileSync(file, after);
  process.stdout.write(`${page}: ${after === before ? "as it was" : "changed"}\n`);
}
