/**
 * The search's language as a person would read it: an expression is evaluated for one record in memory,
 * with three truth values (null: unknown). Shares no code with the compiler and nothing with SQL.
 */
export type Json = null | boolean | number | string | readonly Json[];
/** Columns of one record by name. */
export type SearchRecord = Readonly<Record<string, Json>>;

const LIGATURES: Readonly<Record<string, string>> = { œ: "oe", Œ: "OE", ß: "ss" };
const ABBREVIATED: Readonly<Record<string, string>> = { st: "saint", ste: "sainte" };

/** Without accents and in lower case. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[œŒß]/g, (letter) => LIGATURES[letter] ?? letter)
    .toLowerCase();
}

function matchesLike(text: string, pattern: string): boolean {
  // Characters are code points; a table of which prefixes of both match.
  const letters = Array.from(text);
  let reached = letters.map(() => false);
  reached.unshift(true);
  const tokens = [...pattern.matchAll(/\\([^])|([^])/gu)];
  for (const [, escaped, plain] of tokens) {
    const next = reached.map(() => false);
    for (let i = 0; i <= letters.length; i++) {
      const is_wild = escaped === undefined;
      if (is_wild && plain === "%") next[i] = reached[i] === true || next[i - 1] === true;
      else if (i > 0 && reached[i - 1] === true) {
        next[i] = (is_wild && plain === "_") || letters[i - 1] === (escaped ?? plain);
      }
    }
    reached = next;
  }
  return reached[letters.length] === true;
}

function holdsWords(text: string, words: string): boolean {
  return words
    .split(/[\s'’-]/u)
    .filter((word) => word.length > 0)
    .every((word) =>
      [word, ABBREVIATED[word.toLowerCase()] ?? word].some((form) =>
        fold(text).includes(fold(form)),
      ),
    );
}

function sameValue(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b) || a === b;
}

function callOperator(name: string, given: readonly Json[]): Json {
  const [a = null, b = null] = given;
  switch (name) {
    case "and":
      if (given.includes(false)) return false;
      return given.includes(null) ? null : true;
    case "or":
      if (given.includes(true)) return true;
      return given.includes(null) ? null : false;
    case "not":
      return a === null ? null : a === false;
    case "to_string":
      return a === null ? null : String(a);
    case "list":
      return given;
  }
  // In an empty list there is nothing, not even something unknown.
  if (name === "contains" && Array.isArray(a) && a.length === 0 && b === null) return false;
  if (a === null || b === null) return null;
  switch (name) {
    case "=":
      return sameValue(a, b);
    case "like":
      return matchesLike(String(a), String(b));
    case "ilike":
      return matchesLike(String(a).toLowerCase(), String(b).toLowerCase());
    case "search":
      return holdsWords(Array.isArray(a) ? a.join(" ") : String(a), String(b));
    case "contains": {
      const list = a as readonly Json[];
      const wanted = Array.isArray(b) ? (b as readonly Json[]) : [b];
      return wanted.every((one) => list.some((item) => sameValue(item, one)));
    }
    default:
      throw new Error(`no operator ${name}`);
  }
}

/** The value of a valid expression for one record; of a condition: true, false or null. */
export function evaluate(expression: Json, record: SearchRecord): Json {
  if (!Array.isArray(expression)) return expression;
  const [name, ...given] = expression as readonly Json[];
  if (given.length === 0) return record[String(name)] ?? null;
  // Only null written out asks whether there is a value.
  if (name === "=" && given.includes(null)) {
    return given.every((one) => evaluate(one, record) === null);
  }
  return callOperator(
    String(name),
    given.map((one) => evaluate(one, record)),
  );
}
