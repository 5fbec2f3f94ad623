/** Client of the server's API: its types and calls come from the API document. */
import { signal } from "@preact/signals";
import createClient from "openapi-fetch";
import type { components, paths } from "../../../dist/openapi.js";

export type Schemas = components["schemas"];
export type ErrorObject = Schemas["ErrorObject"];

/** The full address of a server path, relative to the page, so that it works behind a gateway's prefix. */
export function addressOf(path: string): string {
  return new URL(`.${path}`, document.baseURI).href;
}

/** The generated client gives a path only; this makes it a full address. */
class PageRequest extends Request {
  constructor(path: RequestInfo | URL, init?: RequestInit) {
    super(typeof path === "string" ? addressOf(path) : path, init);
  }
}

/** Number of requests that have waited so long for an answer that the reader should know. */
export const late_count = signal(0);
const LATE_MS = 4_000;

/** A gateway whose session has ended answers with its sign-in page, or redirects to it: this makes it a 401. */
export async function reach(request: Request): Promise<Response> {
  let is_late = false;
  const timer = setTimeout(() => {
    is_late = true;
    late_count.value += 1;
  }, LATE_MS);
  const answer = await fetch(request).finally(() => {
    clearTimeout(timer);
    if (is_late) late_count.value -= 1;
  });
  const is_page = answer.headers.get("content-type")?.startsWith("text/html") === true;
  const is_signed_out = answer.type === "opaqueredirect" || (answer.ok && is_page);
  return is_signed_out ? new Response(null, { status: 401 }) : answer;
}

export const api = createClient<paths>({ Request: PageRequest, fetch: reach, redirect: "manual" });

/** A refused or failed request. Status 0: there was no answer. */
export class ApiFault extends Error {
  readonly status: number;
  readonly error: ErrorObject | null;
  /** In the reader's language; null if the page has no text for it. */
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

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of a successful answer, with its headers. Throws ApiFault, or the abort's reason. */
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
  if (isErrorObject(error)) throw await toFault(error);
  throw new ApiFault(response.status, null, response.statusText);
}

/** The fault of an error object that the server sent. */
export async function toFault(error: ErrorObject): Promise<ApiFault> {
  return new ApiFault(error.status, error, error.message, await findWords(error));
}

/** Loaded with the first error: most visits have none. */
async function findWords(error: ErrorObject): Promise<string | null> {
  try {
    return (await import("./fault_words.ts")).tellError(error);
  } catch {
    return null;
  }
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

export function isAbort(error: unknown): boolean {
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
