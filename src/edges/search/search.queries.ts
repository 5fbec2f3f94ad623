/** The search in the database: one statement for any object. */
import type { SearchLimits } from "../../platform/config.ts";
import type { Database } from "../../platform/db/client.ts";
import { type PageAt, pageOffset } from "../../platform/db/query_page.ts";
import { compileCondition } from "./compile.ts";
import type { SearchObject } from "./objects.ts";

interface Search {
  readonly expression: unknown;
  readonly limits: SearchLimits;
  readonly at: PageAt;
  /** Whose rights count; null: everything is found. */
  readonly viewer_id: number | null;
}

/** One page of items as JSON texts. Throws SearchEngineError before any statement runs. */
export async function searchItems(
  db: Database,
  { columns, query }: SearchObject,
  { expression, limits, at, viewer_id }: Search,
): Promise<string[]> {
  const values = [viewer_id, at.page_size, pageOffset(at)];
  const first_place = values.length + 1;
  const condition = compileCondition(expression, { columns, limits, first_place });
  const rows = await db.query<{ json: string }>(query, values, { condition });
  return rows.map(({ json }) => json);
}
