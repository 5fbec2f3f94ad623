/** Tables whose columns have other names than ours: which column is which is kept in this browser. */
import {
  type ColumnHead,
  plainHead,
  TABLE_COLUMNS,
  type TableColumn,
} from "../../../../src/railway/table_columns.ts";
import { addressOf } from "../../api/client.ts";

/** Of a file that is read for its first line. */
const HEAD_BYTES = 65_536;
const KEPT_MAX = 500;

const keyOf = (): string => `${addressOf("/")} columns`;

/** Names in the first line of a CSV that are none of our columns. */
export async function unknownHeads(file: File): Promise<readonly string[]> {
  const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer();
  const [first = 0, second = 0] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : "utf-8";
  const lines = new TextDecoder(encoding).decode(bytes).split(/\r?\n/);
  const named = /^sep=(.)$/i.exec(lines[0] ?? "")?.[1];
  const line = lines[named === undefined ? 0 : 1] ?? "";
  const count = (delimiter: string): number => line.split(delimiter).length;
  const delimiter = named ?? [",", ";", "\t"].reduce((a, b) => (count(b) > count(a) ? b : a));
  const heads = splitLine(line, delimiter).map((head) => head.trim());
  const isKnown = (head: string): boolean => TABLE_COLUMNS.some((one) => one === plainHead(head));
  return [...new Set(heads.filter((head) => head !== "" && !isKnown(head)))];
}

/** Fields may be in quotes, within which a quote is written twice. */
function splitLine(line: string, delimiter: string): string[] {
  const fields = [""];
  let is_quoted = false;
  let before = "";
  for (const letter of Array.from(line)) {
    if (letter === '"') {
      is_quoted = !is_quoted;
      // The second of two within quotes.
      if (is_quoted && before === '"') fields[fields.length - 1] += '"';
    } else if (letter === delimiter && !is_quoted) fields.push("");
    else fields[fields.length - 1] += letter;
    before = letter;
  }
  return fields;
}

/** A browser may refuse to store anything, and the stored text may be anything. */
function readKept(): readonly ColumnHead[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? "[]");
    return Array.isArray(found) ? found.filter(isColumnHead) : [];
  } catch {
    return [];
  }
}

function isColumnHead(one: unknown): one is ColumnHead {
  if (!Array.isArray(one)) return false;
  const [head, column] = one as unknown[];
  return typeof head === "string" && TABLE_COLUMNS.some((known) => known === column);
}

/** What was chosen for these names before. */
export function keptColumns(heads: readonly string[]): readonly ColumnHead[] {
  const plain = new Set(heads.map(plainHead));
  const kept = readKept().filter(([head]) => plain.has(plainHead(head)));
  // A column stands under one name alone: the latest.
  return kept.filter(([, column], i) => kept.findIndex(([, one]) => one === column) === i);
}

/** Null: the column is left out. */
export function keepColumn(head: string, column: TableColumn | null): void {
  const others = readKept().filter(([other]) => plainHead(other) !== plainHead(head));
  const kept = column === null ? others : [[head, column] as const, ...others];
  try {
    localStorage.setItem(keyOf(), JSON.stringify(kept.slice(0, KEPT_MAX)));
  } catch {
    // It is chosen again then.
  }
}
