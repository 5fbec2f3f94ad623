/**
 * Reads all files of sql/queries once at start: a query's name is its path without the ending,
 * `timetable/train_schedule/get`. One file is one statement; reading the disk per call costs more than the query.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PROJECT_ROOT } from "../root.ts";

const FOLDER = join(PROJECT_ROOT, "sql/queries");
const FUNCTIONS = join(PROJECT_ROOT, "sql/functions");
const CHANGES = /\b(?:insert\s+into|update\s+\w+\s+(?:\w+\s+)?set|delete\s+from)\b/i;
const PROMISES_NOT_TO = /^language \w+ (?:stable|immutable)\b/im;

export interface Query {
  readonly text: string;
  /** True if it changes data: all checks must have passed before it runs. */
  readonly is_write: boolean;
}

/** Statement by name. */
export function loadQueries(): ReadonlyMap<string, Query> {
  const isWrite = makeWriteTest();
  const queries = new Map<string, Query>();
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).sort()) {
    if (!file.endsWith(".sql")) continue;
    const name = file.slice(0, -".sql".length).replaceAll("\\", "/");
    const text = readFileSync(join(FOLDER, file), "utf8");
    queries.set(name, { text, is_write: isWrite(text) });
  }
  return queries;
}

/** A statement is a write if its text says so, or if it calls a function not declared stable or immutable. */
function makeWriteTest(): (text: string) => boolean {
  const writing = readdirSync(FUNCTIONS, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .filter((file) => !PROMISES_NOT_TO.test(readFileSync(join(FUNCTIONS, file), "utf8")))
    .map((file) => basename(file, ".sql"));
  const calls = new RegExp(`\\b(?:${writing.join("|")})\\s*\\(`);
  return (text) => {
    const code = text.replaceAll(/--.*$/gm, "");
    return CHANGES.test(code) || calls.test(code);
  };
}
