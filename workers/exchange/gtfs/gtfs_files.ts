/** The files of a feed of the General Transit Feed Specification, as records by column. */
import { unpack } from "../archive.ts";
import { type Cell, scanCsv } from "../csv_lines.ts";
import type { ExchangeReport, ReportPlace } from "../exchange_report.ts";
import { UnreadableSource } from "../source_fault.ts";

const FILES = [
  "agency",
  "stops",
  "routes",
  "trips",
  "stop_times",
  "calendar",
  "calendar_dates",
  "frequencies",
] as const;
type FileName = (typeof FILES)[number];
const NEEDED: readonly FileName[] = ["agency", "stops", "routes", "trips", "stop_times"];

const TEXT_MAX = 4096;

/** A line of a file. */
export class GtfsRecord {
  readonly file: FileName;
  readonly line: number;
  readonly #cells: readonly Cell[];
  readonly #columns: ReadonlyMap<string, number>;

  constructor(
    file: FileName,
    { line, cells }: { readonly line: number; readonly cells: readonly Cell[] },
    columns: ReadonlyMap<string, number>,
  ) {
    this.file = file;
    this.line = line;
    this.#cells = cells;
    this.#columns = columns;
  }

  /** Empty where it is absent. */
  text(column: string): string {
    const text = String(this.#cells[this.#columns.get(column) ?? -1] ?? "").trim();
    if (text.length > TEXT_MAX) throw this.fault(column, "is too long");
    if (/[\0\p{Surrogate}]/u.test(text)) throw this.fault(column, "holds NUL or half a letter");
    return text;
  }

  needed(column: string): string {
    const text = this.text(column);
    if (text === "") throw this.fault(column, "is missing");
    return text;
  }

  /** Null where it is absent. */
  number(column: string, [min, max]: readonly [min: number, max: number]): number | null {
    const text = this.text(column);
    if (text === "") return null;
    const value = Number(text);
    if (value >= min && value <= max) return value;
    throw this.fault(column, `must be a number from ${min} to ${max}, not '${text.slice(0, 40)}'`);
  }

  /** Seconds since noon minus twelve hours; null where it is absent. */
  time(column: string): number | null {
    const text = this.text(column);
    if (text === "") return null;
    const [, hours, minutes, seconds = 0] = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
    if (hours === undefined) throw this.fault(column, `is no time: '${text.slice(0, 40)}'`);
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }

  fault(column: string, reason: string): UnreadableSource {
    const place = { line: this.line, column: 1 };
    return new UnreadableSource(`${column} of ${this.file}.txt ${reason}`, place);
  }
}

export type GtfsFiles = Readonly<Record<FileName, readonly GtfsRecord[]>>;

/** Of a feed, what says how passengers change and walk. */
const LEFT_OUT: readonly string[] = ["transfers.txt", "pathways.txt", "levels.txt"];

export function readGtfsFiles(bytes: Uint8Array, report: ExchangeReport): GtfsFiles {
  const wanted: readonly string[] = FILES.map((name) => `${name}.txt`);
  const files = unpack(bytes, (path) => {
    const [, name] = splitPath(path);
    if (LEFT_OUT.includes(name)) {
      const message = "how passengers change and walk is left out";
      report.note({ severity: "info", code: "file_left_out", where: { element: name }, message });
    }
    return wanted.includes(name);
  });
  const folder = folderOf([...files.keys()]);
  for (const name of NEEDED) {
    if (!files.has(`${folder}${name}.txt`))
      throw new UnreadableSource(`it has no ${name}.txt outside of folders, or in the only one`);
  }
  const read = FILES.map((name) => {
    const file = files.get(`${folder}${name}.txt`);
    return [name, file === undefined ? [] : readRecords(name, file)] as const;
  });
  // One entry a name.
  return Object.fromEntries(read) as unknown as GtfsFiles;
}

/** The folder with its separator, and the file's name. */
function splitPath(path: string): readonly [folder: string, name: string] {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  return [path.slice(0, at), path.slice(at)];
}

/** Feeds that somebody has packed by hand have all files in one folder. */
function folderOf(paths: readonly string[]): string {
  const folders = new Set(paths.map((path) => splitPath(path)[0]));
  const [only = ""] = folders;
  return folders.size === 1 ? only : "";
}

function readRecords(name: FileName, bytes: Uint8Array): GtfsRecord[] {
  let columns: ReadonlyMap<string, number> | null = null;
  const records: GtfsRecord[] = [];
  const known = new KnownCells();
  try {
    scanCsv(
      bytes,
      (line) => {
        if (columns !== null) {
          const cells = line.cells.map((cell) => known.once(cell));
          records.push(new GtfsRecord(name, { ...line, cells }, columns));
        } else columns = new Map(line.cells.map((head, i) => [String(head).trim(), i]));
      },
      { ltrim: true },
    );
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    const { reason, line, column } = error.fault;
    const place = line === null ? {} : { line, column: column ?? 1 };
    throw new UnreadableSource(`${name}.txt: ${reason}`, place);
  }
  return records;
}

const KNOWN_MAX = 100_000;

/** Each text once in memory: the lines of a million calls have few times, stops and trips. */
class KnownCells {
  readonly #cells = new Map<Cell, Cell>();

  once(cell: Cell): Cell {
    const known = this.#cells.get(cell);
    if (known !== undefined) return known;
    if (this.#cells.size >= KNOWN_MAX) this.#cells.clear();
    this.#cells.set(cell, cell);
    return cell;
  }
}

/** By the value of a column, each once: those that have none, or one that was there before, are left out and told. */
export function recordsBy(
  records: readonly GtfsRecord[],
  column: string,
  report: ExchangeReport,
): ReadonlyMap<string, GtfsRecord> {
  const map = new Map<string, GtfsRecord>();
  report.takeEach(records, placeOfRecord, (record) => {
    const id = record.needed(column);
    if (map.has(id)) throw record.fault(column, `'${id.slice(0, 100)}' is there twice`);
    map.set(id, record);
  });
  return map;
}

export function placeOfRecord(record: GtfsRecord): ReportPlace {
  return { line: record.line, element: `${record.file}.txt` };
}
