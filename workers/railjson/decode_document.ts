/**
 * From the bytes of a body to a parsed JSON value, for untrusted documents. One pass over the bytes measures nesting and
 * the number of containers before JSON.parse builds anything: 250 MiB of `[` would otherwise take the thread's whole
 * heap. A byte order mark is skipped; of duplicate keys the last one counts, as always in JavaScript.
 */
import type { Result } from "../engine/result.ts";
import { err, ok } from "../engine/result.ts";
import { MAX_CONTAINERS, MAX_KEYS, MAX_NESTING, MAX_REASON_LENGTH, MAX_VALUES } from "./limits.ts";
import { needRoom } from "./thread_memory.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const COMMA = 0x2c;
const COLON = 0x3a;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** Upper bounds of what V8 takes, measured: of objects that each have keys of their own, and of short texts. */
const OBJECT_BYTES = 140;
const ARRAY_BYTES = 48;
const KEY_BYTES = 96;
const VALUE_BYTES = 32;

/** A body as text and as a parsed value. */
export interface ParsedBody {
  readonly text: string;
  readonly value: unknown;
}

/** Parses UTF-8 JSON whose texts can be stored; the error is a sentence about the fault. */
export function decodeDocument(body: ArrayBuffer): Result<unknown, string> {
  const parsed = parseBody(body);
  if (!parsed.ok) return parsed;
  const { text, value } = parsed.value;
  // The bytes are valid UTF-8, so only escapes can give characters that PostgreSQL and UTF-8 can't store.
  const fault = /\\u(?:0000|[dD][89a-fA-F])/.test(text) ? findUnstorable(value) : null;
  return fault === null ? ok(value) : err(fault);
}

/** What PostgreSQL and UTF-8 can't store in a value; null: nothing. */
export function findUnstorable(value: unknown): string | null {
  return isStorable(value) ? null : "a string holds a NUL or half of a surrogate pair";
}

/** Parses UTF-8 JSON, whatever its texts contain. */
export function parseBody(body: ArrayBuffer): Result<ParsedBody, string> {
  const shape = checkShape(new Uint8Array(body));
  if (shape !== null) return err(shape);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return err("the body is not valid UTF-8");
  }
  try {
    return ok({ text, value: JSON.parse(text) });
  } catch (error) {
    return err(error instanceof Error ? error.message.slice(0, MAX_REASON_LENGTH) : "not JSON");
  }
}

/**
 * Returns which limit is exceeded, or null; throws where the thread has no room for what it will be. Strings are skipped
 * together with their escapes.
 */
function checkShape(bytes: Uint8Array): string | null {
  let depth = 0;
  let objects = 0;
  let arrays = 0;
  let all_keys = 0;
  let values = 0;
  /** [depth] keys of the object that is open there. */
  const keys = new Uint32Array(MAX_NESTING + 1);
  let in_string = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (in_string) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) in_string = false;
    } else if (byte === QUOTE) {
      in_string = true;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (byte === OPEN_OBJECT) objects++;
      else arrays++;
      depth++;
      keys[depth] = 0;
      if (depth > MAX_NESTING) return `nested deeper than ${MAX_NESTING} levels`;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth--;
    } else if (byte === COMMA) {
      values++;
    } else if (byte === COLON) {
      const nKeys = (keys[depth] ?? 0) + 1;
      if (nKeys > MAX_KEYS) return `more than ${MAX_KEYS} keys in one object`;
      keys[depth] = nKeys;
      all_keys++;
    }
  }
  if (objects + arrays > MAX_CONTAINERS) return `more than ${MAX_CONTAINERS} objects and arrays`;
  if (values > MAX_VALUES) return `more than ${MAX_VALUES} values`;
  const built_bytes =
    objects * OBJECT_BYTES + arrays * ARRAY_BYTES + all_keys * KEY_BYTES + values * VALUE_BYTES;
  needRoom(bytes.length + built_bytes);
  return null;
}

/** True if every string and key has whole surrogate pairs and no NUL; nesting was bounded before. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !/\0/.test(value) && !hasLoneSurrogate(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}

function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
