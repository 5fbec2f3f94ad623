/** Lines of CSV: any delimiter of spreadsheets in, RFC 4180 out. */
import { isUtf8 } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import { quoteField } from "../../src/railway/table_text.ts";
import { needRoom } from "../railjson/thread_memory.ts";
import { UnreadableSource } from "./source_fault.ts";

const RECORD_LENGTH_MAX = 1 << 20;
/** Records between two looks at the thread's memory. */
const RECORDS_OF_ROOM = 100;
/** Characters in which the first line is looked for. */
const HEAD_LENGTH = 10_000;

export type Cell = string | number;

/** Its line in the file, from 1. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/**
 * Gives each line of a file, in UTF-8, or UTF-16 by its byte order mark. The delimiter is what the first line has most
 * of, or what it names: spreadsheets read a first line `sep=;` as that. `ltrim`: blanks before a cell are none of it.
 */
export function scanCsv(
  bytes: Uint8Array,
  take: (line: TableLine) => void,
  { ltrim = false }: { readonly ltrim?: boolean } = {},
): void {
  const { head, content } = readContent(bytes);
  const [first = ""] = head.split(/\r?\n/, 1);
  const count = (delimiter: string): number => first.split(delimiter).length;
  const named = /^sep=(.)$/i.exec(first)?.[1];
  const delimiter = named ?? [",", ";", "\t"].reduce((a, b) => (count(b) > count(a) ? b : a));
  let nRecords = 0;
  try {
    needRoom();
    parse(content, {
      delimiter,
      from_line: named === undefined ? 1 : 2,
      relax_column_count: true,
      ltrim,
      skip_empty_lines: true,
      max_record_size: RECORD_LENGTH_MAX,
      on_record: (cells: readonly string[], { lines }) => {
        if (++nRecords % RECORDS_OF_ROOM === 0) needRoom();
        take({ line: lines, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error["lines"] === "number" ? error["lines"] : 1;
    throw new UnreadableSource(error.message, { line, column: 1 });
  }
}

/** The first characters, and what the parser gets: UTF-8 as it is, because as a text it would be in memory once more. */
function readContent(bytes: Uint8Array): {
  readonly head: string;
  readonly content: string | Buffer;
} {
  const [first = 0, second = 0] = bytes;
  const is_little = first === 0xff && second === 0xfe;
  if (is_little || (first === 0xfe && second === 0xff)) {
    const content = decodeUtf16(bytes, is_little ? "utf-16le" : "utf-16be");
    return { head: content.slice(0, HEAD_LENGTH), content };
  }
  if (!isUtf8(bytes)) throw new UnreadableSource("it is not valid UTF-8: save it as CSV in UTF-8");
  const has_mark = first === 0xef && second === 0xbb && bytes[2] === 0xbf;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(
    has_mark ? 3 : 0,
  );
  // No character has more than four bytes.
  return { head: content.toString("utf8", 0, HEAD_LENGTH * 4).slice(0, HEAD_LENGTH), content };
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableSource(`it is not valid ${encoding.toUpperCase()}`);
  }
}

export function printCsv(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(printCell).join(",")}\r\n`).join("");
}

function printCell(cell: Cell): string {
  return typeof cell === "number" ? String(cell) : quoteField(cell);
}
