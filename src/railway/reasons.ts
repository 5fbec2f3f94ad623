/**
 * Messages of faults for people, for schemas without a message of their own: those of the validator
 * ("Invalid key: Expected never but received …") describe its internals. Used on the main thread
 * for bodies, queries and paths, and by workers for documents.
 */
import type * as v from "valibot";

type Issue = v.BaseIssue<unknown>;

const REASON_LENGTH_MAX = 300;

/** Options of a parse whose faults are sent to clients. */
export const IN_WORDS = { message: reasonOf };

/** What each kind of schema accepts. */
const ACCEPTED: Readonly<Record<string, string>> = {
  string: "must be a text",
  number: "must be a number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
  strict_object: "must be an object",
  loose_object: "must be an object",
  record: "must be an object",
  safe_integer: "must be a whole number",
  integer: "must be a whole number",
  finite: "must be finite",
};

/** What each bound requires, by the action's name. */
const BOUNDS: Readonly<Record<string, (bound: string) => string>> = {
  min_value: (bound) => `must be at least ${bound}`,
  max_value: (bound) => `must be at most ${bound}`,
  gt_value: (bound) => `must be above ${bound}`,
  length: (bound) => `must have a length of ${bound}`,
  min_length: (bound) =>
    bound === "1" ? "must not be empty" : `must have at least ${bound} items`,
  max_length: (bound) => `must have a length of at most ${bound}`,
  max_entries: (bound) => `must have at most ${bound} entries`,
};

const OBJECTS = new Set(["object", "strict_object", "loose_object", "variant"]);

/** One fault as a predicate; its subject is the path that it is reported with. */
function reasonOf(issue: Issue): string {
  const { type, expected, requirement, path } = issue;
  if (isOfKey(issue)) return expected === "never" ? "no such field" : "is required";
  const bound = BOUNDS[type];
  if (bound !== undefined) return bound(String(requirement));
  if (ACCEPTED[type] !== undefined) return ACCEPTED[type];
  if (type === "variant" && path === undefined) return "must be an object";
  if (type === "never") return "must be absent";
  return chosenFrom(expected ?? "").slice(0, REASON_LENGTH_MAX);
}

/** Prints literals, lists of choices, and discriminator keys of variants: `("a" | "b")`. */
function chosenFrom(expected: string): string {
  const choices = expected.replaceAll(/[()]/g, "").split(" | ");
  if (!choices.every((choice) => /^(?:"[^"]*"|\d+)$/.test(choice))) return "is not valid";
  const names = choices.map((choice) => choice.replaceAll('"', "")).join(", ");
  return choices.length === 1 ? `must be ${names}` : `must be one of ${names}`;
}

/** True for a missing or unknown key; the same kinds of schema also refuse values that are not objects. */
function isOfKey({ type, path, input, expected }: Issue): boolean {
  if (!OBJECTS.has(type) || path === undefined) return false;
  return expected === "never" || input === undefined;
}
