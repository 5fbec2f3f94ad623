/**
 * The 101 operations of clients of October 2024, as `docs/clients.md` lists them: a row a folder of paths, written
 * with the parameters of this server's endpoints.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = join(import.meta.dirname, "../../../docs/clients.md");
const SECTION = "## All of their operations";

/** `GET /infra/:infra_id`, one an operation. */
export function listOperations(): string[] {
  const text = readFileSync(PAGE, "utf8");
  const start = text.indexOf(SECTION);
  if (start < 0) throw new Error(`${PAGE} has no section '${SECTION}'`);
  const [section = ""] = text.slice(start + SECTION.length).split("\n## ");
  return [...section.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE)(?:, [A-Z]+)* \/[^`]*)`/g)].flatMap(
    ([, row = ""]) => {
      const path = row.slice(row.indexOf(" /") + 1);
      const methods = row.slice(0, row.indexOf(" /")).split(", ");
      return methods.map((method) => `${method} ${path}`);
    },
  );
}
