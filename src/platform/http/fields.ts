/**
 * Schemas for values that arrive as raw strings: path parameters and query values. A path parameter
 * is one string; a query value is the list of all strings sent under its name (`RawQuery`). Optional
 * query values are wrapped by the endpoint: `v.optional(queryId)`.
 */
import * as v from "valibot";
import { RAIL_KINDS } from "../../railway/exchange_terms.ts";
import { about, alsoOnWire, onWire, STORABLE_TEXT } from "../../railway/wire.ts";

const DIGITS = /^(0|[1-9]\d{0,15})$/;
const MAX_TEXT = 1024;

const ID_TEXT = "Id, a positive whole number";
const ID = {
  type: "integer",
  format: "int64",
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: ID_TEXT,
};

function isId(text: string): boolean {
  return DIGITS.test(text) && Number(text) >= 1 && Number.isSafeInteger(Number(text));
}

/** A path parameter that is an id: a positive integer below 2^53. */
export const pathId = v.pipe(
  v.string(),
  v.check(isId, "must be a positive integer"),
  v.transform(Number),
  onWire(ID),
);

/** A path parameter that is a non-empty text. */
export const pathText = v.pipe(
  v.string(),
  v.minLength(1, "must not be empty"),
  v.maxLength(MAX_TEXT, `must have at most ${MAX_TEXT} characters`),
  alsoOnWire({ pattern: STORABLE_TEXT }),
);

/** An id inside a JSON body. */
export const bodyId = v.pipe(
  v.number("must be a number"),
  v.safeInteger("must be an integer below 2^53"),
  v.minValue(1, "must be positive"),
  alsoOnWire({ format: "int64", description: ID_TEXT }),
);

const strings = v.array(v.string());

/** Exactly one value under the name. */
const single = v.pipe(
  strings,
  v.length(1, "must be given once"),
  v.transform((values) => values[0] ?? ""),
  onWire({ type: "string", pattern: STORABLE_TEXT }),
);

/** An id. */
export const queryId = v.pipe(
  single,
  v.check(isId, "must be a positive integer"),
  v.transform(Number),
  onWire(ID),
);

/** `infra` or `infra_id`: the query parser gives both the same name. */
export const queryInfra = about(queryId, "Infrastructure; `infra_id` is accepted too");
export const queryProfiles = about(queryId, "Electrical profiles that count; without it none do");
export const queryLimits = about(queryId, "Temporary speed limits that count; without it none do");

/** `true` or `false`. */
export const queryBool = v.pipe(
  single,
  v.picklist(["true", "false"], "must be true or false"),
  v.transform((text) => text === "true"),
  onWire({ type: "boolean" }),
);

/** A text, possibly empty. */
export const queryText = v.pipe(
  single,
  v.maxLength(MAX_TEXT, `must have at most ${MAX_TEXT} characters`),
);

/** One of some fixed words. */
export function queryOneOf<const Word extends string>(
  words: readonly Word[],
): v.GenericSchema<v.InferInput<typeof queryText>, Word> {
  return v.pipe(queryText, v.picklist(words, `must be one of ${words.join(", ")}`));
}

/** A list of ids: repeated, indexed or separated by commas; each id is kept once, in order. */
export const queryIdList = v.pipe(
  strings,
  v.transform((values) => splitList(values)),
  v.check((texts) => texts.every(isId), "must be positive integers"),
  v.transform((texts) => [...new Set(texts.map(Number))]),
  onWire({
    type: "array",
    items: ID,
    description: "Ids, each counts once: `ids[]=1&ids[]=2`, `ids[0]=1&ids[1]=2` or `ids=1,2`",
  }),
);

/** A list of texts in the same notations; each text is kept once, in order. */
export const queryTextList = v.pipe(
  strings,
  v.transform((values) => splitList(values)),
  v.transform((texts) => [...new Set(texts)]),
);

/** Kinds of railways, in the same notations. */
export const queryKinds = v.pipe(
  queryTextList,
  v.array(v.picklist(RAIL_KINDS, `must be among ${RAIL_KINDS.join(", ")}`)),
);

function splitList(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(",")).filter((part) => part !== "");
}
