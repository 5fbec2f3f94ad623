/**
 * Compiles the search's expression language (interface.md 11.2) to one SQL condition. Prefix expressions:
 * JSON values stand for themselves, `["name"]` is a column, `["=", a, b]` calls an operator. Types are
 * checked here, so that no expression fails in the database; unknown (null) propagates as in SQL.
 *
 * Every piece of SQL is written in this file and every name comes from the table of columns; user input
 * becomes parameters. Filtering in JavaScript instead would read every row for each search.
 */
import type { SqlCondition, SqlValue } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/errors.ts";
import { OLD_NAMES, type SearchColumns } from "./objects.ts";

type RowType = "boolean" | "number" | "text" | "list of texts";
type Type = RowType | "list of numbers" | "null";
type Value = null | boolean | number | string | readonly number[] | readonly string[];

/** A value that differs from row to row. */
interface RowTerm {
  readonly kind: "row";
  readonly path: string;
  readonly type: RowType;
  readonly sql: string;
  /** SQL of the text's stored folded form; null if it has none. */
  readonly folded: string | null;
  /** For a column of texts: old names that each stand for several values (objects.ts). */
  readonly old_names: Readonly<Record<string, readonly string[]>>;
}

/** A literal value; not yet a parameter, because some operators need its text. */
interface ValueTerm {
  readonly kind: "value";
  readonly path: string;
  readonly value: Value;
}

type Term = RowTerm | ValueTerm;

const ILIKE_COLLATION = '"und-x-icu"';
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** An odd number of backslashes at the end, which LIKE rejects. */
const OPEN_ESCAPE = /(?<!\\)(?:\\\\)*\\$/;
/** Word separators, so that "saint-michel" finds "Saint Michel". */
const BETWEEN_WORDS = /[\s'’-]+/u;
/** Cost of a word search, and of a comparison without case, in units of a simple comparison. */
const WORD_PARTS = 25;
const PATTERN_PARTS = 75;
/** Abbreviations and the words that they also match. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ["st", "saint"],
  ["ste", "sainte"],
]);
const SHOWN_MAX = 40;

/** Operators, columns and values of one search; a word to look for counts 25 more, a pattern 75. */
const PARTS_MAX = 5000;
/** Nesting of one search's expression. */
const DEPTH_MAX = 16;
/** Characters of one text in a search. */
const TEXT_LENGTH_MAX = 1024;

export interface CompileOptions {
  readonly columns: SearchColumns;
  /** Number of the condition's first `$n`. */
  readonly first_parameter: number;
}

/** Compiles an expression that must be a condition. Throws SearchEngineError with the position. */
export function compileCondition(expression: unknown, options: CompileOptions): SqlCondition {
  const compiler = new Compiler(options);
  const term = compiler.compile(expression, "/query", 1);
  return { text: compiler.toSql(ofType(term, "boolean")), values: compiler.values };
}

function fail(path: string, reason: string): never {
  throw new AppError("SearchEngineError", `${path}: ${reason}`, { path, reason });
}

/** The start of a user's text, for error messages. */
function show(text: string): string {
  return `'${text.slice(0, SHOWN_MAX)}'`;
}

function typeOf(term: Term): Type {
  if (term.kind === "row") return term.type;
  const { value } = term;
  if (value === null) return "null";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return "number";
  if (typeof value === "string") return "text";
  return typeof value[0] === "number" ? "list of numbers" : "list of texts";
}

/** Returns the term after checking that it has one of these types. */
function ofType(term: Term, ...allowed: readonly Type[]): Term {
  const type = typeOf(term);
  if (allowed.includes(type)) return term;
  return fail(term.path, `must be a ${allowed.join(" or a ")}, it is a ${type}`);
}

/** The text of a literal: patterns and words can't come from columns. */
function readText(term: Term): string {
  if (term.kind === "value" && typeof term.value === "string") return term.value;
  return fail(term.path, "must be a literal text");
}

class Compiler {
  readonly values: SqlValue[] = [];
  readonly #options: CompileOptions;
  #part_count = 0;

  constructor(options: CompileOptions) {
    this.#options = options;
  }

  compile(expression: unknown, path: string, depth: number): Term {
    this.count(path, 1);
    if (Array.isArray(expression)) return this.#compileArray(expression, path, depth);
    if (typeof expression === "string") {
      return { kind: "value", path, value: this.#checkText(expression, path) };
    }
    if (typeof expression === "number") {
      if (!Number.isFinite(expression)) fail(path, "must be a finite number");
      return { kind: "value", path, value: expression };
    }
    if (typeof expression === "boolean" || expression === null) {
      return { kind: "value", path, value: expression };
    }
    return fail(path, "must be a value, a column or an operator with its arguments");
  }

  /** A term as a piece of SQL; a value becomes the next parameter. */
  toSql(term: Term): string {
    if (term.kind === "row") return term.sql;
    const { value } = term;
    if (value === null || typeof value === "boolean") return String(value);
    return this.bind(value);
  }

  #compileArray(array: readonly unknown[], path: string, depth: number): Term {
    const { columns } = this.#options;
    if (depth > DEPTH_MAX) fail(path, `is nested deeper than ${DEPTH_MAX} levels`);
    const [name, ...given] = array;
    if (typeof name !== "string") fail(path, "must start with the name of a column or operator");
    if (given.length === 0 && Object.hasOwn(columns, name)) return columnTerm(columns, name, path);
    if (!Object.hasOwn(OPERATORS, name)) {
      const what = given.length === 0 ? "column" : "operator";
      fail(path, `there is no ${what} ${show(name)}`);
    }
    // Safe: its existence was checked above.
    const { min, max, call } = OPERATORS[name] as Operator;
    if (given.length < min || given.length > max) {
      const count = max === min ? String(min) : `at least ${min}`;
      fail(path, `'${name}' takes ${count} argument${min === 1 ? "" : "s"}, not ${given.length}`);
    }
    const terms: Term[] = [];
    for (const [i, one] of given.entries()) {
      terms.push(this.compile(one, `${path}/${i + 1}`, depth + 1));
    }
    return call(this, terms, path);
  }

  /** The condition that a text contains every word of another, in any order. */
  matchWords(subject: string, words: string, path: string): string {
    const conditions = words
      .split(BETWEEN_WORDS)
      .filter((word) => word !== "")
      .map((word) => {
        this.count(path, WORD_PARTS);
        const forms = [word, ABBREVIATIONS.get(word.toLowerCase()) ?? word];
        return `(${[...new Set(forms)].map((form) => this.#matchWord(subject, form)).join(" or ")})`;
      });
    return conditions.length === 0 ? `(${subject} like '%')` : `(${conditions.join(" and ")})`;
  }

  /** The pattern is a subquery: it is evaluated once, not per row. */
  #matchWord(subject: string, word: string): string {
    return `${subject} like (select word_pattern(${this.bind(word)}))`;
  }

  /** The next parameter. */
  bind(value: Exclude<Value, null | boolean>): string {
    this.values.push(value);
    const parameter = `$${this.#options.first_parameter + this.values.length - 1}`;
    if (typeof value === "string") return `${parameter}::text`;
    if (typeof value !== "number") {
      return `${parameter}::${typeof value[0] === "number" ? "double precision" : "text"}[]`;
    }
    // Indexes on integers only work with integers.
    return `${parameter}::${Number.isSafeInteger(value) ? "bigint" : "double precision"}`;
  }

  #checkText(text: string, path: string): string {
    if (text.length > TEXT_LENGTH_MAX) fail(path, `has more than ${TEXT_LENGTH_MAX} characters`);
    if (UNSTORABLE.test(text)) fail(path, "has a NUL or half of a surrogate pair");
    return text;
  }

  /** Adds to the expression's cost. */
  count(path: string, parts: number): void {
    this.#part_count += parts;
    if (this.#part_count <= PARTS_MAX) return;
    fail(path, `the expression has more than ${PARTS_MAX} parts`);
  }
}

