/** Calls of a server's API: their types come from its API document. */
import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { components, paths } from "../openapi.js";

export type { components, paths };
export type Schemas = components["schemas"];
export type ErrorObject = Schemas["ErrorObject"];
/** Answers are typed as JSON where they may be files too, which are asked for with `parseAs`. */
export type Api = Client<paths, "application/json">;

/** `baseUrl`: the server's address. A gateway's or a script's identity goes into `headers`. */
export function connect(options: ClientOptions): Api {
  return createClient<paths, "application/json">(options);
}

/** A refused or failed request. Status 0: there was no answer. */
export class ApiFault extends Error {
  readonly status: number;
  readonly error: ErrorObject | null;
  /** In the reader's language; null if the program has no text for it. */
  readonly words: string | null;

  constructor(
    status: number,
    error: ErrorObject | null,
    message: string,
    words: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.error = error;
    this.words = words;
  }
}

export interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

export interface Told<Data> {
  readonly data: Data;
  readonly headers: Headers;
  /** The record's revision: sent as `if-match`, it keeps a change from undoing another's. */
  readonly etag: string | null;
}

/** The data of a successful answer, with its headers. Throws ApiFault, or the abort's reason. */
export async function askFully<Data>(call: Promise<Answered<Data>>): Promise<Told<Data>> {
  let answered: Answered<Data>;
  try {
    answered = await call;
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiFault(0, null, cause instanceof Error ? cause.message : String(cause));
  }
  const { data, error, response } = answered;
  const { headers } = response;
  if (response.ok) return { data: data as Data, headers, etag: headers.get("etag") };
  if (isErrorObject(error)) throw new ApiFault(error.status, error, error.message);
  throw new ApiFault(response.status, null, response.statusText);
}

/** The data of a successful answer. Throws ApiFault, or the abort's reason. */
export async function ask<Data>(call: Promise<Answered<Data>>): Promise<Data> {
  return (await askFully(call)).data;
}

function isErrorObject(value: unknown): value is ErrorObject {
  return typeof value === "object" && value !== null && "message" in value && "status" in value;
}

/** 0: there was no answer. Null: the error is not from a request. */
export function statusOf(error: unknown): number | null {
  return error instanceof ApiFault ? error.status : null;
}

export function isAbort(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === "AbortError";
}

interface Page<Item> {
  readonly results: readonly Item[];
  readonly page_count: number;
}

type AskPage<Item> = (page: number) => Promise<Page<Item>>;

/** All pages of a list, in order. */
export async function listAll<Item>(askPage: AskPage<Item>): Promise<Item[]> {
  const { results, page_count } = await askPage(1);
  return [...results, ...(await listRest(askPage, page_count))];
}

/** All pages after the first, in order. */
export async function listRest<Item>(
  askPage: AskPage<Item>,
  page_count: number,
): Promise<readonly Item[]> {
  const numbers = Array.from({ length: Math.max(0, page_count - 1) }, (_one, i) => i + 2);
  return (await askEach(numbers, askPage)).flatMap(({ results }) => results);
}

/** Concurrent requests: over HTTP/1.1 a browser has six connections to a server, and streams take two. */
const AT_ONCE = 4;

/** Answers in the order of `wanted`. Throws what the first failing request throws. */
export async function askEach<Wanted, Answer>(
  wanted: readonly Wanted[],
  askOne: (one: Wanted) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = wanted.entries();
  const askOn = async (): Promise<void> => {
    for (const [i, one] of waiting) answers[i] = await askOne(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return answers;
}
