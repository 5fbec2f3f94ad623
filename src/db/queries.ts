/**
 * Reads all files of sql/queries once at start: a query's name is its path without the ending,
 * `train_schedule/get`. One file is one statement; reading the disk per call costs more than the query.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../root.ts";

const FOLDER = join(PROJECT_ROOT, "sql/queries");

/** Statement by name. */
export function loadQueries(): ReadonlyMap<string, string> {
  const queries = new Map<string, string>();
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).sort()) {
    if (!file.endsWith(".sql")) continue;
    const name = file.slice(0, -".sql".length).replaceAll("\\", "/");
    queries.set(name, readFileSync(join(FOLDER, file), "utf8"));
  }
  return queries;
}
