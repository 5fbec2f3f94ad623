/**
 * Pages of a list (interface.md 1.4): the query entries, the schema of the answer and the answer
 * itself. A page beyond the end is empty with `next: null`.
 */
import * as v from "valibot";
import { about, onWire } from "../../railway/wire.ts";
import { AppError } from "./errors.ts";

const DEFAULT_PAGE_SIZE = 25;
const INTEGER = /^-?\d{1,9}$/;
const PAGE_MAX = 999_999_999;

/** Optional: `v.object` would not validate a missing entry otherwise. */
type PageField = v.OptionalSchema<v.GenericSchema<string[], number>, string[]>;

/** Entries to spread in the query's `v.object`; `max_page_size` is the list's own limit. */
export function pageQuery(max_page_size: number): { page: PageField; page_size: PageField } {
  const field = (name: "page" | "page_size", otherwise: number): PageField =>
    v.optional(
      v.pipe(
        v.array(v.string()),
        v.transform((given) => readField(name, given, max_page_size)),
        onWire({
          type: "integer",
          minimum: 1,
          maximum: name === "page" ? PAGE_MAX : max_page_size,
          description: name === "page" ? "Which page, from 1" : "Items on a page",
        }),
      ),
      [String(otherwise)],
    );
  return {
    page: field("page", 1),
    page_size: field("page_size", Math.min(DEFAULT_PAGE_SIZE, max_page_size)),
  };
}

function readField(
  name: "page" | "page_size",
  given: readonly string[],
  max_page_size: number,
): number {
  const [text = ""] = given;
  const value = given.length === 1 && INTEGER.test(text) ? Number(text) : 0;
  if (value < 1 || (name === "page_size" && value > max_page_size)) {
    throw invalidPage(name, given, max_page_size);
  }
  return value;
}

function invalidPage(
  name: "page" | "page_size",
  given: readonly string[],
  max_page_size: number,
): AppError {
  const text = given.join(", ");
  const provided = INTEGER.test(text) ? Number(text) : text.slice(0, 40);
  if (name === "page") {
    const message = `Invalid page, it must be an integer between 1 and ${PAGE_MAX}`;
    return new AppError("InvalidPage", message, { provided_page: provided });
  }
  const message = `Invalid page_size, it must be an integer between 1 and ${max_page_size}`;
  return new AppError("InvalidPageSize", message, { provided_page_size: provided, max_page_size });
}

export interface Page<Item> {
  readonly count: number;
  readonly page_size: number;
  readonly page_count: number;
  readonly current: number;
  readonly previous: number | null;
  readonly next: number | null;
  readonly results: readonly Item[];
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The schema of a page of `item`; `more` is what else it may have. */
export function pageSchema<Item>(
  item: v.GenericSchema<unknown, Item>,
  more: v.ObjectEntries = {},
): v.GenericSchema<unknown, Page<Item>> {
  return v.strictObject({
    count: about(count, "Items on all pages"),
    page_size: about(count, "Items on a page"),
    page_count: about(count, "Pages in all"),
    current: about(count, "This page, from 1"),
    previous: about(v.nullable(count), "The page before, null on the first"),
    next: about(v.nullable(count), "The page after, null on the last"),
    results: about(v.array(item), "The items of this page"),
    ...more,
  }) as v.GenericSchema<unknown, Page<Item>>;
}

/** Builds one page: exactly the seven keys of interface.md 1.4. */
export function page<Item>(
  results: readonly Item[],
  total: number,
  at: { readonly page: number; readonly page_size: number },
): Page<Item> {
  return {
    count: total,
    page_size: at.page_size,
    page_count: Math.ceil(total / at.page_size),
    current: at.page,
    previous: at.page > 1 && total > 0 ? at.page - 1 : null,
    next: at.page * at.page_size < total ? at.page + 1 : null,
    results,
  };
}
