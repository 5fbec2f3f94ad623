/** A page of records that are already JSON text: they are joined, not parsed. */
import type { PageAt, TextPage } from "../../db/query_page.ts";
import { printObject, raw } from "../../raw_json.ts";
import type { JsonText } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { page } from "../page.ts";

/** The same seven keys as `page`, in the same order, and `more`. */
export function pageText(
  results: readonly string[],
  total: number,
  at: PageAt,
  more: Readonly<Record<string, unknown>> = {},
): JsonText {
  const texts = raw(`[${results.join()}]`);
  return { json: printObject({ ...page([], total, at), results: texts, ...more }) };
}

/** The same for texts already joined by a statement. Throws if they are too many bytes for one answer. */
export function joinedPage(
  { results, count, fitting_count }: TextPage,
  at: PageAt,
  more: Readonly<Record<string, unknown>> = {},
): JsonText {
  if (results !== null) return pageText([results], count, at, more);
  throw pageTooLarge(at, fitting_count);
}

/** A list without pages, joined by a statement. Throws if it is too many bytes for one answer. */
export function wholeList({ results, count, fitting_count }: TextPage): JsonText {
  if (results !== null) return { json: `[${results}]` };
  const message = `The list is too large, ${fitting_count} of its items have room in one answer`;
  throw new AppError("TooManyItems", message, { count, count_max: fitting_count });
}

/** The error for too many bytes; `fitting_count` items would fit. */
export function pageTooLarge({ page_size }: PageAt, fitting_count: number): AppError {
  const message = `The page is too large, ${fitting_count} of its items have room in one answer`;
  return new AppError("TooManyItems", message, { count: page_size, count_max: fitting_count });
}
