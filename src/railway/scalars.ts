/**
 * The text and number types of bodies (interface.md 1.1). All texts are bounded and contain nothing that PostgreSQL's
 * text and jsonb can't store (NUL, halves of surrogate pairs). All numbers are finite (JSON's `1e999` parses as
 * infinity) and bounded where they are used. They have no description: each field states its meaning (`about`).
 */
import * as v from "valibot";
import { alsoOnWire, STORABLE_TEXT } from "./wire.ts";

/** Longest text of a field without a limit of its own, in characters. */
export const TEXT_LENGTH_MAX = 4096;
const IDENTIFIER_LENGTH_MAX = 255;

/** Any text, possibly empty. */
export const Text = v.pipe(
  v.string(),
  v.maxLength(TEXT_LENGTH_MAX, `must have at most ${TEXT_LENGTH_MAX} characters`),
  v.regex(/^[^\0\p{Surrogate}]*$/u, "must not contain NUL or half of a surrogate pair"),
  alsoOnWire({ pattern: STORABLE_TEXT }),
);

/** A text of at least one character. */
export const NonBlankText = v.pipe(Text, v.minLength(1, "must not be empty"));

/** A text of 1 to 255 characters. */
export const Identifier = v.pipe(
  NonBlankText,
  v.maxLength(IDENTIFIER_LENGTH_MAX, `must have at most ${IDENTIFIER_LENGTH_MAX} characters`),
);

export const FiniteNumber = v.pipe(v.number(), v.finite("must be finite"));

/**
 * A field that may be omitted; clients that print all their fields send null instead. Not for
 * fields that null clears.
 */
export function optionalOrNull<Value>(
  schema: v.GenericSchema<unknown, Value>,
): v.OptionalSchema<v.GenericSchema<unknown, Value | undefined>, undefined> {
  const given = v.pipe(
    v.nullable(schema),
    v.transform((value): Value | undefined => value ?? undefined),
  );
  return v.optional(given);
}

/**
 * A JSON object, not an array. Piped before schemas without required keys, because valibot accepts
 * an array as an object without keys.
 */
export const PlainObject = v.custom<Readonly<Record<string, unknown>>>(
  isObject,
  "must be an object",
);

/** Whether a value of JSON is an object, not an array. */
export function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

const RESERVED_KEYS: readonly string[] = ["__proto__", "constructor", "prototype"];
const unreserved = v.check<Readonly<Record<string, unknown>>, string>(
  (input) => !RESERVED_KEYS.some((key) => Object.hasOwn(input, key)),
  `${RESERVED_KEYS.join(", ")} can't be keys`,
);

/** A map with keys chosen by the client. valibot skips names that JavaScript reserves, so they are refused here. */
export function mapOf<Value>(
  key: v.GenericSchema<string>,
  value: v.GenericSchema<unknown, Value>,
): v.GenericSchema<Readonly<Record<string, unknown>>, Record<string, Value>> {
  return v.pipe(PlainObject, unreserved, v.record(key, value));
}

/** A whole number of at least zero that JavaScript represents exactly. */
export const Count = v.pipe(
  v.number(),
  v.safeInteger("must be a whole number"),
  v.minValue(0, "must not be negative"),
);
