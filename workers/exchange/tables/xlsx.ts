/** Trains as a workbook of Office Open XML: its first sheet in; one sheet of plain texts and numbers out. */
import { pack, unpack } from "../archive.ts";
import type { Cell, TableLine } from "../csv_lines.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { escapeXml, scanXml } from "../read_xml.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import type { TimetableForm, TrainTaker } from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import { listTable } from "./print_table.ts";
import { TableReader } from "./train_table.ts";

const COLUMNS_MAX = 16_384;
const LINES_MAX = 1_048_576;
const CELLS_MAX = 5_000_000;

const WORKBOOK = "xl/workbook.xml";
const RELATIONS = "xl/_rels/workbook.xml.rels";
const TEXTS = "xl/sharedStrings.xml";

export function readXlsx(source: ReadSource, report: ExchangeReport, take: TrainTaker): void {
  const table = new TableReader(source, report, take);
  scanLines(source.bytes, report, (line) => table.add(line));
  table.finish();
}

function scanLines(
  bytes: Uint8Array,
  report: ExchangeReport,
  take: (line: TableLine) => void,
): void {
  const files = unpack(
    bytes,
    (name) => [WORKBOOK, RELATIONS, TEXTS].includes(name) || name.startsWith("xl/worksheets/"),
  );
  const sheet = files.get(findSheet(files, report));
  if (sheet === undefined) throw new UnreadableSource("it has no sheet");
  const texts = files.get(TEXTS);
  scanSheet(sheet, texts === undefined ? [] : readTexts(texts), take);
}

/** The first sheet of the workbook; others are told. */
function findSheet(files: ReadonlyMap<string, Uint8Array>, report: ExchangeReport): string {
  const workbook = files.get(WORKBOOK);
  const relations = files.get(RELATIONS);
  if (workbook === undefined || relations === undefined) {
    throw new UnreadableSource("it is no workbook: it has no xl/workbook.xml");
  }
  let id: string | null = null;
  let target: string | null = null;
  const close = (): void => undefined;
  scanXml(workbook, {
    open: (name, attributes) => {
      if (name !== "sheet") return;
      if (id === null) id = attributes["r:id"] ?? "";
      else {
        const where = { element: "sheet", id: (attributes["name"] ?? "").slice(0, 60) };
        const message = "trains are read from the first sheet alone";
        report.note({ severity: "warning", code: "sheet_left_out", where, message });
      }
    },
    close,
  });
  scanXml(relations, {
    open: (name, attributes) => {
      if (name === "Relationship" && attributes["Id"] === id) target = attributes["Target"] ?? null;
    },
    close,
  });
  const path: string = target ?? "";
  return path.startsWith("/") ? path.slice(1) : `xl/${path}`;
}

/** Shared texts; those of pronunciation are left out. */
function readTexts(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  const open: string[] = [];
  scanXml(bytes, {
    open: (name) => {
      open.push(name);
      if (name === "si") texts.push("");
    },
    close: () => open.pop(),
    text: (text) => {
      if (open.at(-1) !== "t" || open.includes("rPh") || texts.length === 0) return;
      texts[texts.length - 1] += text;
    },
  });
  return texts;
}

interface OpenCell {
  readonly type: string;
  readonly column: number;
  text: string;
}

function scanSheet(
  bytes: Uint8Array,
  texts: readonly string[],
  take: (line: TableLine) => void,
): void {
  let row: { readonly line: number; readonly cells: Cell[] } | null = null;
  const open: string[] = [];
  let cell: OpenCell | null = null;
  let nCells = 0;
  scanXml(bytes, {
    open: (name, attributes) => {
      open.push(name);
      if (name === "row") {
        const line = Number(attributes["r"] ?? (row?.line ?? 0) + 1);
        if (!(line >= 1 && line <= LINES_MAX)) throw new UnreadableSource("a row has no number");
        if (row !== null) take(row);
        row = { line, cells: [] };
      } else if (name === "c") {
        if (++nCells > CELLS_MAX) throw new UnreadableSource("it has too many cells");
        const column = readColumn(attributes["r"]) ?? row?.cells.length ?? 0;
        cell = { type: attributes["t"] ?? "n", column, text: "" };
      }
    },
    close: () => {
      if (open.pop() === "c" && cell !== null && row !== null) {
        while (row.cells.length < cell.column) row.cells.push("");
        row.cells[cell.column] = readValue(cell, texts, row.line);
        cell = null;
      }
    },
    text: (text) => {
      const within = open.at(-1);
      const is_value = within === "v" || (within === "t" && !open.includes("rPh"));
      if (cell !== null && is_value) cell.text += text;
    },
  });
  if (row !== null) take(row);
}

/** 0 for A1, 26 for AA7; null: it has none. */
function readColumn(reference: string | undefined): number | null {
  const [letters] = /^[A-Z]{1,3}(?=\d{1,7}$)/.exec(reference ?? "") ?? [];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column > COLUMNS_MAX) throw new UnreadableSource(`there is no column ${letters}`);
  return column - 1;
}

function readValue({ type, text }: OpenCell, texts: readonly string[], line: number): Cell {
  if (type === "s") {
    const shared = texts[Number(text)];
    if (shared !== undefined) return shared;
    throw new UnreadableSource("a cell's text is not there", { line, column: 1 });
  }
  if (type === "e")
    throw new UnreadableSource(`a cell has the fault ${text.slice(0, 20)}`, { line });
  if (type !== "n" || text === "") return text;
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new UnreadableSource(`'${text.slice(0, 40)}' is no number`, { line, column: 1 });
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export function writeXlsx(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const lines = listTable(form, stations, report);
  const files = {
    "[Content_Types].xml":
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/${WORKBOOK}" ContentType="${CONTENT}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
    "_rels/.rels": printRelation("officeDocument", WORKBOOK),
    [WORKBOOK]:
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      `<sheet name="trains" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    [RELATIONS]: printRelation("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData>${lines.map(printLine).join("")}</sheetData></worksheet>`,
  };
  const encoder = new TextEncoder();
  return pack(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, encoder.encode(DECLARATION + text)]),
    ),
  );
}

function printRelation(type: string, target: string): string {
  const relation = `<Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return `<Relationships xmlns="${PACKAGE}/relationships">${relation}</Relationships>`;
}

function printLine(cells: readonly Cell[], i: number): string {
  return `<row r="${i + 1}">${cells.map((cell, k) => printCell(cell, `${nameColumn(k)}${i + 1}`)).join("")}</row>`;
}

function printCell(cell: Cell, at: string): string {
  if (cell === "") return "";
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

/** 0 → A, 25 → Z; the table has fewer than 26 columns. */
function nameColumn(index: number): string {
  return String.fromCharCode(65 + index);
}
