/** The server's interface: types and calls come from its API document. */
import createClient from "openapi-fetch";
import type { components, paths } from "../../../dist/openapi.js";

export type Schemas = components["schemas"];
export type ErrorObject = Schemas["ErrorObject"];

/** Where the page is, so that it works behind a gateway's prefix. */
export const BASE_URL = new URL(".", document.baseURI).href.replace(/\/$/, "");

export const api = createClient<paths>({ baseUrl: BASE_URL });

/** A refused or failed request; status 0: there was no answer. */
export class ApiFault extends Error {
  readonly status: number;
  readonly error: ErrorObject | null;

  constructor(status: number, error: ErrorObject | null, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The content of a success, with its headers. Throws ApiFault, or the abort's reason. */
export async function askFully<Data>(
  call: Promise<Answered<Data>>,
): Promise<{ readonly data: Data; readonly headers: Headers }> {
  let answered: Answered<Data>;
  try {
    answered = await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiFault(0, null, cause instanceof Error ? cause.message : String(cause));
  }
  const { data, error, response } = answered;
  if (response.ok) return { data: data as Data, headers: response.headers };
  const told = isErrorObject(error) ? error : null;
  throw new ApiFault(response.status, told, told?.message ?? response.statusText);
}

/** The content of a success. Throws ApiFault, or the abort's reason. */
export async function ask<Data>(call: Promise<Answered<Data>>): Promise<Data> {
  return (await askFully(call)).data;
}

function isErrorObject(value: unknown): value is ErrorObject {
  return typeof value === "object" && value !== null && "message" in value && "status" in value;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

interface Page<Item> {
  readonly results: readonly Item[];
  readonly page_count: number;
}

/** Pages asked for at once. */
const PAGES_AT_ONCE = 4;

/** All pages of a list, in order. */
export async function listAll<Item>(
  askPage: (page: number) => Promise<Page<Item>>,
): Promise<Item[]> {
  const { results, page_count } = await askPage(1);
  const items = [...results];
  for (let page = 2; page <= page_count; page += PAGES_AT_ONCE) {
    const count = Math.min(PAGES_AT_ONCE, page_count - page + 1);
    const pages = await Promise.all(Array.from({ length: count }, (_one, i) => askPage(page + i)));
    for (const one of pages) items.push(...one.results);
  }
  return items;
}
