/** The search in the database: one statement for any object. */
import type { Database } from "../../platform/db/client.ts";
import { PAGE_BYTES_MAX, type PageAt, pageOffset } from "../../platform/db/query_page.ts";
import { pageTooLarge } from "../../platform/http/sending/page_text.ts";
import { compileCondition } from "./compile.ts";
import type { SearchObject } from "./objects.ts";

interface Search {
  readonly expression: unknown;
  readonly at: PageAt;
  /** The user whose rights filter the results; null: no filter. */
  readonly viewer_id: number | null;
}

/** One page of items as JSON texts. Throws if they are too many, or SearchEngineError before any statement runs. */
export async function searchItems(
  db: Database,
  { columns, query }: SearchObject,
  { expression, at, viewer_id }: Search,
): Promise<string[]> {
  const values = [viewer_id, at.page_size, pageOffset(at), PAGE_BYTES_MAX];
  const first_parameter = values.length + 1;
  const condition = compileCondition(expression, { columns, first_parameter });
  const rows = await db.query<{ json: string | null }>(query, values, { condition });
  const items = rows.flatMap(({ json }) => json ?? []);
  if (items.length < rows.length) throw pageTooLarge(at, items.length);
  return items;
}
