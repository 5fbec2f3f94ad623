/** Lists that are read page by page. */
import type { Database, SqlValue } from "./client.ts";

/** A page of a list, from 1. */
export interface PageAt {
  readonly page: number;
  readonly page_size: number;
}

/** One page as JSON text, made by the statement. */
export interface TextPage {
  readonly count: number;
  /** With commas, as one text: the driver would look at every character of an array. Null: too many bytes. */
  readonly results: string | null;
  /** How many of the page are not too many bytes. */
  readonly fitting_count: number;
}

/** Of the texts of one page; a page of one record may have more. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** What a statement skips before a page. */
export function pageOffset({ page, page_size }: PageAt): number {
  return (page - 1) * page_size;
}

/**
 * One page, and the number of all. The statement takes limit and offset behind its values. Each of its rows tells
 * the `count` beside an item; of an empty page one row does, whose `key` is null.
 */
export async function queryPage<Item extends object>(
  db: Database,
  name: string,
  { values = [], at, key }: PageQuery<Item>,
): Promise<{ count: number; results: Omit<Counted<Item>, "count">[] }> {
  const rows = await db.query<Counted<Item>>(name, [...values, at.page_size, pageOffset(at)]);
  const items = rows.filter((row) => row[key] !== null);
  return { count: rows[0]?.count ?? 0, results: items.map(({ count: _count, ...item }) => item) };
}

type Counted<Item> = Item & { readonly count: number };

interface PageQuery<Item> {
  readonly values?: readonly SqlValue[];
  readonly at: PageAt;
  readonly key: keyof Item;
}
