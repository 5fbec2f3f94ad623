/** A page of records that are JSON text already: they are joined, not parsed. */
import type { JsonText } from "./endpoint.ts";
import { page } from "./page.ts";

/** The same seven keys as `page`, in the same order; each text is of one record, or of some with commas. */
export function pageText(
  results: readonly string[],
  total: number,
  at: { readonly page: number; readonly page_size: number },
): JsonText {
  const head = JSON.stringify({ ...page([], total, at), results: undefined });
  return { json: `${head.slice(0, -1)},"results":[${results.join(",")}]}` };
}