function columnTerm(columns: SearchColumns, name: string, path: string): RowTerm {
  const type = columns[name];
  const sql = `found.${name}`;
  const term = { kind: "row", path, sql, folded: null, old_names: OLD_NAMES[name] ?? {} } as const;
  if (type === "texts") return { ...term, type: "list of texts" };
  if (type === "number") return { ...term, type };
  return { ...term, type: "text", folded: type === "folded_text" ? `found.folded_${name}` : null };
}

interface Operator {
  /** Number of arguments. */
  readonly min: number;
  readonly max: number;
  readonly call: (compiler: Compiler, terms: readonly Term[], path: string) => Term;
}

function condition(path: string, sql: string): RowTerm {
  return { kind: "row", path, type: "boolean", sql, folded: null, old_names: {} };
}

/** An operator with exactly two arguments. */
function binary(
  call: (compiler: Compiler, terms: readonly [Term, Term], path: string) => Term,
): Operator {
  // The number of arguments was checked before.
  return { min: 2, max: 2, call: (c, terms, path) => call(c, terms as [Term, Term], path) };
}

function joining(word: "and" | "or"): Operator {
  const call: Operator["call"] = (c, terms, path) => {
    const all = terms.map((term) => c.toSql(ofType(term, "boolean")));
    return condition(path, `(${all.join(` ${word} `)})`);
  };
  return { min: 1, max: Number.POSITIVE_INFINITY, call };
}

function matching(word: "like" | "ilike"): Operator {
  return binary((c, [text, pattern], path) => {
    const subject = c.toSql(ofType(text, "text"));
    if (OPEN_ESCAPE.test(readText(pattern))) fail(pattern.path, "must not end with an escape");
    c.count(path, PATTERN_PARTS);
    const collated = word === "ilike" ? `${subject} collate ${ILIKE_COLLATION}` : subject;
    return condition(path, `(${collated} ${word} ${c.toSql(pattern)})`);
  });
}

