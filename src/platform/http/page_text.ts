/** A page of records that are JSON text already: they are joined, not parsed. */
import type { TextPage } from "../db/query_page.ts";
import type { JsonText } from "./endpoint.ts";
import { AppError } from "./errors.ts";
import { page } from "./page.ts";

interface At {
  readonly page: number;
  readonly page_size: number;
}

/** The same seven keys as `page`, in the same order. */
export function pageText(results: readonly string[], total: number, at: At): JsonText {
  const head = JSON.stringify({ ...page([], total, at), results: undefined });
  return { json: `${head.slice(0, -1)},"results":[${results.join(",")}]}` };
}

/** The same of what a statement has joined. Throws when they are too many bytes for one answer. */
export function joinedPage({ results, count, fitting_count }: TextPage, at: At): JsonText {
  if (results !== null) return pageText([results], count, at);
  const message = `The page is too large, ${fitting_count} of its items have room in one answer`;
  throw new AppError("TooManyItems", message, { count: at.page_size, count_max: fitting_count });
}
