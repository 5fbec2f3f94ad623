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
  /** Joined by commas: of an array the driver would scan every character. Null: too many bytes. */
  readonly results: string | null;
  /** How many items of the page fit into the byte limit. */
  readonly fitting_count: number;
}

/** Limit of the texts of one page; a single record may exceed it. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** Number of items before a page. */
export function pageOffset({ page, page_size }: PageAt): number {
  return (page - 1) * page_size;
}

/**
 * One page, and the number of all items. The statement takes limit and offset after its values.
 * Every row has the `count` beside an item; an empty page has one row, with a null `key`.
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
