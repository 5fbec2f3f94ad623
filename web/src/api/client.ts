/** The page's calls of the server, by the client package: full addresses, late answers, errors in the reader's language. */
import { signal } from "@preact/signals";
import {
  type Answered,
  ApiFault,
  askFully as askPlainly,
  connect,
  type ErrorObject,
  type Told,
} from "marey-client";

export {
  ApiFault,
  askEach,
  isAbort,
  listAll,
  listRest,
  type Schemas,
  statusOf,
  type Told,
} from "marey-client";

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

export const api = connect({ Request: PageRequest, fetch: reach, redirect: "manual" });

/** The data of a successful answer, with its headers. Throws ApiFault, or the abort's reason. */
export async function askFully<Data>(call: Promise<Answered<Data>>): Promise<Told<Data>> {
  try {
    return await askPlainly(call);
  } catch (fault) {
    throw fault instanceof ApiFault && fault.error !== null ? await toFault(fault.error) : fault;
  }
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
