/**
 * Cuts a Markdown specification into statements: every sentence of prose and of list items, every row
 * of a table except its header. Each has its section and a digest of its words, so that a contract
 * table notices a statement that was changed, added or taken away without holding a copy of it.
 */
import { createHash } from "node:crypto";

export interface Statement {
  /** The heading above it. */
  readonly section: string;
  /** In the order of the document; counted in `<section>.<statement>`, both from 1. */
  readonly number: string;
  /** 8 hexadecimal digits of the SHA-256 of `text`. */
  readonly digest: string;
  /** Blanks joined, list and table marks gone. */
  readonly text: string;
}

/** Of a list item, or a bold label that opens a paragraph. */
const MARKS = /^(?:(?:[-*]|\d+\.) |\*\*[^*]+\*\* ?)/;
/** A sentence ends where a new one begins: a colon ends one only at the end of its line. */
const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z`{])/;
/** "Some rules:" says nothing; what it heads does. */
const LABEL_WORDS_MAX = 4;

function isLabel(sentence: string): boolean {
  return sentence.endsWith(":") && sentence.split(" ").length <= LABEL_WORDS_MAX;
}

function joinBlanks(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** The statements of one line; `below` is the next line, by which a table's header is known. */
function cutLine(line: string, below: string): string[] {
  const text = joinBlanks(line);
  if (text.startsWith("|")) {
    const is_head = /^\|[\s|:-]+$/.test(text) || /^\s*\|[\s|:-]+$/.test(below);
    return is_head ? [] : [joinBlanks(text.replace(/^\||\|$/g, ""))];
  }
  return text
    .replace(MARKS, "")
    .split(SENTENCE_END)
    .filter((sentence) => sentence !== "" && !isLabel(sentence));
}

/** All statements of a document, in its order; sections without any are not counted. */
export function listStatements(markdown: string): Statement[] {
  const statements: Statement[] = [];
  const lines = markdown.split("\n");
  let heading = "";
  let section = "";
  let section_count = 0;
  let count = 0;
  for (const [i, line] of lines.entries()) {
    const head = /^#+ (.*)$/.exec(line);
    if (head !== null) {
      heading = joinBlanks(head[1] ?? "");
      section = "";
      continue;
    }
    for (const text of cutLine(line, lines[i + 1] ?? "")) {
      if (section === "") {
        section = heading;
        section_count++;
        count = 0;
      }
      count++;
      const number = `${section_count}.${count}`;
      statements.push({ section, number, digest: digestOf(text), text });
    }
  }
  return statements;
}
