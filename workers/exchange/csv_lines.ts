/** Lines of CSV: any delimiter of spreadsheets in, RFC 4180 out. */
import { CsvError, parse } from "csv-parse/sync";
import { UnreadableSource } from "./source_fault.ts";

const RECORD_LENGTH_MAX = 1 << 20;

export type Cell = string | number;

/** Its line in the file, from 1. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** UTF-8, or UTF-16 by its byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableSource(`it is not valid ${encoding.toUpperCase()}`);
  }
}

/** The delimiter is what the first line has most of. */
export function parseCsv(text: string): TableLine[] {
  const head = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? "";
  const count = (delimiter: string): number => head.split(delimiter).length;
  const delimiter = [",", ";", "\t"].reduce((a, b) => (count(b) > count(a) ? b : a));
  try {
    const records = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_LENGTH_MAX,
      info: true,
    }) as unknown as readonly CsvRecord[];
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error["lines"] === "number" ? error["lines"] : 1;
    throw new UnreadableSource(error.message.slice(0, 200), { line, column: 1 });
  }
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

export function printCsv(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(printCell).join(",")}\r\n`).join("");
}

function printCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
