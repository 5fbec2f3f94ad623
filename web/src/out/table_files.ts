/** Tables as files for spreadsheets. Anyone can choose a name, so none may become a formula. */
import { strToU8, zipSync } from "fflate";
import { guardText, quoteField } from "../../../src/railway/table_text.ts";
import type { Cell, Table } from "./tables.ts";

/** RFC 4180, one table below the other. */
export function printCsv(tables: readonly Table[]): string {
  const blocks = tables.map(({ title, heads, rows, notes = [] }) =>
    [[title], ...heads, ...rows, ...notes.map((note) => [note])]
      .map((cells) => cells.map(quoteCell).join(","))
      .join("\r\n"),
  );
  return `${blocks.join("\r\n\r\n")}\r\n`;
}

function quoteCell(cell: Cell): string {
  return typeof cell === "number" ? String(cell) : quoteField(guardText(cell));
}

const NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Spreadsheets refuse longer sheet names. */
const SHEET_NAME_MAX = 31;
/** They also refuse longer texts. */
const TEXT_MAX = 32_767;

/** An Office Open XML workbook, one sheet per table. Texts are inline strings, which are never computed, unless they are saved as CSV. */
export function printXlsx(tables: readonly Table[]): Uint8Array {
  const ids = tables.map((_table, i) => i + 1);
  const names = nameSheets(tables);
  const sheets = names.map(
    (name, i) => `<sheet name="${escape(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const files: Record<string, string> = {
    "[Content_Types].xml":
      `<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.sheet.main+xml"/>` +
      ids
        .map(
          (id) =>
            `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${OFFICE}.worksheet+xml"/>`,
        )
        .join("") +
      "</Types>",
    "_rels/.rels": printRelations([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": printRelations(
      ids.map((id) => [`rId${id}`, "worksheet", `worksheets/sheet${id}.xml`]),
    ),
  };
  for (const [i, table] of tables.entries()) {
    files[`xl/worksheets/sheet${i + 1}.xml`] = printSheet(table);
  }
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(XML + text)])),
  );
}

function printRelations(listed: readonly (readonly [id: string, type: string, to: string])[]) {
  const lines = listed.map(
    ([id, type, to]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${to}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${lines.join("")}</Relationships>`;
}

function printSheet({ heads, rows, fixed_count, notes = [] }: Table): string {
  const is_wide = fixed_count < (heads[0]?.length ?? 0);
  const left = is_wide ? ` xSplit="${fixed_count}"` : "";
  const corner = `${is_wide ? nameColumn(fixed_count) : "A"}${heads.length + 1}`;
  const pane = is_wide ? "bottomRight" : "bottomLeft";
  const lines = [...heads, ...rows, ...notes.map((note) => [note])].map(
    (cells, i) =>
      `<row r="${i + 1}">${cells.map((cell, k) => printCell(cell, `${nameColumn(k)}${i + 1}`)).join("")}</row>`,
  );
  return (
    `<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane${left} ySplit="${heads.length}" topLeftCell="${corner}" activePane="${pane}" state="frozen"/>` +
    `</sheetView></sheetViews><sheetData>${lines.join("")}</sheetData></worksheet>`
  );
}

function printCell(cell: Cell, at: string): string {
  if (cell === "") return "";
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  const text = escape(guardText(cell).slice(0, TEXT_MAX));
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** 0 → A, 25 → Z, 26 → AA. */
function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter;
}

/** Short, distinct, and without characters that spreadsheets forbid. */
function nameSheets(tables: readonly Table[]): string[] {
  return tables.map(({ title }, i) => {
    const mark = `${i + 1} `;
    const plain = title.replaceAll(/[[\]:*?/\\'\p{C}]/gu, " ").trim();
    return `${mark}${plain}`.slice(0, SHEET_NAME_MAX).trim();
  });
}

function escape(text: string): string {
  return (
    text
      // Characters that XML can't hold, and lone surrogates.
      .replaceAll(/[\p{Cc}\p{Cs}\u{fffe}\u{ffff}]/gu, " ")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}
