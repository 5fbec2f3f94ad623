/**
 * The contract table, `contract.md`: one row for each statement of the specification, with the tests
 * that show it. A row without number names one more test for the row above it. A statement that no test
 * can show says so in place of a title, and why.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import type { Statement } from "./statements.ts";

const FILE = join(import.meta.dirname, "contract.md");
/** Stands beside the project where it is developed; not a part of it. */
export const SPECIFICATION = join(PROJECT_ROOT, "../shared/specification.md");

/** A test by its file and its full name, as vitest prints it. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

export interface Row {
  readonly section: string;
  readonly number: string;
  /** Of the statement's words (`statements.ts`). */
  readonly digest: string;
  readonly asks: string;
  readonly tests: readonly NamedTest[];
  /** Why there is no test; null where there is one. */
  readonly reason: string | null;
}

export interface Table {
  readonly rows: readonly Row[];
  /** Lines that are no rows, by their place. */
  readonly faults: readonly string[];
}

const HEAD = "| no. | digest | asks | test file | test |";
/** What may stand in place of a title. */
const REASON = /^(?:states no behaviour|not +implemented by decision): \S/;

/** The cells of a table's line; a `|` inside of one is escaped. */
function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Reads the table's text. Everything that is no row of the right form is a fault. */
export function readTable(markdown: string): Table {
  const rows: (Row & { readonly tests: NamedTest[] })[] = [];
  const faults: string[] = [];
  let section = "";
  for (const [i, line] of markdown.split("\n").entries()) {
    const heading = /^## (.*)$/.exec(line);
    if (heading !== null) section = heading[1] ?? "";
    if (!line.startsWith("|") || line === HEAD || /^[|-]+$/.test(line)) continue;
    const cells = cellsOf(line);
    const [number = "", digest = "", asks = "", file = "", title = ""] = cells;
    const name = /^`(.+)`$/.exec(file)?.[1];
    const last = rows.at(-1);
    const says_why = REASON.test(title);
    if (cells.length !== 5 || title === "" || (name === undefined) !== says_why || section === "") {
      faults.push(`line ${i + 1}: no row of the table: ${line}`);
    } else if (number === "" && digest === "" && asks === "") {
      if (last === undefined || name === undefined || last.reason !== null) {
        faults.push(`line ${i + 1}: no row to add a test to: ${line}`);
      } else last.tests.push({ file: name, title });
    } else if (!/^\d+\.\d+$/.test(number) || !/^`[0-9a-f]{8}`$/.test(digest) || asks === "") {
      faults.push(`line ${i + 1}: no number, digest or question: ${line}`);
    } else {
      const tests = name === undefined ? [] : [{ file: name, title }];
      const reason = name === undefined ? title : null;
      rows.push({ section, number, digest: digest.slice(1, -1), asks, tests, reason });
    }
  }
  return { rows, faults };
}

/** The project's own table. */
export function loadTable(): Table {
  return readTable(readFileSync(FILE, "utf8"));
}

/** What of the specification the table does not have as it is, and what only the table has. */
export function compareWithStatements(
  rows: readonly Row[],
  statements: readonly Statement[],
): string[] {
  const faults: string[] = [];
  const known = new Map(rows.map((row) => [row.number, row]));
  if (known.size !== rows.length) faults.push("a number stands twice in the table");
  for (const { number, section, digest } of statements) {
    const row = known.get(number);
    known.delete(number);
    if (row === undefined) faults.push(`${number} (${section}): has no row`);
    else if (row.section !== section) faults.push(`${number}: is in the section '${section}'`);
    else if (row.digest !== digest) faults.push(`${number}: has other words, digest ${digest}`);
  }
  for (const number of known.keys()) faults.push(`${number}: is no statement`);
  return faults;
}
