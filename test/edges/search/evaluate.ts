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
  if (a === null || b === null) return null;
  switch (name) {
    case "=":
      return sameValue(a, b);
    case "=i":
      return String(a).toLowerCase() === String(b).toLowerCase();
    case "like":
      return matchesLike(String(a), String(b));
    case "ilike":
      return matchesLike(String(a).toLowerCase(), String(b).toLowerCase());
    case "search":
      return holdsWords(Array.isArray(a) ? a.join(" ") : String(a), String(b));
    default:
      throw new Error(`no operator ${name}`);
  }
}

/** What a written text stands for in a column: `TVM` is of 2024 and means either of today's two. */
function isMet(column: Json, held: readonly Json[], item: Json): boolean {
  const is_system = Array.isArray(column) && column[0] === "signaling_systems";
  const forms = is_system && item === "TVM" ? ["TVM", "TVM300", "TVM430"] : [item];
  return forms.some((form) => held.some((one) => sameValue(one, form)));
}

/** A column (`[name]`) beside a written list holds all of it; else the first is part of the second. */
function contains([first = null, second = null]: readonly Json[], record: SearchRecord): Json {
  const columns = [first, second].filter((side) => Array.isArray(side) && side.length === 1);
  // Old names are among what is written, so not between two columns.
  const column = columns.length === 1 ? (columns[0] ?? null) : null;
  const [a, b] = [evaluate(first, record), evaluate(second, record)];
  if (!Array.isArray(b)) {
    // In an empty list there is nothing, not even something unknown.
    if (Array.isArray(a) && a.length === 0) return false;
    return a === null || b === null ? null : isMet(column, a as Json[], b);
  }
  if (a === null) return null;
  const [inner, outer] = column === first ? [b as Json[], a as Json[]] : [a as Json[], b as Json[]];
  return inner.every((item) => isMet(column, outer, item));
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
  if (name === "contains") return contains(given, record);
  return callOperator(
    String(name),
    given.map((one) => evaluate(one, record)),
  );
}
