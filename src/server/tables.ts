/** `npm run tables`: writes the tables that docs pages copy from the code. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../platform/root.ts";
import { withSettingsTable } from "../platform/settings_table.ts";
import { withAccessTable } from "./access_table.ts";
import { ENDPOINTS } from "./endpoints.ts";

function rewrite(name: string, change: (page: string) => string): void {
  const file = join(PROJECT_ROOT, name);
  const before = readFileSync(file, "utf8");
  const after = change(before);
  writeFileSync(file, after);
  process.stdout.write(`${name}: ${after === before ? "as it was" : "changed"}\n`);
}

rewrite("docs/operating.md", withSettingsTable);
rewrite("docs/access.md", (page) => withAccessTable(page, ENDPOINTS));