const equal = binary((c, [a, b], path) => {
  const types = [typeOf(a), typeOf(b)];
  if (types[0] === "null" && types[1] === "null") return condition(path, "true");
  if (types[1] === "null") return condition(path, `(${c.toSql(a)} is null)`);
  if (types[0] === "null") return condition(path, `(${c.toSql(b)} is null)`);
  if (types[0] !== types[1]) fail(path, `a ${types[0]} can't equal a ${types[1]}`);
  return condition(path, `(${c.toSql(a)} = ${c.toSql(b)})`);
});

/** Case-insensitive equality of whole texts: nothing in them is a wildcard. */
const equalWithoutCase = binary((c, [a, b], path) => {
  c.count(path, PATTERN_PARTS);
  const lowered = [a, b].map(
    (term) => `lower(${c.toSql(ofType(term, "text"))} collate ${ILIKE_COLLATION})`,
  );
  return condition(path, `(${lowered.join(" = ")})`);
});

const search = binary((c, [subject, words], path) => {
  const is_list = typeOf(ofType(subject, "text", "list of texts")) === "list of texts";
  const stored = subject.kind === "row" ? subject.folded : null;
  const text = c.toSql(subject);
  const folded = stored ?? `fold_text(${is_list ? `array_to_string(${text}, ' ')` : text})`;
  return condition(path, c.matchWords(folded, readText(words), words.path));
});

/**
 * With a column and a literal list, in either order: the column contains every item. Otherwise every
 * item of the first is in the second; a single item may follow the list that should contain it.
 */
const contains = binary((c, [a, b], path) => {
  const type = typeOf(ofType(a, "list of texts", "list of numbers"));
  ofType(b, type, type === "list of texts" ? "text" : "number");
  if (typeOf(b) !== type) return condition(path, holdsItem(c, a, b));
  if (a.kind === "row" && b.kind === "value") return condition(path, holdsAll(c, a, b));
  if (b.kind === "row" && a.kind === "value") return condition(path, holdsAll(c, b, a));
  return condition(path, `(${c.toSql(a)} <@ ${c.toSql(b)})`);
});

function holdsItem(c: Compiler, list: Term, item: Term): string {
  const several = list.kind === "row" && item.kind === "value" && standsFor(list, item.value);
  if (!several) return `(${c.toSql(item)} = any(${c.toSql(list)}))`;
  return `(${c.toSql(list)} && ${c.bind(several)})`;
}

/** The column contains all items of a literal list of texts, some of which may be old names. */
function holdsAll(c: Compiler, column: RowTerm, { value }: ValueTerm): string {
  const items = Array.isArray(value) ? (value as readonly Value[]) : [];
  const plain = items.filter((item) => standsFor(column, item) === false);
  const conditions = [...new Set(items)].flatMap((item) => {
    const several = standsFor(column, item);
    return several === false ? [] : [`${column.sql} && ${c.bind(several)}`];
  });
  if (plain.length > 0) conditions.push(`${column.sql} @> ${c.bind(plain as readonly string[])}`);
  return `(${conditions.join(" and ")})`;
}

/** The texts that an old name matches in a column; false: it is not an old name. */
function standsFor({ old_names }: RowTerm, item: Value): readonly string[] | false {
  if (typeof item !== "string" || !Object.hasOwn(old_names, item)) return false;
  return old_names[item] ?? false;
}

/** A list of literal values, all texts or all numbers. */
const list: Operator = {
  min: 1,
  max: Number.POSITIVE_INFINITY,
  call: (_c, terms, path) => {
    const items = terms.map((term) => {
      const value = term.kind === "value" ? term.value : null;
      if (typeof value === "string" || typeof value === "number") return value;
      return fail(term.path, "must be a literal text or number");
    });
    const numbers = items.filter((item) => typeof item === "number");
    const texts = items.filter((item) => typeof item === "string");
    if (numbers.length > 0 && texts.length > 0) fail(path, "mixes texts and numbers");
    return { kind: "value", path, value: numbers.length > 0 ? numbers : texts };
  },
};

const toText: Operator = {
  min: 1,
  max: 1,
  call: (c, terms, path) => {
    const [term] = terms.map((one) => ofType(one, "number"));
    if (term === undefined) throw new Error("the number of arguments was checked");
    if (term.kind === "value") return { kind: "value", path, value: String(term.value) };
    return {
      kind: "row",
      path,
      type: "text",
      sql: `(${c.toSql(term)})::text`,
      folded: null,
      old_names: {},
    };
  },
};

const not: Operator = {
  min: 1,
  max: 1,
  call: (c, terms, path) => {
    const all = terms.map((term) => c.toSql(ofType(term, "boolean")));
    return condition(path, `(not ${all.join("")})`);
  },
};

const OPERATORS: Readonly<Record<string, Operator>> = {
  and: joining("and"),
  or: joining("or"),
  not,
  "=": equal,
  "=i": equalWithoutCase,
  like: matching("like"),
  ilike: matching("ilike"),
  search,
  list,
  contains,
  to_string: toText,
};
