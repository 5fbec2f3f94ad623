/**
 * JSON bodies: bytes to a value that is safe to validate, and the faults of a body as JSON pointers.
 * Deep nesting is refused before parsing (printing it again would overflow the stack). Duplicate
 * keys: the last one counts; `__proto__` is a key like any other, and schemas don't know it.
 */
import * as v from "valibot";
import { IN_WORDS } from "../../workers/reasons.ts";
import { AppError, type BodyFault } from "./errors.ts";
import { shownName } from "./query_string.ts";

/** Deeper than any document of ours. */
const DEPTH_MAX = 64;
const FAULTS_MAX = 20;
const POINTER_MAX = 300;
/** How long a list may be validated at a stretch. */
const TURN_MS = 8;

const decoder = new TextDecoder("utf-8", { fatal: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Throws InvalidJson. */
export function parseJson(bytes: Uint8Array): unknown {
  if (isTooDeep(bytes)) throw invalidJson(`is nested deeper than ${DEPTH_MAX} levels`);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidJson("is not UTF-8");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidJson(error instanceof Error ? error.message.slice(0, 200) : "can't be parsed");
  }
}

function invalidJson(reason: string): AppError {
  return new AppError("InvalidJson", `The body is no valid JSON: ${reason}`, { reason });
}

/** One pass over the bytes; brackets inside strings don't count. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i + 1);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > DEPTH_MAX) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let i = start;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** Validates a body. Throws InvalidBody with its first 20 faults; `message` tells the first. */
export function validateBody<B>(schema: v.GenericSchema<unknown, B>, body: unknown): B {
  const parsed = v.safeParse(schema, body, IN_WORDS);
  if (parsed.success) return parsed.output;
  throw invalidBody(parsed.issues.slice(0, FAULTS_MAX).map(toFault));
}

/** What `validateItems` makes of each item, and where the list stands in the body. */
export interface ItemReader<Item, Value> {
  readonly item: v.GenericSchema<unknown, Item>;
  /** JSON pointer of the list. */
  readonly pointer: string;
  readonly convert: (item: Item, index: number) => Value;
}

/**
 * Validates items one by one and lets other requests have their turn in between: ten thousand trains
 * would hold the event loop for half a second. Throws InvalidBody with the first 20 faults, or what
 * `convert` throws.
 */
export async function validateItems<Item, Value>(
  given: Iterable<unknown>,
  { item, pointer, convert }: ItemReader<Item, Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  const faults: BodyFault[] = [];
  let turn_ends_ms = performance.now() + TURN_MS;
  let i = 0;
  for (const one of given) {
    const parsed = v.safeParse(item, one, IN_WORDS);
    if (parsed.success) values.push(convert(parsed.output, i));
    else {
      const room = FAULTS_MAX - faults.length;
      for (const issue of parsed.issues.slice(0, room)) {
        const { path, reason } = toFault(issue);
        faults.push({ path: `${pointer}/${i}${path}`, reason });
      }
      if (faults.length === FAULTS_MAX) break;
    }
    i++;
    if (performance.now() < turn_ends_ms) continue;
    await new Promise((resume) => setImmediate(resume));
    turn_ends_ms = performance.now() + TURN_MS;
  }
  if (faults.length > 0) throw invalidBody(faults);
  return values;
}

/** Validates a list in turns. Throws InvalidBody. */
export async function validateList(item: v.GenericSchema, body: unknown): Promise<unknown[]> {
  if (!Array.isArray(body)) return validateBody(v.array(item), body);
  return await validateItems(body, { item, pointer: "", convert: (one) => one });
}

/** The error of a body with at least one fault. */
export function invalidBody(faults: readonly BodyFault[]): AppError {
  const { path = "", reason = "is invalid" } = faults[0] ?? {};
  const place = path === "" ? "The body" : path;
  return new AppError("InvalidBody", `${place}: ${reason}`, { path, reason, faults });
}

function toFault(issue: v.BaseIssue<unknown>): BodyFault {
  return { path: toPointer(issue), reason: issue.message.slice(0, POINTER_MAX) };
}

/** RFC 6901. */
function toPointer({ path }: v.BaseIssue<unknown>): string {
  const keys = (path ?? []).map(({ key }) => String(key));
  const pointer = keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return pointer.slice(0, POINTER_MAX);
}

/** Validates path parameters or a query. Throws the given error with the first fault. */
export function validateText<T>(
  schema: v.GenericSchema<unknown, T>,
  given: unknown,
  error_name: "InvalidPathParameter" | "InvalidQuery",
): T {
  const parsed = v.safeParse(schema, given, { ...IN_WORDS, abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const parameter = shownName(v.getDotPath(issue) ?? "");
  const reason = issue.message.slice(0, POINTER_MAX);
  throw new AppError(error_name, `${parameter === "" ? "the request" : parameter}: ${reason}`, {
    parameter,
    reason,
  });
}
